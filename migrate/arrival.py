"""Decides how a job from an export arrives, so that nothing fires by surprise. Nothing is done here."""

from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from migrate.found import Json
from shared.api.cron import has_cron
from shared.api.fields import Fields
from shared.api.instants import write_instant
from shared.domain.definition import Definition
from shared.domain.errors import Faults
from shared.domain.job import JobState
from shared.domain.keys import JobKey
from shared.domain.local_time.excluded import NothingInSight, Then
from shared.domain.local_time.local import Local
from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import UTC_ZONE, instant_of, reading_of
from shared.domain.policies import delay_of, spread_fault
from shared.domain.recurrence import Frequency, Recurrence
from shared.domain.runs import first_run, runs

_NO_DELAY: Final = timedelta()
_MONTHLY: Final = (Frequency.MONTH, Frequency.YEAR)
_KEPT: Final = "so that it keeps its times and does not run at once"


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What an export says of a job's past runs, and of its next one.

    The times are those that the schedule names: the delay that `spread` adds to them is taken off.
    """

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


def read_past(properties: Json, key: JobKey, faults: Faults) -> Past:
    status = Fields({"properties": properties}, faults).object("properties").object("status")
    executions = status.integer("executionCount")
    faults.check(executions is None or executions >= 0, status.path("executionCount"), "is negative")
    last, next = (status.instant(f"{which}ExecutionTime") for which in ("last", "next"))
    delay, runs_at_once = _delay(properties, key), not Fields(properties, Faults()).has("startTime")
    return Past(
        executions=executions,
        last=_unless_never(last, _NO_DELAY if runs_at_once and executions == 1 else delay),
        next=_unless_never(next, _NO_DELAY if runs_at_once and not executions else delay),
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

    Cron is another matter: it names its times itself and has no first run at once, in any state.
    """
    fields = Fields(properties, Faults())
    if not fields.has("recurrence") or fields.has("startTime"):
        return properties, None
    if has_cron(properties) and otherwise is not None:
        start = otherwise.replace(microsecond=0)
        why = "the time of the import, for a job with cron and no start does not run at once"
    elif state.final:
        return properties, None
    elif past.next is not None:
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


def arrive(
    definition: Definition, state: JobState, past: Past, *, now: datetime, local: Local | None = None
) -> Arrival:
    """Return the job without what is over. If all of it is over, the job arrives completed.

    `local` tells by which clocks and days it counts where it arrives.
    """
    if state.final:
        return Arrival(definition=definition, state=state)
    if definition.recurrence is None:
        return _arrive_once(definition, state, past, now=now)
    return _arrive_recurring(definition, state, past, now=now, local=local)


def next_run_of(definition: Definition, *, now: datetime, local: Local | None) -> datetime | None:
    """Return the first run of a job that arrives now; None if it has none, or none in ten years."""
    return next(runs(definition.recurrence, start=definition.start_time, now=now, local=local), None)


def unsure_start(definition: Definition, local: Local | None) -> str | None:
    """Return a note if the start, which was taken from a run, may not be what was meant."""
    recurrence, moment, exclude = definition.recurrence, definition.start_time, definition.exclude
    if recurrence is None or moment is None:
        return None
    if exclude is not None and exclude.then is not Then.SKIP:
        return "its start is one of its runs, which may have been moved to another day; check startTime"
    return _unsure_day(recurrence, reading_of(moment, local.zone if local else UTC_ZONE))


def _unsure_day(recurrence: Recurrence, start: datetime) -> str | None:
    if recurrence.frequency not in _MONTHLY:
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


def _delay(properties: Json, key: JobKey) -> timedelta:
    """Return how long after the times of its schedule a job is due; nothing if that cannot be said."""
    fields = Fields(properties, Faults())
    spread = fields.timespan("spread") if fields.has("recurrence") else None
    return _NO_DELAY if spread is None or spread_fault(spread) else delay_of(key, spread)


def _unless_never(instant: datetime | None, delay: timedelta) -> datetime | None:
    """Return the instant without a delay; None for .NET's first instant, which means never."""
    return None if instant is None or instant.year == 1 else instant - delay


def _arrive_once(definition: Definition, state: JobState, past: Past, *, now: datetime) -> Arrival:
    start = definition.start_time
    due = past.next if start is None else _instant(start, definition)
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


def _instant(moment: Moment, definition: Definition) -> datetime:
    """Return the instant. A job that names a local time has a zone of its own."""
    return instant_of(moment, definition.own_zone)


def _arrive_recurring(
    definition: Definition, state: JobState, past: Past, *, now: datetime, local: Local | None
) -> Arrival:
    arrival = _with_count_left(Arrival(definition=definition, state=state), past)
    if arrival.state.final:
        return arrival
    ended = _ended(arrival.definition, now=now, local=local)
    if ended is not None and state is JobState.ENABLED:
        change = f"it ended on {ended}: it arrives completed"
        return replace(arrival, state=JobState.COMPLETED, changes=(*arrival.changes, change), notes=())
    if ended is not None:
        return replace(arrival, notes=(*arrival.notes, f"it ended on {ended} and does not run any more"))
    if definition.start_time is None:
        owed = "its first run is still owed to it: it runs at once when it is enabled"
        return replace(arrival, notes=(*arrival.notes, owed))
    return arrival


def _with_count_left(arrival: Arrival, past: Past) -> Arrival:
    recurrence, executions = arrival.definition.recurrence, past.executions
    if recurrence is None or recurrence.count is None or executions == 0:
        return arrival
    count = recurrence.count
    if executions is None:
        note = f"the export does not say how often it has run: its count of {count} begins anew"
        return replace(arrival, notes=(note,))
    left = count - executions
    if left <= 0 and arrival.state is JobState.ENABLED and past.next is not None:
        definition = replace(arrival.definition, recurrence=replace(recurrence, count=1))
        change = (
            f"count is 1, which is a guess: it has run {executions} times, of {count}, "
            "runs by hand included, and the export expects another run"
        )
        return replace(arrival, definition=definition, changes=(change,))
    if left <= 0:
        change = f"it has run {executions} times, of {count}: it arrives completed"
        return replace(arrival, state=JobState.COMPLETED, changes=(change,))
    definition = replace(arrival.definition, recurrence=replace(recurrence, count=left))
    change = f"count is {left}, what is left of {count} after {executions} runs"
    return replace(arrival, definition=definition, changes=(change,))


def _ended(definition: Definition, *, now: datetime, local: Local | None) -> str | None:
    """Return the end of a recurrence if no run is left before it."""
    end = definition.end_time
    if end is None:
        return None
    try:
        run = first_run(definition.recurrence, start=definition.start_time, now=now, local=local)
    except NothingInSight:  # no day counts; it is not over, because days may be made to count again
        return None
    return write_instant(_instant(end, definition)) if run is None else None
