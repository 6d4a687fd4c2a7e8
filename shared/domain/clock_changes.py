"""The coming clock changes, and what they do to jobs.

Only times of day are concerned, and one-time jobs that start at a local time. Where clocks go forward, the
walls between are missing; where they go back, the walls between come twice. So nothing else is looked at.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import chain
from typing import Final

from shared.domain.agenda import runs_ahead
from shared.domain.budget import Spend, free
from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.in_force import local_of
from shared.domain.job import Job
from shared.domain.keys import JobKey
from shared.domain.local_time.excluded import NothingInSight
from shared.domain.local_time.local import DaylightSaving, Local, Missing, Repeated
from shared.domain.local_time.rules import is_beat
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.local_time.walls import names, walls_of
from shared.domain.local_time.zones import UTC_ZONE, Zone, instant_of, reading_of
from shared.domain.rule import Rule

FARTHEST: Final = timedelta(days=366)
"""Changes that are further ahead are not looked for."""
MOST_AFFECTED: Final = 1_000
"""Of so many jobs it is told what happens to them; the others are counted."""
MOST_TIMES: Final = 12
"""So many times of a job are told: every five minutes of an hour. The others are counted."""
_LOOKS: Final = 2
"""Where days are left out, finding what a change does takes so much as often."""
MOST_WALKED: Final = 1_000
"""A job that has more runs left than these is taken to go on: its last run is not looked for."""

Order = tuple[datetime, str]
"""When the clocks of a zone change, and its name."""


class Effect(StrEnum):
    """What a clock change does to times of day."""

    MOVED = "moved"
    """They do not exist, and run later."""
    TOGETHER = "together"
    """They do not exist, and would run later, where another named time runs: they are one run."""
    LEFT_OUT = "leftOut"
    """They do not exist, and do not run."""
    REPEATED = "repeated"
    """They occur twice, and run twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTime:
    """A time of day that is not as usual; with it, the one that it falls together with."""

    walls: tuple[WallTime, ...]
    runs: tuple[datetime, ...]
    """When it runs: never, once or twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Affected:
    """What a clock change does to a job."""

    job: JobKey
    effect: Effect
    times: tuple[ChangedTime, ...]
    more: int = 0
    """How many other times this happens to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockChange:
    zone: str
    """The zone's IANA name."""
    at: datetime
    before: timedelta
    """By how much its clocks are ahead of UTC until then, and from then on."""
    after: timedelta
    affected: tuple[Affected, ...] = ()
    more: int = 0
    """How many other jobs are affected; one that is affected in two ways counts twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedJob:
    """A job, and what its recurrence counts from."""

    key: JobKey
    definition: Definition
    collection: JobCollection
    anchor: Moment
    last: datetime | None = None
    """When it runs for the last time, if its count says so."""


def counted_job(
    job: Job, collection: JobCollection, *, now: datetime, until: datetime, spend: Spend
) -> CountedJob:
    return CountedJob(
        key=job.key,
        definition=job.definition,
        collection=collection,
        anchor=job.counted_from,
        last=_last_run(job, collection, now, until, spend),
    )


def clock_changes(
    jobs: Iterable[CountedJob], *, now: datetime, until: datetime, spend: Spend = free
) -> list[ClockChange]:
    """Return the changes after now, up to `until` and for a year at most, of all zones that jobs count in.

    They come in order, also those that affect no job. Jobs are asked one after the other and not kept; each
    change names the first jobs that it affects.
    """
    zones: dict[str, list[_Gathered]] = {}
    for job in jobs:
        local = local_of(job.definition, job.collection)
        if local is None or local.zone is UTC_ZONE:
            continue
        if local.zone.key not in zones:
            zones[local.zone.key] = [_Gathered(change) for change in _changes(local.zone, now, until)]
        for gathered in zones[local.zone.key]:
            spend(_LOOKS if local.excluded else 1)
            gathered.take_in(_effects(job, local, gathered.change))
    changes = [gathered.told() for of_zone in zones.values() for gathered in of_zone]
    return sorted(changes, key=_order)


def joined(changes: Iterable[ClockChange]) -> list[ClockChange]:
    """Return the changes that were found for several packs of jobs as one list, of which the first jobs stay.

    The earliest change names its jobs first. What is left of the room is for the next.
    """
    found: dict[Order, list[ClockChange]] = {}
    for change in changes:
        found.setdefault(_order(change), []).append(change)
    room, told = MOST_AFFECTED, list[ClockChange]()
    for _, parts in sorted(found.items()):
        affected = sorted(chain.from_iterable(part.affected for part in parts), key=_by_name)
        more = sum(part.more for part in parts) + max(0, len(affected) - room)
        told.append(replace(parts[0], affected=tuple(affected[:room]), more=more))
        room -= len(told[-1].affected)
    return told


def _last_run(
    job: Job, collection: JobCollection, now: datetime, until: datetime, spend: Spend
) -> datetime | None:
    """Return when a job runs for the last time because of its count; None if that is later, or far."""
    recurrence = job.definition.recurrence
    if recurrence is None or recurrence.count is None or not _names_times(job.definition, collection):
        return None
    if recurrence.count - job.progress.started > MOST_WALKED:
        return None
    last = now
    for nominal, _ in runs_ahead(job, collection, now=now, spend=spend):
        if nominal > until:
            return None
        last = nominal
    return last


def _names_times(definition: Definition, collection: JobCollection) -> bool:
    """Say whether a job names times of day in a zone, again and again."""
    recurrence, local = definition.recurrence, local_of(definition, collection)
    zoned = local is not None and local.zone is not UTC_ZONE
    return zoned and recurrence is not None and not is_beat(recurrence)


class _Gathered:
    """The jobs that a change affects, of which the first are kept."""

    __slots__ = ("_affected", "_more", "change")

    def __init__(self, change: ClockChange) -> None:
        self.change = change
        self._affected: list[Affected] = []
        self._more = 0

    def take_in(self, effects: Iterable[Affected]) -> None:
        for effect in effects:
            if len(self._affected) < MOST_AFFECTED:
                self._affected.append(effect)
            else:
                self._more += 1

    def told(self) -> ClockChange:
        return replace(self.change, affected=tuple(self._affected), more=self._more)


def _order(change: ClockChange) -> Order:
    return change.at, change.zone


def _by_name(affected: Affected) -> tuple[str, ...]:
    return affected.job.canonical


def _changes(zone: Zone, now: datetime, until: datetime) -> Iterator[ClockChange]:
    at, last = zone.stretch(now).end, min(until, now + FARTHEST)
    while at <= last:  # every stretch ends later than the one before it
        stretch = zone.stretch(at)
        if stretch.begin == at and stretch.before != stretch.offset:  # a stretch may end without a change
            yield ClockChange(zone=zone.key, at=at, before=stretch.before, after=stretch.offset)
        at = stretch.end


def _effects(job: CountedJob, local: Local, change: ClockChange) -> Iterator[Affected]:
    saving = local.daylight_saving if job.definition.recurrence else DaylightSaving()
    if change.after < change.before and saving.repeated is Repeated.FIRST:
        return
    walls, times = _walls(job, local), dict[Effect, list[ChangedTime]]()
    for wall in _between(walls, *sorted((change.at + change.before, change.at + change.after))):
        if _is_within(job, local.zone, wall - change.before, max(wall - change.before, wall - change.after)):
            effect, time = _changed(walls, saving, change, wall)
            times.setdefault(effect, []).append(time)
    for effect, some in times.items():
        more = max(0, len(some) - MOST_TIMES)
        yield Affected(job=job.key, effect=effect, times=tuple(some[:MOST_TIMES]), more=more)


def _walls(job: CountedJob, local: Local) -> Rule:
    """Return what finds the walls that a job names; a beat and a start given as an instant name none."""
    recurrence, reading = job.definition.recurrence, reading_of(job.anchor, local.zone)
    if recurrence is None:
        return _Once(reading if isinstance(job.anchor, WallTime) else None)
    if is_beat(recurrence):
        return _Once(None)
    return walls_of(recurrence, reading=reading, excluded=local.excluded)


class _Once:
    """One wall, or none."""

    __slots__ = ("_wall",)

    def __init__(self, wall: datetime | None) -> None:
        self._wall = wall

    def next(self, after: datetime) -> datetime | None:
        return self._wall if self._wall and self._wall > after else None


def _between(walls: Rule, begin: datetime, end: datetime) -> Iterator[datetime]:
    with suppress(NothingInSight):
        wall = walls.next(begin - datetime.resolution)
        while wall is not None and wall < end:
            yield wall
            wall = walls.next(wall)


def _is_within(job: CountedJob, zone: Zone, first: datetime, last: datetime) -> bool:
    """Say whether the job has started at the first instant, and not ended at the last."""
    if job.last is not None and last > job.last:
        return False
    end = job.definition.end_time
    return instant_of(job.anchor, zone) <= first and (end is None or last <= instant_of(end, zone))


def _changed(
    walls: Rule, saving: DaylightSaving, change: ClockChange, wall: datetime
) -> tuple[Effect, ChangedTime]:
    """Say what becomes of a named wall that the clocks leave out or show twice."""
    named, run = WallTime(wall), wall - change.before
    if change.after < change.before:
        return Effect.REPEATED, ChangedTime(walls=(named,), runs=(run, wall - change.after))
    if saving.missing is Missing.SKIP:
        return Effect.LEFT_OUT, ChangedTime(walls=(named,), runs=())
    shown = run + change.after
    if names(walls, shown):
        return Effect.TOGETHER, ChangedTime(walls=(named, WallTime(shown)), runs=(run,))
    return Effect.MOVED, ChangedTime(walls=(named,), runs=(run,))
