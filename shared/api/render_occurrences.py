"""Occurrences → JSON: each with what became of it, and with the attempts that were made."""

from collections.abc import Sequence
from datetime import datetime

from shared.api.instants import write_instant, write_local, write_shown
from shared.api.render import job_id
from shared.api.shapes.writing import Json, present
from shared.domain.history import HistoryEntry
from shared.domain.in_force import zone_name
from shared.domain.job import Job
from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import Zone, zone_named
from shared.domain.occurrences.sentences import sentence_of
from shared.domain.occurrences.story import Kind, Occurrence, Story
from shared.domain.refusals import neighbours, refusal
from shared.domain.unfit_parts import Refusal


def render_occurrence(occurrence: Occurrence, job: Job, zone: Zone, *, told: bool = False) -> Json:
    """`told` adds what became of it in a sentence."""
    properties = present(
        at=write_instant(occurrence.at),
        local=write_local(occurrence.at, zone),
        due=_instant(occurrence.due),
        kind=None if occurrence.kind is Kind.SCHEDULED else str(occurrence.kind),
        outcome=str(occurrence.outcome),
        reason=occurrence.reason,
        who=occurrence.who,
        since=_instant(occurrence.since),
        until=write_shown(occurrence.until, zone) if occurrence.until else None,
        into=_instant(occurrence.into),
        note=occurrence.note,
        attempts=[_render_attempt(job, entry) for entry in occurrence.attempts] or None,
        sentence=sentence_of(occurrence, zone) if told else None,
    )
    return {"properties": properties}


def render_asked(story: Story, moment: Moment, at: datetime, meant: Sequence[Occurrence]) -> Json:
    """Return what is told of one moment; if it is no occurrence, why not."""
    job, collection = story.job, story.collection
    zone = zone_named(zone_name(job.definition, collection))
    anchor = job.counted_from
    refused = None if meant else refusal(job.definition, collection, moment, anchor=anchor)
    before, after = neighbours(job.definition, collection, moment, anchor=anchor)
    sentences = [sentence_of(one, zone) for one in meant] or [_why_not(refused, job)]
    properties = present(
        at=write_instant(at),
        local=write_local(at, zone),
        sentence=" ".join(sentences),
        occurrences=[render_occurrence(one, job, zone, told=True)["properties"] for one in meant],
        refused={"reason": str(refused.reason), "words": refused.words} if refused else None,
        before=_instant(before),
        after=_instant(after),
    )
    return {"properties": properties}


def _why_not(refused: Refusal | None, job: Job) -> str:
    if refused is not None:
        return f"The schedule of job '{job.key.name}' does not name this time. {refused.words}"
    return f"Job '{job.key.name}' was not there at this time, or its schedule was another one."


def _render_attempt(job: Job, entry: HistoryEntry) -> Json:
    return present(
        id=f"{job_id(job.key)}/history/{entry.name}",
        action=str(entry.action),
        attempt=entry.attempt,
        startTime=write_instant(entry.started),
        endTime=write_instant(entry.ended),
        status=str(entry.status),
        httpStatus=entry.http_status,
    )


def _instant(instant: datetime | None) -> str | None:
    return None if instant is None else write_instant(instant)
