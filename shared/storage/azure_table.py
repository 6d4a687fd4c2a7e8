"""The table in Azure Table Storage (or Azurite)."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final, TypeVar

from azure.core.exceptions import AzureError, HttpResponseError, ResourceExistsError, ResourceNotFoundError
from azure.data.tables import TableServiceClient, UpdateMode

from shared.domain.errors import RowRefused
from shared.storage.fields import Fields
from shared.storage.outage import unavailable
from shared.storage.row_keys import RowRange
from shared.storage.table import Entity, Operation
from shared.storage.transaction import TransactionFailed, submit

TABLE: Final = "Scheduler"

_LOST_RACES: Final = (404, 409, 412)
_REFUSALS: Final = (400, 413)
_MOST_ALTERNATIVES: Final = 12  # a filter takes 15 comparisons, and three are partition and bounds
_LARGEST_PAGE: Final = 1_000
_IN_RANGE: Final = "PartitionKey eq @partition and RowKey ge @first and RowKey lt @end"
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

    def get_some(self, partition: str, rows: Sequence[str]) -> list[Entity]:
        """Name a few rows in each query. Give bounds too: without them storage scans the whole partition."""
        if len(rows) == 1:
            entity = self.get(partition, rows[0])
            return [entity] if entity else []
        ordered = sorted(set(rows))
        chunks = [ordered[at : at + _MOST_ALTERNATIVES] for at in range(0, len(ordered), _MOST_ALTERNATIVES)]
        return [entity for chunk in chunks for entity in self._among(partition, chunk)]

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        return self._query(_IN_RANGE, _range_parameters(partition, rows), limit=limit)

    def query_fields(
        self, partition: str, rows: RowRange, fields: Sequence[str], *, limit: int | None = None
    ) -> list[Entity]:
        return self._query(_IN_RANGE, _range_parameters(partition, rows), select=fields, limit=limit)

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        def call() -> list[str] | None:
            try:
                return submit(self._table, partition, operations)
            except TransactionFailed as exc:
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
        alternatives = " or ".join(f"RowKey eq @row{number}" for number in range(len(ordered)))
        parameters = {f"row{number}": row for number, row in enumerate(ordered)}
        bounds = {"partition": partition, "first": ordered[0], "last": ordered[-1]}
        # The SDK finds parameters by the spaces around them, also before a bracket.
        within = "PartitionKey eq @partition and RowKey ge @first and RowKey le @last"
        condition = f"{within} and ( {alternatives} )"
        return self._query(condition, parameters | bounds)

    def _query(
        self,
        condition: str,
        parameters: dict[str, str],
        *,
        select: Sequence[str] | None = None,
        limit: int | None = None,
    ) -> list[Entity]:
        page = limit if limit is None else min(limit, _LARGEST_PAGE)
        chosen = None if select is None else list(select)

        def call() -> list[Entity]:
            rows = self._table.query_entities(
                condition, parameters=parameters, select=chosen, results_per_page=page
            )
            return [_entity(row) for row in islice(rows, limit)]

        return self._answer(call)

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


def _range_parameters(partition: str, rows: RowRange) -> dict[str, str]:
    first, end = rows
    return {"partition": partition, "first": first, "end": end}


def _entity(row: Any) -> Entity:
    return Entity(fields=dict(row), etag=row.metadata["etag"])


def _table_missing(exc: AzureError) -> bool:
    return getattr(exc, "error_code", None) == "TableNotFound"
