"""Parts of rows that several kinds of them share; writer and reader side by side.

What is absent is written as an empty text, because a merge cannot take a field away.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import TicketKey
from shared.storage.instants import read_instant, write_instant
from shared.storage.row_keys import read_ticket_row, ticket_row

Fields = dict[str, Any]

COMMIT: Final = "commit"
"""Which commit wrote the row last."""
FIRST_FORMAT: Final = 1
"""The format of rows that 0.1.0 could have written, although it did not name it."""
EXTENDED_FORMAT: Final = 2
"""The format of jobs and collections with local time: an older version would run them in UTC."""
FORMAT: Final = EXTENDED_FORMAT
"""The latest format of rows that is known here. Every row names its own; those of 0.1.0 do not, and have 1.

A row is given a higher one only if it holds what an older version would misunderstand."""


def format_of(fields: Mapping[str, Any]) -> int:
    return read_number(fields.get("format", 1))


def write_job_key(key: JobKey) -> Fields:
    return {**write_collection_key(key.collection), "job": key.name}


def read_job_key(fields: Mapping[str, Any]) -> JobKey:
    return JobKey(collection=read_collection_key(fields), name=read_text(fields["job"]))


def write_collection_key(key: CollectionKey) -> Fields:
    return {"subscription": key.subscription, "resourceGroup": key.resource_group, "collection": key.name}


def read_collection_key(fields: Mapping[str, Any]) -> CollectionKey:
    subscription, group, name = (
        read_text(fields[name]) for name in ("subscription", "resourceGroup", "collection")
    )
    return CollectionKey(subscription=subscription, resource_group=group, name=name)


def write_ticket_key(key: TicketKey | None) -> str:
    return ticket_row(key) if key else ""


def read_ticket_key(text: str) -> TicketKey | None:
    return read_ticket_row(text) if text else None


def read_number(value: object) -> int:
    """Return the number; raise TypeError if the row holds anything else in its place."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"not a number: {repr(value)[:100]}")
    return value


def read_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"not a text: {repr(value)[:100]}")
    return value


def read_flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"not true or false: {repr(value)[:100]}")
    return value


def write_optional(instant: datetime | None) -> str:
    return write_instant(instant) if instant else ""


def read_optional(text: str) -> datetime | None:
    return read_instant(text) if text else None
