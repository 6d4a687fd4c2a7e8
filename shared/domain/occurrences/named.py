"""The times that a job's schedule named, era by era."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from heapq import merge

from shared.domain.collection import CollectionState
from shared.domain.in_force import local_of
from shared.domain.local_time.excluded import NothingInSight, Then
from shared.domain.local_time.local import Local
from shared.domain.local_time.rules import TimesOfDay
from shared.domain.occurrences.eras import CLOCKS_DIFFER, Era
from shared.domain.occurrences.story import Outcome
from shared.domain.rule import Rule
from shared.domain.runs import instant, rule_of, up_to_end


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

    def __init__(self, eras: Sequence[Era]) -> None:
        self._ruled = [_Ruled(era) for era in eras]
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

    def __init__(self, era: Era) -> None:
        self.era = era

    def times(self, begin: datetime, end: datetime) -> Iterator[NamedTime]:
        if self._local is not None and self._local.excluded is not None:
            return merge(self._counted(begin, end), self._left_out(begin, end), key=lambda time: time.at)
        return self._counted(begin, end)

    def named(self, at: datetime) -> NamedTime:
        return NamedTime(at=at, due=at + self.era.delay, era=self.era)

    def names(self, at: datetime) -> bool:
        return any(time.at == at for time in self._counted(at, at + datetime.resolution))

    def _counted(self, begin: datetime, end: datetime) -> Iterator[NamedTime]:
        for at in self._walk(self._rule, begin, end):
            note = self._rule.note(at) if isinstance(self._rule, TimesOfDay) else None
            yield replace(self.named(at), note=note)

    def _left_out(self, begin: datetime, end: datetime) -> Iterator[NamedTime]:
        """Yield the times of days that do not count."""
        definition = self.era.definition
        moves = definition is not None and definition.exclude and definition.exclude.then is not Then.SKIP
        outcome = Outcome.MOVED if moves else Outcome.EXCLUDED
        for at in self._walk(self._plain_rule, begin, end):
            if not self.names(at):
                yield replace(self.named(at), left_out=outcome)

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
            at = up_to_end(recurrence, rule.next(after), self._local)
            while at is not None and at < end:
                yield at
                at = up_to_end(recurrence, rule.next(at), self._local)

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


def _distance(era: Era, at: datetime) -> timedelta:
    """Return how far an instant lies from an era; nothing if it lies within."""
    return max(era.begin - at, at - era.end, timedelta())
