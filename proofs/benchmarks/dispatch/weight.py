"""What tens of thousands of history rows in one shard do to a scan and to a run."""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import uuid4

from local.dev.terminal import say
from proofs.benchmarks.counted_app import CountedApp
from proofs.benchmarks.herd import Herd, Planned, insert, load
from proofs.harness.clock import RunningClock
from shared.domain.attempt import Completed
from shared.domain.history import MOST_ENTRIES, HistoryEntry, Status
from shared.domain.keys import JobKey
from shared.storage.store import MOST_CHANGES

NINE: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
TRIALS: Final = 7
_APART: Final = timedelta(minutes=10)
_TELL_EVERY: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """The seconds that a scan and a lone run take with so many history rows in their shard: medians."""

    rows: int
    scan: float
    run: float


def weigh_history(connection_string: str, rows: int) -> Iterator[Weight]:
    """Measure without history and with it, on the same shard."""
    app = CountedApp(connection_string, RunningClock(NINE), lambda _: Completed("fine"))
    herd = Herd(
        name="weight",
        size=2 * TRIALS,
        collections=1,
        uri="http://receiver.example",
        due=lambda number: NINE + _APART * (number + 1),
    )
    jobs = list(herd.jobs())
    load(app.store, jobs, now=NINE)
    yield _weigh(app, jobs[:TRIALS], 0)
    _load_history(app, jobs[0].key, rows)
    yield _weigh(app, jobs[TRIALS:], rows)


def _weigh(app: CountedApp, jobs: list[Planned], rows: int) -> Weight:
    say(f"history: scans and runs with {rows:,} rows …")
    scans, runs = [], []
    for job in jobs:
        app.clock.turn_to(job.due)
        scans.append(_seconds(app.scan))
        runs.append(_seconds(app.run))
    return Weight(rows=rows, scan=statistics.median(scans), run=statistics.median(runs))


def _load_history(app: CountedApp, neighbour: JobKey, rows: int) -> None:
    """Store the history of as many jobs as such a history takes, in the neighbour's collection."""
    for begin in range(0, rows, MOST_CHANGES):
        if begin % _TELL_EVERY == 0:
            say(f"history: {begin:,} of {rows:,} rows stored …")
        entries = [_entry(neighbour, number) for number in range(begin, min(begin + MOST_CHANGES, rows))]
        insert(app.store, entries)


def _entry(neighbour: JobKey, number: int) -> HistoryEntry:
    job, before = divmod(number, MOST_ENTRIES)
    instant = NINE - timedelta(minutes=before + 1)
    return HistoryEntry(
        job=JobKey(collection=neighbour.collection, name=f"old-{job:04d}"),
        incarnation=uuid4().hex,
        number=before + 1,
        attempt=0,
        expected=instant,
        started=instant,
        ended=instant,
        status=Status.COMPLETED,
        message="Http Action - Response from host 'receiver.example': 'OK' Response Headers:  Body: ok",
    )


def _seconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began
