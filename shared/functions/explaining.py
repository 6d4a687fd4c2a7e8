"""The operations that tell what happened, and why."""

from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from shared.api.instants import write_instant
from shared.api.render import job_id
from shared.api.render_audit import render_audited, render_note
from shared.api.render_occurrences import render_asked, render_occurrence
from shared.api.shapes.writing import Json
from shared.api.span_query import MOST_OCCURRENCES, read_changes_wanted, read_span
from shared.domain.about import EXTENDED
from shared.domain.changes_wanted import ChangesWanted
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


def occurrences(app: App, call: Call) -> Reply:
    """What became of every time that a job's schedule names, or why it does not name one."""
    names = call.names
    key = checked_job(names["subscription"], names["resource_group"], names["collection"], names["job"])
    span = read_span(call.params, now=app.ports.clock())
    if span.at is not None:
        return Reply(body=_asked_about(app, key, span.at))
    story, told = explain(app.ports, key, begin=span.begin, end=span.end, limit=MOST_OCCURRENCES)
    zone = zone_named(zone_name(story.job.definition, story.collection))
    link = None
    if len(told) == MOST_OCCURRENCES:
        further = {"from": write_instant(told[-1].at + datetime.resolution), "to": write_instant(span.end)}
        link = _link(f"{job_id(key)}/occurrences", further)
    return Reply(body={"value": [render_occurrence(one, story.job, zone) for one in told], "nextLink": link})


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
    return Reply(body={"value": shown, "nextLink": _further(wanted, behind)})


def _asked_about(app: App, key: JobKey, moment: Moment) -> Json:
    """Return what became of a time, or why the schedule does not name it, and the times around it."""
    job, collection = existing_job(app.ports.store, key)
    zone = zone_named(zone_name(job.definition, collection))
    at = instant_of(moment, zone)
    begin, end = at - job.delay, at + _A_SECOND
    story, told = explain(app.ports, key, begin=begin, end=end, limit=MOST_OCCURRENCES)
    meant = [one for one in told if at <= one.at < end or at <= (one.due or one.at) < end]
    return render_asked(story, moment, at, meant)


def _further(wanted: ChangesWanted, behind: str | None) -> str | None:
    if behind is None:
        return None
    place = f"{wanted.group}/{wanted.collection}".strip("/")
    asked = {
        "collection": place,
        "job": wanted.job,
        "who": wanted.who,
        "from": write_instant(wanted.begin),
        "to": write_instant(wanted.end),
        "$top": str(wanted.top),
        "behind": behind,
    }
    path = f"/subscriptions/{wanted.subscription}/providers/Microsoft.Scheduler/audit"
    return _link(path, {name: value for name, value in asked.items() if value})


def _link(path: str, params: dict[str, str]) -> str:
    """Return where a list goes on. It never holds a key."""
    return f"{path}?{urlencode({'api-version': EXTENDED, **params})}"
