"""When a workflow runs: its Recurrence trigger → start, zone and recurrence.

1. Hours and minutes that a schedule does not name are those of the start. Here minutes alone mean every hour,
   so the hour is written out.
2. A start without an offset is local to the zone. With `Z` or an offset, Logic Apps ignores the zone, by its
   documentation. Then the job counts in UTC, and the zone counts as lost where it would make a difference.
3. Without a start, Logic Apps runs at once when the workflow is saved, and counts from there. That run is
   over. Its grid is known only if the file says when the workflow was changed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from migrate.found import ClockRule, Json, Missing, Repeated
from shared.api.fields import Fields
from shared.api.instants import read_moment, write_instant
from shared.api.shapes.writing import present
from shared.domain.errors import Faults, cut
from shared.domain.local_time.wall_time import WallTime
from shared.domain.local_time.zones import UTC_NAMES
from shared.domain.recurrence import Frequency

_PARTS: Final = ("minutes", "hours", "weekDays", "monthDays", "monthlyOccurrences")
_NUMBERS: Final = ("minutes", "hours", "monthDays")
_SHORT: Final = (Frequency.MINUTE, Frequency.HOUR)
_DAYS: Final = {
    Frequency.WEEK: ("weekDays",),
    Frequency.MONTH: ("monthDays", "monthlyOccurrences"),
    Frequency.YEAR: ("monthDays", "monthlyOccurrences"),
}
_KNOWN: Final = ("frequency", "interval", "startTime", "endTime", "timeZone", "schedule", "count")
# Logic Apps' own table: 02:30 that does not exist runs at 03:30, and 01:30 that occurs twice runs first.
# It does not say what becomes of minutes of every hour.
_CLOCK_RULE: Final = ClockRule(missing=Missing.SHIFT, repeated=Repeated.FIRST, beats=Repeated.UNKNOWN)
_RAN: Final = {"executionCount": 1}
"""A workflow without a start ran when it was saved. So nobody owes it a first run."""
_NO_GRID: Final = (
    "when it runs: it has no startTime, so Logic Apps counts from the time at which it was saved, "
    "which its form does not tell; here it counts from the import"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """When a job runs, as properties of the job."""

    properties: Json
    clock_rule: ClockRule | None = None
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start:
    """A start as it is written, what clocks show then, and whether it has an offset."""

    text: str
    reading: datetime
    instant: bool


def read_timing(document: Json, path: str, saved: datetime | None, faults: Faults) -> Timing:
    """Return when a workflow runs; note all that is wrong with that. `saved` is when it was last changed."""
    recurrence = Fields(document, faults, path)
    frequency, interval = _frequency(recurrence, faults)
    schedule, start = _schedule(recurrence), _start(recurrence, faults)
    zone, lost_zone = _zone(recurrence, start, beats=frequency in _SHORT and not schedule)
    _refuse_hourless(recurrence, frequency, schedule, start, faults)
    hours, lost_hour, noted_hour = _hours(frequency, schedule, start)
    begun, lost_grid, noted_grid = _begun(
        start, saved, open=_is_open(frequency, interval, {**schedule, **hours})
    )
    own = present(
        frequency=frequency.value,
        interval=interval,
        endTime=recurrence.text("endTime"),
        count=recurrence.raw("count"),
        schedule={**schedule, **hours} or None,
    )
    return Timing(
        properties={**begun, "recurrence": own, "timeZone": zone},
        clock_rule=None if zone in UTC_NAMES else _CLOCK_RULE,
        lost=(*lost_zone, *lost_hour, *lost_grid, *_lost_keys(document)),
        notes=(*noted_hour, *noted_grid),
    )


def _frequency(recurrence: Fields, faults: Faults) -> tuple[Frequency, int]:
    """Return frequency and interval. Seconds that are whole minutes are such."""
    text, interval = (recurrence.required_text("frequency") or "day").lower(), _interval(recurrence, faults)
    if text == "second":
        faults.check(
            interval % 60 == 0, recurrence.path("frequency"), "is 'Second': the shortest here is a minute"
        )
        return Frequency.MINUTE, interval // 60
    known = text in list(Frequency)
    names = ", ".join(Frequency)
    faults.check(known, recurrence.path("frequency"), f"'{cut(text)}' is none of {names}")
    return (Frequency(text) if known else Frequency.DAY), interval


def _interval(recurrence: Fields, faults: Faults) -> int:
    own = Fields({"interval": _number(recurrence.raw("interval"))}, faults, recurrence.path())
    interval = own.integer("interval")
    return 1 if interval is None else interval


def _number(value: Any) -> Any:
    """Return a whole number, which may be written as a text; anything else as it is."""
    fits = (
        isinstance(value, str) and 0 < len(value.strip()) <= 9 and value.strip().removeprefix("-").isdecimal()
    )
    return int(value) if fits else value


def _schedule(recurrence: Fields) -> Json:
    schedule = recurrence.object("schedule")
    found = {key: schedule.raw(key) for key in _PARTS if schedule.raw(key) not in (None, [])}
    for key in _NUMBERS:
        if key in found:
            listed = found[key] if isinstance(found[key], list) else [found[key]]
            found[key] = [_number(one) for one in listed]
    return found


def _start(recurrence: Fields, faults: Faults) -> _Start | None:
    text = recurrence.text("startTime")
    if not text:
        return None
    try:
        moment = read_moment(text)
    except ValueError as exc:
        faults.add(recurrence.path("startTime"), str(exc))
        return None
    if isinstance(moment, WallTime):
        return _Start(text=text, reading=moment.reading, instant=False)
    return _Start(text=text, reading=moment, instant=True)


def _zone(recurrence: Fields, start: _Start | None, *, beats: bool) -> tuple[str, tuple[str, ...]]:
    zone = recurrence.text("timeZone") or UTC_NAMES[0]
    if start is None or not start.instant or zone in UTC_NAMES:
        return zone, ()
    lost = (
        f"its timeZone, '{cut(zone)}': startTime has an offset, and then Logic Apps ignores the zone, by its "
        "documentation; here it counts in UTC. If it ran by local time, take the offset out of startTime"
    )
    return UTC_NAMES[0], () if beats else (lost,)


def _refuse_hourless(
    recurrence: Fields, frequency: Frequency, schedule: Json, start: _Start | None, faults: Faults
) -> None:
    rule = "names minutes and no hours, and without a startTime nobody can say at which hours it runs"
    lacks = start is None and _takes_hour(frequency, schedule)
    faults.check(not lacks, recurrence.path("schedule"), rule)


def _hours(
    frequency: Frequency, schedule: Json, start: _Start | None
) -> tuple[Json, tuple[str, ...], tuple[str, ...]]:
    """Return the hour that a schedule of minutes alone takes from the start, what is lost, what is noted."""
    if start is None or not _takes_hour(frequency, schedule):
        return {}, (), ()
    hour = start.reading.hour
    said = f"hours is {hour}, that of startTime, as Logic Apps takes it from there"
    minutes = [one for one in schedule["minutes"] if isinstance(one, int)]
    if minutes and start.reading.minute > max(minutes):
        return {"hours": [hour]}, (f"its hour: {said}, but its first run may be an hour later",), ()
    return {"hours": [hour]}, (), (said,)


def _takes_hour(frequency: Frequency, schedule: Json) -> bool:
    return frequency not in _SHORT and "minutes" in schedule and "hours" not in schedule


def _is_open(frequency: Frequency, interval: int, schedule: Json) -> bool:
    """Say whether the schedule leaves open when the job runs, so that its start tells."""
    if frequency in _SHORT or interval > 1 or not {"hours", "minutes"} <= {*schedule}:
        return True
    return frequency in _DAYS and not any(key in schedule for key in _DAYS[frequency])


def _begun(
    start: _Start | None, saved: datetime | None, *, open: bool
) -> tuple[Json, tuple[str, ...], tuple[str, ...]]:
    """Return the start of the job, what is lost, and what is noted."""
    if start is not None:
        return {"startTime": start.text}, (), ()
    if not open:
        return {"status": _RAN}, (), ()
    if saved is None:
        return {"status": _RAN}, (_NO_GRID,), ()
    text = write_instant(saved.replace(microsecond=0))
    note = (
        f"startTime is {text}, its last change: it had none, so Logic Apps counts from there, and drifts; "
        "compare its next run"
    )
    return {"startTime": text}, (), (note,)


def _lost_keys(document: Json) -> Iterator[str]:
    schedule = Fields(document, Faults()).raw("schedule")
    inside = schedule if isinstance(schedule, dict) else {}
    for what, holder, known in (("recurrence", document, _KNOWN), ("schedule", inside, _PARTS)):
        names = {one.lower() for one in known}
        yield from (
            f"{cut(key)} of its {what}: it is not known here" for key in holder if key.lower() not in names
        )
