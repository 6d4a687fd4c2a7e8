"""What a host notes for machines, read from what it printed."""

import json
from typing import Any


def read_notes(printed: str, event: str) -> list[dict[str, Any]]:
    """Return the notes of an event; a line still being written is left out."""
    mark = f'{{"event": "{event}"'
    complete = printed[: printed.rfind("\n") + 1]
    return [json.loads(line[line.index(mark) :]) for line in complete.splitlines() if mark in line]
