"""Why the schedule of a job does not name a time, and the named times around it.

The engine says whether a time is named. If it is not, the reason is looked for in this order:

1. The time lies before the start or after the end.
2. It is a local time that the clocks never show.
3. The rule would name it if every day counted: its day is excluded.
4. A part of the rule does not fit, or the clocks show the time twice: `unfit_parts.py` tells.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.exclude import Exclude
from shared.domain.in_force import local_of, zone_name
from shared.domain.local_time.excluded import NothingInSight
from shared.domain.local_time.local import Local, Missing
from shared.domain.local_time.rules import is_beat
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.local_time.walls import names, walls_of
from shared.domain.local_time.zones import UTC_NAMES, UTC_ZONE, Zone, instant_of, reading_at, reading_of
from shared.domain.looking_back import last_before
from shared.domain.rule import BEGINNING
from shared.domain.runs import next_run
from shared.domain.unfit_parts import Asked, Reason, Refusal, time_of, unfit_part, weekday_of


def refusal(
    definition: Definition, collection: JobCollection, moment: Moment, *, anchor: Moment
) -> Refusal | None:
    """Return why the schedule of a job that counts from the anchor does not name a time; None if it does.

    Delays by `spread`, immediate first runs and `count` are left out. If the clocks show a local time twice,
    it is named if one of both is.
    """
    job = _Job.of(definition, collection, anchor)
    instants = _instants(moment, job.zone)
    if any(job.names(instant) for instant in instants):
        return None
    if definition.recurrence is None:
        return Refusal(Reason.ONE_TIME, f"It runs once, at {job.told(job.start)}.")
    asked = Asked(
        recurrence=definition.recurrence,
        at=instant_of(moment, job.zone),
        wall=reading_of(moment, job.zone),
        start=job.start,
        reading=reading_of(anchor, job.zone),
    )
    missing = None if instants else _missing(job, asked)
    return _beyond(job, asked.at) or missing or _excluded(job, asked) or unfit_part(asked)


def neighbours(
    definition: Definition, collection: JobCollection, moment: Moment, *, anchor: Moment
) -> tuple[datetime | None, datetime | None]:
    """Return the nearest named times before and after a time, from the start up to the end of the job.

    None stands for one that does not exist, or that is more than ten years away.
    """
    job = _Job.of(definition, collection, anchor)
    at, end = instant_of(moment, job.zone), job.end
    last = at if end is None or at <= end else end + datetime.resolution
    return last_before(last, job.next, since=job.start), job.next(at)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    """A job as it counts."""

    definition: Definition
    collection: JobCollection
    anchor: Moment
    local: Local | None

    @classmethod
    def of(cls, definition: Definition, collection: JobCollection, anchor: Moment) -> "_Job":
        local = local_of(definition, collection)
        return cls(definition=definition, collection=collection, anchor=anchor, local=local)

    @property
    def zone(self) -> Zone:
        return self.local.zone if self.local else UTC_ZONE

    @property
    def start(self) -> datetime:
        return instant_of(self.anchor, self.zone)

    @property
    def end(self) -> datetime | None:
        end = self.definition.end_time
        return None if end is None else instant_of(end, self.zone)

    def next(self, after: datetime) -> datetime | None:
        """Return the first named time after an instant, or None if none is in sight."""
        recurrence = self.definition.recurrence
        if recurrence is None:
            return self.start if self.start > after else None
        try:
            return next_run(recurrence, anchor=self.anchor, after=after, local=self.local)
        except NothingInSight:
            return None

    def names(self, instant: datetime) -> bool:
        return self.next(instant - datetime.resolution) == instant

    def told(self, instant: datetime) -> str:
        name, shown = zone_name(self.definition, self.collection), reading_at(instant, self.zone)
        return f"{shown:%Y-%m-%d} {time_of(shown)} {'UTC' if name in UTC_NAMES else f'in {name}'}"


def _instants(moment: Moment, zone: Zone) -> tuple[datetime, ...]:
    """Return all instants that are meant: none if the clocks never show it, two if they show it twice."""
    if isinstance(moment, datetime):
        return (moment,)
    first, second = zone.instants(moment.reading)
    return () if first > second else (first, second)


def _beyond(job: _Job, at: datetime) -> Refusal | None:
    if at < job.start:
        created = "" if job.definition.start_time else ", when it was created or put"
        return Refusal(Reason.BEFORE_START, f"It starts at {job.told(job.start)}{created}.")
    if job.end is not None and at > job.end:
        return Refusal(Reason.AFTER_END, f"It ends at {job.told(job.end)}.")
    return None


def _missing(job: _Job, asked: Asked) -> Refusal:
    """Refuse a wall that the clocks never show, and say what becomes of its run if it is named."""
    wall, local, outcome = asked.wall, job.local or Local(), ""
    walls = walls_of(asked.recurrence, reading=asked.reading, excluded=local.excluded)
    if not is_beat(asked.recurrence) and names(walls, wall):
        shown = reading_at(asked.at, local.zone)
        on = "" if shown.date() == wall.date() else f" on {shown:%Y-%m-%d}"
        skip = local.daylight_saving.missing is Missing.SKIP
        outcome = "; it is left out" if skip else f"; it runs at {time_of(shown)}{on}"
    name = zone_name(job.definition, job.collection)
    words = f"{time_of(wall)} does not exist on {wall:%Y-%m-%d} in {name}{outcome}."
    return Refusal(Reason.DOES_NOT_EXIST, words)


def _excluded(job: _Job, asked: Asked) -> Refusal | None:
    """Refuse what the job would name if every day counted."""
    exclude, excluded = job.definition.exclude, job.local.excluded if job.local else None
    if exclude is None or excluded is None:
        return None
    without = replace(job.definition, exclude=None)
    if not _Job.of(without, job.collection, job.anchor).names(asked.at):
        return None
    wall = _naming_wall(job, asked)
    moved = None if is_beat(asked.recurrence) else excluded.moved((wall - BEGINNING).days)
    rules = " and ".join(_rules(exclude, job.collection, wall.date()))
    words = f"{wall:%Y-%m-%d} is excluded by {rules}; its runs are {_outcome(job, wall, moved)}"
    return Refusal(Reason.EXCLUDED, words)


def _naming_wall(job: _Job, asked: Asked) -> datetime:
    """Return the wall whose day counts: what the clocks show, or what they left out before a moved run."""
    walls = walls_of(asked.recurrence, reading=asked.reading, excluded=None)
    if is_beat(asked.recurrence) or names(walls, asked.wall):
        return asked.wall
    return asked.at + job.zone.stretch(asked.at).before


def _rules(exclude: Exclude, collection: JobCollection, day: date) -> list[str]:
    """List what excludes a day."""
    named = [f"weekday {weekday_of(day)}"] if day.weekday() in exclude.week_days else []
    named += [f"date {text}" for text in (f"{day}", f"--{day:%m-%d}") if text in exclude.dates]
    for name in exclude.calendars:
        if Exclude(calendars=(name,)).within(collection.calendars).covers(day.toordinal() - 1):
            named.append(f"calendar '{name}'")
    return named


def _outcome(job: _Job, wall: datetime, moved: int | None) -> str:
    """Say what becomes of a run of an excluded day. Where it is moved to, it may be refused for a reason."""
    if moved is None:
        return "skipped."
    there = wall + timedelta(days=moved - (wall - BEGINNING).days)
    refused = refusal(job.definition, job.collection, WallTime(there), anchor=job.anchor)
    return f"moved to {there:%Y-%m-%d}." + (f" {refused.words}" if refused else "")
