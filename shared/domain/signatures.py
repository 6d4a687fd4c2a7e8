"""Shared access signatures: when one ends, as it says itself."""

from datetime import UTC, datetime
from typing import Final
from urllib.parse import parse_qs

_FORMS: Final = ("%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%MZ", "%Y-%m-%d", "%Y-%m-%dT%H:%M:%S.%fZ")
"""The forms that storage accepts."""


def end_of_signature(token: str) -> datetime | None:
    """Return when a signature ends. None if it leaves that to an access policy, or is none at all."""
    fields = parse_qs(token, max_num_fields=50) if "sig=" in token and token.count("&") < 50 else {}
    end = fields.get("se", [""])[0]
    return next((read for form in _FORMS if (read := _read(end, form)) is not None), None)


def _read(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form).replace(tzinfo=UTC)
    except ValueError:
        return None
