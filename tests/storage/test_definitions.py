"""Whatever a definition may hold can be stored."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, get_args, get_type_hints

from shared.domain.collection import Defaults
from shared.domain.definition import Definition
from shared.domain.exclude import Calendars
from shared.storage.definitions import KINDS


def held(hint: Any) -> Iterator[type]:
    """Yield the classes of the values that a field may hold, and of those within them."""
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
        for below in get_type_hints(hint).values():
            yield from held(below)
    for below in get_args(hint):
        yield from held(below)


def test_everything_that_a_definition_or_a_collection_may_hold_has_a_name_in_rows() -> None:
    assert {*held(Definition), *held(Defaults), *held(Calendars)} == set(KINDS.values())
