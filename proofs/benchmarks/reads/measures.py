"""The reads over all jobs, each with all its pages: in memory, and on Azurite."""

import json
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

from local.dev.terminal import say
from proofs.benchmarks.herd import Herd, insert, load
from proofs.benchmarks.reads.site import an_app
from proofs.harness.clock import now
from proofs.harness.counted_table import CountedTable
from proofs.harness.counting import CountingTransport
from proofs.harness.parts import SHARDS
from shared.domain.about import EXTENDED
from shared.domain.history import MOST_ENTRIES, HistoryEntry, Status, failure_note
from shared.domain.job import Job
from shared.domain.recurrence import Frequency
from shared.functions import explaining, overviews
from shared.functions.clock_changes import list_clock_changes
from shared.functions.routes import Call, Operation
from shared.functions.wiring import App, shard_readers
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.store import Store

SUMMARIES: Final = "jobs, all pages"
OCCURRENCES: Final = "occurrences of a day, every minute"
_MOST_FAILURES: Final = 1_000
_MOST_PAGES: Final = 1_000
_IN_A_TRANSACTION: Final = 100
_READS: Final[tuple[tuple[str, Operation, dict[str, str]], ...]] = (
    ("subscriptions", overviews.list_subscriptions, {}),
    (SUMMARIES, overviews.list_summaries, {}),
    ("jobs, search", overviews.list_summaries, {"search": "often example"}),
    ("failures, all pages", overviews.list_failures, {"$top": "1000"}),
    ("upcomingRuns, first 100", overviews.upcoming_runs, {"until": "an hour"}),
    ("upcomingRuns, buckets of a day", overviews.upcoming_runs, {"bucket": "00:15:00"}),
    ("running", overviews.list_running, {}),
    ("expiring", overviews.list_expiring, {"within": "365.00:00:00"}),
    ("clockChanges", list_clock_changes, {}),
    ("audit", explaining.list_audit, {}),
    (OCCURRENCES, explaining.occurrences, {"from": "a day ago", "to": "now"}),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What a read took, with all its pages; memory is measured apart, because that takes time."""

    name: str
    pages: int
    values: int
    calls: int
    seconds: float
    cpu: float
    megabytes: float = 0.0


def in_memory(jobs: int) -> list[Read]:
    table = CountedTable()
    store, began = Store(table, shards=SHARDS), now()
    names = _fill(store, jobs, began)

    def calls() -> int:
        before, table.calls = table.calls, 0
        return before

    site = _Site(app=an_app(store, began), names=names)
    return [_with_memory(_measure(site, read, calls), site, read) for read in _READS]


def on_azurite(jobs: int, connection_string: str) -> list[Read]:
    transport = CountingTransport()
    storage = StorageAccount(connection_string=connection_string, transport=transport)
    table = AzureTable(storage.tables(), f"bench{uuid4().hex}")
    store, began = Store(table, shards=SHARDS, shard_readers=shard_readers()), now()
    site = _Site(names=_fill(store, jobs, began), app=an_app(store, began))
    return [_measure(site, read, lambda: transport.take().total) for read in _READS]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Site:
    """The app, and the names of a job that is asked about."""

    app: App
    names: dict[str, str]


def _fill(store: Store, jobs: int, began: datetime) -> dict[str, str]:
    """Store jobs, of which one in ten runs every minute and the others once a day, and failed attempts.

    Return the names of a job that runs every minute and has a day of history.
    """
    often = max(jobs // 10, 1)
    say(f"{jobs:,} jobs …")
    for name, size, every in (("often", often, Frequency.MINUTE), ("daily", jobs - often, Frequency.DAY)):
        herd = Herd(
            name=name,
            size=size,
            collections=min(100, size),
            uri="http://receiver.example/",
            due=lambda number: began + timedelta(seconds=number * 7 % 3_600),
            every=every,
        )
        planned = list(herd.jobs())
        load(store, planned, now=began)
        for number, one in enumerate(planned[: min(_MOST_FAILURES, len(planned))]):
            stored = store.job(one.key)
            if every is Frequency.DAY and isinstance(stored, Job):
                insert(store, [failure_note(_failure(stored, began - timedelta(seconds=number)))])
        if every is Frequency.MINUTE:
            watched = planned[0].key
    stored = store.job(watched)
    if isinstance(stored, Job):
        entries = [
            replace(_failure(stored, began - timedelta(minutes=ago)), number=MOST_ENTRIES - ago)
            for ago in range(MOST_ENTRIES)
        ]
        for first in range(0, MOST_ENTRIES, _IN_A_TRANSACTION):
            insert(store, entries[first : first + _IN_A_TRANSACTION])
    subscription, group, collection, job = watched.canonical
    return {"subscription": subscription, "resource_group": group, "collection": collection, "job": job}


def _failure(job: Job, at: datetime) -> HistoryEntry:
    return HistoryEntry(
        job=job.key,
        incarnation=job.incarnation,
        number=1,
        attempt=0,
        expected=at,
        started=at,
        ended=at,
        status=Status.FAILED,
        message="Http Action - Request to host 'receiver.example' failed: timed out",
    )


def _measure(site: _Site, read: tuple[str, Operation, dict[str, str]], calls: Callable[[], int]) -> Read:
    name, operation, params = read
    calls()
    began, cpu = time.perf_counter(), time.process_time()
    pages, values = _walk(site, operation, params)
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    return Read(name=name, pages=pages, values=values, calls=calls(), seconds=took, cpu=cpu)


def _with_memory(read: Read, site: _Site, asked: tuple[str, Operation, dict[str, str]]) -> Read:
    """Read once more and look how much more memory is taken at most."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        _walk(site, asked[1], asked[2])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return replace(read, megabytes=(peak - before) / 1_000_000)


def _walk(site: _Site, operation: Operation, params: dict[str, str]) -> tuple[int, int]:
    """Ask for a list, follow its links, and return how many pages and values it has."""
    moment = site.app.ports.clock()
    meant = {"until": moment + timedelta(hours=1), "from": moment - timedelta(days=1), "to": moment}
    asked = params | {name: meant[name].isoformat() for name in meant.keys() & params.keys()}
    values = 0
    for page in range(1, _MOST_PAGES + 1):
        call = Call(names=site.names, params=asked, body=b"", version=EXTENDED)
        answer: dict[str, Any] = operation(site.app, call).body or {}
        json.dumps(answer, ensure_ascii=False)  # as for every answer
        values += len(answer.get("value", ()))
        link = answer.get("nextLink")
        if link is None or operation is overviews.upcoming_runs:
            return page, values
        asked = dict(parse_qsl(urlsplit(link).query))
    raise AssertionError(f"more than {_MOST_PAGES} pages")
