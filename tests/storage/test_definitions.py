"""Whatever a definition may hold can be stored."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, get_args, get_type_hints

from shared.domain.audit import CollectionOutline, JobOutline
from shared.domain.collection import Defaults
from shared.domain.course import Course
from shared.domain.definition import Definition
from shared.domain.disabled import Disabled
from shared.domain.exclude import Calendars
from shared.domain.job import FaultTimes
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.retry import Retrying
from shared.domain.ticket import TicketKey
from shared.storage.definitions import KINDS

KEYS = {TicketKey, JobKey, CollectionKey}
"""These are written as the keys of their rows."""


def held(hint: Any) -> Iterator[type]:
    """Yield the classes of the values that a field may hold, and of those within them."""
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
        for below in get_type_hints(hint).values():
            yield from held(below)
    for below in get_args(hint):
        yield from held(below)


def test_everything_that_rows_hold_as_text_has_a_name_there() -> None:
    texts = (
        *(Definition, Defaults, Calendars, Course, Disabled, FaultTimes),
        *(Retrying, JobOutline, CollectionOutline),
    )

    assert {kind for text in texts for kind in held(text)} - KEYS == set(KINDS.values())
