"""JSON of a recurrence → value; every bad field with its path, the value and the rule."""

from typing import Final

from shared.api.fields import Fields
from shared.domain.errors import Faults, cut
from shared.domain.recurrence import (
    FITTING,
    Frequency,
    MonthlyOccurrence,
    Recurrence,
    Schedule,
    Weekday,
    refuse_count,
    refuse_unfit,
)

_WEEKDAYS: Final = {day.name.lower(): day for day in Weekday}


def parse_recurrence(properties: Fields, faults: Faults) -> Recurrence | None:
    fields = properties.object_if_any("recurrence")
    if fields is None:
        return None
    frequency = fields.member("frequency", Frequency) if fields.required("frequency") else None
    interval, count, end_time = fields.integer("interval"), fields.integer("count"), fields.instant("endTime")
    named = fields.object_if_any("schedule")
    schedule = _parse_schedule(named, faults)
    if frequency is None:
        with faults.under(fields.path()):
            refuse_count(count)
        return None
    if schedule is None and named is not None:  # that it is wrong must not hide that it does not fit
        with faults.under(fields.path()):
            refuse_unfit(frequency, [key for key in FITTING if named.raw(key) not in (None, [])])
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
    """Another day stands for one that is missing, and is a fault."""
    name, number = fields.text("day") if fields.required("day") else None, fields.integer("occurrence")
    day = Weekday.MONDAY if name is None else _parse_weekday(fields.path("day"), name, faults)
    with faults.under(fields.path()):
        return MonthlyOccurrence(day=day, occurrence=number)
    return None


def _parse_weekday(path: str, name: str, faults: Faults) -> Weekday:
    day = _WEEKDAYS.get(name.lower())
    faults.check(day is not None, path, f"'{cut(name)}' is none of {', '.join(_WEEKDAYS)}")
    return day or Weekday.MONDAY  # a fault makes it all the same
