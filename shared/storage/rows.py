"""Jobs, and rows of every kind → the fields of their table rows.

What is absent is written as an empty text or zero, because a merge cannot take a field away.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, assert_never

from shared.domain.audit import Audited, AuditNote
from shared.domain.changes import Records, Row
from shared.domain.collection import JobCollection
from shared.domain.course import NO_COURSE, Course, Skipped
from shared.domain.definition import in_old_form
from shared.domain.disabled import Disabled
from shared.domain.history import FailureNote, HistoryEntry
from shared.domain.in_force import Computed
from shared.domain.job import Counters, FaultTimes, Job, JobState, Progress
from shared.domain.stored import SetAside, StoredRow, Unreadable
from shared.domain.ticket import Ticket, Waiting
from shared.storage.audit_rows import RARE_OF_AUDIT, write_audited, write_note
from shared.storage.collection_rows import write_collection
from shared.storage.definitions import (
    has_extensions,
    read_definition,
    read_optional_value,
    write_definition,
    write_difference,
    write_extensions,
    write_optional_value,
)
from shared.storage.fields import (
    EXTENDED_FORMAT,
    FIRST_FORMAT,
    Fields,
    read_flag,
    read_job_key,
    read_number,
    read_optional,
    read_text,
    read_ticket_key,
    write_job_key,
    write_optional,
    write_ticket_key,
)
from shared.storage.history_rows import write_history, write_skipped
from shared.storage.instants import read_instant, write_instant
from shared.storage.ticket_rows import RARE_OF_TICKETS, write_aside, write_ticket, write_waiting

DEFINITION_FIELDS: Final = (
    *("RowKey", "format", "definition", "extensions", "tzdata"),
    *("state", "recent", "faultTimes", "disabled", "since"),
)
"""The fields of a job that tell what it does, how it is, and by which rules its next run was found."""
SHARED_FIELDS: Final = ("RowKey", "format", "calendars", "defaults", "state", "disabled")
"""The fields of a collection that its jobs share."""
_ABSENT: Final = object()
_RARE: Final = frozenset(
    {"extensions", "tzdata", "calendarId", "defaults", "calendars", "course", "disabled", "enabling"}
    | {"collapsedUntil", "edition", "recent", "faultTimes", "httpStatus", "retryAt"}
    | RARE_OF_TICKETS
    | RARE_OF_AUDIT
)


def write_row(row: Row) -> Fields:
    """Return all fields of a row. A row that was not read has none, so its update writes every field.

    Of a job that cannot be read, one thing can be written: that something of it was set aside.
    """
    if isinstance(row, Records):
        return {"format": FIRST_FORMAT, **_write_record(row)}
    match row:
        case StoredRow():
            return {}
        case Unreadable():
            return {"aside": True} if row.aside else {}
        case Waiting():
            return write_waiting(row)
        case SetAside():
            written = write_aside(row)
        case JobCollection():
            written = write_collection(row)
        case Job():
            written = _write_job(row)
        case Ticket():
            written = write_ticket(row)
        case _:
            assert_never(row)
    return {"format": _format_of(row), **written}


def _write_record(row: Records) -> Fields:
    match row:
        case HistoryEntry():
            return write_history(row)
        case Skipped():
            return write_skipped(row)
        case FailureNote():
            return write_history(row.entry)
        case AuditNote():
            return write_note(row)
        case Audited():
            return write_audited(row)
        case _:
            assert_never(row)


def _format_of(row: Row) -> int:
    """Return the format of a row: a later one if an older version would misunderstand it."""
    match row:
        case Job():
            return EXTENDED_FORMAT if has_extensions(row.definition) or row.disabled else FIRST_FORMAT
        case JobCollection():
            extended = row.defaults or row.calendars or row.until
            return EXTENDED_FORMAT if extended else FIRST_FORMAT
        case _:
            return FIRST_FORMAT


def write_new(row: Row) -> Fields:
    """Return the fields of a row that is inserted. What few rows have is left out where it says nothing.

    Storage works on every field of a row each time that it is read or changed.
    """
    return {name: value for name, value in write_row(row).items() if value or name not in _RARE}


def difference(before: Row, after: Row) -> Fields:
    """Return the fields of `after` that are new or differ from those of `before`."""
    if isinstance(before, Job) and isinstance(after, Job) and before.definition is after.definition:
        # A run leaves the definition alone, and writing it is costly.
        old, new = _write_standing(before), _write_standing(after)
        if before.disabled is not after.disabled:
            old["format"], new["format"] = _format_of(before), _format_of(after)
    else:
        old, new = write_row(before), write_row(after)
    return {name: value for name, value in new.items() if old.get(name, _ABSENT) != value}


def etag_of(row: Row) -> str:
    return row.stored.etag if isinstance(row, Unreadable | SetAside) else row.etag


def with_etag(row: Row, etag: str) -> Row:
    if isinstance(row, Unreadable | SetAside):
        return replace(row, stored=replace(row.stored, etag=etag))
    return replace(row, etag=etag)


def _write_job(job: Job) -> Fields:
    return {
        **_write_standing(job),
        "definition": write_definition(in_old_form(job.definition)),
        "extensions": write_extensions(job.definition),
    }


def _write_standing(job: Job) -> Fields:
    """Return the fields of a job without its definition."""
    return {
        **write_job_key(job.key),
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
        "lastRun": write_optional(job.last_run),
        "nextTicket": write_ticket_key(job.next_ticket),
        "tzdata": job.computed.tzdata,
        "calendarId": job.computed.calendar,
        "trimTicket": write_ticket_key(job.trim_ticket),
        "course": _write_course(job.course),
        "disabled": write_optional_value(job.disabled),
        "aside": job.aside,
        "since": write_optional(job.since),
        "edition": job.edition,
        "recent": job.recent,
        "faultTimes": write_optional_value(job.fault_times),
    }


def _write_course(course: Course) -> str:
    """Most jobs note nothing, and then nothing is written."""
    return "" if course is NO_COURSE else write_difference(course, NO_COURSE)


def read_job(fields: Mapping[str, Any], etag: str) -> Job:
    return Job(
        key=read_job_key(fields),
        definition=read_definition(fields["definition"], read_text(fields.get("extensions", ""))),
        state=JobState(fields["state"]),
        incarnation=read_text(fields["incarnation"]),
        revision=read_text(fields["revision"]),
        put_revision=read_text(fields["putRevision"]),
        anchor=read_instant(fields["anchor"]),
        counters=Counters(
            executions=read_number(fields["executions"]),
            failures=read_number(fields["failures"]),
            faults=read_number(fields["faults"]),
        ),
        progress=Progress(
            numbered=read_number(fields["numbered"]),
            started=read_number(fields["started"]),
            open=read_number(fields["open"]),
            settled=read_number(fields["settled"]),
            faulted=read_flag(fields["settledFaulted"]),
        ),
        last_run=read_optional(fields["lastRun"]),
        next_ticket=read_ticket_key(fields["nextTicket"]),
        computed=Computed(
            tzdata=read_text(fields.get("tzdata", "")), calendar=read_text(fields.get("calendarId", ""))
        ),
        trim_ticket=read_ticket_key(fields["trimTicket"]),
        course=read_optional_value(Course, read_text(fields.get("course", ""))) or NO_COURSE,
        disabled=read_optional_value(Disabled, read_text(fields.get("disabled", ""))),
        aside=read_flag(fields.get("aside", True)),  # earlier versions did not say
        since=read_optional(fields.get("since", "")),
        edition=read_text(fields.get("edition", "")),
        recent=read_text(fields.get("recent", "")),
        fault_times=read_optional_value(FaultTimes, read_text(fields.get("faultTimes", ""))),
        etag=etag,
    )
