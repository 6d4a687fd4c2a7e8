"""Schemas of when a job runs: recurrence, schedule and the runs that come of them."""

from datetime import datetime
from typing import Final

from shared.api.known_keys import JOB
from shared.api.openapi.words import (
    Schema,
    Side,
    array,
    choice,
    either_sign,
    instant,
    integer,
    members,
    record,
    ref,
    text,
)
from shared.api.query import DEFAULT_RUNS, LARGEST_PAGE
from shared.domain.job import LONGEST_LEAD, JobState
from shared.domain.recurrence import LARGEST_COUNT, LONGEST_INTERVAL, Frequency, Weekday

WEEKDAYS: Final = [day.name.lower() for day in Weekday]
START_TIME: Final = f"At most {LONGEST_LEAD.days} days ahead. Without it, the job first runs at once."
_END: Final = datetime.max  # the largest minute, hour, month and day that the calendar has
_MOST_OF_A_WEEKDAY: Final = -(-_END.day // 7)
_MONTHLY: Final = (Frequency.MONTH, Frequency.YEAR)


def timing_schemas(side: Side) -> dict[str, Schema]:
    schemas: dict[str, Schema] = {}
    for frequency in Frequency:
        name = frequency.capitalize()
        schemas[f"{name}Recurrence{side}"] = _recurrence(side, frequency)
        schemas[f"{name}Schedule{side}"] = _schedule(side, frequency)
    schemas[f"MonthlyOccurrence{side}"] = _monthly_occurrence(side)
    kinds = {str(frequency): f"{frequency.capitalize()}Recurrence" for frequency in Frequency}
    schemas[f"Recurrence{side}"] = choice(side, "frequency", kinds)
    return schemas


def preview_schema() -> Schema:
    """What `previewRuns` takes: a whole job, or only its timing."""
    timing: dict[str, Schema] = {
        "startTime": instant(Side.INPUT, START_TIME),
        "recurrence": ref("Recurrence", Side.INPUT),
        "state": members(JobState),
        "action": {"description": "May stand here; only its keys are looked at."},
    }
    own: dict[str, Schema] = {
        "now": instant(Side.INPUT, "The present time to count from; left out, the real one."),
        "top": integer(1, LARGEST_PAGE, "How many runs at most.", default=DEFAULT_RUNS),
        "properties": {
            **record(Side.INPUT, {}, timing, ignored=("status",)),
            "description": "Of a job; the timing may stand here, or beside `now` and `top`.",
        },
    }
    return record(Side.INPUT, {}, {**own, **timing}, ignored=(*JOB.ignored, "status"))


def runs_schema() -> Schema:
    runs = {"type": "array", "items": instant(Side.ANSWER), "maxItems": LARGEST_PAGE}
    note = text("Why the job does not run now, whatever runs it has before it.")
    return record(Side.ANSWER, {"sentence": text("The recurrence in words."), "runs": runs}, {"note": note})


def _recurrence(side: Side, frequency: Frequency) -> Schema:
    interval = integer(1, LONGEST_INTERVAL[frequency])
    required: dict[str, Schema] = {"frequency": text(const=str(frequency))}
    optional: dict[str, Schema] = {
        "count": integer(1, LARGEST_COUNT, "After so many runs the job is completed."),
        "endTime": instant(side, "The last instant at which the job may run; not in the past."),
        "schedule": ref(f"{frequency.capitalize()}Schedule", side),
    }
    if side is Side.ANSWER:
        return record(side, {**required, "interval": interval}, optional)
    return record(side, required, {"interval": {**interval, "default": 1}, **optional})


def _schedule(side: Side, frequency: Frequency) -> Schema:
    fields: dict[str, Schema] = {
        "minutes": array(side, integer(0, _END.minute)),
        "hours": array(side, integer(0, _END.hour), "Of the day, in UTC."),
    }
    if frequency is Frequency.WEEK:
        fields["weekDays"] = array(side, members(WEEKDAYS))
    if frequency in _MONTHLY:
        from_end = "Negative ones count from the end of the month."
        fields["monthDays"] = array(side, either_sign(_END.day, from_end))
        fields["monthlyOccurrences"] = array(side, ref("MonthlyOccurrence", side))
        fields["months"] = array(side, integer(1, _END.month))
    return record(side, {}, fields)


def _monthly_occurrence(side: Side) -> Schema:
    """The items of an array are whole even in a patch, which replaces arrays."""
    words = "The first such day of the month is 1, the last -1; left out, every one."
    inwards = Side.INPUT if side is Side.PATCH else side
    optional = {"occurrence": either_sign(_MOST_OF_A_WEEKDAY, words)}
    return record(inwards, {"day": members(WEEKDAYS)}, optional)
