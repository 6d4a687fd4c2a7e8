"""What PowerShell's cmdlets for jobs and collections (Get-AzureRm…, Get-Az…) give to ConvertTo-Json.

It is not ARM with other names: recurrence and end are sentences, and much of a job is missing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from migrate.forms.powershell.actions import ACTION_KEYS, filled, read_action
from migrate.forms.powershell.texts import read_count, read_end, read_moment, read_rhythm
from migrate.found import Found, FoundCollection, FoundJob, Json, Names, Origin
from migrate.ids import names_in
from migrate.spelling import of_actions
from shared.api.fields import Fields
from shared.api.instants import write_instant
from shared.api.shapes.writing import present
from shared.domain.errors import Faults

_Value = TypeVar("_Value")

FORM: Final = "PowerShell"
_STEPS: Final = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
}
_LONGEST_INTERVAL: Final = 1_000  # no frequency allows a longer one; a step this long does not overflow
_LOST_RETRIES: Final = (
    "the retry policy: PowerShell's export does not hold it; "
    "without one a failed run is tried 4 more times, 30 seconds apart"
)
_LOST_SCHEDULE: Final = (
    "the schedule (minutes, hours, days): PowerShell's export does not hold it; "
    "if the job had one, it would run at other times"
)
_LOST_MESSAGE_PROPERTIES: Final = (
    "the brokered and custom properties of the Service Bus message: PowerShell's export does not hold them; "
    "if the message had any, it would be sent without them"
)
_LOST_END: Final = "the end: this export has no EndSchedule; the job was read as one that recurs for ever"

_JOB_KEYS: Final = {
    "properties.startTime": "StartTime",
    "properties.state": "Status",
    "properties.recurrence": "Recurrence",
    "properties.recurrence.frequency": "Recurrence",
    "properties.recurrence.interval": "Recurrence",
    "properties.recurrence.count": "EndSchedule",
    "properties.recurrence.endTime": "EndSchedule",
    "properties.status.executionCount": "Executions",
    **of_actions(
        ACTION_KEYS,
        {"properties.action": "JobAction", "properties.action.errorAction": "JobErrorAction"},
    ),
}
_COLLECTION_KEYS: Final = {
    "location": "Location",
    "properties.sku": "Plan",
    "properties.sku.name": "Plan",
    "properties.state": "State",
    "properties.quota.maxJobCount": "MaxJobCount",
    "properties.quota.maxRecurrence": "MaxRecurrence",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Timing:
    """When a job runs, and what is unknown about that."""

    start: datetime | None
    last_run: datetime | None
    next_run: datetime | None
    recurrence: Json | None
    lost: tuple[str, ...]


def matches(document: object) -> bool:
    return isinstance(document, dict) and (_is_job(document) or _is_collection(document))


def read(document: Json, origin: Origin) -> list[Found]:
    """Return the document's job or collection, with all its faults."""
    here = replace(origin, form=FORM)
    return [_read_job(document, here) if _is_job(document) else _read_collection(document, here)]


def _is_job(document: Json) -> bool:
    return {"jobname", "jobcollectionname"} <= _keys(document)


def _is_collection(document: Json) -> bool:
    keys = _keys(document)
    return "jobcollectionname" in keys and "jobname" not in keys and bool(keys & {"plan", "uri", "location"})


def _keys(document: Json) -> set[str]:
    return {key.lower() for key in document}


def _read_job(document: Json, origin: Origin) -> FoundJob:
    faults = Faults()
    fields = Fields(document, faults)
    action, error_action = (read_action(fields, key, faults) for key in ("JobAction", "JobErrorAction"))
    timing = _read_timing(fields, faults)
    properties = present(
        startTime=_written(timing.start),
        action=None if action is None else {**action, **present(errorAction=error_action)},
        recurrence=timing.recurrence,
        state=_in_lower_case(filled(fields, "Status")),
        status=_read_status(fields, timing) or None,
    )
    return FoundJob(
        origin=origin,
        names=_names_of_job(fields),
        properties=properties,
        lost=(_LOST_RETRIES, *timing.lost, *_lost_of_messages(action, error_action)),
        notes=_notes(timing),
        keys=_JOB_KEYS,
        faults=faults.found,
    )


def _names_of_job(fields: Fields) -> Names:
    return Names(
        resource_group=fields.text("ResourceGroupName"),
        collection=fields.required_text("JobCollectionName"),
        job=fields.required_text("JobName"),
    )


def _read_timing(fields: Fields, faults: Faults) -> _Timing:
    recurrence, lost = _read_recurrence(fields, faults)
    return _Timing(
        start=_read(fields, "StartTime", read_moment, faults),
        last_run=_read(fields, "Lastrun", read_moment, faults),
        next_run=_read(fields, "Nextrun", read_moment, faults),
        recurrence=recurrence,
        lost=lost,
    )


def _read_recurrence(fields: Fields, faults: Faults) -> tuple[Json | None, tuple[str, ...]]:
    """Return the recurrence, and what of it is lost or in doubt."""
    rhythm = _read(fields, "Recurrence", read_rhythm, faults)
    end = _read(fields, "EndSchedule", read_end, faults)
    if not fields.has("Recurrence"):
        recurs = end is not None and not end.once
        faults.check(not recurs, "Recurrence", "is missing, though EndSchedule says that the job recurs")
        known = fields.has("EndSchedule")
        faults.check(known, "Recurrence", "is missing, and so is EndSchedule: whether it recurs is unknown")
        return None, ()
    if end is None:
        return rhythm, (_LOST_SCHEDULE,) if fields.has("EndSchedule") else (_LOST_SCHEDULE, _LOST_END)
    faults.check(not end.once, "EndSchedule", "says that the job runs once, though it has a Recurrence")
    ended = None if rhythm is None else {**rhythm, **present(count=end.count, endTime=_written(end.time))}
    return ended, (_LOST_SCHEDULE,) if end.doubt is None else (_LOST_SCHEDULE, end.doubt)


def _read_status(fields: Fields, timing: _Timing) -> Json:
    return present(
        lastExecutionTime=_written(timing.last_run),
        nextExecutionTime=_written(timing.next_run),
        executionCount=fields.integer("Executions"),
        failureCount=fields.integer("Failures"),
        faultedCount=fields.integer("Faults"),
    )


def _lost_of_messages(*actions: Json | None) -> tuple[str, ...]:
    sent = any(action is not None and action["type"].startswith("ServiceBus") for action in actions)
    return (_LOST_MESSAGE_PROPERTIES,) if sent else ()


def _notes(timing: _Timing) -> tuple[str, ...]:
    """Return a note if the next run shows that the job had a schedule."""
    recurrence, start, next_run = timing.recurrence or {}, timing.start, timing.next_run
    step, interval = _STEPS.get(recurrence.get("frequency", "")), recurrence.get("interval", 1)
    if step is None or start is None or next_run is None or not 1 <= interval <= _LONGEST_INTERVAL:
        return ()
    if not (next_run - start) % (step * interval):
        return ()
    words = recurrence["frequency"] if interval == 1 else f"{recurrence['frequency']}s"
    rhythm = f"a start at {write_instant(start)} and every {interval} {words}"
    return (
        f"the next run in the export, {write_instant(next_run)}, does not fit {rhythm}: "
        "the job had a schedule",
    )


def _read_collection(document: Json, origin: Origin) -> FoundCollection:
    faults = Faults()
    fields = Fields(document, faults)
    quota = present(
        maxJobCount=_read(fields, "MaxJobCount", read_count, faults),
        maxRecurrence=_read(fields, "MaxRecurrence", read_rhythm, faults) if _has_limit(fields) else None,
    )
    plan = filled(fields, "Plan")
    properties = present(
        sku=None if plan is None else {"name": plan}, state=filled(fields, "State"), quota=quota or None
    )
    body = present(location=fields.raw("Location"), properties=properties)
    found = FoundCollection(origin=origin, names=_names_of_collection(fields), body=body, faults=faults.found)
    return replace(found, keys=_COLLECTION_KEYS)


def _has_limit(fields: Fields) -> bool:
    return filled(fields, "MaxRecurrence") is not None


def _names_of_collection(fields: Fields) -> Names:
    """Return the names. Only the id holds the subscription."""
    in_id = names_in(fields.text("Uri") or "") or Names()
    return Names(
        subscription=in_id.subscription,
        resource_group=fields.text("ResourceGroupName") or in_id.resource_group,
        collection=fields.required_text("JobCollectionName") or in_id.collection,
    )


def _read(fields: Fields, key: str, read: Callable[[object], _Value], faults: Faults) -> _Value | None:
    """Read the value under a key and return the result; note a fault if it cannot be read."""
    if not fields.has(key):
        return None
    try:
        return read(fields.raw(key))
    except ValueError as exc:
        faults.add(fields.path(key), str(exc))
        return None


def _written(instant: datetime | None) -> str | None:
    return None if instant is None else write_instant(instant)


def _in_lower_case(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value
