"""Parts of rows that several kinds of them share; writer and reader side by side.

What is absent is written as an empty text, because a merge cannot take a field away.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import TicketKey
from shared.storage.instants import read_instant, write_instant
from shared.storage.row_keys import read_ticket_row, ticket_row

Fields = dict[str, Any]


def write_job_key(key: JobKey) -> Fields:
    return {**write_collection_key(key.collection), "job": key.name}


def read_job_key(fields: Mapping[str, Any]) -> JobKey:
    return JobKey(collection=read_collection_key(fields), name=fields["job"])


def write_collection_key(key: CollectionKey) -> Fields:
    return {"subscription": key.subscription, "resourceGroup": key.resource_group, "collection": key.name}


def read_collection_key(fields: Mapping[str, Any]) -> CollectionKey:
    return CollectionKey(
        subscription=fields["subscription"], resource_group=fields["resourceGroup"], name=fields["collection"]
    )


def write_ticket_key(key: TicketKey | None) -> str:
    return ticket_row(key) if key else ""


def read_ticket_key(text: str) -> TicketKey | None:
    return read_ticket_row(text) if text else None


def read_number(value: object) -> int:
    """Raise TypeError if a row holds anything else where a number belongs: nobody could count with it."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"not a number: {value!r}")
    return value


def write_optional(instant: datetime | None) -> str:
    return write_instant(instant) if instant else ""


def read_optional(text: str) -> datetime | None:
    return read_instant(text) if text else None
