"""Whether the times that a caller asks for make sense: they are not past, and the job can run at all."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from shared.domain.definition import LONGEST_LEAD
from shared.domain.errors import Faults
from shared.domain.job import Job
from shared.domain.local_time.excluded import NothingInSight
from shared.domain.local_time.zones import reading_of
from shared.domain.recurrence import Recurrence
from shared.domain.rule import BEGINNING, rule_for
from shared.domain.runs import first_run, rule_of
from shared.domain.timing import Timing

_PAST: Final = "lies in the past"


def check_times(timing: Timing, *, enabled: bool, now: datetime, stored: Job | None = None) -> None:
    """Raise Invalid if a start is too far ahead, an end is past, or the job would never run.

    A job that is not enabled may have ended, so that one that was exported can be brought back.
    A `stored` job that is patched keeps the anchor it counts from, and has its first run only once.
    """
    faults, start, recurrence = Faults(), timing.start, timing.recurrence
    faults.check(
        start is None or timing.instant(start) - now <= LONGEST_LEAD,
        "startTime",
        f"is more than {LONGEST_LEAD.days} days ahead",
    )
    if recurrence is not None:
        kept = stored.anchor if stored and stored.definition.start_time is None else now
        _check_reach(faults, recurrence, anchor=reading_of(start or kept, timing.zone))
        begun = stored is not None and stored.progress.started > 0
        if enabled:
            _check_runs(faults, replace(timing, start=start or (kept if begun else None)), now=now)
    faults.raise_any()


def refuse_past_end(end: datetime | None, *, now: datetime) -> None:
    """Raise Invalid if the end of a recurrence, whatever else is wrong with that, is past."""
    faults = Faults()
    faults.check(end is None or end >= now, "recurrence.endTime", _PAST)
    faults.raise_any()


def _check_reach(faults: Faults, recurrence: Recurrence, *, anchor: datetime) -> None:
    one = recurrence.interval == 1
    every = recurrence.frequency if one else f"{recurrence.interval} {recurrence.frequency}s"
    faults.check(
        rule_for(recurrence, anchor=anchor).next(BEGINNING) is not None,
        "recurrence.schedule",
        f"the job could never run: counted from {anchor:%Y-%m-%d %H:%M}, "
        f"every {every}, it never falls on a time named here",
    )


def _check_runs(faults: Faults, timing: Timing, *, now: datetime) -> None:
    recurrence, local = timing.recurrence, timing.local
    end = recurrence.end_time if recurrence else None
    if end is None and local is None:
        return
    if end is not None and timing.instant(end) < now:
        faults.add("recurrence.endTime", _PAST)
        return
    try:
        if recurrence and local and timing.start is None:  # what comes after the immediate first run
            rule_of(recurrence, anchor=now, local=local).next(now)
        never = first_run(recurrence, start=timing.start, now=now, local=local) is None
        if never and end is not None:
            faults.add("recurrence.endTime", "the job would never run: it ends before its first run")
    except NothingInSight:
        rule = "the job would not run in the next ten years: no day that it names counts"
        faults.add("exclude" if local and local.excluded else "daylightSaving", rule)
