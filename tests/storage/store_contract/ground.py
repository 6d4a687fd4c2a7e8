"""What the parts of the contract stand on: the store, and values of its own for each test."""

from uuid import uuid4

import pytest

from shared.domain.changes import Insert
from shared.domain.collection import JobCollection
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.stored import Unreadable
from shared.domain.ticket import Waiting
from shared.storage.store import Store
from shared.storage.table import Table
from tests.builders import a_collection, a_job

SHARDS = 4


class Ground:
    """Each test works in collections of its own, so that all may share a table."""

    @pytest.fixture
    def table(self) -> Table:
        raise NotImplementedError

    @pytest.fixture
    def store(self, table: Table) -> Store:
        return Store(table, shards=SHARDS)

    @pytest.fixture
    def collection(self) -> JobCollection:
        return a_collection(a_collection_key())

    @pytest.fixture
    def job(self, collection: JobCollection) -> Job:
        return a_job(JobKey(collection=collection.key, name="Job (1). a_b-c"))


def a_collection_key() -> CollectionKey:
    return CollectionKey(subscription="Sub-1", resource_group="Group (a)", name=f"Jobs {uuid4()}")


def committed(store: Store, job: Job) -> Job:
    store.commit([Insert(job)])
    stored = store.job(job.key)
    assert isinstance(stored, Job)
    return stored


def is_of(job: Job, ticket: Waiting | Unreadable) -> bool:
    return isinstance(ticket, Waiting) and ticket.key.job == job.key
