"""The schema of the app's condition."""

from shared.api.openapi_words import Schema, Side, flag, instant, integer, members, nullable, record, text
from shared.api.render_condition import MOST_SHOWN
from shared.domain.ticket import TicketKind


def condition_schema() -> Schema:
    return record(
        Side.ANSWER,
        {
            "at": instant(Side.ANSWER),
            "scanning": {**flag(), "description": "Whether the last scan is as recent as it should be."},
            "lastScan": nullable(_scan()),
            "oldestOverdue": nullable(_overdue()),
            "setAside": record(
                Side.ANSWER,
                {
                    "count": integer(0),
                    "shown": {"type": "array", "items": _aside(), "maxItems": MOST_SHOWN},
                },
            ),
            "queue": record(Side.ANSWER, {"messages": integer(0), "poison": integer(0)}),
            "reasons": {"type": "array", "items": text(), "description": "What is not as it should be."},
        },
    )


def _scan() -> Schema:
    counts = {name: integer(0) for name in ("due", "sent", "sentAgain", "setAside")}
    spans = {name: {"type": "number"} for name in ("ageSeconds", "durationSeconds")}
    return record(Side.ANSWER, {"at": instant(Side.ANSWER), **counts, **spans})


def _overdue() -> Schema:
    return record(
        Side.ANSWER,
        {
            "due": instant(Side.ANSWER),
            "lateSeconds": {"type": "number"},
            "kind": members(TicketKind),
            "job": text(),
        },
    )


def _aside() -> Schema:
    return record(
        Side.ANSWER,
        {"at": instant(Side.ANSWER), "reason": text(), "job": nullable(text()), "row": text()},
    )
