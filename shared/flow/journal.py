"""Lines for machines: one line of JSON per event. Nothing else reaches Application Insights."""

import json
import logging
from datetime import timedelta

log = logging.getLogger(__name__)

Fact = str | int | float | bool | None | list["Fact"] | dict[str, "Fact"]


def note(event: str, **facts: Fact) -> None:
    """Log an event with its facts. Call it from the function's own thread: the host drops lines of others."""
    log.info("%s", json.dumps({"event": event, **facts}, ensure_ascii=False))


def milliseconds(span: timedelta) -> int:
    return round(span / timedelta(milliseconds=1))
