"""`dev.py bench portal`: what it says about figures. That takes no browser."""

from pathlib import Path

from proofs.benchmarks.portal.__main__ import goals, render_sizes, render_times
from proofs.benchmarks.portal.measures import File, Measured, Times, sizes

MEASURED = Measured(
    first_rows=Times(name="opening, until the first rows", milliseconds=[1_400.0, 400.0, 500.0]),
    all_jobs=Times(name="opening, until all jobs are there", milliseconds=[3_000.0]),
    keys=Times(name="a key in the search", milliseconds=[120.0, 130.0]),
    sorts=Times(name="another order", milliseconds=[30.0]),
    to_the_end=Times(name="to the end of the list", milliseconds=[40.0]),
    rows_drawn=27,
    megabytes=11.1,
)


def test_medians_count_and_the_worst_is_shown() -> None:
    assert "| opening, until the first rows     |        500 |     1,400 |     3 |" in render_times(MEASURED)
    assert [bool(goal.missed) for goal in goals(MEASURED)] == [False, True]


def test_files_are_measured_as_they_are_and_as_they_are_sent(tmp_path: Path) -> None:
    (tmp_path / "portal.js").write_bytes(b"x" * 5_000)
    (tmp_path / "portal.css").write_bytes(b"")

    script, style = sizes(tmp_path)

    assert (script.name, script.plain, style.plain) == ("portal.js", 5_000, 0)
    assert script.zipped < 100


def test_sizes_are_told_in_kilobytes() -> None:
    text = render_sizes(MEASURED, [File(name="portal.js", plain=129_100, zipped=44_060)])

    assert "| portal.js, KB                     | 129.1 |" in text
    assert "| portal.js zipped, KB              |  44.1 |" in text
