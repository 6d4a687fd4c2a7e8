"""Attempts of all jobs of a subscription: those that failed lately, and those under way."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, islice
from typing import Final

from shared.domain.budget import Budget, OverBudget
from shared.domain.history import FailureNote, HistoryEntry
from shared.domain.keys import JobKey
from shared.domain.under_way import KnownJob, ShownRun, UnderWay
from shared.flow.by_instant import merged
from shared.flow.ports import Ports, Store

_WORK_OF_A_NOTE: Final = 4  # the note is read, and its job
_NEXT_NOTES: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class FailuresAsked:
    """Failed attempts that ended from an instant on, and before another, behind a place in their list."""

    since: datetime
    before: datetime | None
    top: int
    behind: str = ""


def list_failures(
    store: Store, subscription: str, asked: FailuresAsked, *, budget: Budget
) -> tuple[list[HistoryEntry], str | None]:
    """Return failed attempts of all jobs, newest first, and where the list goes on.

    1. The lists of the shards are begun side by side and merged, read as far as is needed.
    2. Attempts are left out whose job is gone, or was created anew since.
    3. In their place others are looked for, twice as many each time, until one more is found than is
       asked for, or the budget is spent.
    """

    def read(shard: int) -> Iterator[FailureNote]:
        return store.failures(
            shard, subscription, since=asked.since, before=asked.before, behind=asked.behind
        )

    failures = merged(store, read, lambda note: store.place(note).row)
    known, found, wanted, last = _Known(store), list[HistoryEntry](), asked.top + 1, ""
    while notes := list(islice(failures, wanted)):
        jobs = known.among(note.entry.job for note in notes)
        for note in notes:
            found += _of_jobs([note.entry], jobs)
            if len(found) > asked.top:
                return found[: asked.top], last
            last = store.place(note).row
        if len(notes) < wanted:
            break
        try:
            budget.spend(_WORK_OF_A_NOTE * len(notes))
        except OverBudget:
            return found, last
        wanted = max(2 * len(notes), _NEXT_NOTES)
    return found, None


def list_running(
    ports: Ports, subscription: str, *, now: datetime, top: int, behind: str = ""
) -> tuple[list[ShownRun], str | None]:
    """Return the runs under way, oldest first, and where the list goes on."""

    def read(shard: int) -> list[ShownRun]:
        return list(islice(_under_way(ports, shard, subscription, now, behind), top + 1))

    runs = sorted(chain.from_iterable(ports.store.over_shards(read)), key=lambda run: run.ticket.place)
    return runs[:top], runs[top - 1].ticket.place if len(runs) > top else None


def _under_way(ports: Ports, shard: int, subscription: str, now: datetime, behind: str) -> Iterator[ShownRun]:
    """Yield the runs of a shard that are under way, each with its job; a hundred jobs are read at once."""
    store = ports.store
    tickets = store.under_way(shard, subscription, now=now, behind=behind)
    while some := list(islice(tickets, 100)):
        jobs = store.known_jobs(shard, [ticket.key.job for ticket in some])
        for ticket in some:
            job = jobs.get(ticket.key.job)
            if job is not None and ticket.lives(job, now):
                yield ShownRun(ticket=ticket, job=job, since=_since(ticket, job, ports, now))


def _since(ticket: UnderWay, job: KnownJob, ports: Ports, now: datetime) -> datetime | None:
    """Return since when somebody is at a run, or it waits for an earlier one."""
    if ticket.lease is not None and ticket.leased(now):
        return ticket.lease.until - ports.pace.lease
    return job.waits_since if ticket.waiting else None


class _Known:
    """Which jobs there are, as far as was asked: each is looked for once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs: dict[JobKey, KnownJob | None] = {}

    def among(self, keys: Iterable[JobKey]) -> dict[JobKey, KnownJob | None]:
        by_shard: dict[int, list[JobKey]] = {}
        for key in dict.fromkeys(keys):
            if key not in self._jobs:
                by_shard.setdefault(self._store.shard_of(key.collection), []).append(key)
                self._jobs[key] = None
        for found in self._store.over_shards(
            lambda shard: self._store.known_jobs(shard, by_shard.get(shard, []))
        ):
            self._jobs.update(found)
        return self._jobs


def _of_jobs(
    entries: Iterable[HistoryEntry], jobs: Mapping[JobKey, KnownJob | None]
) -> Iterator[HistoryEntry]:
    """Yield the entries of jobs that there are, under the names of the jobs as they are spelled."""
    for entry in entries:
        job = jobs[entry.job]
        if job is not None and job.incarnation == entry.incarnation:
            yield replace(entry, job=job.key)
