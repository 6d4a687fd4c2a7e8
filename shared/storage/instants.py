"""Instants as text that sorts like time and keeps microseconds (Edm.DateTime does not always)."""

from datetime import UTC, datetime


def write_instant(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def read_instant(text: str) -> datetime:
    """Raise ValueError if the text tells no instant; a time without an offset compares with none."""
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(f"no offset: {text}")
    return instant
