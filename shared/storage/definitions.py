"""A job's definition ⇄ the JSON text in its row."""

import json
from datetime import datetime
from typing import Any

from shared.domain.action import Action, HttpAction, HttpKind, HttpRequest
from shared.domain.job import Definition
from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday
from shared.storage.instants import read_instant, write_instant


def write_definition(definition: Definition) -> str:
    return json.dumps(
        {
            "startTime": _optional_instant(definition.start_time),
            "action": _write_action(definition.action),
            "recurrence": _write_recurrence(definition.recurrence),
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def read_definition(text: str) -> Definition:
    stored = json.loads(text)
    return Definition(
        start_time=read_instant(stored["startTime"]) if stored["startTime"] else None,
        action=_read_action(stored["action"]),
        recurrence=_read_recurrence(stored["recurrence"]),
    )


def _write_action(action: Action) -> dict[str, Any]:
    request = action.request
    return {
        "type": action.kind,
        "uri": request.uri,
        "method": request.method,
        "headers": request.headers,
        "body": request.body,
    }


def _read_action(stored: dict[str, Any]) -> Action:
    return HttpAction(
        kind=HttpKind(stored["type"]),
        request=HttpRequest(
            uri=stored["uri"],
            method=stored["method"],
            headers=tuple((name, value) for name, value in stored["headers"]),
            body=stored["body"],
        ),
    )


def _write_recurrence(recurrence: Recurrence | None) -> dict[str, Any] | None:
    if recurrence is None:
        return None
    return {
        "frequency": recurrence.frequency,
        "interval": recurrence.interval,
        "count": recurrence.count,
        "endTime": _optional_instant(recurrence.end_time),
        "schedule": _write_schedule(recurrence.schedule),
    }


def _read_recurrence(stored: dict[str, Any] | None) -> Recurrence | None:
    if stored is None:
        return None
    return Recurrence(
        frequency=Frequency(stored["frequency"]),
        interval=stored["interval"],
        count=stored["count"],
        end_time=read_instant(stored["endTime"]) if stored["endTime"] else None,
        schedule=_read_schedule(stored["schedule"]),
    )


def _write_schedule(schedule: Schedule | None) -> dict[str, Any] | None:
    if schedule is None:
        return None
    return {
        "minutes": schedule.minutes,
        "hours": schedule.hours,
        "weekDays": schedule.week_days,
        "monthDays": schedule.month_days,
        "monthlyOccurrences": [(wanted.day, wanted.occurrence) for wanted in schedule.monthly_occurrences],
        "months": schedule.months,
    }


def _read_schedule(stored: dict[str, Any] | None) -> Schedule | None:
    if stored is None:
        return None
    return Schedule(
        minutes=tuple(stored["minutes"]),
        hours=tuple(stored["hours"]),
        week_days=tuple(Weekday(day) for day in stored["weekDays"]),
        month_days=tuple(stored["monthDays"]),
        monthly_occurrences=tuple(
            MonthlyOccurrence(day=Weekday(day), occurrence=number)
            for day, number in stored["monthlyOccurrences"]
        ),
        months=tuple(stored["months"]),
    )


def _optional_instant(instant: datetime | None) -> str | None:
    return write_instant(instant) if instant else None
