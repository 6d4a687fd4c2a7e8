"""A commit makes all of its changes or none, and tells the truth about it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, cast

import pytest

from shared.domain.changes import Delete, Insert, Update
from shared.domain.collection import JobCollection
from shared.domain.job import Job, JobState
from shared.domain.keys import JobKey
from shared.domain.ticket import Lease, Sent, Ticket, Waiting, unread
from shared.storage.store import Store
from shared.storage.table import Operation, Table
from tests.builders import NINE, a_job, a_ticket, an_entry
from tests.storage.store_contract.ground import SHARDS, Ground, committed, is_of


class CommitContract(Ground):
    def test_a_commit_whose_answer_was_lost_is_told_as_won(self, table: Table, job: Job) -> None:
        store = forgetful_store(table)
        ticket, entry = a_ticket(job), an_entry(job)

        rows = store.commit([Insert(job), Insert(ticket), Insert(entry)])

        assert rows is not None
        stored = {type(row): row for row in rows}
        assert (stored[Job], stored[Ticket]) == (job, ticket)
        changed = replace(job, state=JobState.DISABLED)
        assert Store(table, shards=SHARDS).commit([Update(stored[Job], changed)]) is not None

    def test_an_update_whose_answer_was_lost_brings_the_row_as_it_stands(
        self, table: Table, store: Store, job: Job
    ) -> None:
        read = committed(store, job)

        rows = forgetful_store(table).commit([Update(read, replace(read, last_run=NINE))])

        assert rows == [replace(job, last_run=NINE)]

    def test_another_commit_is_not_taken_for_ours(self, table: Table, store: Store, job: Job) -> None:
        read = committed(store, job)
        store.commit([Update(read, replace(read, last_run=NINE))])

        forgetful = forgetful_store(table)

        assert forgetful.commit([Update(read, replace(read, last_run=NINE))]) is None
        assert forgetful.commit([Insert(job)]) is None

    def test_a_large_commit_whose_answer_was_lost_brings_all_of_its_rows(
        self, table: Table, collection: JobCollection
    ) -> None:
        jobs = [a_job(JobKey(collection=collection.key, name=f"job-{number:02d}")) for number in range(40)]

        rows = forgetful_store(table).commit([Insert(job) for job in jobs])

        assert rows is not None
        assert sorted(str(row.key) for row in rows if isinstance(row, Job)) == [str(job.key) for job in jobs]

    def test_an_insert_of_what_is_there_loses(self, store: Store, job: Job) -> None:
        store.commit([Insert(job)])

        assert store.commit([Insert(replace(job, state=JobState.DISABLED))]) is None
        assert store.job(job.key) == job

    def test_an_update_of_what_changed_since_it_was_read_loses(self, store: Store, job: Job) -> None:
        read = committed(store, job)
        store.commit([Update(read, replace(read, state=JobState.DISABLED))])

        assert store.commit([Update(read, replace(read, revision="late"))]) is None
        assert store.job(job.key) == replace(job, state=JobState.DISABLED)

    def test_an_update_or_deletion_of_what_is_gone_loses(self, store: Store, job: Job) -> None:
        read = committed(store, job)
        store.commit([Delete(read)])

        assert store.commit([Update(read, replace(read, state=JobState.DISABLED))]) is None
        assert store.commit([Delete(read)]) is None
        assert store.job(job.key) is None

    def test_a_deletion_of_what_changed_since_it_was_read_loses(self, store: Store, job: Job) -> None:
        read = committed(store, job)
        store.commit([Update(read, replace(read, state=JobState.DISABLED))])

        assert store.commit([Delete(read)]) is None
        assert store.job(job.key) is not None

    def test_a_ticket_that_was_not_read_is_deleted_in_whatever_version(self, store: Store, job: Job) -> None:
        ticket = a_ticket(job)
        (inserted,) = store.commit([Insert(ticket)]) or []
        store.commit([Update(inserted, replace(ticket, sent=Sent(count=1, at=NINE)))])

        assert store.commit([Delete(unread(ticket.key))]) == []
        assert store.tickets([ticket.key]) == {}
        assert store.commit([Delete(unread(ticket.key))]) is None

    def test_an_update_of_nothing_is_noticed_by_others(self, store: Store, job: Job) -> None:
        read = committed(store, job)

        assert store.commit([Update(read, read)]) is not None
        assert store.commit([Update(read, replace(read, revision="late"))]) is None

    def test_the_rows_returned_can_be_changed_again(self, store: Store, job: Job) -> None:
        first = store.commit([Insert(job)])
        assert first is not None
        second = store.commit([Update(first[0], replace(job, revision="second"))])
        assert second is not None

        assert store.commit([Delete(second[0])]) == []
        assert store.job(job.key) is None

    def test_one_lost_change_undoes_all(self, store: Store, collection: JobCollection, job: Job) -> None:
        store.commit([Insert(collection)])

        assert store.commit([Insert(job), Insert(a_ticket(job)), Insert(collection)]) is None
        assert store.job(job.key) is None
        assert store.tickets([a_ticket(job).key]) == {}

    def test_of_many_writers_at_once_one_wins(self, store: Store, job: Job) -> None:
        read = committed(store, job)

        with ThreadPoolExecutor(8) as writers:
            results = list(
                writers.map(
                    lambda writer: store.commit([Update(read, replace(read, revision=str(writer)))]), range(8)
                )
            )

        (winner,) = (writer for writer, result in enumerate(results) if result is not None)
        stored = store.job(job.key)
        assert isinstance(stored, Job)
        assert stored.revision == str(winner)

    def test_a_hundred_rows_fit_into_one_commit(self, store: Store, collection: JobCollection) -> None:
        jobs = [a_job(JobKey(collection=collection.key, name=f"{number:03d}")) for number in range(100)]

        store.commit([Insert(job) for job in jobs])

        assert store.jobs(collection.key) == jobs

    def test_a_waiting_ticket_is_marked_and_nothing_else_of_it_changes(self, store: Store, job: Job) -> None:
        ticket = a_ticket(job, number=7, claims=2, lease=Lease(id="former", until=NINE))
        store.commit([Insert(ticket)])
        due = store.due(store.shard_of(job.key.collection), until=NINE)
        (waiting,) = (row for row in due if isinstance(row, Waiting) and is_of(job, row))
        sent = Sent(count=1, at=NINE)

        assert store.commit([Update(waiting, replace(waiting, sent=sent))]) is not None

        assert store.tickets([ticket.key]) == {ticket.key: replace(ticket, sent=sent)}

    def test_a_transaction_that_storage_would_refuse_is_a_bug(self, store: Store, job: Job) -> None:
        with pytest.raises(ValueError, match="each once"):
            store.commit([Insert(job), Insert(job)])


def forgetful_store(table: Table) -> Store:
    return Store(cast(Table, Forgetful(table)), shards=SHARDS)


class Forgetful:
    """A table that carries transactions out, and says that they were lost."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        etags = self._table.transact(partition, operations)
        return etags if partition == "meta" else None
