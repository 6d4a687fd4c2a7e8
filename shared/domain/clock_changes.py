"""The coming clock changes, and what they do to jobs.

Only times of day are concerned, and one-time jobs that start at a local time. Where clocks go forward, the
walls between are missing; where they go back, the walls between come twice. So nothing else is looked at.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.in_force import local_of
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockChange:
    zone: str
    """The zone's IANA name."""
    at: datetime
    before: timedelta
    """By how much its clocks are ahead of UTC until then, and from then on."""
    after: timedelta
    affected: tuple[Affected, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedJob:
    """A job, and what its recurrence counts from."""

    key: JobKey
    definition: Definition
    collection: JobCollection
    anchor: Moment


def clock_changes(jobs: Iterable[CountedJob], *, now: datetime, until: datetime) -> list[ClockChange]:
    """Return the changes after now, up to `until` and for a year at most, of all zones that jobs count in.

    They come in order, also those that affect no job. Jobs are asked one after the other and not kept.
    """
    zones: dict[str, dict[ClockChange, list[Affected]]] = {}
    for job in jobs:
        local = local_of(job.definition, job.collection)
        if local is None or local.zone is UTC_ZONE:
            continue
        if local.zone.key not in zones:
            zones[local.zone.key] = {change: [] for change in _changes(local.zone, now, until)}
        for change, affected in zones[local.zone.key].items():
            affected.extend(_effects(job, local, change))
    found = [change for of_zone in zones.values() for change in of_zone.items()]
    changes = [replace(bare, affected=tuple(affected)) for bare, affected in found]
    return sorted(changes, key=lambda change: (change.at, change.zone))


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
        yield Affected(job=job.key, effect=effect, times=tuple(some))


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
