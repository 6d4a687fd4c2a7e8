"""A table in memory, for tests and trials: the same answers as the real one."""

from collections.abc import Sequence
from itertools import count, islice
from threading import Lock
from typing import assert_never

from shared.storage.row_keys import RowRange
from shared.storage.rows import Fields
from shared.storage.table import DeleteRow, Entity, InsertRow, MergeRow, Operation

_Rows = dict[str, Entity]


class MemoryTable:
    def __init__(self) -> None:
        self._partitions: dict[str, _Rows] = {}
        self._lock = Lock()
        self._etags = (f"etag-{number}" for number in count(1))

    def get(self, partition: str, row: str) -> Entity | None:
        with self._lock:
            return self._rows(partition).get(row)

    def query(self, partition: str, rows: RowRange, limit: int | None = None) -> list[Entity]:
        first, end = rows
        with self._lock:
            keys = (key for key in sorted(self._rows(partition)) if first <= key < end)
            return [self._rows(partition)[key] for key in islice(keys, limit)]

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        with self._lock:
            draft = dict(self._rows(partition))
            etags = [self._apply(draft, operation) for operation in operations]
            if None in etags:
                return None
            self._partitions[partition] = draft
            return [etag or "" for etag in etags]

    def overwrite(self, partition: str, row: str, fields: Fields) -> None:
        with self._lock:
            self._rows(partition)[row] = self._entity(row, fields)

    def _rows(self, partition: str) -> _Rows:
        return self._partitions.setdefault(partition, {})

    def _apply(self, rows: _Rows, operation: Operation) -> str | None:
        """Change the rows and return the row's new ETag, or None if the operation lost."""
        stored = rows.get(operation.row)
        match operation:
            case InsertRow():
                if stored is not None:
                    return None
                rows[operation.row] = self._entity(operation.row, operation.fields)
            case MergeRow():
                if stored is None or stored.etag != operation.etag:
                    return None
                rows[operation.row] = self._entity(operation.row, stored.fields | operation.fields)
            case DeleteRow():
                if stored is None or stored.etag != operation.etag:
                    return None
                del rows[operation.row]
                return ""
            case _:
                assert_never(operation)
        return rows[operation.row].etag

    def _entity(self, row: str, fields: Fields) -> Entity:
        return Entity(fields={**fields, "RowKey": row}, etag=next(self._etags))
