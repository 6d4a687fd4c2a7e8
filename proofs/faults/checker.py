"""Which expected occurrences ran, and how: every one is matched with its runs from the receiver's own log.

In the manner of Jepsen's test of Chronos: nothing that the app says about itself is believed here.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

NO_TIME: Final = timedelta()


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """An occurrence: what is called (a path of the receiver's), for which instant, and how often.

    One that is not required may be left out, for a late run has stood for it.
    An error action comes with a delay: when the attempts before it have failed.
    """

    path: str
    due: datetime
    runs: int = 1
    required: bool = True
    fails: bool = False
    delay: timedelta = NO_TIME

    @property
    def earliest(self) -> datetime:
        return self.due + self.delay


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A recurring job: so many occurrences, on the grid of the first.

    What was missed collapses: a late run stands for all instants that had passed when it started,
    so that each of these may, but need not, have a run of its own.
    """

    path: str
    first: datetime
    every: timedelta
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A call that the receiver got; the app tells the instant that it is for in whole seconds."""

    path: str
    expected: datetime
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """From when to when something was wrong that can make an action run again."""

    begin: datetime
    end: datetime

    def overlaps(self, begin: datetime, end: datetime) -> bool:
        return self.begin <= end and begin <= self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """An occurrence with its runs, the first one first."""

    expected: Expected
    runs: tuple[Run, ...]

    @property
    def lost(self) -> bool:
        return self.expected.required and len(self.runs) < self.expected.runs

    @property
    def doubled(self) -> bool:
        return len(self.runs) > self.expected.runs

    @property
    def early(self) -> bool:
        return any(run.at < self.expected.earliest for run in self.runs)

    @property
    def lateness(self) -> timedelta | None:
        return self.runs[0].at - self.expected.earliest if self.runs else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An attempt that the app's history shows as finished."""

    path: str
    expected: datetime
    attempt: int
    completed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that was expected, and every run that was not."""

    matched: tuple[Matched, ...]
    unexpected: tuple[Run, ...]
    bound: timedelta

    @property
    def lost(self) -> list[Matched]:
        return [match for match in self.matched if match.lost]

    @property
    def doubled(self) -> list[Matched]:
        return [match for match in self.matched if match.doubled]

    @property
    def early(self) -> list[Matched]:
        return [match for match in self.matched if match.early]

    @property
    def late(self) -> list[Matched]:
        """Those whose first run started later than the bound allows."""
        return [match for match in self.matched if (match.lateness or NO_TIME) > self.bound]

    def lateness(self, share: float) -> timedelta:
        """Return how late the first runs of this share of the occurrences were at most (nearest rank)."""
        latenesses = sorted(match.lateness for match in self.matched if match.lateness is not None)
        return latenesses[max(math.ceil(share * len(latenesses)), 1) - 1] if latenesses else NO_TIME


def check(
    expected: Iterable[Expected], series: Iterable[Series], runs: Sequence[Run], *, bound: timedelta
) -> Report:
    """Match what was expected with the runs; beyond the bound a first run counts as late."""
    by_occurrence: dict[tuple[str, datetime], list[Run]] = {}
    for run in sorted(runs, key=lambda run: run.at):
        by_occurrence.setdefault((run.path, run.expected), []).append(run)
    everything = [*expected, *(occurrence for one in series for occurrence in occurrences(one, runs))]
    matched = tuple(
        Matched(expected=one, runs=tuple(by_occurrence.pop((one.path, whole_second(one.due)), ())))
        for one in everything
    )
    unexpected = tuple(run for rest in by_occurrence.values() for run in rest)
    return Report(matched=matched, unexpected=unexpected, bound=bound)


def occurrences(series: Series, runs: Iterable[Run]) -> list[Expected]:
    """Return the instants that a series owed, given when its runs started.

    They go on until so many have run as the series counts. An instant is owed unless it lay between
    another's and the start of that one's run. One that is owed and never ran, and after which nothing ran,
    ends the list: what would have followed it cannot be known.
    """
    starts: dict[datetime, datetime] = {}
    for run in sorted(runs, key=lambda run: run.at):
        if run.path == series.path:
            starts.setdefault(run.expected, run.at)
    expected: list[Expected] = []
    due, passed, ran = series.first, series.first, 0
    while ran < series.count:
        started = starts.get(whole_second(due))
        required = not expected or due > passed
        expected.append(Expected(path=series.path, due=due, required=required))
        if started is not None:
            ran, passed = ran + 1, max(passed, started)
        elif required and not any(start > due for start in starts):
            break
        due += series.every
    return expected


def is_explained(match: Matched, causes: Iterable[Cause]) -> bool:
    """Say whether a cause lies between two runs for each run that was one too many."""
    known = list(causes)
    between = [(one.at, other.at) for one, other in pairwise(match.runs)]
    explained = [gap for gap in between if any(cause.overlaps(*gap) for cause in known)]
    return len(explained) >= len(match.runs) - match.expected.runs


def history_faults(matched: Iterable[Matched], entries: Iterable[Entry]) -> list[str]:
    """Return where the history differs from what ran: each attempt has one entry that says how it ended."""
    shown: dict[tuple[str, datetime], list[Entry]] = {}
    for entry in entries:
        shown.setdefault((entry.path, whole_second(entry.expected)), []).append(entry)
    faults = []
    for match in matched:
        wanted = match.expected
        entries = shown.pop((wanted.path, whole_second(wanted.due)), [])
        attempts = sorted((entry.attempt, entry.completed) for entry in entries)
        if attempts != [(number, not wanted.fails) for number in range(wanted.runs if match.runs else 0)]:
            faults.append(f"{wanted.path} of {wanted.due}: its history shows (attempt, completed) {attempts}")
    faults.extend(f"{path} of {due}: in the history, but not expected" for path, due in shown)
    return faults


def whole_second(instant: datetime) -> datetime:
    return instant.replace(microsecond=0)
