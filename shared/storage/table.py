"""The table as the store sees it: point reads, ranges, and transactions within one partition."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from shared.storage.fields import Fields
from shared.storage.key_parts import RowRange


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A stored row; `fields` holds its RowKey too."""

    fields: Fields
    etag: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertRow:
    row: str
    fields: Fields


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeRow:
    row: str
    fields: Fields
    etag: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteRow:
    row: str
    etag: str


Operation = InsertRow | MergeRow | DeleteRow


class Table(Protocol):
    def get(self, partition: str, row: str) -> Entity | None: ...

    def get_some(self, partition: str, rows: Sequence[str]) -> list[Entity]:
        """Return those of the rows that are there, in as few calls as can be."""

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        """Return the first rows of a range, in the order of their keys."""

    def query_fields(
        self, partition: str, rows: RowRange, fields: Sequence[str], *, limit: int | None = None
    ) -> list[Entity]:
        """Return the first rows of a range with these fields alone."""

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        """Carry out all operations and return their new ETags (empty for a deletion), or None if one lost."""

    def overwrite(self, partition: str, row: str, fields: Fields) -> None:
        """Write a row whatever was there: only for notes that nobody else changes."""
