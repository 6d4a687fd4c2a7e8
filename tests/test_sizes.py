"""Functions and files stay small enough to be read in one go; `dev.py lint` holds the same."""

from pathlib import Path

import pytest

from local.dev.house import ROOT, House, Size, figures, measure, too_large


@pytest.fixture(scope="module")
def house() -> House:
    return measure(ROOT)


def test_no_function_is_longer_than_forty_lines(house: House) -> None:
    assert [size.name for size in house.functions if size.lines > 40] == []


def test_no_file_is_longer_than_three_hundred_lines(house: House) -> None:
    assert [size.name for size in house.files if size.lines > 300] == []


def test_the_house_keeps_its_limits(house: House) -> None:
    assert too_large(house) == []


def test_every_room_of_the_app_is_measured(house: House) -> None:
    names = {size.name for size in house.files}

    assert {"dev.py", "function_app.py", "shared/domain/job.py", "local/dev/house.py"} <= names
    assert "portal/src/main.tsx" in names
    assert len(house.functions) > 1000


def test_what_is_beyond_a_limit_is_named(tmp_path: Path) -> None:
    for room, text in {"shared": a_function(41, "via_partition_key"), "migrate": "\n" * 301}.items():
        (tmp_path / room).mkdir()
        (tmp_path / room / "large.py").write_text(text, encoding="utf-8")
    for name in ("dev.py", "function_app.py"):
        (tmp_path / name).touch()

    found = too_large(measure(tmp_path))

    assert found == [
        "41 (shared/large.py: long), more than 40",
        "301 (migrate/large.py), more than 300",
        "the median function has 41 lines, more than 9",
    ]


@pytest.mark.parametrize("name", ["page.tsx", "times.ts"])
def test_a_long_file_of_the_portal_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "portal" / "src" / "deep").mkdir(parents=True)
    (tmp_path / "portal" / "src" / "deep" / name).write_text("<p>\n" * 301, encoding="utf-8")
    (tmp_path / "dev.py").write_text(a_function(2, "small"), encoding="utf-8")
    (tmp_path / "function_app.py").touch()

    assert too_large(measure(tmp_path)) == [f"301 (portal/src/deep/{name}), more than 300"]


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
