"""What every store promises; run over the table in memory and over the real one."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast
from uuid import uuid4

import pytest

from shared.domain.changes import Delete, Insert, Update
from shared.domain.collection import JobCollection
from shared.domain.errors import NotConfigured
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.scanned import Scanned
from shared.domain.set_aside import set_aside
from shared.domain.stored import AsideOf, CollectionHistory, JobHistory, Unreadable
from shared.domain.ticket import Lease, Sent, Ticket, Waiting
from shared.storage.row_keys import shard_of
from shared.storage.store import Store
from shared.storage.table import Operation, Table
from tests.builders import NINE, a_collection, a_job, a_ticket, an_entry, at

SHARDS = 4


class StoreContract:
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

    def test_what_was_stored_comes_back(self, store: Store, collection: JobCollection, job: Job) -> None:
        ticket, entry = a_ticket(job), an_entry(job, message="Ünïcode 🎉\r\n and 'quotes'")

        store.commit([Insert(collection), Insert(job), Insert(ticket), Insert(entry)])

        assert store.collection(collection.key) == collection
        assert store.job(job.key) == job
        assert store.tickets([ticket.key]) == {ticket.key: ticket}
        assert store.history(job) == [entry]

    @pytest.mark.parametrize("threads", [0, 1], ids=["one after the other", "meanwhile"])
    def test_a_job_comes_with_its_ticket_and_its_collection(
        self, table: Table, collection: JobCollection, job: Job, threads: int
    ) -> None:
        readers = ThreadPoolExecutor(threads) if threads else None
        store, ticket = Store(table, shards=SHARDS, readers=readers), a_ticket(job)
        waiting = replace(job, next_ticket=ticket.key)
        nothing = store.job_to_change(job.key)
        store.commit([Insert(collection), Insert(waiting)])
        without_ticket = store.job_to_change(job.key)
        store.commit([Insert(ticket)])

        assert nothing == (None, None, None)
        assert without_ticket == (waiting, None, collection)
        assert store.job_to_change(job.key) == (waiting, ticket, collection)
        assert store.job_and_collection(job.key) == (waiting, collection)

    def test_what_is_not_there_is_none(self, store: Store, collection: JobCollection, job: Job) -> None:
        assert store.collection(collection.key) is None
        assert store.job(job.key) is None
        assert store.tickets([a_ticket(job).key]) == {}
        assert store.history(job) == []
        assert store.jobs(collection.key) == []

    def test_names_are_found_in_any_case_and_keep_their_spelling(self, store: Store, job: Job) -> None:
        store.commit([Insert(job)])

        shouted = JobKey(
            collection=CollectionKey(
                subscription=job.key.collection.subscription.upper(),
                resource_group=job.key.collection.resource_group.upper(),
                name=job.key.collection.name.upper(),
            ),
            name=job.key.name.upper(),
        )
        found = store.job(shouted)

        assert isinstance(found, Job)
        assert str(found.key) == str(job.key)

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

    def test_an_update_of_nothing_is_noticed_by_others(self, store: Store, job: Job) -> None:
        read = committed(store, job)

        assert store.commit([Update(read, read)]) is not None
        assert store.commit([Update(read, replace(read, revision="late"))]) is None

    def test_what_is_absent_again_comes_back_absent(self, store: Store, job: Job) -> None:
        read = committed(store, job)
        assert read.next_ticket is not None

        store.commit([Update(read, replace(read, next_ticket=None))])

        assert store.job(job.key) == replace(job, next_ticket=None)

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
        found = store.job(job.key)
        assert isinstance(found, Job)
        assert found.revision == str(winner)

    def test_what_is_due_comes_earliest_first_up_to_the_instant(self, store: Store, job: Job) -> None:
        tickets = [a_ticket(due_at(job, second)) for second in (30, 0, 59, 60)]
        store.commit([Insert(ticket) for ticket in tickets])

        due = store.due(shard_of(job.key.collection, SHARDS), until=at("09:00:59"))

        mine = [ticket.key.due for ticket in due if isinstance(ticket, Waiting) and is_of(job, ticket)]
        assert mine == [at("09:00:00"), at("09:00:30"), at("09:00:59")]

    def test_a_ticket_stays_in_the_shard_of_its_collection(self, store: Store, job: Job) -> None:
        store.commit([Insert(a_ticket(job))])

        shards = [
            shard
            for shard in range(SHARDS)
            if any(is_of(job, ticket) for ticket in store.due(shard, until=NINE))
        ]

        assert shards == [shard_of(job.key.collection, SHARDS)]

    def test_history_is_newest_first_and_belongs_to_one_incarnation(self, store: Store, job: Job) -> None:
        entries = [an_entry(job, number=number, started=at(f"09:0{number}:00")) for number in (1, 2, 3)]
        former = an_entry(replace(job, incarnation="former"), number=9)
        neighbour = an_entry(a_job(replace(job.key, name=job.key.name + "2")), number=9)
        store.commit([Insert(entry) for entry in (*entries, former, neighbour)])

        assert [entry.number for entry in store.history(job)] == [3, 2, 1]
        assert [entry.number for entry in store.history(job, limit=2)] == [3, 2]

    def test_collections_of_a_subscription_come_by_group_and_name(self, store: Store) -> None:
        subscription = f"sub-{uuid4()}"
        for resource_group, name in [("b", "a"), ("a", "c"), ("A", "B"), ("a b", "a")]:
            key = CollectionKey(subscription=subscription, resource_group=resource_group, name=name)
            store.commit([Insert(a_collection(key))])

        found = [(c.key.resource_group, c.key.name) for c in store.collections(subscription.upper())]

        assert found == [("A", "B"), ("a", "c"), ("a b", "a"), ("b", "a")]

    def test_jobs_of_a_collection_come_by_name(self, store: Store, collection: JobCollection) -> None:
        jobs = [a_job(JobKey(collection=collection.key, name=name)) for name in ("b", "C", "a", "a b")]
        store.commit([Insert(job) for job in jobs])

        found = [job.key.name for job in store.jobs(collection.key) if isinstance(job, Job)]
        assert found == ["a", "a b", "b", "C"]
        assert len(store.jobs(collection.key, limit=2)) == 2

    @pytest.mark.parametrize(
        ("letters", "limit", "expected"),
        [
            pytest.param("abcdefgh", None, "abcdefgh", id="all"),
            pytest.param("abcdefgh", 3, "abc", id="the first"),
            pytest.param("cgh", 2, "cg", id="beyond the first page"),
            pytest.param("cgh", 9, "cgh", id="fewer than there may be"),
            pytest.param("h", None, "h", id="all of those wanted"),
            pytest.param("z", 1, "", id="none"),
        ],
    )
    def test_jobs_are_found_until_there_are_enough_that_are_wanted(
        self, store: Store, collection: JobCollection, letters: str, limit: int | None, expected: str
    ) -> None:
        store.commit([Insert(a_job(JobKey(collection=collection.key, name=name))) for name in "abcdefgh"])

        found = store.jobs(
            collection.key,
            wanted=lambda job: isinstance(job, Job) and job.key.name in letters,
            limit=limit,
        )

        assert "".join(job.key.name for job in found if isinstance(job, Job)) == expected

    def test_history_is_found_until_there_are_enough_that_are_wanted(self, store: Store, job: Job) -> None:
        numbers = range(1, 9)
        store.commit(
            [Insert(an_entry(job, number=number, started=at(f"09:0{number}:00"))) for number in numbers]
        )

        found = store.history(job, wanted=lambda entry: entry.number % 3 == 0, limit=2)

        assert [entry.number for entry in found] == [6, 3]

    def test_a_hundred_rows_fit_into_one_commit(self, store: Store, collection: JobCollection) -> None:
        jobs = [a_job(JobKey(collection=collection.key, name=f"{number:03d}")) for number in range(100)]

        store.commit([Insert(job) for job in jobs])

        assert store.jobs(collection.key) == jobs

    def test_some_of_many_are_found_by_name(self, store: Store, collection: JobCollection) -> None:
        jobs = [a_job(JobKey(collection=collection.key, name=f"job {number}")) for number in range(40)]
        store.commit([Insert(job) for job in jobs])
        store.commit([Insert(a_ticket(job)) for job in jobs])
        other = a_job(JobKey(collection=collection.key, name="not there"))
        wanted = [*jobs[:30], other]

        assert store.jobs_named([job.key for job in wanted]) == {job.key: job for job in jobs[:30]}
        tickets = {ticket.key: ticket for ticket in map(a_ticket, jobs[:30])}
        assert store.tickets([a_ticket(job).key for job in wanted]) == tickets
        assert store.pack([a_ticket(job).key for job in wanted]) == tickets

    def test_collections_of_a_shard_are_found_by_name(self, store: Store, collection: JobCollection) -> None:
        store.commit([Insert(collection)])
        missing = next(key for key in endless_keys() if store.shard_of(key) == store.shard_of(collection.key))

        assert store.collections_named([collection.key, missing]) == {collection.key: collection}

    def test_a_waiting_ticket_is_marked_and_nothing_else_of_it_changes(self, store: Store, job: Job) -> None:
        ticket = a_ticket(job, number=7, claims=2, lease=Lease(id="former", until=NINE))
        store.commit([Insert(ticket)])
        due = store.due(store.shard_of(job.key.collection), until=NINE)
        (waiting,) = (row for row in due if isinstance(row, Waiting) and is_of(job, row))
        sent = Sent(count=1, at=NINE)

        assert store.commit([Update(waiting, replace(waiting, sent=sent))]) is not None

        assert store.tickets([ticket.key]) == {ticket.key: replace(ticket, sent=sent)}

    def test_history_is_found_by_place_and_by_age(self, store: Store, job: Job) -> None:
        entries = [an_entry(job, number=number, started=at(f"09:0{number}:00")) for number in (1, 2, 3)]
        store.commit([Insert(entry) for entry in entries])
        newest_first = [store.place(entry) for entry in reversed(entries)]

        assert store.rows(JobHistory(job=job.key, incarnation=job.incarnation), limit=2) == newest_first[:2]
        before = at("09:02:00")
        old = store.rows(JobHistory(job=job.key, incarnation=job.incarnation, before=before), limit=9)
        assert old == newest_first[2:]
        assert store.rows(CollectionHistory(job.key.collection), limit=9) == newest_first
        assert store.commit([Delete(row) for row in old]) is not None
        assert [entry.number for entry in store.history(job)] == [3, 2]

    def test_what_cannot_be_read_says_so_and_stops_nobody(
        self, table: Table, store: Store, collection: JobCollection, job: Job
    ) -> None:
        store.commit([Insert(job), Insert(a_ticket(job))])
        partition = store.place(job).partition
        other = a_job(JobKey(collection=collection.key, name="zz"))
        bad_job, bad_ticket = store.place(other).row, store.place(a_ticket(other)).row
        noted = {"nextTicket": bad_ticket, "trimTicket": 5, "incarnation": "first"}
        table.overwrite(partition, bad_job, noted)
        table.overwrite(partition, bad_ticket, {"sentAt": "yesterday"})

        found, unreadable = store.jobs(collection.key)
        waiting = store.due(store.shard_of(collection.key), until=NINE)

        assert found == job
        assert isinstance(unreadable, Unreadable)
        assert unreadable.owner == other.key
        assert (unreadable.incarnation, unreadable.tickets) == ("first", (a_ticket(other).key,))
        (bad,) = (row for row in waiting if isinstance(row, Unreadable) and row.owner == other.key)
        assert (bad.stored.row, any(is_of(job, row) for row in waiting)) == (bad_ticket, True)

    def test_what_cannot_be_read_can_be_replaced_and_deleted(
        self, table: Table, store: Store, job: Job
    ) -> None:
        place = store.place(job)
        table.overwrite(place.partition, place.row, {"definition": "{"})
        bad = store.job(job.key)
        assert isinstance(bad, Unreadable)

        rows = store.commit([Update(bad, job)])

        assert rows == [job]
        assert store.job(job.key) == job
        assert store.commit([Delete(bad)]) is None
        assert store.commit([Delete(rows[0])]) is not None

    def test_what_is_set_aside_is_found_by_shard_job_and_collection(self, store: Store, job: Job) -> None:
        read = committed(store, job)
        ticket = a_ticket(job)
        rows = store.commit([Insert(ticket)])
        assert rows is not None

        changes = set_aside(store.place(rows[0]), read, reason="no good", now=NINE)
        assert store.commit(changes) is not None

        assert store.tickets([ticket.key]) == {}
        shard = store.shard_of(job.key.collection)
        (aside,) = (row for row in store.asides(shard, limit=1_000) if row.owner == job.key)
        assert (aside.reason, aside.at, aside.stored.row) == ("no good", NINE, store.place(ticket).row)
        (place,) = store.rows(AsideOf(job.key), limit=9)
        assert store.rows(AsideOf(job.key.collection), limit=9) == [place]
        assert store.commit([Delete(place)]) is not None
        assert store.commit([Update(read, read)]) is None  # setting aside has written the job

    def test_a_transaction_that_storage_would_refuse_is_a_bug(self, store: Store, job: Job) -> None:
        with pytest.raises(ValueError, match="each once"):
            store.commit([Insert(job), Insert(job)])

    def test_the_last_scan_is_remembered(self, store: Store) -> None:
        latest = Scanned(at=NINE, due=5, sent=4, sent_again=3, set_aside=2, duration=timedelta(seconds=1.25))
        store.note_scan(Scanned(at=NINE - timedelta(seconds=15)))
        store.note_scan(latest)

        assert store.last_scan() == latest

    def test_another_number_of_shards_is_refused(self, table: Table, job: Job) -> None:
        Store(table, shards=SHARDS).check()

        with pytest.raises(NotConfigured, match=r"SCHEDULER_SHARDS is 5, but .* 4 shards"):
            Store(table, shards=5).job(job.key)


def a_collection_key() -> CollectionKey:
    return CollectionKey(subscription="Sub-1", resource_group="Group (a)", name=f"Jobs {uuid4()}")


def endless_keys() -> Iterator[CollectionKey]:
    while True:
        yield a_collection_key()


def committed(store: Store, job: Job) -> Job:
    store.commit([Insert(job)])
    found = store.job(job.key)
    assert isinstance(found, Job)
    return found


def is_of(job: Job, ticket: Waiting | Unreadable) -> bool:
    return isinstance(ticket, Waiting) and ticket.key.job == job.key


def due_at(job: Job, second: int) -> Job:
    assert job.next_ticket is not None
    return replace(job, next_ticket=replace(job.next_ticket, due=NINE + timedelta(seconds=second)))


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
