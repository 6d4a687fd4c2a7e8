"""When a schedule of EventBridge runs: its expression, zone, start and end → start and recurrence."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from migrate.forms.eventbridge.cron import AwsCron, read_aws_cron
from migrate.found import ClockRule, Json, Missing, Repeated
from shared.api.fields import Fields
from shared.api.instants import read_instant, write_instant, write_moment
from shared.api.shapes.writing import present
from shared.domain.errors import Faults, Invalid, cut
from shared.domain.local_time.rules import is_beat
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.local_time.zones import (
    UTC_NAMES,
    UTC_ZONE,
    UnknownZone,
    Zone,
    instant_of,
    spelled,
    zone_named,
)
from shared.domain.recurrence import LONGEST_INTERVAL, Frequency, Recurrence

_EXPRESSION: Final = re.compile(r"(at|rate|cron)\((.*)\)")
_RATE: Final = re.compile(r"([0-9]{1,9}) (minute|hour|day)s?")
_AT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LONGER: Final = {
    Frequency.MINUTE: (Frequency.HOUR, 60),
    Frequency.HOUR: (Frequency.DAY, 24),
    Frequency.DAY: (Frequency.WEEK, 7),
}
# AWS: a time that does not exist is skipped; where clocks go back, a schedule runs once and does not repeat.
_CLOCK_RULE: Final = ClockRule(missing=Missing.SKIP, repeated=Repeated.FIRST, beats=Repeated.FIRST)
_CHANGED: Final = (
    "it was changed after it was created, and AWS does not say whether its rate began anew then: "
    "compare its next run"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwsTiming:
    """When a job runs, as properties of the job."""

    properties: Json
    recurs: bool = True
    clock_rule: ClockRule | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Around:
    """What stands beside an expression."""

    zone: str
    start: datetime | None
    end: datetime | None
    created: datetime | None
    changed: datetime | None


def read_timing(fields: Fields, faults: Faults) -> AwsTiming:
    """Return when a schedule runs; note all that is wrong with that."""
    around = _Around(
        zone=fields.text("ScheduleExpressionTimezone") or UTC_NAMES[0],
        start=_instant(fields, "StartDate", faults),
        end=_instant(fields, "EndDate", faults),
        created=_instant(fields, "CreationDate", faults),
        changed=_instant(fields, "LastModificationDate", faults),
    )
    text = fields.required_text("ScheduleExpression") or ""
    expression = _EXPRESSION.fullmatch(text.strip())
    try:
        if expression is None:
            raise ValueError(f"'{cut(text)}' is none of at(…), rate(…) and cron(…)")
        return _read(expression[1], expression[2].strip(), around)
    except (ValueError, Invalid) as exc:
        faults.add(fields.path("ScheduleExpression"), str(exc))
        return AwsTiming(properties={})


def _read(kind: str, inside: str, around: _Around) -> AwsTiming:
    match kind:
        case "at":
            return _once(inside, around)
        case "rate":
            return _rate(inside, around)
        case _:
            return _cron(read_aws_cron(inside), around)


def _once(text: str, around: _Around) -> AwsTiming:
    if _AT.fullmatch(text) is None:
        raise ValueError(f"'{cut(text)}' is not a time like 2026-11-20T13:00:00")
    read_instant(text)
    return AwsTiming(properties={"startTime": text, "timeZone": around.zone}, recurs=False)


def _rate(text: str, around: _Around) -> AwsTiming:
    """Return elapsed time. Days of a rate have 24 hours in any zone, so that they are counted in UTC."""
    rate = _RATE.fullmatch(text)
    if rate is None or int(rate[1]) == 0:
        raise ValueError(f"'{cut(text)}' is not a rate like '5 minutes'")
    frequency, interval = _fitting(Frequency(rate[2]), int(rate[1]))
    start = around.start or around.created
    recurrence = present(frequency=frequency.value, interval=interval, endTime=_written(around.end))
    moved = (
        around.start is None and around.created is not None and around.changed not in (None, around.created)
    )
    return AwsTiming(
        properties=present(startTime=_written(start), recurrence=recurrence, timeZone=UTC_NAMES[0]),
        notes=(_CHANGED,) if moved else (),
    )


def _fitting(frequency: Frequency, interval: int) -> tuple[Frequency, int]:
    """Return the same time in a longer unit, if the interval is too long for its own."""
    while interval > LONGEST_INTERVAL[frequency] and frequency in _LONGER:
        longer, times = _LONGER[frequency]
        if interval % times:
            raise ValueError(
                f"every {interval} {frequency}s is too long for that unit, which ends at "
                f"{LONGEST_INTERVAL[frequency]}, and is no whole number of {longer}s"
            )
        frequency, interval = longer, interval // times
    return frequency, interval


def _cron(cron: AwsCron, around: _Around) -> AwsTiming:
    zone = _zone(around.zone)
    start, end = _limited(cron.years, around, zone)
    recurrence = Recurrence(frequency=cron.schedule.frequency, schedule=cron.schedule.schedule)
    local = around.zone not in UTC_NAMES
    properties = present(
        startTime=None if start is None else write_moment(start),
        recurrence=present(cron=cron.text, endTime=None if end is None else write_moment(end)),
        timeZone=around.zone,
        daylightSaving={"missing": "skip"} if local and not is_beat(recurrence) else None,
    )
    return AwsTiming(properties=properties, clock_rule=_CLOCK_RULE if local else None)


def _limited(years: range | None, around: _Around, zone: Zone) -> tuple[Moment | None, Moment | None]:
    """Return when the job starts and ends: as its dates or its years say, whichever is narrower."""
    if years is None:
        return around.start, around.end
    first = WallTime(datetime(years[0], 1, 1, tzinfo=UTC))
    last = WallTime(datetime(years[-1], 12, 31, 23, 59, 59, tzinfo=UTC))
    late_start = around.start is not None and around.start > instant_of(first, zone)
    early_end = around.end is not None and around.end < instant_of(last, zone)
    return (around.start if late_start else first), (around.end if early_end else last)


def _zone(name: str) -> Zone:
    """Return the zone. If nobody knows it, whoever reads the job says so."""
    try:
        return zone_named(spelled(name))
    except UnknownZone:
        return UTC_ZONE


def _instant(fields: Fields, key: str, faults: Faults) -> datetime | None:
    """Return a date as the command line writes it: as a text or, in its first version, as seconds."""
    value: Any = fields.raw(key)
    if isinstance(value, str) or value is None:
        instant = fields.instant(key)
        return instant and instant.replace(microsecond=0)
    try:
        return _EPOCH + timedelta(seconds=int(fields.number(key) or 0))
    except OverflowError:
        faults.add(fields.path(key), "is not a date of the calendar")
        return None


def _written(instant: datetime | None) -> str | None:
    return None if instant is None else write_instant(instant)
