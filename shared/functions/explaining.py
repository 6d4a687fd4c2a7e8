"""The operations that tell what happened, and why."""

from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from shared.api.instants import write_instant
from shared.api.render import job_id
from shared.api.render_audit import render_audited, render_note
from shared.api.render_occurrences import render_asked, render_occurrence
from shared.api.render_overviews import render_page
from shared.api.shapes.writing import Json
from shared.api.span_query import MOST_OCCURRENCES, Span, read_changes_wanted, read_span
from shared.domain.about import EXTENDED
from shared.domain.budget import OverBudget
from shared.domain.changes_wanted import ChangesWanted
from shared.domain.errors import BadRequest
from shared.domain.in_force import zone_name
from shared.domain.keys import JobKey, checked_job, checked_subscription
from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import instant_of, zone_named
from shared.flow import audit_log
from shared.flow.manage_jobs import existing_job
from shared.flow.occurrences import explain
from shared.functions.routes import Call, Reply
from shared.functions.wiring import App

_A_SECOND: Final = timedelta(seconds=1)
_TOO_FAR: Final = (
    "{}: to tell what becomes of that time is more work than one request may be: a job with a count has too "
    "many runs before it. Ask for an earlier time."
)


def occurrences(app: App, call: Call) -> Reply:
    """What became of every time that a job's schedule names, or why it does not name one."""
    names = call.names
    key = checked_job(names["subscription"], names["resource_group"], names["collection"], names["job"])
    span = read_span(call.params, now=app.ports.clock())
    if span.at is not None:
        return Reply(body=_asked_about(app, key, span.at))
    try:
        story, page, further = explain(app.ports, key, begin=span.begin, end=span.end, top=span.top)
    except OverBudget:
        raise BadRequest(_TOO_FAR.format("from")) from None
    zone = zone_named(zone_name(story.job.definition, story.collection))
    shown = [render_occurrence(one, story.job, zone) for one in page]
    return Reply(body={"value": shown, "nextLink": _link(call, key, further, span) if further else None})


def list_audit(app: App, call: Call) -> Reply:
    """Who changed what, newest first; of a single job, all that is known of it."""
    subscription, store = checked_subscription(call.names["subscription"]), app.ports.store
    wanted = read_changes_wanted(call.params, subscription, now=app.ports.clock())
    if wanted.place is not None:
        records, behind = audit_log.changes_of(store, wanted.place, wanted)
        shown = [render_audited(record) for record in records]
    else:
        notes, behind = audit_log.changes(store, wanted)
        shown = [render_note(note) for note in notes]
    path = f"{call.origin}/subscriptions/{subscription}/providers/Microsoft.Scheduler/audit"
    return Reply(body=render_page(shown, path, _asked(wanted), behind))


def _asked_about(app: App, key: JobKey, moment: Moment) -> Json:
    """Return what became of a time, or why the schedule does not name it, and the times around it."""
    job, collection = existing_job(app.ports.store, key)
    zone = zone_named(zone_name(job.definition, collection))
    at = instant_of(moment, zone)
    begin, end = at - job.delay, at + _A_SECOND
    try:
        story, told, _ = explain(app.ports, key, begin=begin, end=end, top=MOST_OCCURRENCES)
    except OverBudget:
        raise BadRequest(_TOO_FAR.format("at")) from None
    meant = [one for one in told if at <= one.at < end or at <= (one.due or one.at) < end]
    return render_asked(story, moment, at, meant)


def _asked(wanted: ChangesWanted) -> dict[str, str]:
    """Return the parameters that ask for the same again."""
    asked = {
        "collection": f"{wanted.group}/{wanted.collection}".strip("/"),
        "job": wanted.job,
        "who": wanted.who,
        "from": write_instant(wanted.begin),
        "to": write_instant(wanted.end),
        "$top": str(wanted.top),
    }
    return {name: value for name, value in asked.items() if value}


def _link(call: Call, key: JobKey, begin: datetime, span: Span) -> str:
    asked = {"api-version": EXTENDED, "from": write_instant(begin), "to": write_instant(span.end)}
    asked |= {} if span.top == MOST_OCCURRENCES else {"$top": str(span.top)}
    return f"{call.origin}{job_id(key)}/occurrences?{urlencode(asked)}"
