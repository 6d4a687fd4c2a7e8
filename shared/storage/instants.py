"""Instants as text that sorts like time and keeps microseconds (Edm.DateTime does not always)."""

from datetime import UTC, datetime


def write_instant(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def read_instant(text: str) -> datetime:
    """Return the instant; raise ValueError if the text tells none, or has no offset from UTC."""
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(f"no offset: {text}")
    return instant
