from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from shared.domain.changes import Insert
from shared.storage.memory_table import MemoryTable
from shared.storage.store import Store
from shared.storage.table import Entity, Table
from tests.builders import KEY, a_collection, a_job
from tests.storage.store_contract import StoreContract


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def table(self) -> Table:
        return MemoryTable()


class MeetingTable(MemoryTable):
    """Answers a point read when another one is under way; if none comes, it breaks."""

    def __init__(self) -> None:
        super().__init__()
        self.meeting: Barrier | None = None

    def get(self, partition: str, row: str) -> Entity | None:
        if self.meeting:
            self.meeting.wait()
        return super().get(partition, row)


def test_a_job_and_its_collection_are_read_side_by_side() -> None:
    table = MeetingTable()
    with ThreadPoolExecutor(1) as readers:
        store = Store(table, shards=4, readers=readers)
        store.commit([Insert(a_collection()), Insert(a_job())])
        table.meeting = Barrier(2, timeout=10)

        job, collection = store.job_and_collection(KEY)

    assert (job, collection) == (a_job(), a_collection())
