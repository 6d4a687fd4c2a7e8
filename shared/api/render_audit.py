"""Records of changes → JSON."""

from shared.api.instants import write_instant
from shared.api.render import collection_id, job_id, render_definition, render_disabled
from shared.api.shapes.objects import WANTED_COLLECTION
from shared.api.shapes.writing import Json, present, write
from shared.domain.about import EXTENDED
from shared.domain.audit import Audited, AuditNote, CollectionOutline, Outline
from shared.domain.contents import ActionOutline
from shared.domain.keys import JobKey
from shared.domain.wanted_collection import WantedCollection


def render_note(note: AuditNote) -> Json:
    """Return who did what to which job or collection."""
    return {"properties": _noted(note)}


def render_audited(audited: Audited) -> Json:
    """Return all that is known of a change. What people put tokens into is never told."""
    properties = present(
        **_noted(audited.note),
        revisionBefore=audited.before or None,
        revisionAfter=audited.after or None,
        **(_render_outline(audited.outline) if audited.outline else {}),
        fields=dict(audited.words) or None,
    )
    return {"properties": properties}


def _noted(note: AuditNote) -> Json:
    place = note.place
    return present(
        at=write_instant(note.at),
        who=note.asking.who,
        operation=str(note.operation),
        target=job_id(place) if isinstance(place, JobKey) else collection_id(place),
        note=note.asking.note,
        requestId=note.asking.request or None,
        correlationId=note.asking.correlation or None,
    )


def _render_outline(outline: Outline) -> Json:
    if isinstance(outline, CollectionOutline):
        return _render_collection(outline)
    shown = render_definition(outline.definition, EXTENDED) if outline.definition else {}
    action = shown.pop("action", {})
    retries = {key: action[key] for key in ("retryPolicy", "retryOptions") if key in action}
    return present(
        state=str(outline.state),
        disabled=render_disabled(outline.disabled),
        action={**_render_action(outline.action), **retries} if outline.action else None,
        errorAction=_render_action(outline.error_action) if outline.error_action else None,
        definition=shown or None,
    )


def _render_collection(outline: CollectionOutline) -> Json:
    """Return what holds for the jobs of a collection, as the collection shows it."""
    standing = WantedCollection(
        location=None,
        sku=outline.sku,
        state=outline.state,
        defaults=outline.defaults,
        calendars=outline.calendars,
    )
    shown: Json = write(WANTED_COLLECTION, standing)["properties"]
    mourning = _render_action(outline.error_action) if outline.error_action else None
    return present(**shown, disabled=render_disabled(outline.disabled), errorAction=mourning)


def _render_action(action: ActionOutline) -> Json:
    return present(type=str(action.type), method=action.method or None, target=action.target)
