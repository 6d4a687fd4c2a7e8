"""Decides how a job from an export arrives, so that nothing fires by surprise. Nothing is done here."""

from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from migrate.found import Json
from shared.api.fields import Fields
from shared.api.instants import write_instant
from shared.domain.definition import Definition
from shared.domain.errors import Faults
from shared.domain.job import JobState
from shared.domain.recurrence import Frequency, Recurrence
from shared.domain.runs import first_run

_MONTHLY: Final = (Frequency.MONTH, Frequency.YEAR)
_KEPT: Final = "so that it keeps its times and does not run at once"


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What an export says of a job's past runs, and of its next one."""

    executions: int | None = None
    last: datetime | None = None
    next: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A job as it arrives, what was changed for that, and what else people should know."""

    definition: Definition
    state: JobState
    changes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_past(properties: Json, faults: Faults) -> Past:
    status = Fields({"properties": properties}, faults).object("properties").object("status")
    executions = status.integer("executionCount")
    faults.check(executions is None or executions >= 0, status.path("executionCount"), "is negative")
    return Past(
        executions=executions,
        last=_unless_never(status.instant("lastExecutionTime")),
        next=_unless_never(status.instant("nextExecutionTime")),
    )


def keep_grid(
    properties: Json, state: JobState, past: Past, *, otherwise: datetime | None
) -> tuple[Json, str | None]:
    """Return a recurring job with a start time; if it had none, also return what was done.

    Without a start time, the job would run at once and count from then. So a start time is chosen:

    1. The next run of the export, because it lies on the job's old grid.
    2. Else the last run, which lies close to the grid.
    3. Else `otherwise`, if the job is enabled or has run: its grid is unknown.
    4. Else none: the job is disabled and has never run, so its first run is still to come.
    """
    fields = Fields(properties, Faults())
    if state.final or not fields.has("recurrence") or fields.has("startTime"):
        return properties, None
    if past.next is not None:
        start, why = past.next, f"its next run in the export, {_KEPT}"
    elif past.last is not None:
        start, why = past.last, f"its last run in the export, {_KEPT}"
    elif otherwise is not None and (state is JobState.ENABLED or past.executions):
        start = otherwise.replace(microsecond=0)
        why = "the time of the import, for the export does not say when it ran; it does not run at once"
    else:
        return properties, None  # its first run is still to come
    text = write_instant(start)
    return {**properties, "startTime": text}, f"startTime is {text}: {why}"


def arrive(definition: Definition, state: JobState, past: Past, *, now: datetime) -> Arrival:
    """Return the job without what is over. If all of it is over, the job arrives completed."""
    if state.final:
        return Arrival(definition=definition, state=state)
    if definition.recurrence is None:
        return _arrive_once(definition, state, past, now=now)
    return _arrive_recurring(definition, definition.recurrence, state, past, now=now)


def unsure_day(recurrence: Recurrence | None, start: datetime | None) -> str | None:
    """Return a note if the start, which was taken from a run, may have meant a later day of the month."""
    if recurrence is None or start is None or recurrence.frequency not in _MONTHLY:
        return None
    schedule = recurrence.schedule
    if schedule is not None and (schedule.month_days or schedule.monthly_occurrences):
        return None
    if start.day != monthrange(start.year, start.month)[1] or start.day == 31:
        return None
    return (
        f"it may have been meant for a later day of the month than {start.day}, "
        f"which {start:%B} does not have; check startTime"
    )


def _unless_never(instant: datetime | None) -> datetime | None:
    """Return None for .NET's first instant, which means never."""
    return None if instant is None or instant.year == 1 else instant


def _arrive_once(definition: Definition, state: JobState, past: Past, *, now: datetime) -> Arrival:
    due = definition.start_time or past.next
    changes: tuple[str, ...] = ()
    if definition.start_time is None and due is not None:
        definition = replace(definition, start_time=due)
        changes = (f"startTime is {write_instant(due)}, its run in the export",)
    if due is not None and due > now:
        return Arrival(definition=definition, state=state, changes=changes)
    if state is JobState.DISABLED:
        notes = ("it runs at once when it is enabled, for its time has passed",)
        return Arrival(definition=definition, state=state, changes=changes, notes=notes)
    when = "at once" if due is None else f"at {write_instant(due)}"
    change = f"it was to run once, {when}, which is over: it arrives completed and does not run"
    return Arrival(definition=definition, state=JobState.COMPLETED, changes=(change,))


def _arrive_recurring(
    definition: Definition, recurrence: Recurrence, state: JobState, past: Past, *, now: datetime
) -> Arrival:
    count = recurrence.count
    changes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    if count is not None and past.executions is None:
        notes = (f"the export does not say how often it has run: its count of {count} begins anew",)
    elif count is not None and past.executions:
        left = count - past.executions
        if left <= 0:
            change = f"it has run {past.executions} times, of {count}: it arrives completed"
            return Arrival(definition=definition, state=JobState.COMPLETED, changes=(change,))
        recurrence = replace(recurrence, count=left)
        definition = replace(definition, recurrence=recurrence)
        changes = (f"count is {left}, what is left of {count} after {past.executions} runs",)
    over = first_run(recurrence, start=definition.start_time, now=now) is None
    if state is JobState.ENABLED and over and recurrence.end_time is not None:
        change = f"it ended on {write_instant(recurrence.end_time)}: it arrives completed"
        return Arrival(definition=definition, state=JobState.COMPLETED, changes=(*changes, change))
    if over and recurrence.end_time is not None:
        notes = (*notes, f"it ended on {write_instant(recurrence.end_time)} and does not run any more")
    elif definition.start_time is None:
        notes = (*notes, "its first run is still owed to it: it runs at once when it is enabled")
    return Arrival(definition=definition, state=state, changes=changes, notes=notes)
