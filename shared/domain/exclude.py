"""Days that do not count: those that a job names, and the calendars of its collection."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Annotated, Final

from shared.domain.about import About
from shared.domain.errors import Faults, cut
from shared.domain.local_time.excluded import Excluded, Then, joined
from shared.domain.recurrence import Weekday

MOST_DATES: Final = 366
MOST_IN_A_CALENDAR: Final = 400
MOST_CALENDARS: Final = 50
LONGEST_STRETCH: Final = 366
LONGEST_NAME: Final = 80

_DATE: Final = re.compile(r"(?:(\d{4})-|--)(\d\d)-(\d\d)", re.ASCII)
_LEAP_YEAR: Final = 2000
_DAY_RULE: Final = "(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
_DATE_RULE: Final = f"^[0-9]{{4}}-{_DAY_RULE}"
_DATES_RULE: Final = {"pattern": f"^([0-9]{{4}}|-)-{_DAY_RULE}", "examples": ["2026-12-24", "--12-24"]}
_DATE_WORDS: Final = "`2026-12-24`, or `--12-24` for every year."
_RANGE_WORDS: Final = f"Both days included. A calendar has at most {LONGEST_STRETCH} days in a row."
_WEEKS: Final = 52
_TOO_LONG: Final = f"more than {LONGEST_STRETCH} days in a row would not count"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclude:
    """The days on which a job does not run, in its local time, and what becomes of their runs.

    Each is kept once.
    """

    week_days: tuple[Weekday, ...] = ()
    dates: Annotated[tuple[str, ...], About(words=_DATE_WORDS, longest=MOST_DATES, each=_DATES_RULE)] = ()
    calendars: Annotated[
        tuple[str, ...],
        About(
            words="Names of calendars of the collection.",
            longest=MOST_CALENDARS,
            each={"examples": ["holidays"]},
        ),
    ] = ()
    then: Annotated[
        Then,
        About(
            words="Runs of such a day are skipped, or made on the nearest other day before or after it, "
            "at most 31 days away. Only times of day can be moved."
        ),
    ] = Then.SKIP

    def __post_init__(self) -> None:
        faults = Faults()
        faults.check(len(self.dates) <= MOST_DATES, "dates", f"are more than {MOST_DATES}")
        faults.check(len(self.calendars) <= MOST_CALENDARS, "calendars", f"are more than {MOST_CALENDARS}")
        _check_dates(faults, self.dates)
        faults.raise_any()
        for name in ("week_days", "dates", "calendars"):
            _keep_once(self, name)

    def __bool__(self) -> bool:
        return bool(self.week_days or self.dates or self.calendars)

    def within(self, calendars: "Calendars") -> Excluded:
        """Return all days that do not count. A calendar that is not there excludes nothing."""
        known = {name.lower(): calendar for name, calendar in calendars}
        named = tuple(known[name.lower()] for name in self.calendars if name.lower() in known)
        own = _Days.of(self.dates)
        excluded = Excluded(self.then, weekdays=self.week_days, days=own.days, yearly=own.yearly)
        excluded.shared = _together(named) if named else None
        return excluded

    def missing(self, calendars: "Calendars") -> list[str]:
        """Return the calendars that are named here and are not there."""
        known = {name.lower() for name, _ in calendars}
        return [name for name in self.calendars if name.lower() not in known]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From one day to another, both included."""

    first: Annotated[
        str, About(key="from", example="2026-12-24", rules={"format": "date", "pattern": _DATE_RULE})
    ]
    last: Annotated[
        str, About(key="to", example="2026-12-31", rules={"format": "date", "pattern": _DATE_RULE})
    ]

    def __post_init__(self) -> None:
        faults = Faults()
        for key, text in (("from", self.first), ("to", self.last)):
            dated = _is_date(text) and not text.startswith("-")
            faults.check(dated, key, f"'{cut(text)}' is not a date like 2026-12-24")
        faults.raise_any()
        faults.check(self.first <= self.last, "to", f"'{self.last}' comes before '{self.first}'")
        faults.raise_any()


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """Days that do not count, such as public holidays, for the jobs that name it. Each is kept once."""

    dates: Annotated[
        tuple[str, ...],
        About(
            words=f"{_DATE_WORDS} Dates and ranges are at most {MOST_IN_A_CALENDAR} together.",
            longest=MOST_IN_A_CALENDAR,
            each=_DATES_RULE,
        ),
    ] = ()
    ranges: Annotated[tuple[Span, ...], About(words=_RANGE_WORDS, longest=MOST_IN_A_CALENDAR)] = ()

    def __post_init__(self) -> None:
        faults, size = Faults(), len(self.dates) + len(self.ranges)
        rule = f"dates and ranges are {size}, more than {MOST_IN_A_CALENDAR}"
        faults.check(size <= MOST_IN_A_CALENDAR, "dates", rule)
        _check_dates(faults, self.dates)
        faults.raise_any()
        for name in ("dates", "ranges"):
            _keep_once(self, name)

    def __hash__(self) -> int:
        """Quickly: it is asked for with each job that names the calendar."""
        return hash((len(self.dates), self.dates[:1], self.dates[-1:], self.ranges[:1], len(self.ranges)))

    @property
    def last_day(self) -> str | None:
        """The last day that it names with its year; None if it holds for every year, or names none."""
        dates = [text for text in self.dates if not text.startswith("-")]
        return max([*dates, *(span.last for span in self.ranges)], default=None)


Calendars = tuple[tuple[str, Calendar], ...]
"""The calendars of a collection, by their names."""


def check_exclude(exclude: Exclude) -> None:
    """Raise Invalid if more than a year in a row would not count. Only those who send it are told."""
    faults, own = Faults(), _Days.of(exclude.dates)
    excluded = Excluded(weekdays=exclude.week_days, days=own.days, yearly=own.yearly)
    long = len(exclude.week_days) == len(Weekday) or _has_long_stretch(excluded, own)
    faults.check(not long, "dates" if exclude.dates else "weekDays", _TOO_LONG)
    names_days = exclude.week_days or exclude.dates or exclude.calendars
    faults.check(bool(names_days), "then", "moves nothing: no weekDays, dates or calendars are named")
    faults.raise_any()


def check_calendars(calendars: Calendars) -> None:
    """Raise Invalid if calendars are too many, have odd names, or cover more than a year in a row."""
    faults = Faults()
    faults.check(len(calendars) <= MOST_CALENDARS, "calendars", f"are more than {MOST_CALENDARS}")
    for name, calendar in calendars[:MOST_CALENDARS]:
        path, days = f"calendars.{cut(name)}", _named_days(calendar)
        fits = 1 <= len(name) <= LONGEST_NAME and name.isprintable()
        faults.check(fits, path, f"its name does not have 1 to {LONGEST_NAME} printable characters")
        firsts, lasts = joined([*days.ranges, *zip(days.days, days.days, strict=True)])
        spans = zip(firsts, lasts, strict=True)
        long = any(last - first >= LONGEST_STRETCH for first, last in spans)
        yearly = _has_long_stretch(Excluded(yearly=days.yearly), days)
        faults.check(not long and not yearly, path, _TOO_LONG)
    faults.raise_any()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Days:
    """Days that have a year, counted; months and days of those that come every year; first and last days."""

    days: tuple[int, ...]
    yearly: tuple[tuple[int, int], ...]
    ranges: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, dates: Sequence[str], ranges: Sequence[Span] = ()) -> "_Days":
        return cls(
            days=tuple(sorted(_day(text) for text in dates if not text.startswith("-"))),
            yearly=tuple((int(text[2:4]), int(text[5:7])) for text in dates if text.startswith("-")),
            ranges=tuple((_day(span.first), _day(span.last)) for span in ranges),
        )


@lru_cache(maxsize=256)
def _named_days(calendar: Calendar) -> _Days:
    return _Days.of(calendar.dates, calendar.ranges)


@lru_cache(maxsize=64)
def _together(calendars: tuple[Calendar, ...]) -> Excluded:
    """Return the days of calendars, which are put together once for all jobs that name the same."""
    named = [_named_days(calendar) for calendar in calendars]
    return Excluded(
        days=[day for one in named for day in one.days],
        yearly=[day for one in named for day in one.yearly],
        ranges=[span for one in named for span in one.ranges],
    )


def _keep_once(of: Exclude | Calendar, name: str) -> None:
    object.__setattr__(of, name, tuple(dict.fromkeys(getattr(of, name))))


def _check_dates(faults: Faults, dates: Sequence[str]) -> None:
    for index, text in enumerate(dates):
        if not _is_date(text):
            rule = f"'{cut(text)}' is not a date like 2026-12-24, or like --12-24 for every year"
            faults.add(f"dates[{index}]", rule)


@lru_cache(maxsize=4_096)  # jobs name the same holidays
def _is_date(text: str) -> bool:
    match = _DATE.fullmatch(text)
    if match is None:
        return False
    try:
        date(int(match[1] or _LEAP_YEAR), int(match[2]), int(match[3]))
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4_096)
def _day(text: str) -> int:
    return date.fromisoformat(text).toordinal() - 1


def _has_long_stretch(excluded: Excluded, own: _Days) -> bool:
    """Say whether more than a year in a row is covered. A free weekday a week takes 52 dates to cover."""
    if len(own.days) + len(own.yearly) < _WEEKS:
        return False
    begins = [*own.days, _day(f"{_LEAP_YEAR}-01-01")]
    seen = -1
    for named in begins:
        begin = named
        while begin > max(seen, 0, named - LONGEST_STRETCH - 1) and excluded.covers(begin - 1):
            begin -= 1
        day = begin
        while day > seen and day - begin <= LONGEST_STRETCH and excluded.covers(day):
            day += 1
        if day - begin > LONGEST_STRETCH:
            return True
        seen = max(seen, day - 1)
    return False
