"""Records of changes ⇄ the fields of their table rows."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from shared.domain.asking import Asking
from shared.domain.audit import Audited, AuditNote, CollectionOutline, JobOutline, Operation, Outline
from shared.domain.exclude import Exclude
from shared.domain.keys import JobKey
from shared.domain.messages import Pairs
from shared.storage.definitions import (
    read_calendars,
    read_optional_value,
    write_calendars,
    write_optional_value,
)
from shared.storage.fields import (
    Fields,
    read_collection_key,
    read_job_key,
    read_text,
    write_collection_key,
    write_job_key,
)
from shared.storage.instants import read_instant, write_instant

RARE_OF_AUDIT: Final = frozenset({"note", "request", "correlation", "outline", "words", "exclude"})


def write_note(note: AuditNote) -> Fields:
    place = note.place
    return {
        **(write_job_key(place) if isinstance(place, JobKey) else write_collection_key(place)),
        "at": write_instant(note.at),
        "id": note.id,
        "operation": note.operation,
        "who": note.asking.who,
        "request": note.asking.request,
        "correlation": note.asking.correlation,
        "note": note.asking.note or "",
    }


def read_note(fields: Mapping[str, Any], etag: str) -> AuditNote:
    return AuditNote(
        at=read_instant(fields["at"]),
        place=read_job_key(fields) if "job" in fields else read_collection_key(fields),
        id=read_text(fields["id"]),
        operation=Operation(fields["operation"]),
        asking=Asking(
            who=read_text(fields["who"]),
            request=read_text(fields.get("request", "")),
            correlation=read_text(fields.get("correlation", "")),
            note=read_text(fields.get("note", "")) or None,
        ),
        etag=etag,
    )


def write_audited(audited: Audited) -> Fields:
    """Days that do not count stand in a field of their own: they can be many."""
    outline, exclude, calendars = _apart(audited.outline)
    return {
        **write_note(audited.note),
        "incarnation": audited.incarnation,
        "before": audited.before,
        "after": audited.after,
        "outline": write_optional_value(outline),
        "exclude": exclude,
        "calendars": calendars,
        "words": json.dumps(audited.words, ensure_ascii=False) if audited.words else "",
    }


def read_audited(fields: Mapping[str, Any], etag: str) -> Audited:
    words = read_text(fields.get("words", ""))
    return Audited(
        note=read_note(fields, ""),
        incarnation=read_text(fields["incarnation"]),
        before=read_text(fields["before"]),
        after=read_text(fields["after"]),
        outline=_together(fields),
        words=_read_words(json.loads(words)) if words else (),
        etag=etag,
    )


def _apart(outline: Outline | None) -> tuple[Outline | None, str, str]:
    match outline:
        case CollectionOutline():
            return replace(outline, calendars=()), "", write_calendars(outline.calendars)
        case JobOutline(definition=definition) if definition is not None and definition.exclude is not None:
            without = replace(outline, definition=replace(definition, exclude=None))
            return without, write_optional_value(definition.exclude), ""
        case _:
            return outline, "", ""


def _together(fields: Mapping[str, Any]) -> Outline | None:
    text, exclude = read_text(fields.get("outline", "")), read_text(fields.get("exclude", ""))
    if not text:
        return None
    if "job" not in fields:
        collection = read_optional_value(CollectionOutline, text)
        calendars = read_calendars(read_text(fields.get("calendars", "")))
        return replace(collection, calendars=calendars) if collection else None
    job = read_optional_value(JobOutline, text)
    if job is None or job.definition is None or not exclude:
        return job
    return replace(job, definition=replace(job.definition, exclude=read_optional_value(Exclude, exclude)))


def _read_words(stored: Any) -> Pairs:
    return tuple((read_text(path), read_text(said)) for path, said in stored)
