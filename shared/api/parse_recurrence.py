"""JSON of a recurrence → value; every bad field with its path, the value and the rule."""

from difflib import get_close_matches
from typing import Final

from shared.api.fields import Fields
from shared.domain.errors import Faults
from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday

_RECURRENCE: Final = ("frequency", "interval", "count", "endTime", "schedule")
_SCHEDULE: Final = ("minutes", "hours", "weekDays", "monthDays", "monthlyOccurrences", "months")
_OCCURRENCE: Final = ("day", "occurrence")
_WEEKDAYS: Final = {day.name.lower(): day for day in Weekday}


def parse_recurrence(properties: Fields, faults: Faults) -> Recurrence | None:
    fields = properties.object_if_any("recurrence")
    if fields is None:
        return None
    _refuse_unknown(fields, _RECURRENCE, faults)
    frequency = fields.member("frequency", Frequency) if fields.required("frequency") else None
    interval, count, end_time = fields.integer("interval"), fields.integer("count"), fields.instant("endTime")
    schedule = _parse_schedule(fields.object_if_any("schedule"), faults)
    if frequency is None:
        return None
    with faults.under(fields.path()):
        return Recurrence(
            frequency=frequency,
            interval=1 if interval is None else interval,
            count=count,
            end_time=end_time,
            schedule=schedule,
        )
    return None


def _parse_schedule(fields: Fields | None, faults: Faults) -> Schedule | None:
    if fields is None:
        return None
    _refuse_unknown(fields, _SCHEDULE, faults)
    occurrences = fields.objects("monthlyOccurrences")
    found = [_parse_occurrence(occurrence, faults) for occurrence in occurrences]
    with faults.under(fields.path()):
        return Schedule(
            minutes=fields.integers("minutes"),
            hours=fields.integers("hours"),
            week_days=tuple(_parse_weekday(*named, faults) for named in fields.names("weekDays")),
            month_days=fields.integers("monthDays"),
            monthly_occurrences=tuple(occurrence for occurrence in found if occurrence),
            months=fields.integers("months"),
        )
    return None


def _parse_occurrence(fields: Fields, faults: Faults) -> MonthlyOccurrence | None:
    _refuse_unknown(fields, _OCCURRENCE, faults)
    name, number = fields.text("day") if fields.required("day") else None, fields.integer("occurrence")
    if name is None:
        return None
    with faults.under(fields.path()):
        return MonthlyOccurrence(day=_parse_weekday(fields.path("day"), name, faults), occurrence=number)
    return None


def _parse_weekday(path: str, name: str, faults: Faults) -> Weekday:
    day = _WEEKDAYS.get(name.lower())
    faults.check(day is not None, path, f"'{name}' is none of {', '.join(_WEEKDAYS)}")
    return day or Weekday.MONDAY  # a fault makes it all the same


def _refuse_unknown(fields: Fields, known: tuple[str, ...], faults: Faults) -> None:
    spelled = {name.lower(): name for name in known}
    for key in fields.unknown(known):
        (nearest,) = get_close_matches(key.lower(), spelled, n=1, cutoff=0)
        faults.add(fields.path(key), f"is not known; did you mean '{spelled[nearest]}'?")
