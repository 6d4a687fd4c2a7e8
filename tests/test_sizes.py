"""Functions and files stay small enough to be read in one go; `dev.py lint` holds the same."""

from pathlib import Path

import pytest

from local.dev.house import ROOT, House, Size, figures, measure, too_large


@pytest.fixture(scope="module")
def house() -> House:
    return measure(ROOT)


def test_no_function_is_longer_than_forty_lines(house: House) -> None:
    assert [size.name for size in house.functions if size.lines > 40] == []


def test_the_house_keeps_its_limits(house: House) -> None:
    assert too_large(house) == []


def test_every_room_of_the_app_is_measured(house: House) -> None:
    names = {size.name for size in house.files}

    assert {"dev.py", "function_app.py", "shared/domain/job.py", "local/dev/house.py"} <= names
    assert "portal/src/main.tsx" in names
    assert len(house.functions) > 1000


def test_what_is_beyond_a_limit_is_named(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "large.py").write_text(a_function(41, "via_partition_key"), encoding="utf-8")
    for name in ("dev.py", "function_app.py"):
        (tmp_path / name).touch()

    found = too_large(measure(tmp_path))

    assert found == [
        "41 (shared/large.py: long), more than 40",
        "the median function has 41 lines, more than 9",
    ]


def test_a_field_that_touches_too_many_files_is_noticed() -> None:
    files = tuple(f"shared/{number}.py" for number in range(7))
    small = (Size(name="small", lines=1),)

    assert too_large(House(functions=small, files=small, files_of_a_field=files[:6])) == []
    assert too_large(House(functions=small, files=small, files_of_a_field=files)) == [
        "a field is named in more than 6 files"
    ]


def test_the_figures_name_what_is_longest() -> None:
    sizes = tuple(Size(name=name, lines=lines) for name, lines in [("shared/api/a.py", 3), ("b.py", 5)])

    assert figures(House(functions=sizes, files=sizes, files_of_a_field=("a.py",))) == [
        "2 functions: median 4.0 lines, longest 5 (b.py)",
        "2 files: longest 5 (b.py)",
        "shared/api: 3 lines",
        "files that name a field: 1 (a.py)",
    ]


def a_function(lines: int, name: str) -> str:
    return "def long() -> None:\n" + f"    {name} = 0\n" * (lines - 1)
