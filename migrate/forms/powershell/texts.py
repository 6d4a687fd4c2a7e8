"""Sentences and dates as the PowerShell cmdlets and ConvertTo-Json write them → values."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from migrate.found import Json
from shared.api.instants import read_instant

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST_QUOTE: Final = 60
# The milliseconds are UTC. An offset after them only says how the date was shown.
_MILLISECONDS: Final = re.compile(r"\\?/Date\((-?[0-9]{1,18})(?:[+-][0-9]{4})?\)\\?/")
_RHYTHM: Final = re.compile(r"Every (?:(-?[0-9]{1,18}) )?([a-z]+?)s?", re.IGNORECASE)
_END: Final = re.compile(
    r"Until (?P<count>[0-9]{1,18}) executions\.(?: Or on (?P<either>.+) whichever occurs first\.)?"
    r"|On (?P<date>.+)\.",
    re.IGNORECASE,
)
# In ASCII files, PowerShell writes the narrow space before AM or PM as a question mark.
_DATE: Final = re.compile(
    r"([0-9]{1,4})([-./]) ?([0-9]{1,2})\2 ?([0-9]{1,4})\.?"
    r",? ([0-9]{1,2})[:.]([0-9]{2})[:.]([0-9]{2})(?:[ ?]?([ap])\.? ?m\.?)?",
    re.IGNORECASE,
)
_MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """When a recurrence ends. If its date is ambiguous, `doubt` says what else it may mean."""

    once: bool = False
    count: int | None = None
    time: datetime | None = None
    doubt: str | None = None


def read_moment(value: object) -> datetime:
    """Return the instant of a DateTime, bare or wrapped; raise ValueError with the reason."""
    text = value.get("value") if isinstance(value, dict) else value
    if not isinstance(text, str):
        raise ValueError("is not a date as PowerShell writes it")
    try:
        match = _MILLISECONDS.fullmatch(text.strip())
        return read_instant(text) if match is None else _EPOCH + timedelta(milliseconds=int(match[1]))
    except (ValueError, OverflowError) as exc:
        raise ValueError(f"{_quoted(text)} is not a date as PowerShell writes it") from exc


def read_rhythm(value: object) -> Json:
    """Return frequency and, if it was given, interval of `Every 2 Days`; raise ValueError with the reason."""
    text = _line(value)
    match = _RHYTHM.fullmatch(text)
    if match is None:
        raise ValueError(f"{_quoted(text)} is not a sentence like 'Every 2 Days'")
    rhythm: Json = {"frequency": match[2].lower()}
    return rhythm if match[1] is None else {**rhythm, "interval": int(match[1])}


def read_end(value: object) -> End:
    """Return the end that a sentence describes; raise ValueError with the reason."""
    text = _line(value)
    if text.lower() in ("run once", "none"):
        return End(once=text.lower() == "run once")
    match = _END.fullmatch(text)
    if match is None:
        raise ValueError(f"{_quoted(text)} is not a sentence like 'Until 10 executions.' or 'On DATE.'")
    count = None if match["count"] is None else int(match["count"])
    date = match["either"] or match["date"]
    if date is None:
        return End(count=count)
    time, doubt = _read_date(date)
    return End(count=count, time=time, doubt=doubt)


def read_count(value: object) -> int | None:
    """Return the number in a text, or None if it is empty; raise ValueError with the reason."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = _line(value)
    if text and re.fullmatch(r"-?[0-9]{1,18}", text) is None:
        raise ValueError(f"{_quoted(text)} is not a number")
    return int(text) if text else None


def _line(value: object) -> str:
    """Return a text with one plain space in place of each white space, even a narrow or unbreakable one."""
    if not isinstance(value, str):
        raise ValueError("is not a string")
    return " ".join(value.split())


def _quoted(text: str) -> str:
    return f"'{text[:_LONGEST_QUOTE]}…'" if len(text) > _LONGEST_QUOTE else f"'{text}'"


def _read_date(text: str) -> tuple[datetime, str | None]:
    """Return a date, written in the culture of the person who ran the cmdlet, and what else it may mean."""
    match = _DATE.fullmatch(text)
    if match is None:
        raise ValueError(f"the date {_quoted(text)} cannot be read")
    first, separator, second, third, hour, minute, seconds, half = match.groups()
    year, month, day = _year_month_day((first, second, third), separator, american=half is not None)
    try:
        clock = (_hour(int(hour), half), int(minute), int(seconds))
        time = datetime(year, month, day, *clock, tzinfo=UTC)
    except ValueError as exc:
        raise ValueError(f"the date {_quoted(text)} is none of the calendar") from exc
    certain = len(first) == 4 or separator == "." or max(month, day) > 12 or month == day
    return time, None if certain else _doubt(text, int(first), int(second), time)


def _year_month_day(parts: tuple[str, str, str], separator: str, *, american: bool) -> tuple[int, int, int]:
    """Put the parts in order. Of day and month, a number over 12 is the day."""
    first, second, third = (int(part) for part in parts)
    if len(parts[0]) == 4:
        return first, second, third
    if len(parts[2]) != 4:
        raise ValueError("the year of the end date is not written in full")
    month_first = second > 12 or (first <= 12 and separator == "/" and american)
    return (third, first, second) if month_first else (third, second, first)


def _hour(hour: int, half: str | None) -> int:
    """Return the hour of a day. Some cultures write AM and PM after hours up to 23."""
    if half is None:
        return hour
    if hour > 12 and half in "aA":
        raise ValueError("an hour after noon is not AM")
    return hour if hour > 12 else hour % 12 + (12 if half in "pP" else 0)


def _doubt(text: str, first: int, second: int, time: datetime) -> str:
    readings = f"{first} {_MONTHS[second - 1]} or {second} {_MONTHS[first - 1]}"
    return f"the end '{text}' may mean {readings}; it was read as {time.date().isoformat()}"
