"""Crowds: how many runs of all jobs fall into each stretch of time, and at which instants most meet.

1. The runs of a job become a series of whole microseconds. Runs at a fixed pace are a `range`, which is
   counted by arithmetic however long it is. Others are found one by one, in the order of all jobs, which is
   paid for.
2. Jobs with the same series are one group: a herd is counted once, and by its size.
3. If the series hold too many instants, or what may be paid is spent, the window ends where that happens.
4. Instants are counted in parts of the window, so that no more of them are held than fall into one part.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from heapq import nlargest
from itertools import islice
from typing import Final

from shared.domain.agenda import Ahead, in_order, runs_ahead
from shared.domain.budget import Budget, OverBudget
from shared.domain.collection import JobCollection
from shared.domain.gaps import PERIODS
from shared.domain.in_force import local_of
from shared.domain.job import Job
from shared.domain.keys import JobKey
from shared.domain.recurrence import Frequency
from shared.domain.rule import BEGINNING
from shared.domain.runs import instant

MOST_INSTANTS: Final = 2_000_000
"""Of all series together: a tenth of a microsecond each."""
MOST_PEAKS: Final = 10
MOST_JOBS_NAMED: Final = 5
_RUNS_IN_A_PART: Final = 250_000
_MICROSECOND: Final = timedelta(microseconds=1)
_SECOND: Final = 1_000_000
_ELAPSED: Final = (Frequency.MINUTE, Frequency.HOUR)
_EVEN: Final = (*_ELAPSED, Frequency.DAY, Frequency.WEEK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Peak:
    """An instant at which many runs are due, and some of their jobs."""

    at: datetime
    runs: int
    jobs: tuple[JobKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowds:
    buckets: tuple[tuple[datetime, int], ...]
    """Where each begins, and how many runs are in it. They begin at whole multiples of their length."""
    peaks: tuple[Peak, ...]


_Named = tuple[tuple[str, ...], JobKey]
"""A job, behind its names, by which it is ordered."""


@dataclass(slots=True)
class _Group:
    """Jobs that run at the same instants: how many, and the first of them by name."""

    runs: Sequence[int]
    size: int = 0
    jobs: list[_Named] = field(default_factory=list)

    def take_in(self, jobs: Sequence[_Named], size: int) -> None:
        self.size += size
        self.jobs = sorted([*self.jobs, *jobs])[:MOST_JOBS_NAMED]

    def between(self, begin: int, end: int) -> Sequence[int]:
        return self.runs[_below(self.runs, begin) : _below(self.runs, end)]

    def has(self, at: int) -> bool:
        if isinstance(self.runs, range):
            return at in self.runs
        position = bisect_left(self.runs, at)
        return position < len(self.runs) and self.runs[position] == at


class Gathering:
    """Takes in the runs of jobs, from an instant up to another, as long as they are not too many."""

    def __init__(self, begin: datetime, until: datetime, *, most: int = MOST_INSTANTS) -> None:
        self._begin, self._end, self._most = _number(begin), _number(until), most
        self._asked = self._end
        self._groups: dict[object, _Group] = {}
        self._total = 0

    def take_in(self, jobs: Iterable[tuple[Job, JobCollection]], budget: Budget) -> None:
        """Take in jobs, which come in the order of their next runs."""
        uneven = list[tuple[Job, JobCollection]]()
        for job, collection in jobs:
            step = _pace(job, collection)
            if step is None:
                uneven.append((job, collection))
                continue
            try:
                self._keep_even(job, collection, step, budget)
            except OverBudget:  # this job and those after it begin to run later
                self._end_before(_number(job.next_run) if job.next_run else self._begin)
                break
        if self._total > self._most:
            self._cut()
        self._walk(uneven, budget)

    def largest_window(self) -> datetime | None:
        """Return up to when the runs were not too many; None if that is as far as was asked for."""
        return None if self._end == self._asked else _instant(self._end)

    def crowds(self, bucket: timedelta) -> Crowds:
        """Count, as far as the window reaches."""
        size = bucket // _MICROSECOND
        first = self._begin // size
        counts = [0] * (-(-self._end // size) - first)
        peaks: list[tuple[int, int]] = []
        for counted in self._parts():
            for at, runs in counted.items():
                counts[at // size - first] += runs
            peaks = nlargest(MOST_PEAKS, [*peaks, *counted.items()], key=lambda one: (one[1], -one[0]))
        return Crowds(
            buckets=tuple((_instant((first + number) * size), runs) for number, runs in enumerate(counts)),
            peaks=tuple(Peak(at=_instant(at), runs=runs, jobs=self._jobs_at(at)) for at, runs in peaks),
        )

    def _keep_even(self, job: Job, collection: JobCollection, step: int, budget: Budget) -> None:
        """Take in the first run of a job, which may be out of turn, and the others, which keep a pace."""
        begin, end = self._begin, self._end
        ahead = runs_ahead(job, collection, now=_instant(begin), spend=budget.spend)
        first, *others = [_number(due) for _, due in islice(ahead, 2)] or [end]
        named = [(job.key.canonical, job.key)]
        self._keep(range(max(first, begin), end)[:1], named)
        for second in others:
            self._keep(range(second, _end(job, collection, second, step, end), step), named)
        if self._total > 2 * self._most:
            self._cut()

    def _walk(self, jobs: Sequence[tuple[Job, JobCollection]], budget: Budget) -> None:
        """Find the runs of jobs in their order. If the budget is spent, the window ends where it was."""
        found: dict[JobKey, array[int]] = {}
        ahead, reached = Ahead(begin=_instant(self._begin), until=_instant(self._end)), self._begin
        try:
            for run in in_order(jobs, ahead, budget.spend):
                reached = max(_number(run.due), self._begin)
                found.setdefault(run.job, array("q")).append(reached)
        except OverBudget:
            self._end_before(reached)
        for job, runs in found.items():
            self._keep(runs[: _below(runs, self._end)], [(job.canonical, job)])

    def _end_before(self, at: int) -> None:
        """Let the window end with the last whole second up to an instant."""
        self._cut_to(max(at - at % _SECOND, self._begin))

    def _cut(self) -> None:
        """Make the window as long as it can be, in whole seconds, and drop what lies behind it."""
        fits, too_long = 0, (self._end - self._begin) // _SECOND + 1
        while too_long - fits > 1:  # halved each time
            middle = (fits + too_long) // 2
            end = self._begin + middle * _SECOND
            total = sum(_below(group.runs, end) for group in self._groups.values())
            fits, too_long = (middle, too_long) if total <= self._most else (fits, middle)
        self._cut_to(self._begin + fits * _SECOND)

    def _cut_to(self, end: int) -> None:
        """Keep what is left of each group. Those that differed only behind the end become one."""
        groups, self._groups, self._total, self._end = self._groups.values(), {}, 0, end
        for group in groups:
            self._keep(group.between(self._begin, end), group.jobs, group.size)

    def _keep(self, runs: Sequence[int], jobs: Sequence[_Named], size: int = 1) -> None:
        """Keep the series of some jobs, of which some are named."""
        if not runs:
            return
        same = runs if isinstance(runs, range) else array("q", runs).tobytes()
        group = self._groups.get(same)
        if group is None:
            group = self._groups[same] = _Group(runs)
            self._total += len(runs)
        group.take_in(jobs, size)

    def _parts(self) -> Iterator[Counter[int]]:
        """Yield the instants of each part of the window, and how many runs are due at each."""
        number = self._total // _RUNS_IN_A_PART + 1
        length = (self._end - self._begin) // number + 1
        for begin in range(self._begin, self._end, length):
            counted: Counter[int] = Counter()
            for group in self._groups.values():
                runs = group.between(begin, min(begin + length, self._end))
                if group.size == 1:
                    counted.update(runs)
                else:
                    for at in runs:
                        counted[at] += group.size
            yield counted

    def _jobs_at(self, at: int) -> tuple[JobKey, ...]:
        jobs = [job for group in self._groups.values() if group.has(at) for job in group.jobs]
        return tuple(job for _, job in sorted(jobs)[:MOST_JOBS_NAMED])


def _pace(job: Job, collection: JobCollection) -> int | None:
    """Return the time from one run to the next, in microseconds, if that is always the same."""
    recurrence, local = job.definition.recurrence, local_of(job.definition, collection)
    if recurrence is None or recurrence.schedule is not None or recurrence.frequency not in _EVEN:
        return None
    if local is not None and (local.excluded is not None or recurrence.frequency not in _ELAPSED):
        return None
    return PERIODS[recurrence.frequency] * recurrence.interval // _MICROSECOND


def _end(job: Job, collection: JobCollection, second: int, step: int, end: int) -> int:
    """Return before when a job at a fixed pace has runs, of which the second is known."""
    recurrence = job.definition.recurrence
    if recurrence is not None and recurrence.count is not None:
        left = recurrence.count - job.progress.started
        end = min(end, second + step * (left - 2) + 1)
    if recurrence is not None and recurrence.end_time is not None:
        last = instant(recurrence.end_time, local_of(job.definition, collection))
        end = min(end, _number(last) + job.delay // _MICROSECOND + 1)
    return end


def _below(runs: Sequence[int], end: int) -> int:
    """Return how many runs are before an instant."""
    if isinstance(runs, range):
        return min(max(-((runs.start - end) // runs.step), 0), len(runs))
    return bisect_left(runs, end)


def _number(at: datetime) -> int:
    return (at - BEGINNING) // _MICROSECOND


def _instant(number: int) -> datetime:
    return BEGINNING + _MICROSECOND * number
