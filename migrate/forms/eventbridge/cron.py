"""Cron as AWS writes it, with years and with weeks that begin on Sunday as 1 → cron as it is read here.

1. There are six fields; the last names years. One of the two day fields is `?`.
2. Weekdays are written out by their names: numbers, ranges and steps count from Sunday as 1 to Saturday as 7.
   `L` alone is the last day of a week. `6L` is the last Friday of a month, `6#3` the third.
3. Years are no part of a schedule here. Years in a row become a start and an end.
4. All other fields mean the same in both dialects.
"""

import re
from dataclasses import dataclass
from typing import Final

from shared.domain.cron import CronSchedule, read_cron
from shared.domain.errors import cut

_DAYS: Final = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_FIELDS: Final = "minutes, hours, day of month, month, day of week, year"
_YEARS: Final = range(1970, 2200)
_NUMBERED: Final = re.compile(r"([A-Za-z]{3}|[1-7])#([1-5])")
_LAST: Final = re.compile(r"([A-Za-z]{3}|[1-7])L", re.IGNORECASE)
_SPAN: Final = re.compile(r"(\*|[A-Za-z]{3}|[0-9]{1,4})(?:-([A-Za-z]{3}|[0-9]{1,4}))?(?:/([0-9]{1,4}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class AwsCron:
    """An expression as it is written here, what it stands for, and the years that it is limited to."""

    text: str
    schedule: CronSchedule
    years: range | None = None


def read_aws_cron(text: str) -> AwsCron:
    """Return what stands between `cron(` and `)`; raise ValueError with the reason if it has no form here."""
    fields = text.split()
    if len(fields) != 6:
        raise ValueError(f"cron has {len(fields)} fields; AWS has six: {_FIELDS}")
    minutes, hours, day, month, weekday, year = fields
    if (day == "?") is (weekday == "?"):
        raise ValueError("either day of month or day of week must be '?', and not both")
    own = " ".join((minutes, hours, day, month, weekday if weekday in ("*", "?") else _weekdays(weekday)))
    return AwsCron(text=own, schedule=read_cron(own), years=_years(year))


def _weekdays(text: str) -> str:
    return ",".join(name for item in text.split(",") for name in _weekday(item))


def _weekday(item: str) -> list[str]:
    if item.upper() == "L":
        return [_DAYS[-1]]
    numbered, last = _NUMBERED.fullmatch(item), _LAST.fullmatch(item)
    if numbered:
        return [f"{_DAYS[_day(numbered[1], item) - 1]}#{numbered[2]}"]
    if last:
        return [f"{_DAYS[_day(last[1], item) - 1]}L"]
    span = _SPAN.fullmatch(item)
    if span is None:
        raise _refusal("day of week", item, "is not understood")
    first, last_day, step = span.groups()
    low = 1 if first == "*" else _day(first, item)
    high = _day(last_day, item) if last_day else 7 if first == "*" or step else low
    return [_DAYS[number - 1] for number in _range("day of week", item, low, high, step)]


def _day(text: str, item: str) -> int:
    if text.lower() in _DAYS:
        return _DAYS.index(text.lower()) + 1
    if text.isdigit() and 1 <= int(text) <= 7:
        return int(text)
    raise _refusal("day of week", item, "is neither a number from 1 (Sunday) to 7 nor a name like 'FRI'")


def _years(text: str) -> range | None:
    """Return the years, or None if all are meant."""
    if text in ("*", "?"):
        return None
    years = sorted({year for item in text.split(",") for year in _span_of_years(item)})
    if years != list(range(years[0], years[-1] + 1)):
        raise _refusal(
            "year", text, "leaves out years in between, which has no form here: name years in a row"
        )
    return range(years[0], years[-1] + 1)


def _span_of_years(item: str) -> range:
    span = _SPAN.fullmatch(item)
    if span is None:
        raise _refusal("year", item, "is not understood")
    first, last, step = span.groups()
    low = _YEARS[0] if first == "*" else _year(first, item)
    high = _year(last, item) if last else _YEARS[-1] if first == "*" or step else low
    return _range("year", item, low, high, step)


def _year(text: str, item: str) -> int:
    if not text.isdigit() or int(text) not in _YEARS:
        raise _refusal("year", item, f"is not between {_YEARS[0]} and {_YEARS[-1]}")
    return int(text)


def _range(title: str, item: str, low: int, high: int, step: str | None) -> range:
    if high < low:
        raise _refusal(title, item, "runs backwards: list its values")
    if step is not None and int(step) < 1:
        raise _refusal(title, item, "needs a step of 1 or more after the '/'")
    return range(low, high + 1, int(step or 1))


def _refusal(title: str, item: str, reason: str) -> ValueError:
    return ValueError(f"{title} '{cut(item)}' {reason}")
