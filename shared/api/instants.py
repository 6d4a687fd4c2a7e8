"""Date-times on the wire: read with or without seconds, fraction and offset; written in UTC with Z."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Final

from shared.domain.errors import cut
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.local_time.zones import UTC_ZONE, Zone, reading_at

_DATE_TIME: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?"
)


def read_moment(text: str) -> Moment:
    """Return the instant or, if the text has no offset, what clocks show then; raise ValueError."""
    instant, match = read_instant(text), _DATE_TIME.fullmatch(text.strip())
    return instant if match and match[8] else WallTime(instant)


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
    return _shortened(instant.astimezone(UTC)) + "Z"


def write_moment(moment: Moment) -> str:
    return _shortened(moment.reading) if isinstance(moment, WallTime) else write_instant(moment)


def write_local(instant: datetime, zone: Zone) -> str:
    """Return what the clocks of a zone show at an instant, with their offset from UTC."""
    reading = reading_at(instant, zone)
    return f"{_shortened(reading)}{write_offset(reading - instant)}"


def write_shown(instant: datetime, zone: Zone) -> str:
    """Do as `write_local`, but write Z where a job runs in UTC."""
    return write_instant(instant) if zone is UTC_ZONE else write_local(instant, zone)


def write_offset(offset: timedelta) -> str:
    """Return by how much clocks are ahead of UTC, as +01:00."""
    minutes = offset // timedelta(minutes=1)
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours:02d}:{rest:02d}"


def _shortened(reading: datetime) -> str:
    text = reading.replace(tzinfo=None).isoformat()
    return text.rstrip("0") if "." in text else text


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


def with_utc(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return a job's properties with a Z to times that have no offset, as older api-versions mean them."""

    def marked(holder: Mapping[str, Any], key: str) -> dict[str, Any]:
        return {name: _marked(value) if name.lower() == key else value for name, value in holder.items()}

    timed = marked(properties, "starttime")
    return {
        name: marked(value, "endtime")
        if name.lower() == "recurrence" and isinstance(value, Mapping)
        else value
        for name, value in timed.items()
    }


def _marked(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return write_instant(read_instant(value))
    except ValueError:
        return value  # whoever reads it says what is wrong
