"""What a new job takes at least: one transaction, sent with the SDK, of the rows that the app writes."""

import time
from typing import Any, Final
from uuid import uuid4

from azure.core import MatchConditions
from azure.data.tables import TableClient, TableServiceClient, UpdateMode

from local.dev.terminal import Problem
from shared.domain.keys import CollectionKey
from shared.storage import row_keys
from shared.storage.azure_table import TABLE

_PARTITION: Final = "shard-000"


class BareTable:
    """A table of its own, into which the rows of one job of the app are written again and again."""

    def __init__(self, connection_string: str, collection: CollectionKey) -> None:
        service = TableServiceClient.from_connection_string(connection_string)
        self._job, self._ticket, found = _rows_of_a_job(service.get_table_client(TABLE), collection)
        self._table = service.create_table(f"bare{uuid4().hex}")
        self._collection = {**found, "PartitionKey": _PARTITION}
        self._etag: str = self._table.create_entity(self._collection)["etag"]

    def seconds_each(self, transactions: int) -> float:
        began = time.perf_counter()
        for _ in range(transactions):
            self._insert_job()
        return (time.perf_counter() - began) / transactions

    def _insert_job(self) -> None:
        """Insert job and ticket and merge how many there are into the collection, under its ETag."""
        new = uuid4().hex
        count = {name: self._collection[name] for name in ("PartitionKey", "RowKey", "jobCount")}
        under = {
            "mode": UpdateMode.MERGE,
            "etag": self._etag,
            "match_condition": MatchConditions.IfNotModified,
        }
        _, merged, _ = self._table.submit_transaction(
            [
                ("create", _as_new(self._job, new)),
                ("update", count, under),
                ("create", _as_new(self._ticket, new)),
            ]
        )
        self._etag = merged["etag"]


def _as_new(row: dict[str, Any], name: str) -> dict[str, Any]:
    return {**row, "PartitionKey": _PARTITION, "RowKey": f"{row['RowKey']}{name}"}


def _rows_of_a_job(table: TableClient, collection: CollectionKey) -> tuple[dict[str, Any], ...]:
    """Return the rows of the first job of a collection: itself, its ticket and the collection."""
    first, end = row_keys.jobs_range(collection)
    jobs = table.query_entities(f"RowKey ge '{first}' and RowKey lt '{end}'", results_per_page=1)
    job = dict(next(iter(jobs), {}))
    if not job:
        raise Problem(f"There is no job in {collection}.")
    ticket = table.get_entity(job["PartitionKey"], job["nextTicket"])
    return job, dict(ticket), dict(table.get_entity(job["PartitionKey"], row_keys.collection_row(collection)))
