"""The page of figures: what a benchmark writes stands between two marks, the rest is written by hand."""

import platform
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from os import cpu_count
from pathlib import Path
from typing import Final

from local.dev.terminal import Problem

PAGE: Final = Path(__file__).parents[2] / "docs" / "performance.md"


def circumstances(day: date, packages: Sequence[str]) -> str:
    """Return when, on what and with which versions figures were taken; the machine stays unnamed."""
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    machine = f"{cpu_count()} cores, {platform.system()} {platform.machine()}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"Taken on {day.isoformat()}: {machine}, {python}; {versions}."


def put_between(page: str, name: str, text: str) -> str:
    """Return the page with the text in place of what stood between the marks of this name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found_begin, rest = page.partition(begin)
    _, found_end, after = rest.partition(end)
    if not (found_begin and found_end):
        raise Problem(f"The figures have no place: write {begin} and {end} on lines of their own.")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"


def save(name: str, text: str, page: Path = PAGE) -> None:
    page.write_text(put_between(page.read_text(encoding="utf-8"), name, text), encoding="utf-8")
