"""The table in Azure Table Storage (or Azurite)."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final, TypeVar

from azure.core.exceptions import AzureError, HttpResponseError, ResourceExistsError
from azure.data.tables import TableServiceClient, UpdateMode

from shared.domain.errors import RowRefused
from shared.storage.fields import Fields
from shared.storage.key_parts import RowRange
from shared.storage.outage import unavailable
from shared.storage.plain_reads import NO_TABLE, quoted, read_row, read_rows
from shared.storage.table import Entity, Operation
from shared.storage.transaction import CallFailed, submit

TABLE: Final = "Scheduler"

_LOST_RACES: Final = (404, 409, 412)
_REFUSALS: Final = (400, 413)
_MOST_ALTERNATIVES: Final = 12  # a filter takes 15 comparisons, and three are partition and bounds
_Answer = TypeVar("_Answer")


class AzureTable:
    def __init__(self, service: TableServiceClient, name: str = TABLE) -> None:
        self._table = service.get_table_client(name)

    def get(self, partition: str, row: str) -> Entity | None:
        return self._answer(lambda: read_row(self._table, partition, row))

    def get_some(self, partition: str, rows: Sequence[str]) -> list[Entity]:
        """Name a few rows in each query. Give bounds too: without them storage scans the whole partition."""
        if len(rows) == 1:
            entity = self.get(partition, rows[0])
            return [entity] if entity else []
        ordered = sorted(set(rows))
        chunks = [ordered[at : at + _MOST_ALTERNATIVES] for at in range(0, len(ordered), _MOST_ALTERNATIVES)]
        return [entity for chunk in chunks for entity in self._among(partition, chunk)]

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        return self._query(_in_range(partition, rows), limit=limit)

    def query_fields(
        self, partition: str, rows: RowRange, fields: Sequence[str], *, limit: int | None = None
    ) -> list[Entity]:
        return self._query(_in_range(partition, rows), select=fields, limit=limit)

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        def call() -> list[str] | None:
            try:
                return submit(self._table, partition, operations)
            except CallFailed as exc:
                if exc.status_code in _LOST_RACES and not _table_missing(exc):
                    return None
                if exc.status_code in _REFUSALS:
                    raise RowRefused(
                        f"Storage does not take it: {exc.error_code or exc.status_code}."
                    ) from exc
                raise

        return self._answer(call)

    def overwrite(self, partition: str, row: str, fields: Fields) -> None:
        entity = {**fields, "PartitionKey": partition, "RowKey": row}
        self._answer(lambda: self._table.upsert_entity(entity, mode=UpdateMode.REPLACE))

    def check(self) -> None:
        """Raise StorageUnavailable unless the table service answers now."""
        try:
            list(islice(self._table.query_entities("PartitionKey eq ''", retry_total=0, read_timeout=5), 1))
        except AzureError as exc:
            if not _table_missing(exc):
                raise unavailable("Table storage", exc, self._table.url) from exc

    def _among(self, partition: str, ordered: Sequence[str]) -> list[Entity]:
        alternatives = " or ".join(f"RowKey eq {quoted(row)}" for row in ordered)
        bounds = f"RowKey ge {quoted(ordered[0])} and RowKey le {quoted(ordered[-1])}"
        return self._query(f"PartitionKey eq {quoted(partition)} and {bounds} and ({alternatives})")

    def _query(
        self, condition: str, *, select: Sequence[str] | None = None, limit: int | None = None
    ) -> list[Entity]:
        return self._answer(
            lambda: list(islice(read_rows(self._table, condition, select=select, page=limit), limit))
        )

    def _answer(self, call: Callable[[], _Answer]) -> _Answer:
        """Make the call; whoever first finds the table missing creates it."""
        try:
            try:
                return call()
            except HttpResponseError as exc:
                if not _table_missing(exc):
                    raise
                self._create()
                return call()
        except AzureError as exc:
            raise unavailable("Table storage", exc, self._table.url) from exc

    def _create(self) -> None:
        try:
            self._table.create_table()
        except ResourceExistsError:
            return  # another was first


def _in_range(partition: str, rows: RowRange) -> str:
    first, end = rows
    return f"PartitionKey eq {quoted(partition)} and RowKey ge {quoted(first)} and RowKey lt {quoted(end)}"


def _table_missing(exc: AzureError) -> bool:
    return getattr(exc, "error_code", None) == NO_TABLE
