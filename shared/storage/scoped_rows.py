"""Which rows lie within a scope, told by their keys."""

from collections.abc import Iterable, Sequence
from typing import Final

from shared.domain.callers import EVERYTHING, Scope
from shared.domain.ticket import TicketKind
from shared.storage.key_parts import SEPARATOR, RowRange, beginning_with, join
from shared.storage.row_keys import from_to, kind_of_ticket

_ALL_NAMES: Final = 3
_BY_INSTANT: Final = frozenset("dbf")
"""Kinds of rows whose keys begin with an instant: tickets, notes of changes, and failed attempts."""


def range_of(kind: str, names: Sequence[str] | None) -> RowRange:
    """Return the range of the collections or jobs whose first names are these. None means that none are."""
    if names is None:
        return kind, kind
    if kind == "c" and len(names) == _ALL_NAMES:
        row = join(kind, *names)
        return from_to(row, row)
    return beginning_with(kind, *names)


def refuse_foreign(scope: Scope, rows: Iterable[str]) -> None:
    """Raise if a row lies outside. No operation gets here with one: this is the second lock.

    A ticket that lets a shard be counted is nobody's, and may come with any change.
    """
    if scope != EVERYTHING and not all(_lies_within(scope.names, row) or _counts(row) for row in rows):
        raise RuntimeError(f"a change is outside of its caller's scope {scope}")


def _counts(row: str) -> bool:
    return kind_of_ticket(row) == TicketKind.CENSUS


def _lies_within(names: Sequence[str], row: str) -> bool:
    kind, *parts = row.split(SEPARATOR)
    first = 1 if kind in _BY_INSTANT else 0
    return tuple(parts[first : first + len(names)]) == tuple(names)
