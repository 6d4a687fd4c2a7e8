"""A collection and a job with much that old clients do not know."""

from typing import Any, Final

IN_BERLIN: Final[dict[str, Any]] = {
    "collection": {
        "location": "West Europe",
        "properties": {
            "defaults": {"timeZone": "America/New_York"},
            "calendars": {"holidays": {"dates": ["2037-12-25", "--01-01"]}},
        },
    },
    "job": {
        "properties": {
            "action": {"type": "Http", "request": {"uri": "http://receiver.example/", "method": "GET"}},
            "startTime": "2026-01-01T09:00:00",
            "recurrence": {
                "frequency": "day",
                "endTime": "2037-12-31T23:59:00",
                "schedule": {"hours": [2], "minutes": [30]},
            },
            "exclude": {"weekDays": ["sunday"], "calendars": ["holidays"], "then": "before"},
            "timeZone": "W. Europe Standard Time",
            "daylightSaving": {"missing": "skip", "repeated": "both"},
        }
    },
}
