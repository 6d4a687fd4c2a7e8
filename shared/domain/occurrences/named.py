"""The times that a job's schedule named, era by era."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from heapq import merge
from typing import Final

from shared.domain.budget import LOOKS_FOR_ONE, Spend, free
from shared.domain.collection import CollectionState
from shared.domain.in_force import local_of
from shared.domain.local_time.excluded import Excluded, NothingInSight, Then
from shared.domain.local_time.local import Local
from shared.domain.local_time.rules import TimesOfDay
from shared.domain.local_time.zones import reading_at
from shared.domain.occurrences.eras import CLOCKS_DIFFER, Era
from shared.domain.occurrences.story import Outcome
from shared.domain.recurrence import Recurrence
from shared.domain.rule import BEGINNING, Rule
from shared.domain.runs import instant, rule_of, up_to_end

_MARGIN: Final = 2
"""Days: clocks are moved by a day at most, and a day passed over need not end at midnight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTime:
    """A time of the schedule, when it is due, and the era that has to deal with it."""

    at: datetime
    due: datetime
    era: Era
    note: str | None = None
    """What a clock change or an excluded day has done to it."""
    left_out: Outcome | None = None
    """Its day does not count: it is excluded, or moved to another day."""
    overtaken: bool = False
    """The job was changed before it was due, and its new schedule does not name it."""


class NamedTimes:
    """All times that were, are and will be named, in order."""

    def __init__(self, eras: Sequence[Era], spend: Spend = free) -> None:
        self._ruled = [_Ruled(era, spend) for era in eras]
        self._known: dict[datetime, bool] = {}

    def between(self, begin: datetime, end: datetime) -> Iterator[NamedTime]:
        """Yield the times from an instant on, and before another."""
        for index, ruled in enumerate(self._ruled):
            first, last = max(begin, ruled.era.begin), min(end, ruled.era.end)
            if first < last:
                yield from (self._dealt_with(time, index) for time in ruled.times(first, last))

    def name(self, at: datetime) -> bool:
        """Say whether an instant was named, also if its day does not count."""
        if at not in self._known:
            self._known[at] = any(time.at == at for time in self.between(at, at + datetime.resolution))
        return self._known[at]

    def belated(self, at: datetime) -> NamedTime | None:
        """Return a time that only a schedule names which was changed just before.

        Something may be recorded of it: a change notes when it began, and takes effect when it is committed.
        """
        if self.name(at):
            return None
        lately = (one for one in self._ruled if one.era.end <= at < one.era.end + CLOCKS_DIFFER)
        return next((one.named(at) for one in lately if one.names(at)), None)

    def switched_off(self, time: NamedTime) -> Era:
        """Return the era nearest to a time in which its collection was disabled, else the time's own.

        The claim decides, which may come later, and may have read the collection a little earlier.
        """
        off = [one.era for one in self._ruled if one.era.collection.state is not CollectionState.ENABLED]
        return min(off, key=lambda era: _distance(era, time.due), default=time.era)

    def _dealt_with(self, time: NamedTime, index: int) -> NamedTime:
        """Return the time with the era in which it is due, as long as that names it too."""
        for later in self._ruled[index + 1 :]:
            if time.due < time.era.end:
                break
            if not later.names(time.at):
                return replace(time, overtaken=True)
            time = replace(time, era=later.era, due=time.at + later.era.delay)
        return time


class _Ruled:
    """An era with the rules by which its times are found."""

    def __init__(self, era: Era, spend: Spend) -> None:
        self.era = era
        self._spend = spend
        self._free_days: tuple[int, int] = (0, 0)

    def times(self, begin: datetime, end: datetime) -> Iterator[NamedTime]:
        local = self._local
        if local is not None and local.excluded is not None:
            left_out = self._left_out(begin, end, local, local.excluded)
            return merge(self._counted(begin, end), left_out, key=lambda time: time.at)
        return self._counted(begin, end)

    def named(self, at: datetime) -> NamedTime:
        return NamedTime(at=at, due=at + self.era.delay, era=self.era)

    def names(self, at: datetime) -> bool:
        return any(time.at == at for time in self._counted(at, at + datetime.resolution))

    def _counted(self, begin: datetime, end: datetime) -> Iterator[NamedTime]:
        for at in self._walk(self._rule, begin, end):
            note = self._rule.note(at) if isinstance(self._rule, TimesOfDay) else None
            yield replace(self.named(at), note=note)

    def _left_out(
        self, begin: datetime, end: datetime, local: Local, excluded: Excluded
    ) -> Iterator[NamedTime]:
        """Yield the times of days that do not count. Days that count are passed over."""
        definition = self.era.definition
        moves = definition is not None and definition.exclude and definition.exclude.then is not Then.SKIP
        outcome = Outcome.MOVED if moves else Outcome.EXCLUDED
        while (at := next(self._walk(self._plain_rule, begin, end), None)) is not None:
            begin = at + datetime.resolution
            day = (reading_at(at, local.zone) - BEGINNING).days
            if (days := self._all_count(day, excluded, end)) > 0:
                begin = at + timedelta(days=days)
            elif all(map(excluded.covers, _near(day))) or not self.names(at):
                yield replace(self.named(at), left_out=outcome)

    def _all_count(self, day: int, excluded: Excluded, end: datetime) -> int:
        """Return how many days may be passed over: up to two days before the next that does not count.

        Where clocks change, a time may belong to the day before or after.
        """
        begin, until = self._free_days
        if not begin < day <= until:
            begin = until = day - 1
            last = (end - BEGINNING).days + _MARGIN
            while until <= last and not excluded.covers(until):
                until += 1
            self._free_days = begin, until
            self._spend((until - begin) // LOOKS_FOR_ONE)
        return until - _MARGIN - day

    def _walk(self, rule: Rule | None, begin: datetime, end: datetime) -> Iterator[datetime]:
        """Yield the times of a rule; without a recurrence, the start. An immediate first run has no time."""
        recurrence = self.era.definition.recurrence if self.era.definition else None
        if recurrence is None or rule is None:
            yield from (start for start in self._start if begin <= start < end)
            return
        after = begin - datetime.resolution
        if self._is_immediate:
            after = max(after, instant(self.era.counted_from, self._local))
        with suppress(NothingInSight):
            at = self._next(recurrence, rule, after)
            while at is not None and at < end:
                yield at
                at = self._next(recurrence, rule, at)

    def _next(self, recurrence: Recurrence, rule: Rule, after: datetime) -> datetime | None:
        excluded = self._local.excluded if self._local else None
        looked = excluded.looks if excluded else 0
        try:
            return up_to_end(recurrence, rule.next(after), self._local)
        finally:
            self._spend(1 + ((excluded.looks - looked) // LOOKS_FOR_ONE if excluded else 0))

    @property
    def _start(self) -> tuple[datetime, ...]:
        start = self.era.definition.start_time if self.era.definition else None
        return () if start is None else (instant(start, self._local),)

    @property
    def _is_immediate(self) -> bool:
        return self.era.definition is not None and self.era.definition.start_time is None

    @cached_property
    def _local(self) -> Local | None:
        definition = self.era.definition
        return local_of(definition, self.era.collection) if definition else None

    @cached_property
    def _rule(self) -> Rule | None:
        return self._rule_in(self._local)

    @cached_property
    def _plain_rule(self) -> Rule | None:
        return self._rule_in(replace(self._local, excluded=None) if self._local else None)

    def _rule_in(self, local: Local | None) -> Rule | None:
        recurrence = self.era.definition.recurrence if self.era.definition else None
        return rule_of(recurrence, anchor=self.era.counted_from, local=local) if recurrence else None


def _near(day: int) -> tuple[int, ...]:
    return day - 1, day, day + 1


def _distance(era: Era, at: datetime) -> timedelta:
    """Return how far an instant lies from an era; nothing if it lies within."""
    return max(era.begin - at, at - era.end, timedelta())
