"""What a reader of the portal waits for, measured in a browser."""

import gzip
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Browser, Page

from proofs.benchmarks.herd import SUBSCRIPTION
from proofs.benchmarks.portal.in_page import ANSWERED, NEXT, OPENED, ROWS_DRAWN, TO_THE_END, WATCH

TYPED: Final = "nightly 9 every day 0"  # each key searches all jobs anew
COLUMNS: Final = ("Collection", "State", "Schedule", "Next run", "Last run", "Last 20", "Name")
SIZE: Final = {"width": 1280, "height": 900}
LONGEST: Final = 120_000  # milliseconds until the benchmark gives up


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """How long something took, in milliseconds, each time that it was done."""

    name: str
    milliseconds: Sequence[float]

    @property
    def median(self) -> float:
        return median(self.milliseconds)

    @property
    def worst(self) -> float:
        return max(self.milliseconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    first_rows: Times
    all_jobs: Times
    keys: Times
    sorts: Times
    to_the_end: Times
    rows_drawn: int
    """The most rows that were in the page at once."""
    megabytes: float

    @property
    def times(self) -> tuple[Times, ...]:
        return self.first_rows, self.all_jobs, self.keys, self.sorts, self.to_the_end


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    name: str
    plain: int
    zipped: int


def measure(browser: Browser, address: str, jobs: int, rounds: int) -> Measured:
    opened, ends = [], []
    for _ in range(rounds - 1):
        with _a_page(browser, address, jobs) as page:
            opened.append(_open(page, address))
            ends.append(page.evaluate(TO_THE_END))
    with _a_page(browser, address, jobs) as page:
        opened.append(_open(page, address))
        drawn = [page.evaluate(ROWS_DRAWN)]
        keys, sorts = list(_type(page, drawn)), list(_sort(page, drawn))
        ends.append(page.evaluate(TO_THE_END))
        drawn.append(page.evaluate(ROWS_DRAWN))
        megabytes = _memory(page)
    return Measured(
        first_rows=Times(name="opening, until the first rows", milliseconds=[first for first, _ in opened]),
        all_jobs=Times(name="opening, until all jobs are there", milliseconds=[last for _, last in opened]),
        keys=Times(name="a key in the search", milliseconds=keys),
        sorts=Times(name="another order", milliseconds=sorts),
        to_the_end=Times(name="to the end of the list", milliseconds=ends),
        rows_drawn=max(drawn),
        megabytes=megabytes,
    )


def sizes(folder: Path) -> list[File]:
    """Return how large the portal's script and style are, also as they are sent."""
    contents = {name: (folder / name).read_bytes() for name in ("portal.js", "portal.css")}
    return [
        File(name=name, plain=len(content), zipped=len(gzip.compress(content)))
        for name, content in contents.items()
    ]


@contextmanager
def _a_page(browser: Browser, address: str, jobs: int) -> Iterator[Page]:
    """Yield a page in which nothing is cached."""
    context = browser.new_context(viewport={"width": SIZE["width"], "height": SIZE["height"]})
    try:
        page = context.new_page()
        page.set_default_timeout(LONGEST)
        page.add_init_script(WATCH.replace("JOBS", str(jobs)))
        yield page
    finally:
        context.close()


def _open(page: Page, address: str) -> tuple[float, float]:
    """Open the list; return when the first rows were drawn, and when all jobs were there."""
    page.goto(f"{address}/#/jobs?in={SUBSCRIPTION}")
    first, last = page.evaluate(OPENED)
    return first, last


def _type(page: Page, drawn: list[int]) -> Iterator[float]:
    page.keyboard.press("/")
    for key in TYPED:
        page.evaluate(NEXT, ["keydown", "input"])
        page.keyboard.press(key)
        yield page.evaluate(ANSWERED)
        drawn.append(page.evaluate(ROWS_DRAWN))
    page.locator("input.search").fill("")


def _sort(page: Page, drawn: list[int]) -> Iterator[float]:
    for column in COLUMNS:
        page.evaluate(NEXT, ["click", "click"])
        page.get_by_role("columnheader", name=column).get_by_role("button").click()
        yield page.evaluate(ANSWERED)
        drawn.append(page.evaluate(ROWS_DRAWN))


def _memory(page: Page) -> float:
    """Return the megabytes that the page's script holds."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "JSHeapUsedSize") / 1_000_000
