"""The table in Azure Table Storage (or Azurite)."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final, TypeVar, assert_never

from azure.core import MatchConditions
from azure.core.exceptions import AzureError, HttpResponseError, ResourceExistsError, ResourceNotFoundError
from azure.data.tables import TableServiceClient, TableTransactionError, UpdateMode

from shared.storage.outage import unavailable
from shared.storage.row_keys import RowRange
from shared.storage.rows import Fields
from shared.storage.table import DeleteRow, Entity, InsertRow, MergeRow, Operation

TABLE: Final = "Scheduler"

_LOST_RACES: Final = (404, 409, 412)
_Answer = TypeVar("_Answer")


class AzureTable:
    def __init__(self, service: TableServiceClient, name: str = TABLE) -> None:
        self._table = service.get_table_client(name)

    def get(self, partition: str, row: str) -> Entity | None:
        def call() -> Entity | None:
            try:
                return _entity(self._table.get_entity(partition, row))
            except ResourceNotFoundError as exc:
                if _table_missing(exc):
                    raise
                return None

        return self._answer(call)

    def query(self, partition: str, rows: RowRange, limit: int | None = None) -> list[Entity]:
        first, end = rows
        condition = "PartitionKey eq @partition and RowKey ge @first and RowKey lt @end"
        parameters = {"partition": partition, "first": first, "end": end}

        def call() -> list[Entity]:
            found = self._table.query_entities(condition, parameters=parameters, results_per_page=limit)
            return [_entity(row) for row in islice(found, limit)]

        return self._answer(call)

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        batch = [_batch_operation(partition, operation) for operation in operations]

        def call() -> list[str] | None:
            try:
                return [answer.get("etag") or "" for answer in self._table.submit_transaction(batch)]
            except TableTransactionError as exc:
                if exc.status_code in _LOST_RACES and not _table_missing(exc):
                    return None
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
                raise unavailable("Table storage", exc) from exc

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
            raise unavailable("Table storage", exc) from exc

    def _create(self) -> None:
        try:
            self._table.create_table()
        except ResourceExistsError:
            return  # another was first


def _entity(row: Any) -> Entity:
    return Entity(fields=dict(row), etag=row.metadata["etag"])


def _batch_operation(partition: str, operation: Operation) -> tuple[str, Fields, dict[str, Any]]:
    keys = {"PartitionKey": partition, "RowKey": operation.row}
    match operation:
        case InsertRow():
            return "create", {**operation.fields, **keys}, {}
        case MergeRow():
            return (
                "update",
                {**operation.fields, **keys},
                {"mode": UpdateMode.MERGE, **_unless_changed(operation.etag)},
            )
        case DeleteRow():
            return "delete", keys, _unless_changed(operation.etag)
        case _:
            assert_never(operation)


def _unless_changed(etag: str) -> dict[str, Any]:
    return {"etag": etag, "match_condition": MatchConditions.IfNotModified}


def _table_missing(exc: AzureError) -> bool:
    return getattr(exc, "error_code", None) == "TableNotFound"
