"""The demo's rows, into storage."""

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from time import perf_counter
from typing import Final

from azure.data.tables import TableClient

from local.demo.company import a_company
from local.demo.past import Past, Rows
from local.dev.terminal import say
from shared.storage.account import StorageAccount
from shared.storage.azure_table import TABLE
from shared.storage.dispatch_queue import DispatchQueue
from shared.storage.table import Entity

_IN_A_TRANSACTION: Final = 100
_WRITERS: Final = 2  # Azurite is one process: more would only wait


def store_demo(connection_string: str, *, end: datetime) -> None:
    """Play the past until `end`, and write it into storage, where no app may have been before."""
    began = perf_counter()
    past = Past(a_company(end), end=end)
    quietly = logging.getLogger("shared")
    level = quietly.level
    quietly.setLevel(logging.CRITICAL)  # it is the past: nobody needs to hear of its troubles
    try:
        past.play()
    finally:
        quietly.setLevel(level)
    played = perf_counter()
    rows = copy_rows(past.rows, connection_string)
    with StorageAccount(connection_string=connection_string).queues() as service:
        queue = DispatchQueue(service)
        for dispatch in past.messages.left():  # they are marked as sent, and would come late without
            queue.send(dispatch, now=max(end, datetime.now(UTC)))
    stored = perf_counter()
    say(f"Three days were played in {played - began:.1f} s; {rows:,} rows stored in {stored - played:.1f} s.")


def copy_rows(rows: Rows, connection_string: str) -> int:
    """Write all rows into the app's table, which must be new, and return how many there are."""
    with StorageAccount(connection_string=connection_string).tables() as service:
        table = service.create_table_if_not_exists(TABLE)
        with ThreadPoolExecutor(_WRITERS) as writers:
            return sum(writers.map(lambda some: _write(table, *some), _transactions(rows)))


def _transactions(rows: Rows) -> Iterator[tuple[str, list[Entity]]]:
    for partition, some in rows.all():
        for first in range(0, len(some), _IN_A_TRANSACTION):
            yield partition, some[first : first + _IN_A_TRANSACTION]


def _write(table: TableClient, partition: str, rows: list[Entity]) -> int:
    table.submit_transaction([("create", {**row.fields, "PartitionKey": partition}) for row in rows])
    return len(rows)
