"""Values → JSON of an answer, spelled as the original spelled it; what is absent is left out."""

from collections.abc import Sequence
from datetime import datetime

from shared.api.instants import write_instant
from shared.api.render_action import Json, present, render_main_action
from shared.domain.collection import JobCollection, Quota
from shared.domain.errors import SchedulerError
from shared.domain.history import HistoryEntry
from shared.domain.job import Definition, Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.recurrence import MonthlyOccurrence, Recurrence, Schedule


def render_collection(collection: JobCollection) -> Json:
    return present(
        id=collection_id(collection.key),
        type="Microsoft.Scheduler/jobCollections",
        name=collection.key.name,
        location=collection.location,
        tags=None if collection.tags is None else dict(collection.tags),
        properties=present(
            sku={"name": collection.sku}, state=collection.state, quota=_render_quota(collection.quota)
        ),
    )


def render_job(job: Job) -> Json:
    return {
        "id": job_id(job.key),
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "name": f"{job.key.collection.name}/{job.key.name}",
        "properties": present(
            **render_definition(job.definition), state=job.state, status=_render_status(job)
        ),
    }


def render_definition(definition: Definition) -> Json:
    return present(
        startTime=_instant(definition.start_time),
        action=render_main_action(definition),
        recurrence=_render_recurrence(definition.recurrence),
    )


def render_runs(sentence: str, runs: Sequence[datetime], note: str | None = None) -> Json:
    return present(sentence=sentence, runs=[write_instant(run) for run in runs], note=note)


def render_history(job: Job, entry: HistoryEntry) -> Json:
    return {
        "id": f"{job_id(job.key)}/history/{entry.name}",
        "type": "Microsoft.Scheduler/jobCollections/jobs/history",
        "name": f"{job.key.collection.name}/{job.key.name}/{entry.name}",
        "properties": {
            "startTime": write_instant(entry.started),
            "endTime": write_instant(entry.ended),
            "expectedExecutionTime": write_instant(entry.expected),
            "actionName": entry.action,
            "status": entry.status,
            "message": entry.message,
            "retryCount": entry.attempt,
            "repeatCount": entry.number,
        },
    }


def render_list(values: Sequence[Json]) -> Json:
    """`nextLink` is the one thing ever sent as null."""
    return {"value": list(values), "nextLink": None}


def render_error(error: SchedulerError) -> Json:
    return {"error": {"code": error.code, "message": str(error)}}


def _render_quota(quota: Quota | None) -> Json | None:
    if quota is None:
        return None
    shortest = quota.max_recurrence
    return present(
        maxJobCount=quota.max_job_count,
        maxJobOccurrence=quota.max_job_occurrence,
        maxRecurrence={"frequency": shortest.frequency, "interval": shortest.interval} if shortest else None,
    )


def _render_recurrence(recurrence: Recurrence | None) -> Json | None:
    if recurrence is None:
        return None
    return present(
        frequency=recurrence.frequency,
        interval=recurrence.interval,
        count=recurrence.count,
        endTime=_instant(recurrence.end_time),
        schedule=_render_schedule(recurrence.schedule),
    )


def _render_schedule(schedule: Schedule | None) -> Json | None:
    if schedule is None:
        return None
    named = {
        "minutes": list(schedule.minutes),
        "hours": list(schedule.hours),
        "weekDays": [day.name.lower() for day in schedule.week_days],
        "monthDays": list(schedule.month_days),
        "monthlyOccurrences": [_render_occurrence(wanted) for wanted in schedule.monthly_occurrences],
        "months": list(schedule.months),
    }
    return {key: values for key, values in named.items() if values}


def _render_occurrence(wanted: MonthlyOccurrence) -> Json:
    return present(day=wanted.day.name.lower(), occurrence=wanted.occurrence)


def _render_status(job: Job) -> Json | None:
    """A disabled job that has never run has no status."""
    if job.state is JobState.DISABLED and job.last_run is None:
        return None
    return present(
        lastExecutionTime=_instant(job.last_run),
        nextExecutionTime=_instant(job.next_ticket.due if job.next_ticket else None),
        executionCount=job.counters.executions,
        failureCount=job.counters.failures,
        faultedCount=job.counters.faults,
    )


def collection_id(key: CollectionKey) -> str:
    return (
        f"/subscriptions/{key.subscription}/resourceGroups/{key.resource_group}"
        f"/providers/Microsoft.Scheduler/jobCollections/{key.name}"
    )


def job_id(key: JobKey) -> str:
    return f"{collection_id(key.collection)}/jobs/{key.name}"


def _instant(instant: datetime | None) -> str | None:
    return None if instant is None else write_instant(instant)
