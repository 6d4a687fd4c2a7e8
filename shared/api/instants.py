"""Date-times on the wire: read with or without seconds, fraction and offset; written in UTC with Z."""

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

from shared.domain.errors import cut

_DATE_TIME: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?"
)


def read_instant(text: str) -> datetime:
    """Return the instant in UTC, to the microsecond; raise ValueError with the reason."""
    match = _DATE_TIME.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"'{cut(text)}' is not a date-time like 2026-01-31T09:30:00Z")
    year, month, day, hour, minute, second, fraction, offset = match.groups()
    try:
        whole = datetime(
            int(year),
            int(month),
            int(day),
            int(hour or 0),
            int(minute or 0),
            int(second or 0),
            tzinfo=_zone(offset),
        )
        return _with_fraction(whole, fraction).astimezone(UTC)
    except (ValueError, OverflowError) as exc:
        raise ValueError(f"'{cut(text)}' is not a date-time of the calendar") from exc


def write_instant(instant: datetime) -> str:
    text = instant.astimezone(UTC).replace(tzinfo=None).isoformat()
    return (text.rstrip("0") if "." in text else text) + "Z"


def _zone(offset: str | None) -> timezone:
    if offset is None or offset in "Zz":
        return UTC
    size = timedelta(hours=int(offset[1:3]), minutes=int(offset[3:].strip(":") or 0))
    return timezone(-size if offset[0] == "-" else size)


def _with_fraction(whole: datetime, fraction: str | None) -> datetime:
    """Further digits are rounded, but not beyond the end of time, which .NET writes with nines alone."""
    if fraction is None:
        return whole
    microseconds = round(int(fraction) * 1_000_000 / 10 ** len(fraction))
    last_second = datetime.max.replace(microsecond=0, tzinfo=whole.tzinfo)
    if microseconds == 1_000_000 and whole == last_second:
        return whole.replace(microsecond=999_999)
    return whole + timedelta(microseconds=microseconds)
