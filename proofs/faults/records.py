"""What the app has noted of occurrences that were not made: rows, open stretches, and late runs."""

from collections.abc import Iterator
from typing import Any, Final

from azure.data.tables import TableClient, TableServiceClient

from local.dev.azurite import Azurite
from proofs.faults.policies import Record
from shared.domain.history import ActionName
from shared.domain.keys import JobKey
from shared.storage.azure_table import TABLE
from shared.storage.history_rows import read_history, read_skipped
from shared.storage.rows import read_job

_AFTER: Final = {"h": "i", "j": "k", "s": "t"}


def read_records(azurite: Azurite) -> list[Record]:
    """Return all that is noted, each by the path that the job's action calls."""
    with TableServiceClient.from_connection_string(azurite.connection_string) as service:
        table = service.get_table_client(TABLE)
        return [*_rows_of_skips(table), *_open_stretches(table), *_late_runs(table)]


def _rows_of_skips(table: TableClient) -> Iterator[Record]:
    for row in _rows(table, "s"):
        skipped = read_skipped(row, "")
        stretch = skipped.stretch
        path = _path(skipped.job)
        yield Record(path=path, first=stretch.first, until=stretch.until, reason=stretch.reason)


def _open_stretches(table: TableClient) -> Iterator[Record]:
    for row in _rows(table, "j"):
        job = read_job(row, "")
        if (stretch := job.course.skipping) is not None:
            path = _path(job.key)
            yield Record(path=path, first=stretch.first, until=stretch.until, reason=stretch.reason)


def _late_runs(table: TableClient) -> Iterator[Record]:
    for row in _rows(table, "h"):
        entry = read_history(row, "")
        first_try = entry.attempt == 0 and entry.action is ActionName.MAIN
        if first_try and entry.collapsed_until is not None:
            yield Record(path=_path(entry.job), first=entry.expected, until=entry.collapsed_until)


def _rows(table: TableClient, prefix: str) -> Iterator[dict[str, Any]]:
    condition = "RowKey ge @first and RowKey lt @end"
    parameters = {"first": f"{prefix}|", "end": f"{_AFTER[prefix]}|"}
    for row in table.query_entities(condition, parameters=parameters):
        yield dict(row)


def _path(job: JobKey) -> str:
    """Return what the main action of a job calls, see Place."""
    return f"/{job.collection.resource_group}/{job.name}"
