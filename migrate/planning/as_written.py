"""Jobs that count as their files write them. What would surprise somebody is refused, not changed."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from migrate.prepare import Place, PreparedJob
from shared.api.instants import write_instant
from shared.domain.action import Action
from shared.domain.definition import Definition
from shared.domain.errors import Invalid
from shared.domain.in_force import local_of
from shared.domain.job import JobState
from shared.domain.job_times import check_times
from shared.domain.local_time.zones import instant_of
from shared.domain.secrecy import target_of
from shared.domain.timing import Timing


def with_kept_secrets(job: PreparedJob, place: Place, there: JobState | None) -> PreparedJob:
    """Return the job; what it lacks is kept if the app has it, which it has only for the same target.

    A job that is enabled in the app has its secrets there. Of others nobody knows.
    """
    if place.stored is None or there is not JobState.ENABLED:
        return job
    kept = tuple(field for field in job.missing if _same_target(field, job.definition, place.stored))
    return replace(job, missing=tuple(field for field in job.missing if field not in kept), kept=kept)


def without_made_up_start(job: PreparedJob, stored: Definition, *, now: datetime) -> PreparedJob:
    """Return the job with the start that the app made up for cron, if it did so before."""
    start = stored.start_time
    if job.start_made_up and isinstance(start, datetime) and start <= now:
        return replace(job, definition=replace(job.definition, start_time=start))
    return job


def refusals(job: PreparedJob, place: Place, *, now: datetime) -> Iterator[str]:
    """Yield why the job cannot be created or changed as it is written."""
    yield from job.lost
    if job.state is not JobState.ENABLED:
        return
    for field in job.missing:
        yield f"{field}: a secret is missing"
    definition = job.definition
    if definition.recurrence is None:
        yield from _over(definition, now)
        return
    timing = Timing(
        recurrence=definition.recurrence,
        start=definition.start_time,
        local=local_of(definition, place.collection),
    )
    try:
        check_times(timing, enabled=True, now=now)
    except Invalid as exc:
        yield from exc.told


def _over(definition: Definition, now: datetime) -> Iterator[str]:
    """Yield why a job that runs once would run at once."""
    start = definition.start_time
    if start is None:
        yield "it would run at once: give it a startTime"
        return
    at = instant_of(start, definition.own_zone)
    if at <= now:
        yield f"its time, {write_instant(at)}, is over, and it would run at once: give it another startTime"


def _same_target(field: str, wanted: Definition, stored: Definition) -> bool:
    here, there = (_action(field, one) for one in (wanted, stored))
    return here is not None and there is not None and target_of(here) == target_of(there)


def _action(field: str, definition: Definition) -> Action | None:
    if not field.startswith("action.errorAction."):
        return definition.action
    return definition.error_action.action if definition.error_action else None
