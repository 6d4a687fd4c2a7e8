"""Values → JSON of an answer, spelled as the original spelled it; what is absent is left out."""

from collections.abc import Sequence
from datetime import datetime

from shared.api.instants import write_instant
from shared.api.shapes.objects import DEFINITION, HISTORY, WANTED_COLLECTION
from shared.api.shapes.writing import Json, present, write
from shared.domain.collection import JobCollection
from shared.domain.errors import SchedulerError
from shared.domain.history import HistoryEntry
from shared.domain.job import Definition, Job, JobState
from shared.domain.keys import CollectionKey, JobKey


def render_collection(collection: JobCollection) -> Json:
    return {
        "id": collection_id(collection.key),
        "type": "Microsoft.Scheduler/jobCollections",
        "name": collection.key.name,
        **write(WANTED_COLLECTION, collection),
    }


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
    return write(DEFINITION, definition)


def render_runs(sentence: str, runs: Sequence[datetime], note: str | None = None) -> Json:
    return present(sentence=sentence, runs=[write_instant(run) for run in runs], note=note)


def render_history(job: Job, entry: HistoryEntry) -> Json:
    return {
        "id": f"{job_id(job.key)}/history/{entry.name}",
        "type": "Microsoft.Scheduler/jobCollections/jobs/history",
        "name": f"{job.key.collection.name}/{job.key.name}/{entry.name}",
        "properties": write(HISTORY, entry),
    }


def render_list(values: Sequence[Json]) -> Json:
    """`nextLink` is the one thing ever sent as null."""
    return {"value": list(values), "nextLink": None}


def render_error(error: SchedulerError) -> Json:
    return {"error": {"code": error.code, "message": str(error)}}


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
