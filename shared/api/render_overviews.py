"""What is told of all jobs of a subscription → JSON of an answer."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from urllib.parse import urlencode

from shared.api.instants import write_instant, write_local
from shared.api.render import collection_id, etag_of, job_id, render_pause, render_tags
from shared.api.shapes.objects import history_for
from shared.api.shapes.writing import Json, present, write
from shared.domain.about import EXTENDED
from shared.domain.agenda import Coming
from shared.domain.collection import JobCollection
from shared.domain.contents import outline_of
from shared.domain.credentials import Credential, earliest_end
from shared.domain.crowds import Crowds
from shared.domain.history import HistoryEntry
from shared.domain.in_force import zone_name
from shared.domain.job import Job
from shared.domain.job_counts import LastOutcome, last_outcome
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.local_time.zones import UnknownZone, zone_named
from shared.domain.subscriptions import Subscription
from shared.domain.summaries import next_run_of, sentence_of_job
from shared.domain.under_way import ShownRun

_JOB_TYPE = "Microsoft.Scheduler/jobCollections/jobs"


def render_page(values: Sequence[Json], path: str, params: Mapping[str, str], behind: str | None) -> Json:
    """Return some values of a list, and a link to the others; it holds the parameters and never a key."""
    if behind is None:
        return {"value": list(values), "nextLink": None}
    query = urlencode({"api-version": EXTENDED, **params, "behind": behind}, safe=":", errors="replace")
    return {"value": list(values), "nextLink": f"{path}?{query}"}


def render_subscription(subscription: Subscription) -> Json:
    return {
        "id": f"/subscriptions/{subscription.name}",
        "subscriptionId": subscription.name,
        "properties": {"jobCollections": subscription.collections, "jobs": subscription.jobs},
    }


def render_summary(job: Job, collection: JobCollection) -> Json:
    outcome = last_outcome(job.recent)
    return {
        **_place(job.key),
        "etag": etag_of(job),
        **render_tags(job.definition),
        "properties": present(
            state=job.state,
            disabled=render_pause(job, collection),
            **_timing(job, collection),
            nextExecutionTime=_instant(next_run_of(job, collection)),
            lastExecutionTime=_instant(job.last_run),
            lastOutcome=None if outcome is LastOutcome.NONE else outcome,
            recent=job.recent or None,
            target=_render_target(job),
            credentialEnds=_instant(earliest_end(job.definition)),
            collectionState=collection.state,
        ),
    }


def render_failure(entry: HistoryEntry) -> Json:
    """Return an entry of the history, of which the message is cut."""
    return {
        "id": f"{job_id(entry.job)}/history/{entry.name}",
        "type": f"{_JOB_TYPE}/history",
        "name": f"{entry.job.collection.name}/{entry.job.name}/{entry.name}",
        "properties": write(history_for(EXTENDED), entry),
    }


def render_coming(run: Coming) -> Json:
    return {
        **_place(run.job),
        "properties": present(
            at=write_instant(run.at),
            local=write_local(run.at, run.zone),
            timeZone=run.zone.key,
            due=None if run.due == run.at else write_instant(run.due),
        ),
    }


def render_crowds(crowds: Crowds, window: Mapping[str, str]) -> Json:
    """Return the counts; `window` says from when, until when, and in which buckets."""
    peaks = [
        {"at": write_instant(peak.at), "runs": peak.runs, "jobs": [job_id(job) for job in peak.jobs]}
        for peak in crowds.peaks
    ]
    buckets = [{"at": write_instant(at), "runs": runs} for at, runs in crowds.buckets]
    return {"properties": {**window, "buckets": buckets, "peaks": peaks}}


def render_running(run: ShownRun, *, now: datetime) -> Json:
    ticket = run.ticket
    leased = ticket.lease.until if ticket.lease and ticket.leased(now) else None
    return {
        **_place(run.job.key),
        "properties": present(
            kind=ticket.key.kind,
            attempt=ticket.key.attempt,
            due=write_instant(ticket.key.due),
            expected=write_instant(ticket.expected),
            state=ticket.state(now),
            since=_instant(run.since),
            leaseUntil=_instant(leased),
            waitsFor=ticket.waits_for(now),
        ),
    }


def render_expiring(owner: JobKey | CollectionKey, credential: Credential) -> Json:
    """Return a credential. That its end is unknown is said, and so is null."""
    unknown = {"unknown": True} if credential.ends is None else {}
    names = present(subject=credential.subject or None, thumbprint=credential.thumbprint or None)
    return {
        **_place(owner),
        "properties": {
            "path": credential.path,
            "kind": credential.kind,
            "ends": _instant(credential.ends),
            **unknown,
            **names,
        },
    }


def _place(owner: JobKey | CollectionKey) -> Json:
    if isinstance(owner, CollectionKey):
        return {
            "id": collection_id(owner),
            "type": "Microsoft.Scheduler/jobCollections",
            "name": owner.name,
        }
    return {"id": job_id(owner), "type": _JOB_TYPE, "name": f"{owner.collection.name}/{owner.name}"}


def _timing(job: Job, collection: JobCollection) -> Json:
    """Say when a job runs, as far as that can be said: rules of its zone may be known elsewhere only."""
    name, due = zone_name(job.definition, collection), next_run_of(job, collection)
    try:
        local = write_local(due, zone_named(name)) if due else None
        return present(sentence=sentence_of_job(job, collection), timeZone=name, nextExecutionTimeLocal=local)
    except UnknownZone:
        return {"timeZone": name}


def _render_target(job: Job) -> Json:
    outline = outline_of(job.definition.action)
    return present(type=outline.type, method=outline.method or None, target=outline.target)


def _instant(instant: datetime | None) -> str | None:
    return None if instant is None else write_instant(instant)
