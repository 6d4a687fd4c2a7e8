"""The pages of figures: what a proof writes stands between two marks, the rest is written by hand."""

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from os import cpu_count
from pathlib import Path
from typing import Final

from local.dev.environment import ROOT
from local.dev.terminal import Problem
from proofs.harness.clock import now

PERFORMANCE: Final = ROOT / "docs" / "performance.md"
RELIABILITY: Final = ROOT / "docs" / "reliability.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What a proof found, as Markdown, and the packages whose versions matter to it.

    Its name is that of its place on a page.
    """

    name: str
    text: str
    packages: Sequence[str]


def publish(section: Section, page: Path, *, save: bool) -> None:
    """Print the section with its circumstances and, if wanted, write it into the page."""
    taken = circumstances(now().date(), section.packages)
    print(f"\n{section.text}\n\n{taken}\n", flush=True)
    if save:
        before = page.read_text(encoding="utf-8")
        page.write_text(put_between(before, section.name, f"{taken}\n\n{section.text}"), encoding="utf-8")


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


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose first row is its head, and of which all columns but the first are numbers."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    rules = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(_line(row, widths) for row in [rows[0], rules, *rows[1:]])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    texts = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return f"| {' | '.join(texts)} |"
