"""What the app has noted of occurrences that were not made, read from storage."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

from local.dev.azurite import Azurite
from proofs.faults.policies import Record
from proofs.faults.records import read_records
from shared.domain.changes import Insert
from shared.domain.course import Course, Skipped, SkipReason, Stretch
from shared.domain.history import ActionName
from shared.domain.keys import CollectionKey, JobKey
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.store import Store
from tests.builders import NINE, a_job, an_entry

TEN = NINE + timedelta(hours=1)


def test_rows_open_stretches_and_late_runs_are_read(azurite: Azurite) -> None:
    group = uuid4().hex
    key = JobKey(collection=CollectionKey(subscription="s", resource_group=group, name="c"), name="7")
    storage = StorageAccount(connection_string=azurite.connection_string)
    store = Store(AzureTable(storage.tables()), shards=16)  # as many as all that share this storage
    store.check()
    overlap, too_late = (
        Stretch(reason=reason, first=NINE, until=TEN) for reason in (SkipReason.OVERLAP, SkipReason.TOO_LATE)
    )
    late = replace(an_entry(), job=key, expected=NINE, collapsed_until=TEN)
    rows = (
        a_job(key, course=Course(skipping=overlap)),
        Skipped(job=key, incarnation="i", revision="r", stretch=too_late),
        late,
        replace(late, attempt=1),
        replace(late, action=ActionName.ERROR),
        replace(late, number=late.number + 1, collapsed_until=None),
    )

    store.commit([Insert(row) for row in rows])

    path = f"/{group}/7"
    assert [record for record in read_records(azurite) if record.path == path] == [
        Record(path=path, first=NINE, until=TEN, reason=SkipReason.TOO_LATE),
        Record(path=path, first=NINE, until=TEN, reason=SkipReason.OVERLAP),
        Record(path=path, first=NINE, until=TEN),
    ]
