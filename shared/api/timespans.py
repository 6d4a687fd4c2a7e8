"""Durations on the wire: .NET time spans and ISO 8601 durations in, time spans out."""

import re
from datetime import timedelta
from typing import Final

from shared.domain.errors import cut
from shared.domain.timespan import write_timespan

TIME_SPAN: Final = re.compile(r"(?:(\d{1,8})\.)?(\d{1,2}):(\d{1,2})(?::(\d{1,2})(\.\d{1,7})?)?")
# The documentation itself writes PT1D for a day, so that days are understood on either side of the T.
ISO_DURATION: Final = re.compile(
    r"P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)D)?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?",
    re.ASCII,
)
_DAYS_OF_ISO: Final = (365, 30, 7, 1, 1)


def read_timespan(text: str) -> timedelta:
    """Return the duration; raise ValueError with the reason."""
    try:
        return _read(text.strip())
    except (ValueError, OverflowError) as exc:
        raise ValueError(f"'{cut(text)}' is not a duration like 00:00:30, 1.00:00:00 or PT30S") from exc


def seconds_hint(number: int) -> str:
    """Return what to write instead of a number, which most likely counts seconds."""
    try:
        return f'; write a duration, such as "{write_timespan(timedelta(seconds=abs(number)))}"'
    except OverflowError:
        return ""


def _read(text: str) -> timedelta:
    span = TIME_SPAN.fullmatch(text)
    if span:
        days, hours, minutes, seconds, fraction = (float(part or 0) for part in span.groups())
        if hours > 23 or minutes > 59 or seconds > 59:
            raise ValueError(text)
        return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds + fraction)
    iso = ISO_DURATION.fullmatch(text.upper())
    if iso is None or text.upper() in ("P", "PT") or text.upper().endswith("T"):
        raise ValueError(text)
    *days_parts, hours, minutes, seconds = (float(part or 0) for part in iso.groups())
    days = sum(part * length for part, length in zip(days_parts, _DAYS_OF_ISO, strict=True))
    return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
