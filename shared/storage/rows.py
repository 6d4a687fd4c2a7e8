"""Collections, jobs, tickets and history ⇄ the fields of their table rows; writer and reader side by side.

What is absent is written as an empty text or zero, because a merge cannot take a field away.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, assert_never

from shared.domain.changes import Row
from shared.domain.collection import CollectionState, JobCollection, MaxRecurrence, Quota, Sku
from shared.domain.history import ActionName, HistoryEntry, Status
from shared.domain.job import Counters, Job, JobState, Progress
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.recurrence import Frequency
from shared.domain.ticket import Lease, Sent, Ticket, TicketKey
from shared.storage.definitions import read_definition, write_definition
from shared.storage.instants import read_instant, write_instant
from shared.storage.row_keys import read_ticket_row, ticket_row

Fields = dict[str, Any]


def write_row(row: Row) -> Fields:
    match row:
        case JobCollection():
            return _write_collection(row)
        case Job():
            return _write_job(row)
        case Ticket():
            return _write_ticket(row)
        case HistoryEntry():
            return _write_history(row)
        case _:
            assert_never(row)


def difference(before: Row, after: Row) -> Fields:
    """Return the fields of `after` that `before` has not."""
    old = write_row(before)
    return {name: value for name, value in write_row(after).items() if old[name] != value}


def with_etag(row: Row, etag: str) -> Row:
    return replace(row, etag=etag)


def _write_collection(collection: JobCollection) -> Fields:
    return {
        **_write_collection_key(collection.key),
        "location": collection.location,
        "sku": collection.sku,
        "state": collection.state,
        "tags": json.dumps(collection.tags, ensure_ascii=False),
        "quota": _write_quota(collection.quota),
        "jobCount": collection.job_count,
    }


def read_collection(fields: Mapping[str, Any], etag: str) -> JobCollection:
    tags = json.loads(fields["tags"])
    return JobCollection(
        key=_read_collection_key(fields),
        location=fields["location"],
        sku=Sku(fields["sku"]),
        state=CollectionState(fields["state"]),
        tags=None if tags is None else tuple((name, value) for name, value in tags),
        quota=_read_quota(fields["quota"]),
        job_count=fields["jobCount"],
        etag=etag,
    )


def _write_quota(quota: Quota | None) -> str:
    if quota is None:
        return ""
    shortest = quota.max_recurrence
    return json.dumps(
        {
            "maxJobCount": quota.max_job_count,
            "maxJobOccurrence": quota.max_job_occurrence,
            "maxRecurrence": [shortest.frequency, shortest.interval] if shortest else None,
        }
    )


def _read_quota(text: str) -> Quota | None:
    if not text:
        return None
    stored = json.loads(text)
    frequency, interval = stored["maxRecurrence"] or ("", 0)
    shortest = MaxRecurrence(frequency=Frequency(frequency), interval=interval) if frequency else None
    return Quota(
        max_job_count=stored["maxJobCount"],
        max_job_occurrence=stored["maxJobOccurrence"],
        max_recurrence=shortest,
    )


def _write_job(job: Job) -> Fields:
    return {
        **_write_collection_key(job.key.collection),
        "job": job.key.name,
        "definition": write_definition(job.definition),
        "state": job.state,
        "incarnation": job.incarnation,
        "revision": job.revision,
        "putRevision": job.put_revision,
        "anchor": write_instant(job.anchor),
        "executions": job.counters.executions,
        "failures": job.counters.failures,
        "faults": job.counters.faults,
        "numbered": job.progress.numbered,
        "started": job.progress.started,
        "open": job.progress.open,
        "settled": job.progress.settled,
        "settledFaulted": job.progress.faulted,
        "lastRun": _write_optional(job.last_run),
        "nextTicket": _write_ticket_key(job.next_ticket),
        "trimTicket": _write_ticket_key(job.trim_ticket),
    }


def read_job(fields: Mapping[str, Any], etag: str) -> Job:
    return Job(
        key=JobKey(collection=_read_collection_key(fields), name=fields["job"]),
        definition=read_definition(fields["definition"]),
        state=JobState(fields["state"]),
        incarnation=fields["incarnation"],
        revision=fields["revision"],
        put_revision=fields["putRevision"],
        anchor=read_instant(fields["anchor"]),
        counters=Counters(
            executions=fields["executions"], failures=fields["failures"], faults=fields["faults"]
        ),
        progress=Progress(
            numbered=fields["numbered"],
            started=fields["started"],
            open=fields["open"],
            settled=fields["settled"],
            faulted=fields["settledFaulted"],
        ),
        last_run=_read_optional(fields["lastRun"]),
        next_ticket=_read_ticket_key(fields["nextTicket"]),
        trim_ticket=_read_ticket_key(fields["trimTicket"]),
        etag=etag,
    )


def _write_ticket(ticket: Ticket) -> Fields:
    return {
        "incarnation": ticket.incarnation,
        "expected": write_instant(ticket.expected),
        "scheduled": ticket.scheduled,
        "number": ticket.number,
        "revision": ticket.revision,
        "putRevision": ticket.put_revision,
        "sentCount": ticket.sent.count if ticket.sent else 0,
        "sentAt": _write_optional(ticket.sent.at if ticket.sent else None),
        "leaseId": ticket.lease.id if ticket.lease else "",
        "leaseUntil": _write_optional(ticket.lease.until if ticket.lease else None),
        "claims": ticket.claims,
    }


def read_ticket(fields: Mapping[str, Any], etag: str) -> Ticket:
    """The ticket's identity is its row key."""
    sent_at, lease_until = _read_optional(fields["sentAt"]), _read_optional(fields["leaseUntil"])
    return Ticket(
        key=read_ticket_row(fields["RowKey"]),
        incarnation=fields["incarnation"],
        expected=read_instant(fields["expected"]),
        scheduled=fields["scheduled"],
        number=fields["number"],
        revision=fields["revision"],
        put_revision=fields["putRevision"],
        sent=Sent(count=fields["sentCount"], at=sent_at) if sent_at else None,
        lease=Lease(id=fields["leaseId"], until=lease_until) if lease_until else None,
        claims=fields["claims"],
        etag=etag,
    )


def _write_history(entry: HistoryEntry) -> Fields:
    return {
        **_write_collection_key(entry.job.collection),
        "job": entry.job.name,
        "incarnation": entry.incarnation,
        "number": entry.number,
        "attempt": entry.attempt,
        "expected": write_instant(entry.expected),
        "started": write_instant(entry.started),
        "ended": write_instant(entry.ended),
        "status": entry.status,
        "action": entry.action,
        "message": entry.message,
    }


def read_history(fields: Mapping[str, Any], etag: str) -> HistoryEntry:
    return HistoryEntry(
        job=JobKey(collection=_read_collection_key(fields), name=fields["job"]),
        incarnation=fields["incarnation"],
        number=fields["number"],
        attempt=fields["attempt"],
        expected=read_instant(fields["expected"]),
        started=read_instant(fields["started"]),
        ended=read_instant(fields["ended"]),
        status=Status(fields["status"]),
        action=ActionName(fields["action"]),
        message=fields["message"],
        etag=etag,
    )


def _write_collection_key(key: CollectionKey) -> Fields:
    return {"subscription": key.subscription, "resourceGroup": key.resource_group, "collection": key.name}


def _read_collection_key(fields: Mapping[str, Any]) -> CollectionKey:
    return CollectionKey(
        subscription=fields["subscription"], resource_group=fields["resourceGroup"], name=fields["collection"]
    )


def _write_ticket_key(key: TicketKey | None) -> str:
    return ticket_row(key) if key else ""


def _read_ticket_key(text: str) -> TicketKey | None:
    return read_ticket_row(text) if text else None


def _write_optional(instant: datetime | None) -> str:
    return write_instant(instant) if instant else ""


def _read_optional(text: str) -> datetime | None:
    return read_instant(text) if text else None
