"""Entries of the history, and records of what was skipped ⇄ the fields of their table rows."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from shared.domain.course import Skipped, SkipReason, Stretch
from shared.domain.history import ActionName, FailureNote, HistoryEntry, RunKind, Status
from shared.storage.fields import (
    Fields,
    read_job_key,
    read_number,
    read_optional,
    read_text,
    write_job_key,
    write_optional,
)
from shared.storage.instants import read_instant, write_instant


def write_history(entry: HistoryEntry) -> Fields:
    return {
        **write_job_key(entry.job),
        "incarnation": entry.incarnation,
        "number": entry.number,
        "attempt": entry.attempt,
        "expected": write_instant(entry.expected),
        "started": write_instant(entry.started),
        "ended": write_instant(entry.ended),
        "status": entry.status,
        "action": entry.action,
        "message": entry.message,
        "lateness": entry.lateness.total_seconds(),
        "kind": entry.kind or "",
        "due": write_optional(entry.due),
        "collapsedUntil": write_optional(entry.collapsed_until),
        "revision": entry.revision or "",
        "httpStatus": entry.http_status or 0,
        "retryAt": write_optional(entry.retry_at),
    }


def read_history(fields: Mapping[str, Any], etag: str) -> HistoryEntry:
    return HistoryEntry(
        job=read_job_key(fields),
        incarnation=read_text(fields["incarnation"]),
        number=read_number(fields["number"]),
        attempt=read_number(fields["attempt"]),
        expected=read_instant(fields["expected"]),
        started=read_instant(fields["started"]),
        ended=read_instant(fields["ended"]),
        status=Status(fields["status"]),
        action=ActionName(fields["action"]),
        message=read_text(fields["message"]),
        lateness=timedelta(seconds=fields["lateness"]),
        kind=RunKind(kind) if (kind := fields.get("kind")) else None,
        due=read_optional(fields.get("due", "")),
        collapsed_until=read_optional(fields.get("collapsedUntil", "")),
        revision=read_text(fields.get("revision", "")) or None,
        http_status=read_number(fields.get("httpStatus", 0)) or None,
        retry_at=read_optional(fields.get("retryAt", "")),
        etag=etag,
    )


def read_failure(fields: Mapping[str, Any], etag: str) -> FailureNote:
    return FailureNote(read_history(fields, ""), etag=etag)


def write_skipped(skipped: Skipped) -> Fields:
    return {
        **write_job_key(skipped.job),
        "incarnation": skipped.incarnation,
        "revision": skipped.revision,
        "reason": skipped.stretch.reason,
        "first": write_instant(skipped.stretch.first),
        "until": write_instant(skipped.stretch.until),
    }


def read_skipped(fields: Mapping[str, Any], etag: str) -> Skipped:
    return Skipped(
        job=read_job_key(fields),
        incarnation=read_text(fields["incarnation"]),
        revision=read_text(fields["revision"]),
        stretch=Stretch(
            reason=SkipReason(fields["reason"]),
            first=read_instant(fields["first"]),
            until=read_instant(fields["until"]),
        ),
        etag=etag,
    )
