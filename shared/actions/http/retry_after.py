"""`Retry-After`: how long a target asks to be left alone, in seconds or as a date."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

LONGEST: Final = timedelta(days=548)
"""No retry waits longer, whatever a target asks for."""
_SECONDS: Final = re.compile(r"[0-9]{1,20}", re.ASCII)
_LONGEST_DATE: Final = 64


def asked_pause(headers: Mapping[str, str], now: datetime) -> timedelta | None:
    """Return the pause that an answer asks for; None if it asks for none, or cannot be understood.

    A date counts from the answer's own `Date`, if it has one: the target's clock may differ from ours.
    """
    text = headers.get("Retry-After", "").strip()
    if _SECONDS.fullmatch(text):
        return timedelta(seconds=min(int(text), LONGEST // timedelta(seconds=1)))
    until = _date(text)
    if until is None:
        return None
    pause = until - (_date(headers.get("Date", "").strip()) or now)
    return min(pause, LONGEST) if pause > timedelta() else None


def _date(text: str) -> datetime | None:
    """Return an HTTP date; None if it is none. Dates without a zone are in UTC."""
    if not text or len(text) > _LONGEST_DATE or not text.isascii():
        return None
    try:
        date = parsedate_to_datetime(text)
        return date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
