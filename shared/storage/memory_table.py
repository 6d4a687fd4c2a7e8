"""A table in memory, for tests and trials: the same answers as the real one."""

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from itertools import count, islice
from threading import Lock
from typing import assert_never

from shared.domain.ticket import ANY_VERSION
from shared.storage.fields import Fields
from shared.storage.key_parts import RowRange
from shared.storage.table import DeleteRow, Entity, InsertRow, MergeRow, Operation


class MemoryTable:
    def __init__(self) -> None:
        self._partitions: dict[str, _Partition] = {}
        self._lock = Lock()
        self._etags = (f"etag-{number}" for number in count(1))

    def get(self, partition: str, row: str) -> Entity | None:
        with self._lock:
            return self._partition(partition).rows.get(row)

    def get_some(self, partition: str, rows: Sequence[str]) -> list[Entity]:
        with self._lock:
            stored = self._partition(partition).rows
            return [stored[row] for row in sorted(set(rows)) if row in stored]

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        with self._lock:
            return list(islice(self._partition(partition).between(rows), limit))

    def query_fields(
        self, partition: str, rows: RowRange, fields: Sequence[str], *, limit: int | None = None
    ) -> list[Entity]:
        return [
            Entity(
                fields={name: entity.fields[name] for name in fields if name in entity.fields},
                etag=entity.etag,
            )
            for entity in self.query(partition, rows, limit=limit)
        ]

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        with self._lock:
            stored = self._partition(partition)
            if not all(_wins(stored.rows.get(operation.row), operation) for operation in operations):
                return None
            return [self._carry_out(stored, operation) for operation in operations]

    def overwrite(self, partition: str, row: str, fields: Fields) -> None:
        with self._lock:
            self._partition(partition).put(row, self._entity(row, fields))

    def _partition(self, name: str) -> "_Partition":
        return self._partitions.setdefault(name, _Partition())

    def _carry_out(self, stored: "_Partition", operation: Operation) -> str:
        """Change one row and return its new ETag."""
        match operation:
            case InsertRow():
                entity = self._entity(operation.row, operation.fields)
            case MergeRow():
                entity = self._entity(operation.row, stored.rows[operation.row].fields | operation.fields)
            case DeleteRow():
                stored.remove(operation.row)
                return ""
            case _:
                assert_never(operation)
        stored.put(operation.row, entity)
        return entity.etag

    def _entity(self, row: str, fields: Fields) -> Entity:
        return Entity(fields={**fields, "RowKey": row}, etag=next(self._etags))


class _Partition:
    """Rows, with their keys in order."""

    def __init__(self) -> None:
        self.rows: dict[str, Entity] = {}
        self._keys: list[str] = []

    def between(self, rows: RowRange) -> Iterator[Entity]:
        first, end = (bisect_left(self._keys, key) for key in rows)
        return (self.rows[key] for key in self._keys[first:end])

    def put(self, row: str, entity: Entity) -> None:
        if row not in self.rows:
            insort(self._keys, row)
        self.rows[row] = entity

    def remove(self, row: str) -> None:
        del self.rows[row]
        del self._keys[bisect_left(self._keys, row)]


def _wins(stored: Entity | None, operation: Operation) -> bool:
    if isinstance(operation, InsertRow):
        return stored is None
    return stored is not None and operation.etag in (stored.etag, ANY_VERSION)
