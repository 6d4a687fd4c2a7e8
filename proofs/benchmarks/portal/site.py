"""An app with many jobs, whose portal is looked at."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Final

from local.dev.terminal import say
from proofs.benchmarks.herd import Herd, load
from proofs.harness.clock import now
from proofs.harness.parts import SHARDS
from proofs.harness.processes import a_host, running
from proofs.harness.storage import a_folder, an_azurite
from shared.domain.changes import Change, Insert, Row
from shared.domain.job import Job
from shared.domain.recurrence import Frequency
from shared.storage.account import StorageAccount
from shared.storage.azure_table import TABLE, AzureTable
from shared.storage.store import Store

MOST_COLLECTIONS: Final = 100
_PASTS: Final = ("cccccccccccccccccccc", "cccrcccccccccccccccc", "fccccfcccccccccccccc", "ccccc", "")
"""The last occurrences of jobs, newest first: most are well."""


@contextmanager
def a_site(jobs: int) -> Iterator[str]:
    """Store the jobs, start the app, and yield its address."""
    with a_folder() as folder, an_azurite() as azurite:
        say(f"{jobs:,} jobs …")
        fill(azurite.connection_string, jobs)
        settings = {
            "AzureWebJobsStorage": azurite.connection_string,
            "SCHEDULER_OPEN_LOOPBACK": "1",
            "SCAN_SCHEDULE": "*/15 * * * * *",
        }
        with running(a_host(folder, settings)) as host:
            yield host.address


def fill(connection_string: str, jobs: int) -> None:
    """Store jobs that have a past. None is due before tomorrow, so that the app has nothing else to do."""
    began = now()
    herd = Herd(
        name="nightly",
        size=jobs,
        collections=min(MOST_COLLECTIONS, jobs),
        uri="http://receiver.example/",
        due=lambda number: began + timedelta(days=1, seconds=number * 7 % 3_600),
        every=Frequency.DAY,
    )
    with StorageAccount(connection_string=connection_string).tables() as service:
        load(_StoreOfLived(AzureTable(service, TABLE), shards=SHARDS), herd.jobs(), now=began)


class _StoreOfLived(Store):
    """Gives jobs a past as it stores them."""

    def commit(self, changes: Sequence[Change]) -> list[Row] | None:
        return super().commit([_lived(change) for change in changes])


def _lived(change: Change) -> Change:
    match change:
        case Insert(row=Job() as job):
            number = int(job.key.name.rpartition("-")[2])
            return Insert(replace(job, recent=_PASTS[number % len(_PASTS)]))
        case _:
            return change
