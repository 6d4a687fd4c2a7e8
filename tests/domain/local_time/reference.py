"""The rules of local time once more, slow and obvious: nothing is shared with the engine but the values.

A `Clock` is read at every minute of some days. For a beat, each of these real minutes is asked whether it is
one. Times of day are named date by date, on the calendar; what the clock shows tells when they are.
What the wall clock names is asked of `tests/domain/reference.py`, which knows of no zones.

Instants are aware, in UTC. What a clock shows is naive.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo

from shared.domain.recurrence import Frequency, Recurrence, Schedule
from tests.domain.local_time.reference_days import Days
from tests.domain.reference import Named, period

MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
MARGIN: Final = 2 * DAY
"""What a clock shows earlier or later than this is no run of the window: the longest gap was a day."""
FARTHEST: Final = 31
SHORT: Final = {Frequency.MINUTE: MINUTE, Frequency.HOUR: HOUR}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    recurrence: Recurrence
    zone: str
    start: datetime
    """Aware if it is an instant, naive if it is what the zone's clocks show."""
    skip: bool = False
    both: bool = False
    days: Days | None = None


def expected_runs(job: Job, begin: datetime, end: datetime) -> list[datetime]:
    """Return the runs from `begin` on, before `end`."""
    clock = clock_between(job.zone, begin - MARGIN, end + MARGIN)
    start = instant_of(job)
    runs = set(beats(job, clock) if keeps_a_beat(job.recurrence) else times_of_day(job, clock))
    if is_its_own_first_run(job):
        runs.add(start)
    return sorted(run for run in runs if run >= start and begin <= run < end)


def keeps_a_beat(recurrence: Recurrence) -> bool:
    """The table of rule 4, line by line."""
    schedule, short = recurrence.schedule, recurrence.frequency in SHORT
    if schedule is None:
        return short
    if 0 < len(schedule.hours) < 24:
        return False
    if short:
        return True
    return bool(schedule.minutes or schedule.hours)


@cache
def zone_of(key: str) -> ZoneInfo:
    """The zone as the pinned package has it, whatever the system has."""
    with files("tzdata").joinpath("zoneinfo", *key.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key)


def shown_at(instant: datetime, zone: str) -> datetime:
    return instant.astimezone(zone_of(zone)).replace(tzinfo=None, fold=0)


class Clock:
    """What the clocks of a zone show at every minute from one instant to another."""

    def __init__(self, zone: str, first: datetime, last: datetime) -> None:
        info, instant = zone_of(zone), first.replace(second=0, microsecond=0)
        without_offset = instant.replace(tzinfo=None)
        self.shown: dict[datetime, datetime] = {}
        self.instants: dict[datetime, list[datetime]] = {}
        while instant <= last:
            shown = without_offset + (instant.astimezone(info).utcoffset() or timedelta())
            self.shown[instant] = shown
            self.instants.setdefault(shown, []).append(instant)
            instant, without_offset = instant + MINUTE, without_offset + MINUTE
        self.first, self.last = min(self.instants), max(self.instants)
        showing = pairwise(self.shown.values())
        self.gaps = [(before, after) for before, after in showing if after > before + MINUTE]

    def when(self, wall: datetime, *, skip: bool = False, both: bool = False) -> list[datetime]:
        """Return when a time of day runs: once; perhaps never if it is missing, twice if it is repeated."""
        minute = wall.replace(second=0, microsecond=0)
        if minute in self.instants:
            found = self.instants[minute]
            assert len(found) <= 2
        else:
            found = [] if skip else self.instants[minute + self.length_of_gap(minute)]
        return [instant + (wall - minute) for instant in (found if both else found[:1])]

    def length_of_gap(self, minute: datetime) -> timedelta:
        (length,) = (after - before - MINUTE for before, after in self.gaps if before < minute < after)
        return length


@lru_cache(maxsize=32)
def clock_between(zone: str, first: datetime, last: datetime) -> Clock:
    return Clock(zone, first, last)


def reading_of(job: Job) -> datetime:
    return shown_at(job.start, job.zone) if job.start.tzinfo else job.start


@lru_cache(maxsize=400)
def instant_of_wall(wall: datetime, zone: str) -> datetime:
    near = wall.replace(tzinfo=UTC)
    return Clock(zone, near - MARGIN, near + MARGIN).when(wall)[0]


def instant_of(job: Job) -> datetime:
    """Starts are always shifted where they are missing, and the first where they are repeated."""
    return job.start if job.start.tzinfo else instant_of_wall(job.start, job.zone)


def is_its_own_first_run(job: Job) -> bool:
    """An instant is the first run of a job without a schedule, unless its date does not count."""
    if job.recurrence.schedule is not None or not job.start.tzinfo:
        return False
    return job.days is None or job.days.counts(reading_of(job).date())


def beats(job: Job, clock: Clock) -> Iterator[datetime]:
    """Yield every real instant that is a beat, also before the start."""
    named = named_by(job)
    rest = timedelta(seconds=named.rest[0], microseconds=named.rest[1])
    in_beat = beat_of(job, named)
    for instant, shown in clock.shown.items():
        if in_beat(instant, shown) and (job.days is None or job.days.counts(shown.date())):
            yield instant + rest


def beat_of(job: Job, named: Named) -> Callable[[datetime, datetime], bool]:
    """Return what tells whether there is a beat in a minute, from its instant and from what is shown."""
    start, interval, minutes = instant_of(job), job.recurrence.interval, named.minutes
    since = start.replace(second=0, microsecond=0)
    hour = since - reading_of(job).minute * MINUTE
    if job.recurrence.schedule is None:
        step, nothing = interval * SHORT[job.recurrence.frequency], timedelta()
        return lambda instant, _: (instant - since) % step == nothing
    match job.recurrence.frequency:
        case Frequency.MINUTE:
            return lambda instant, shown: (
                shown.minute in minutes and (instant - since) // MINUTE % interval == 0
            )
        case Frequency.HOUR:
            return lambda instant, shown: shown.minute in minutes and (instant - hour) // HOUR % interval == 0
        case _:
            return lambda _, shown: shown.minute in minutes and names_date(job, named, shown.date())


def times_of_day(job: Job, clock: Clock) -> Iterator[datetime]:
    """Yield when the times run that the calendar names, also before the start."""
    named = named_by(job)
    farthest = 0 if job.days is None else FARTHEST
    first, last = clock.first.toordinal() - farthest, clock.last.toordinal() + farthest
    for day in (date.fromordinal(number) for number in range(first, last + 1)):
        made_on = day if job.days is None else job.days.made_on(day)
        if made_on is not None and names_date(job, named, day):
            for at in times_named(job, named, day):
                wall = datetime.combine(made_on, at)
                if clock.first <= wall <= clock.last:
                    yield from clock.when(wall, skip=job.skip, both=job.both)


def times_named(job: Job, named: Named, day: date) -> Iterator[time]:
    second, microsecond = named.rest
    for hour in named.hours:
        for minute in named.minutes:
            at = time(hour, minute, second, microsecond)
            if is_active(job, named, datetime.combine(day, at)):
                yield at


def is_active(job: Job, named: Named, wall: datetime) -> bool:
    """Say whether the minute, hour, day … is an active one, counted on the calendar.

    Without a schedule nothing comes before the anchor. With one, instants tell what is before the start.
    """
    if job.recurrence.schedule is None and wall < reading_of(job):
        return False
    passed = period(job.recurrence.frequency, wall.replace(tzinfo=UTC)) - named.anchor_period
    return passed % job.recurrence.interval == 0


def names_date(job: Job, named: Named, day: date) -> bool:
    if job.recurrence.frequency in SHORT:
        return True
    passed = period(job.recurrence.frequency, datetime.combine(day, time(), UTC)) - named.anchor_period
    return passed % job.recurrence.interval == 0 and day in named.named_days(day)


def named_by(job: Job) -> Named:
    schedule = job.recurrence.schedule or Schedule()
    return Named(job.recurrence, schedule, reading_of(job).replace(tzinfo=UTC))
