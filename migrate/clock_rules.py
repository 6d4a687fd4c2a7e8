"""Clock changes: what the origin of a job does with its times, and what happens to them here.

Only what lies around a change can differ: where clocks go forward, the times that they leave out; where they
go back, the times that they show twice. So only that stretch is looked at, run by run.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final

from migrate.found import ClockRule, Missing, Repeated
from shared.api.instants import write_instant
from shared.domain.clock_changes import FARTHEST, ClockChange, CountedJob, clock_changes
from shared.domain.in_force import local_of
from shared.domain.local_time.excluded import NothingInSight
from shared.domain.local_time.local import Local
from shared.domain.local_time.rules import is_beat
from shared.domain.local_time.walls import walls_of
from shared.domain.local_time.zones import UTC_ZONE, instant_of, reading_of
from shared.domain.recurrence import Recurrence
from shared.domain.rule import Rule
from shared.domain.runs import rule_of

_MOST_NOTES: Final = 4
"""Most zones have two changes in a year, and few have more."""
_MOST_TIMES: Final = 3
"""So many times are named in a note; the others are counted."""

_WHEN_MISSING: Final[dict[Missing, Callable[[datetime, datetime], tuple[datetime, ...]]]] = {
    Missing.SHIFT: lambda moved, _: (moved,),
    Missing.SKIP: lambda *_: (),
    Missing.AFTER_GAP: lambda _, change: (change,),
}
_WHEN_REPEATED: Final[dict[Repeated, Callable[[datetime, datetime], tuple[datetime, ...]]]] = {
    Repeated.FIRST: lambda first, _: (first,),
    Repeated.SECOND: lambda _, second: (second,),
    Repeated.BOTH: lambda first, second: (first, second),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """A job at a clock change. From `begin` to `end`, its runs may differ from those of its origin."""

    job: CountedJob
    recurrence: Recurrence
    local: Local
    change: ClockChange

    @property
    def forward(self) -> bool:
        return self.change.after > self.change.before

    @property
    def begin(self) -> datetime:
        return self.change.at - self._moved_by

    @property
    def end(self) -> datetime:
        return self.change.at + self._moved_by

    @property
    def _moved_by(self) -> timedelta:
        return abs(self.change.after - self.change.before)


def other_clock_rules(job: CountedJob, rule: ClockRule, *, now: datetime) -> tuple[str, ...]:
    """Return a note on each clock change of the next year at which the job runs as its origin would not.

    What counts in elapsed time or in UTC has none, and neither has a job that runs once.
    """
    recurrence, local = job.definition.recurrence, local_of(job.definition, job.collection)
    if recurrence is None or local is None or local.zone is UTC_ZONE:
        return ()
    if is_beat(recurrence) and recurrence.schedule is None:
        return ()
    changes = clock_changes([job], now=now, until=now + FARTHEST)
    cases = (_Case(job=job, recurrence=recurrence, local=local, change=change) for change in changes)
    return tuple(filter(None, (_note(case, rule) for case in cases)))[:_MOST_NOTES]


def _note(case: _Case, rule: ClockRule) -> str | None:
    runs = rule_of(case.recurrence, anchor=case.job.anchor, local=case.local)
    here = list(_within_limits(case, _between(runs, case.begin, case.end)))
    if _is_unknown(case, rule):
        said = _said_of_unknown(case, here)
    else:
        said = _said_of_difference(case, {*_within_limits(case, _origins_runs(case, rule, here))}, {*here})
    day = reading_of(case.change.at - datetime.resolution, case.local.zone)
    return said and f"when clocks change on {day:%Y-%m-%d}, {said}"


def _origins_runs(case: _Case, rule: ClockRule, here: list[datetime]) -> Iterator[datetime]:
    if is_beat(case.recurrence):
        yield from (run for run in here if _is_beaten(case, rule, run))
        return
    for wall in _walls(case, case.begin + case.change.before, case.end + case.change.after):
        first, second = case.local.zone.instants(wall)
        if first > second:  # the clocks never show it
            yield from _WHEN_MISSING[rule.missing](first, case.change.at)
        elif first < second:
            yield from _WHEN_REPEATED[rule.repeated](first, second)
        else:
            yield first


def _is_beaten(case: _Case, rule: ClockRule, run: datetime) -> bool:
    """Say whether the origin makes a run of a beat. Around a change back, all of them are repeated."""
    if case.forward or rule.beats is Repeated.BOTH:
        return True
    return (run < case.change.at) is (rule.beats is Repeated.FIRST)


def _is_unknown(case: _Case, rule: ClockRule) -> bool:
    if is_beat(case.recurrence):
        return not case.forward and rule.beats is Repeated.UNKNOWN
    return rule.missing is Missing.UNKNOWN if case.forward else rule.repeated is Repeated.UNKNOWN


def _said_of_unknown(case: _Case, here: list[datetime]) -> str | None:
    walls = list(_affected(case, here))
    if not walls:
        return None
    runs = [run for run in here if not case.forward or run >= case.change.at]
    what = f"it runs at {_instants(runs)}" if runs else "it does not run then"
    return f"its origin does not say what becomes of {_clocks(walls)}; here {what}"


def _affected(case: _Case, here: list[datetime]) -> Iterable[datetime]:
    """Return the named walls that the change leaves out or brings twice."""
    change = case.change
    if is_beat(case.recurrence):
        return [run + change.before for run in here if run < change.at]
    return _walls(case, *sorted((change.at + change.before, change.at + change.after)))


def _said_of_difference(case: _Case, there: set[datetime], here: set[datetime]) -> str | None:
    only_there, only_here = sorted(there - here), sorted(here - there)
    if only_there and only_here:
        return f"its origin runs at {_instants(only_there)}; here it runs at {_instants(only_here)} instead"
    if only_there:
        again = "" if case.forward else "also "
        return f"its origin {again}runs at {_instants(only_there)}; here it does not"
    if only_here and case.forward:
        skipped = _clocks([run + case.change.before for run in only_here])
        return f"its origin skips {skipped}; here it runs at {_instants(only_here)}"
    return f"its origin runs once; here it also runs at {_instants(only_here)}" if only_here else None


def _walls(case: _Case, begin: datetime, end: datetime) -> Iterator[datetime]:
    reading = reading_of(case.job.anchor, case.local.zone)
    walls = walls_of(case.recurrence, reading=reading, excluded=case.local.excluded)
    return _between(walls, begin, end)


def _between(rule: Rule, begin: datetime, end: datetime) -> Iterator[datetime]:
    return takewhile(lambda time: time < end, _upward(rule, begin - datetime.resolution))


def _upward(rule: Rule, after: datetime) -> Iterator[datetime]:
    with suppress(NothingInSight):
        time = rule.next(after)
        while time is not None:
            yield time
            time = rule.next(time)


def _within_limits(case: _Case, runs: Iterable[datetime]) -> Iterator[datetime]:
    """Yield the runs that are neither before the job's start nor after its end."""
    start, end = instant_of(case.job.anchor, case.local.zone), case.job.definition.end_time
    last = None if end is None else instant_of(end, case.local.zone)
    return (run for run in runs if start <= run and (last is None or run <= last))


def _instants(runs: Iterable[datetime]) -> str:
    return _some([write_instant(run) for run in runs])


def _clocks(walls: Iterable[datetime]) -> str:
    return _some([f"{wall:%H:%M}" for wall in walls])


def _some(texts: list[str]) -> str:
    named, more = texts[:_MOST_TIMES], len(texts) - _MOST_TIMES
    if more > 0:
        return f"{', '.join(named)} and {more} more"
    return " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))
