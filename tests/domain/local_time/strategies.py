"""Jobs around clock changes: zones, windows, recurrences, starts and policies that meet a change."""

from calendar import isleap
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final

from hypothesis import strategies as st

from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday
from tests.domain.local_time.reference import Job, keeps_a_beat, shown_at, zone_of
from tests.domain.local_time.reference_days import Days
from tests.domain.strategies import edged, few, fields_for, intervals

FIRST_YEAR: Final = 2005
LAST_YEAR: Final = 2037
SECOND: Final = timedelta(seconds=1)
REACH: Final = timedelta(hours=40)
LONG_REACH: Final = timedelta(days=6)

TELLING_ZONES: Final = (
    "Europe/Berlin",
    "America/New_York",
    "America/Nuuk",  # changes on the eve of a Sunday
    "America/St_Johns",  # half an hour off, and until 2011 it changed at 00:01
    "America/Sao_Paulo",  # at midnight
    "America/Vancouver",  # changed for the last time in 2026
    "Africa/Casablanca",  # by a negative hour, and twice within weeks
    "Antarctica/Casey",  # by three hours
    "Antarctica/Troll",  # by two hours
    "Asia/Gaza",  # at many hours
    "Australia/Lord_Howe",  # by half an hour
    "Europe/Dublin",
    "Pacific/Apia",  # left out a day
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A job, and the window in which its runs are looked at."""

    job: Job
    begin: datetime
    end: datetime


@cache
def changes(zone: str, year: int) -> tuple[datetime, ...]:
    """Return the instants of a year at which the zone's offset changed, found by looking at all of it."""
    begin, length = datetime(year, 1, 1, tzinfo=UTC), 365 + isleap(year)
    instants = [begin + timedelta(days=day) for day in (*range(0, length, 2), length)]
    offsets = [offset(zone, instant) for instant in instants]
    steps = zip(pairwise(instants), pairwise(offsets), strict=True)
    return tuple(_change(zone, *instants) for instants, (before, after) in steps if before != after)


def all_changes(zone: str) -> list[datetime]:
    return [change for year in range(FIRST_YEAR, LAST_YEAR + 1) for change in changes(zone, year)]


@cache
def all_zones() -> tuple[str, ...]:
    return tuple(files("tzdata").joinpath("zones").read_text(encoding="ascii").split())


@cache
def zones_that_change() -> dict[str, tuple[str, ...]]:
    """Return the zones that changed their offsets, those together that did so at the same instants."""
    alike: dict[object, list[str]] = {}
    for zone in all_zones():
        if found := all_changes(zone):
            history = [(change, offset(zone, change - SECOND), offset(zone, change)) for change in found]
            alike.setdefault(tuple(history), []).append(zone)
    return {zones[0]: tuple(zones) for zones in alike.values()}


def offset(zone: str, instant: datetime) -> timedelta:
    return instant.astimezone(zone_of(zone)).utcoffset() or timedelta()


def _change(zone: str, before: datetime, after: datetime) -> datetime:
    while after - before > SECOND:
        middle = before + ((after - before) / 2) // SECOND * SECOND
        if offset(zone, middle) == offset(zone, before):
            before = middle
        else:
            after = middle
    return after


@st.composite
def cases(draw: st.DrawFn, *, zones: Iterable[str]) -> Case:
    zone = draw(st.sampled_from(list(zones)))
    change = draw(st.sampled_from(all_changes(zone)))
    job = Job(
        recurrence=draw(recurrences(shown_at(change, zone))),
        zone=zone,
        start=draw(starts(change, zone)),
        skip=draw(st.booleans()),
        both=draw(st.booleans()),
    )
    return Case(job=job, begin=change - REACH, end=change + REACH)


@st.composite
def cases_with_days(draw: st.DrawFn, *, zones: Iterable[str]) -> Case:
    """Jobs around clock changes that leave out days, or move them."""
    case = draw(cases(zones=zones))
    change = case.begin + REACH
    days = draw(excluded_days(shown_at(change, case.job.zone).date()))
    if keeps_a_beat(case.job.recurrence):
        days = replace(days, then="skip")
    job = replace(case.job, days=days)
    return Case(job=job, begin=change - LONG_REACH, end=change + LONG_REACH)


@st.composite
def excluded_days(draw: st.DrawFn, middle: date) -> Days:
    near = st.integers(-12, 12).map(lambda days: middle + timedelta(days=days))
    lengths = st.sampled_from((0, 1, 6, 29, 30, 31, 32, 40)) | st.integers(0, 40)
    begins = st.integers(-45, 12).map(lambda days: middle + timedelta(days=days))
    ranges = st.builds(lambda first, days: (first, first + timedelta(days=days)), begins, lengths)
    return Days(
        then=draw(st.sampled_from(("skip", "before", "after"))),
        weekdays=draw(st.sampled_from(((), (), (5, 6), (6,), (0, 2, 4), tuple(range(6))))),
        dates=tuple(draw(st.lists(near, max_size=5))),
        yearly=tuple((day.month, day.day) for day in draw(st.lists(near, max_size=2))),
        ranges=tuple(draw(st.lists(ranges, max_size=2))),
    )


@st.composite
def starts(draw: st.DrawFn, change: datetime, zone: str) -> datetime:
    """Instants and wall times: near the change, in what is missing or repeated, days or years before."""
    wall = draw(st.booleans())
    distance = draw(
        st.sampled_from((timedelta(0), -SECOND, timedelta(minutes=-30), timedelta(minutes=30)))
        | st.integers(-180, 180).map(lambda minutes: timedelta(minutes=minutes))
        | st.integers(-4 * 1440, 1440).map(lambda minutes: timedelta(minutes=minutes))
        | st.integers(-3000 * 1440, 0).map(lambda minutes: timedelta(minutes=minutes))
    )
    rest = draw(
        st.sampled_from((timedelta(0), timedelta(0), timedelta(seconds=59), timedelta(microseconds=1)))
        | st.integers(0, 59_999_999).map(lambda number: timedelta(microseconds=number))
    )
    if not wall:
        return change + distance + rest
    before = shown_at(change - SECOND, zone) + SECOND
    shown = draw(st.sampled_from((before, shown_at(change, zone))))
    return shown + distance + rest


@st.composite
def recurrences(draw: st.DrawFn, shown: datetime) -> Recurrence:
    frequency = draw(st.sampled_from(Frequency))
    interval = draw(st.just(1) | st.integers(1, 3) | intervals(frequency))
    schedule = draw(schedules(frequency, shown)) if draw(st.integers(0, 4)) else None
    return Recurrence(frequency=frequency, interval=1 if frequency == "year" else interval, schedule=schedule)


@st.composite
def schedules(draw: st.DrawFn, frequency: Frequency, shown: datetime) -> Schedule:
    """Any of the fields that fit, near what the clocks show at the change."""
    chosen = [name for name in fields_for(frequency) if draw(st.booleans())]
    fields = {name: draw(_field(name, shown)) for name in chosen}
    if {"months", "month_days"} <= set(chosen):
        fields["month_days"] += (shown.day, -1)  # no rule may name only days that its months do not have
    return Schedule(**fields)


def _field(name: str, shown: datetime) -> st.SearchStrategy[tuple[Any, ...]]:
    eve = shown - timedelta(days=1)
    match name:
        case "minutes":
            return few(edged((0, 10, 15, 30, 35, 59), 0, 59))
        case "hours":
            near = tuple((shown.hour + hours) % 24 for hours in range(-3, 3))
            return few(edged(near, 0, 23)) | st.just(near) | st.just(tuple(range(24)))
        case "week_days":
            return few(st.sampled_from((Weekday(shown.weekday()), Weekday(eve.weekday()), *Weekday)))
        case "month_days":
            return few(edged((shown.day, eve.day, -1, -2, -3, -7, 28, 31), 1, 31))
        case "months":
            return few(edged((shown.month, eve.month), 1, 12))
        case _:
            days = st.sampled_from((Weekday(shown.weekday()), Weekday(eve.weekday()), *Weekday))
            numbers = st.sampled_from((None, 1, 2, 3, 4, 5, -1, -2, -3, -4, -5))
            return few(st.builds(MonthlyOccurrence, day=days, occurrence=numbers))


def instants_of(middle: datetime, reach: timedelta) -> st.SearchStrategy[datetime]:
    """Instants around another one, many on whole minutes and just before them."""
    minutes = int(reach.total_seconds()) // 60
    rest = st.sampled_from((0, 0, -1, 1)) | st.integers(0, 59_999_999)
    return st.builds(
        lambda minute, rest: middle + timedelta(minutes=minute, microseconds=rest),
        st.integers(-minutes, minutes - 1),
        rest,
    )
