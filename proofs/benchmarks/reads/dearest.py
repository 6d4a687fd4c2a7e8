"""The dearest requests that reads can be, over jobs that are dear to look at: CPU for each, in memory."""

import gc
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from local.dev.terminal import say
from proofs.benchmarks.herd import Herd, Planned, load
from proofs.benchmarks.reads.site import an_app
from proofs.harness.clock import now
from proofs.harness.pages import table
from proofs.harness.parts import SHARDS
from shared.api.overview_query import place_of_run
from shared.domain.about import EXTENDED
from shared.domain.definition import Definition
from shared.domain.errors import BadRequest
from shared.domain.exclude import Calendar, Exclude
from shared.domain.keys import JobKey
from shared.domain.local_time.excluded import Then
from shared.domain.recurrence import Frequency, Recurrence, Schedule, Weekday
from shared.functions import about_app, clock_changes, explaining, overviews
from shared.functions import operations as do
from shared.functions.routes import Call, Operation
from shared.functions.wiring import App
from shared.storage.memory_table import MemoryTable
from shared.storage.store import Store

ANSWERED: Final = "answered"
_COLLECTIONS: Final = 10
_DAY: Final = timedelta(days=1)
_YEAR: Final = [date(2024, 1, 1) + timedelta(days=number) for number in range(366)]
_SUNDAYS: Final = Recurrence(
    frequency=Frequency.WEEK,
    schedule=Schedule(week_days=(Weekday.SUNDAY,), hours=tuple(range(24)), minutes=tuple(range(60))),
)
_NIGHTLY: Final = Recurrence(frequency=Frequency.DAY, schedule=Schedule(hours=(2,), minutes=(30,)))
_MOST_OF_A_YEAR: Final = Exclude(
    dates=tuple(f"--{day:%m-%d}" for day in _YEAR if day.day != 15), then=Then.BEFORE
)
_CALENDARS: Final = tuple(
    (
        f"c{year}",
        Calendar(dates=tuple(f"{year}-{day:%m-%d}" for day in _YEAR if (day.month, day.day) != (2, 29))),
    )
    for year in range(2010, 2015)
)
_ZONED: Final[dict[str, Any]] = {"time_zone": "Europe/Berlin"}
POPULATIONS: Final[dict[str, dict[str, Any]]] = {
    "daily": {},
    "every minute": {"recurrence": Recurrence(frequency=Frequency.MINUTE)},
    "Sundays, in a zone": {"recurrence": _SUNDAYS, **_ZONED},
    "most days excluded": {"recurrence": _NIGHTLY, "exclude": _MOST_OF_A_YEAR, **_ZONED},
    "every minute but on a day": {
        "recurrence": Recurrence(frequency=Frequency.MINUTE),
        "exclude": Exclude(dates=("--02-29",)),
    },
    "five calendars": {
        "recurrence": _NIGHTLY,
        "exclude": Exclude(calendars=tuple(name for name, _ in _CALENDARS)),
        **_ZONED,
    },
}
"""How the definitions of jobs differ from that of a job that runs once a day."""
READS: Final[tuple[tuple[str, Operation, dict[str, str]], ...]] = (
    ("subscriptions", overviews.list_subscriptions, {}),
    ("jobs", overviews.list_summaries, {}),
    ("jobs, a search that finds nothing", overviews.list_summaries, {"search": "nothing"}),
    ("upcomingRuns", overviews.upcoming_runs, {}),
    ("upcomingRuns, 1,000 without end", overviews.upcoming_runs, {"until": "ever", "$top": "1000"}),
    ("upcomingRuns, the last page of a day", overviews.upcoming_runs, {"until": "a day", "behind": "a day"}),
    ("upcomingRuns, buckets of a day", overviews.upcoming_runs, {"bucket": "00:10:00"}),
    ("upcomingRuns, buckets of 31 days", overviews.upcoming_runs, {"bucket": "01:00:00", "until": "a month"}),
    ("clockChanges", clock_changes.list_clock_changes, {}),
    ("expiring", overviews.list_expiring, {}),
    ("running", overviews.list_running, {}),
    ("failures", overviews.list_failures, {}),
    ("audit", explaining.list_audit, {"who": "nobody"}),
    ("jobs of a collection", do.list_jobs, {}),
    ("jobs of a collection, the last one", do.list_jobs, {"$skip": "999", "$top": "1"}),
    ("jobs of a collection, a state", do.list_jobs, {"$filter": "state eq faulted"}),
    ("occurrences of a year", explaining.occurrences, {"from": "now", "to": "a year"}),
    (
        "occurrences, the first of a year",
        explaining.occurrences,
        {"from": "now", "to": "a year", "$top": "1"},
    ),
    ("history", do.list_history, {}),
    ("status", about_app.status, {}),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dear:
    """What a request took, and how it was answered: a refusal names the window that fits."""

    read: str
    cpu: float
    told: str


def dearest(jobs: int) -> dict[str, list[Dear]]:
    """Return what each read takes over each population."""
    return {name: list(_asked(name, jobs, changes)) for name, changes in POPULATIONS.items()}


def render(found: dict[str, list[Dear]]) -> str:
    head = ["CPU of one request, s", *found]
    rows = [[row[0].read, *(_cell(dear) for dear in row)] for row in zip(*found.values(), strict=True)]
    return table([head, *rows])


def _cell(dear: Dear) -> str:
    return f"{dear.cpu:.2f}" + ("" if dear.told == ANSWERED else f" ({dear.told})")


def _asked(population: str, jobs: int, changes: dict[str, Any]) -> Iterator[Dear]:
    say(f"{jobs:,} jobs: {population} …")
    store, began = Store(MemoryTable(), shards=SHARDS), now()
    planned = list(planned_jobs(jobs, changes, began))
    load(store, planned, now=began, calendars=_CALENDARS)
    app, names = an_app(store, began), _names(planned[0].key)
    gc.collect()
    gc.freeze()  # the table is not the app's: in life it is elsewhere, and no collector walks through it
    for name, operation, params in READS:
        call = Call(names=names, params=_meant(params, began), body=b"", version=EXTENDED)
        yield _measured(app, name, operation, call)
    gc.unfreeze()


def planned_jobs(jobs: int, changes: dict[str, Any], began: datetime) -> Iterator[Planned]:
    herd = Herd(
        name="dear",
        size=jobs,
        collections=_COLLECTIONS,
        uri="http://receiver.example/",
        due=lambda number: began + timedelta(seconds=number * 7 % 86_400, microseconds=number),
    )
    for planned in herd.jobs():
        definition: Definition = replace(planned.definition, **changes)
        yield replace(planned, definition=definition, by_its_schedule=True)


def _names(key: JobKey) -> dict[str, str]:
    return dict(zip(("subscription", "resource_group", "collection", "job"), key.canonical, strict=True))


def _meant(params: dict[str, str], began: datetime) -> dict[str, str]:
    spans = {"now": timedelta(), "a day": _DAY, "a month": 31 * _DAY, "a year": 366 * _DAY}
    instants = {name: (began + span).isoformat() for name, span in spans.items()} | {"ever": "9999-12-31"}
    meant = {name: instants.get(value, value) for name, value in params.items()}
    if "behind" in meant:
        meant["behind"] = place_of_run((began + _DAY - timedelta(minutes=1), ("",)))
    return meant


def _measured(app: App, name: str, operation: Operation, call: Call) -> Dear:
    began = time.process_time()
    try:
        json.dumps(operation(app, call).body, ensure_ascii=False)  # as for every answer
        told = ANSWERED
    except BadRequest as exc:
        told = str(exc.status)
    return Dear(read=name, cpu=time.process_time() - began, told=told)


def figures(found: Mapping[str, Sequence[Dear]]) -> dict[str, float]:
    return {f"{dear.read}, {name}": dear.cpu for name, dears in found.items() for dear in dears}
