"""Tickets, those set aside, and the note of the last scan ⇄ the fields of their table rows."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from shared.domain.retry import Retrying
from shared.domain.scanned import Scanned
from shared.domain.stored import SetAside, StoredRow
from shared.domain.ticket import Lease, Sent, Ticket, Waiting
from shared.storage.definitions import read_optional_value, write_optional_value
from shared.storage.fields import (
    FIRST_FORMAT,
    Fields,
    read_flag,
    read_job_key,
    read_number,
    read_optional,
    read_text,
    write_job_key,
    write_optional,
)
from shared.storage.instants import read_instant, write_instant
from shared.storage.row_keys import read_ticket_row

WAITING_FIELDS: Final = ("RowKey", "format", "sentCount", "sentAt", "leaseId", "leaseUntil", "waiting")
"""What is read of a ticket to know whether a hint is due."""
_NOTHING_RARE: Final[Fields] = {
    "ordinal": 0,
    "covers": "",
    "waited": False,
    "collapsedUntil": "",
    "retrying": "",
    "mourned": False,
}
RARE_OF_TICKETS: Final = frozenset({*_NOTHING_RARE, "waiting"})
"""What only tickets of jobs with policies have."""


def write_ticket(ticket: Ticket) -> Fields:
    return {
        "incarnation": ticket.incarnation,
        "expected": write_instant(ticket.expected),
        "scheduled": ticket.scheduled,
        "number": ticket.number,
        "revision": ticket.revision,
        "putRevision": ticket.put_revision,
        "claims": ticket.claims,
        **_write_rare(ticket),
        **write_waiting(ticket),
    }


def _write_rare(ticket: Ticket) -> Fields:
    """Return what only tickets of jobs with policies have."""
    noted = (ticket.ordinal, ticket.covers, ticket.waited, ticket.collapsed_until, ticket.retrying)
    if not any(noted) and not ticket.mourned:
        return _NOTHING_RARE
    return {
        "ordinal": ticket.ordinal,
        "covers": write_optional(ticket.covers),
        "waited": ticket.waited,
        "collapsedUntil": write_optional(ticket.collapsed_until),
        "retrying": write_optional_value(ticket.retrying),
        "mourned": ticket.mourned,
    }


def write_waiting(ticket: Ticket | Waiting) -> Fields:
    return {
        "sentCount": ticket.sent.count if ticket.sent else 0,
        "sentAt": write_optional(ticket.sent.at if ticket.sent else None),
        "leaseId": ticket.lease.id if ticket.lease else "",
        "leaseUntil": write_optional(ticket.lease.until if ticket.lease else None),
        "waiting": ticket.waiting,
    }


def read_waiting(fields: Mapping[str, Any], etag: str) -> Waiting:
    """The ticket's identity is its row key."""
    sent_at, lease_until = read_optional(fields["sentAt"]), read_optional(fields["leaseUntil"])
    return Waiting(
        key=read_ticket_row(fields["RowKey"]),
        sent=Sent(count=read_number(fields["sentCount"]), at=sent_at) if sent_at else None,
        lease=Lease(id=read_text(fields["leaseId"]), until=lease_until) if lease_until else None,
        waiting=read_flag(fields.get("waiting", False)),
        etag=etag,
    )


def read_ticket(fields: Mapping[str, Any], etag: str) -> Ticket:
    waiting = read_waiting(fields, etag)
    return Ticket(
        key=waiting.key,
        incarnation=read_text(fields["incarnation"]),
        expected=read_instant(fields["expected"]),
        scheduled=read_flag(fields["scheduled"]),
        number=read_number(fields["number"]),
        revision=read_text(fields["revision"]),
        put_revision=read_text(fields["putRevision"]),
        sent=waiting.sent,
        lease=waiting.lease,
        claims=read_number(fields["claims"]),
        ordinal=read_number(fields.get("ordinal", 0)),
        covers=read_optional(fields.get("covers", "")),
        waited=read_flag(fields.get("waited", False)),
        waiting=waiting.waiting,
        collapsed_until=read_optional(fields.get("collapsedUntil", "")),
        retrying=read_optional_value(Retrying, read_text(fields.get("retrying", ""))),
        mourned=read_flag(fields.get("mourned", False)),
        etag=etag,
    )


def write_aside(aside: SetAside) -> Fields:
    return {
        **(write_job_key(aside.owner) if aside.owner else {}),
        "formerRow": aside.stored.row,
        "reason": aside.reason,
        "at": write_instant(aside.at),
    }


def read_aside(partition: str, fields: Mapping[str, Any], etag: str) -> SetAside:
    return SetAside(
        stored=StoredRow(partition=partition, row=read_text(fields["formerRow"]), etag=etag),
        owner=read_job_key(fields) if "job" in fields else None,
        reason=read_text(fields["reason"]),
        at=read_instant(fields["at"]),
    )


def write_scanned(scanned: Scanned) -> Fields:
    return {
        "format": FIRST_FORMAT,
        "version": scanned.version,
        "at": write_instant(scanned.at),
        "due": scanned.due,
        "sent": scanned.sent,
        "sentAgain": scanned.sent_again,
        "setAside": scanned.set_aside,
        "newer": scanned.newer,
        "duration": scanned.duration.total_seconds(),
    }


def read_scanned(fields: Mapping[str, Any], etag: str = "") -> Scanned:
    return Scanned(
        at=read_instant(fields["at"]),
        version=read_text(fields.get("version", "0.1.0")),
        due=read_number(fields["due"]),
        sent=read_number(fields["sent"]),
        sent_again=read_number(fields["sentAgain"]),
        set_aside=read_number(fields["setAside"]),
        newer=read_number(fields.get("newer", 0)),
        duration=timedelta(seconds=fields["duration"]),
    )
