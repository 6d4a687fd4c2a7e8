"""What a scan costs while more and more jobs are stored, and always as many are due."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from local.dev.terminal import say
from proofs.benchmarks.counted_app import CountedApp
from proofs.benchmarks.dispatch.waves import Wave, idle_jobs
from proofs.benchmarks.herd import load
from proofs.benchmarks.recurrence.contest import garbage_left
from proofs.harness.clock import RunningClock
from proofs.harness.parts import PACE, SHARDS, NoQueue, ports_over
from shared.domain.attempt import Completed
from shared.domain.changes import Delete
from shared.domain.ticket import MOST_IN_A_PACK
from shared.flow.scan import scan
from shared.storage.memory_table import MemoryTable
from shared.storage.store import MOST_CHANGES, Store

NINE: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
TURNS: Final = 3
URI: Final = "http://receiver.example"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanTime:
    """The seconds of a scan that sends all that is due, and of one that finds all of it sent: the best."""

    store: str
    stored: int
    sending: "Spent"
    again: "Spent"


@dataclass(frozen=True, slots=True, order=True)
class Spent:
    cpu: float
    wall: float


def scans_in_memory(sizes: Sequence[int], due: int) -> Iterator[ScanTime]:
    store = Store(MemoryTable(), shards=SHARDS)
    threads = ThreadPoolExecutor(MOST_IN_A_PACK)
    ports = ports_over(store, NoQueue(), RunningClock(NINE), lambda _: Completed(""), threads)
    return _scans("in memory", store, lambda: scan(ports, now=NINE), sizes, due)


def scans_on_azurite(connection_string: str, sizes: Sequence[int], due: int) -> Iterator[ScanTime]:
    app = CountedApp(connection_string, RunningClock(NINE), lambda _: Completed(""))
    return _scans("Azurite", app.store, lambda: scan(app.ports, now=NINE), sizes, due)


def _scans(
    where: str, store: Store, scan_once: Callable[[], object], sizes: Sequence[int], due: int
) -> Iterator[ScanTime]:
    there = 0
    for wanted in sizes:
        say(f"scan, {where}: {wanted:,} jobs …")
        load(store, idle_jobs(wanted - there, URI, NINE, name=f"idle-{wanted}"), now=NINE)
        there = wanted
        sending, again = zip(
            *(_turn(store, scan_once, due, wanted + turn) for turn in range(TURNS)), strict=True
        )
        yield ScanTime(store=where, stored=wanted, sending=min(sending), again=min(again))


def _turn(store: Store, scan_once: Callable[[], object], due: int, number: int) -> tuple[Spent, Spent]:
    """Let some jobs be due, scan a few times, and take their tickets away."""
    herd = Wave(name=f"due-{number}", jobs=due).herd(URI, NINE + timedelta(minutes=1))
    load(store, herd, now=NINE)
    with garbage_left():  # collecting the rows of a table in memory is not the scan's work
        spent = _time(scan_once), min(_time(scan_once) for _ in range(TURNS))
    for shard in range(store.shards):
        tickets = store.due(shard, until=NINE + PACE.horizon)
        for begin in range(0, len(tickets), MOST_CHANGES):
            store.commit([Delete(ticket) for ticket in tickets[begin : begin + MOST_CHANGES]])
    return spent


def _time(action: Callable[[], object]) -> Spent:
    cpu, wall = time.process_time(), time.perf_counter()
    action()
    return Spent(time.process_time() - cpu, time.perf_counter() - wall)
