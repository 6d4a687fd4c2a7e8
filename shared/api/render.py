"""Values → JSON of an answer, spelled as the original spelled it; what is absent is left out."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from shared.api.instants import write_instant, write_local, write_shown
from shared.api.shapes.objects import ACTION, history_for, shapes_for
from shared.api.shapes.shape import record
from shared.api.shapes.writing import Json, WriteDuration, present, write
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.action import Action
from shared.domain.asked_job import misfits
from shared.domain.collection import PREMIUM, Defaults, JobCollection, default_zone
from shared.domain.definition import Definition, in_old_form
from shared.domain.disabled import Disabled
from shared.domain.errors import Fault, Invalid, SchedulerError
from shared.domain.history import HistoryEntry
from shared.domain.in_force import taken_defaults, zone_name
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.local_time.zones import UTC_NAMES, UTC_ZONE, UnknownZone, zone_named
from shared.domain.shown_runs import Run
from shared.domain.timespan import write_timespan

_DEFAULTS: Final = record(Defaults, types={Action: ACTION})
_DISABLED: Final = record(Disabled)


def render_collection(
    collection: JobCollection, version: str = ORIGINAL, durations: WriteDuration = write_timespan
) -> Json:
    shown = write(shapes_for(version).collection, collection, durations)
    if version < ORIGINAL and collection.sku.is_premium:
        shown["properties"]["sku"] = {"name": PREMIUM}
    if "disabled" in shown["properties"]:
        zone = default_zone(collection.defaults)
        shown["properties"]["disabled"] = render_disabled(collection.disabled, zone)
    return {
        "id": collection_id(collection.key),
        "type": "Microsoft.Scheduler/jobCollections",
        "name": collection.key.name,
        **({"etag": etag_of(collection)} if version >= EXTENDED else {}),
        **shown,
    }


def etag_of(one: Job | JobCollection) -> str:
    """Return the ETag as it stands in the header, quotes included: what `If-Match` takes."""
    return f'"{one.version}"'


def render_job(
    job: Job,
    collection: JobCollection,
    version: str = ORIGINAL,
    durations: WriteDuration = write_timespan,
) -> Json:
    extended = version >= EXTENDED
    return {
        "id": job_id(job.key),
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "name": f"{job.key.collection.name}/{job.key.name}",
        **({"etag": etag_of(job), **render_tags(job.definition)} if extended else {}),
        "properties": present(
            **render_definition(job.definition, version, durations),
            state=job.state,
            disabled=render_pause(job, collection) if extended else None,
            effective=_render_effective(job, collection, durations) if extended else None,
            recent=job.recent or None if extended else None,
            status=_render_status(job, collection, extended=extended),
        ),
    }


def render_pause(job: Job, collection: JobCollection) -> Json | None:
    """Return why and until when a job is disabled, by its own clocks."""
    zone = zone_name(job.definition, collection)
    return render_disabled(job.disabled, zone) if job.state is JobState.DISABLED else None


def render_definition(
    definition: Definition, version: str = ORIGINAL, durations: WriteDuration = write_timespan
) -> Json:
    shown = definition if version >= EXTENDED else in_old_form(definition)
    return write(shapes_for(version).definition, shown, durations)


def render_tags(definition: Definition) -> Json:
    """Return the tags, which stand beside the properties."""
    return {} if definition.tags is None else {"tags": dict(definition.tags)}


def render_disabled(disabled: Disabled | None, zone: str = UTC_NAMES[0]) -> Json | None:
    """Return why and until when, as the clocks of the zone show it."""
    if disabled is None:
        return None
    until = {} if disabled.until is None else {"until": _as_shown(disabled.until, zone)}
    return {**write(_DISABLED, disabled), **until} or None


def render_runs(sentence: str, runs: Sequence[Run], *, version: str, note: str | None = None) -> Json:
    """Older api-versions show the instants alone."""
    shown = [_render_run(run) if version >= EXTENDED else write_instant(run.due) for run in runs]
    return present(sentence=sentence, runs=shown, note=note)


def render_history(job: Job, entry: HistoryEntry, version: str = ORIGINAL) -> Json:
    return {
        "id": f"{job_id(job.key)}/history/{entry.name}",
        "type": "Microsoft.Scheduler/jobCollections/jobs/history",
        "name": f"{job.key.collection.name}/{job.key.name}/{entry.name}",
        "properties": write(history_for(version), entry),
    }


def render_list(values: Sequence[Json]) -> Json:
    """`nextLink` is the one thing ever sent as null."""
    return {"value": list(values), "nextLink": None}


def render_error(error: SchedulerError, version: str = ORIGINAL) -> Json:
    """From the extended api-version on, each fault also stands by itself, with its path as its target."""
    faults = error.faults if isinstance(error, Invalid) and version >= EXTENDED else ()
    details = [_render_fault(error.code, fault) for fault in faults]
    return {"error": present(code=error.code, message=str(error), details=details or None)}


def _render_fault(code: str, fault: Fault) -> Json:
    return present(code=code, target=fault.path or None, message=fault.rule)


def _render_run(run: Run) -> Json:
    return present(
        at=write_instant(run.at),
        local=write_local(run.at, run.zone),
        due=None if run.due == run.at else write_instant(run.due),
        note=run.note,
    )


def _render_effective(job: Job, collection: JobCollection, durations: WriteDuration) -> Json | None:
    """What the job takes from its collection."""
    return write(_DEFAULTS, taken_defaults(job.definition, collection), durations) or None


def _render_status(job: Job, collection: JobCollection, *, extended: bool) -> Json | None:
    """A disabled job that has never run has no status, unless there is more to say."""
    no_effect = [key for key, _ in misfits(job.definition)] if extended else []
    if job.state is JobState.DISABLED and job.last_run is None:
        return {"noEffect": no_effect} if no_effect else None
    due = job.next_run
    zone = zone_named(zone_name(job.definition, collection)) if extended and due else None
    return present(
        lastExecutionTime=_instant(job.last_run),
        nextExecutionTime=_instant(due),
        nextExecutionTimeLocal=write_local(due, zone) if due and zone else None,
        noEffect=no_effect or None,
        executionCount=job.counters.executions,
        failureCount=job.counters.failures,
        faultedCount=job.counters.faults,
    )


def _as_shown(instant: datetime, zone: str) -> str:
    """Return the instant with the offset of the zone, or in UTC if its rules are known elsewhere only."""
    try:
        clocks = zone_named(zone)
    except UnknownZone:
        clocks = UTC_ZONE
    return write_shown(instant, clocks)


def collection_id(key: CollectionKey) -> str:
    return (
        f"/subscriptions/{key.subscription}/resourceGroups/{key.resource_group}"
        f"/providers/Microsoft.Scheduler/jobCollections/{key.name}"
    )


def job_id(key: JobKey) -> str:
    return f"{collection_id(key.collection)}/jobs/{key.name}"


def _instant(instant: datetime | None) -> str | None:
    return None if instant is None else write_instant(instant)
