"""When runs were settled, as the history tells afterwards: nobody is disturbed by being watched."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, Final

from proofs.benchmarks.dispatch.punctuality import Timetable
from shared.storage.account import StorageAccount
from shared.storage.azure_table import TABLE
from shared.storage.history_rows import read_history

_ALL_HISTORY: Final = "RowKey ge 'h|' and RowKey lt 'h}'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The runs of a timetable that the history knows, and when the last of them was written."""

    runs: int
    doubled: int
    seconds: float
    """From the first due instant to the last row."""


def read_settled(storage: StorageAccount, timetable: Timetable) -> Settled:
    written: dict[tuple[str, datetime], list[datetime]] = {}
    for (job, expected), at in _entries(storage):
        if (run := timetable.named(job, expected)) is not None:
            written.setdefault(run, []).append(at)
    return Settled(
        runs=len(written),
        doubled=sum(len(times) - 1 for times in written.values()),
        seconds=(max(chain(*written.values(), [timetable.begin])) - timetable.begin).total_seconds(),
    )


def _entries(storage: StorageAccount) -> Iterator[tuple[tuple[str, datetime], datetime]]:
    with storage.tables() as service:
        for row in service.get_table_client(TABLE).query_entities(_ALL_HISTORY):
            fields: Any = row
            entry = read_history(fields, "")
            yield (entry.job.name, entry.expected), fields.metadata["timestamp"]
