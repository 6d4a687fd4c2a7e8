"""What was stored is found again: by name, by range, by age, in the order of its keys."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from shared.domain.changes import Delete, Insert, Update
from shared.domain.collection import JobCollection
from shared.domain.course import Skipped, SkipReason, Stretch
from shared.domain.errors import NotConfigured
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.put_off import PutOff
from shared.domain.readers import Readers
from shared.domain.scanned import Scanned
from shared.domain.stored import CollectionHistory, CollectionSkips, JobHistory, JobSkips
from shared.domain.ticket import Waiting
from shared.storage.row_keys import shard_of
from shared.storage.store import Store
from shared.storage.table import Table
from tests.builders import NINE, a_collection, a_job, a_ticket, an_entry, at
from tests.storage.store_contract.ground import SHARDS, Ground, a_collection_key, committed, is_of


class ReadingContract(Ground):
    def test_what_was_stored_comes_back(self, store: Store, collection: JobCollection, job: Job) -> None:
        ticket, entry = a_ticket(job), an_entry(job, message="Ünïcode 🎉\r\n and 'quotes'")

        store.commit([Insert(collection), Insert(job), Insert(ticket), Insert(entry)])

        assert store.collection(collection.key) == collection
        assert store.job(job.key) == job
        assert store.tickets([ticket.key]) == {ticket.key: ticket}
        assert store.history(job) == [entry]

    @pytest.mark.parametrize("threads", [0, 1], ids=["one after the other", "meanwhile"])
    def test_a_job_comes_with_its_collection(
        self, table: Table, collection: JobCollection, job: Job, threads: int
    ) -> None:
        readers = ThreadPoolExecutor(threads) if threads else None
        store = Store(table, shards=SHARDS, readers=readers)

        nothing = store.job_and_collection(job.key)
        store.commit([Insert(collection), Insert(job)])

        assert nothing == (None, None)
        assert store.job_and_collection(job.key) == (job, collection)

    @pytest.mark.parametrize("threads", [0, 3], ids=["one after the other", "side by side"])
    def test_shards_come_in_their_order(self, table: Table, threads: int) -> None:
        readers = {one: ThreadPoolExecutor(threads) for one in Readers} if threads else None
        store = Store(table, shards=SHARDS, shard_readers=readers)

        for one in Readers:
            assert list(store.over_shards(lambda shard: shard * 10, one)) == [
                shard * 10 for shard in range(SHARDS)
            ]

    def test_what_was_put_off_is_remembered_of_each_process(self, table: Table) -> None:
        one, other = Store(table, shards=SHARDS), Store(table, shards=SHARDS)
        before = one.put_offs()
        one.note_put_off(PutOff(at=NINE, tickets={"a:80": 3}))
        one.note_put_off(PutOff(at=NINE + timedelta(minutes=1), tickets={"a:80": 2, "b:443": 1}))

        noted = [note for note in other.put_offs() if note not in before]

        assert noted == [PutOff(at=NINE + timedelta(minutes=1), tickets={"a:80": 2, "b:443": 1})]

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
        stored = store.job(shouted)

        assert isinstance(stored, Job)
        assert str(stored.key) == str(job.key)

    def test_what_is_absent_again_comes_back_absent(self, store: Store, job: Job) -> None:
        read = committed(store, job)
        assert read.next_ticket is not None

        store.commit([Update(read, replace(read, next_ticket=None))])

        assert store.job(job.key) == replace(job, next_ticket=None)

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

        names = [(c.key.resource_group, c.key.name) for c in store.collections(subscription.upper())]

        assert names == [("A", "B"), ("a", "c"), ("a b", "a"), ("b", "a")]

    def test_jobs_of_a_collection_come_by_name(self, store: Store, collection: JobCollection) -> None:
        jobs = [a_job(JobKey(collection=collection.key, name=name)) for name in ("b", "C", "a", "a b")]
        store.commit([Insert(job) for job in jobs])

        names = [job.key.name for job in store.jobs(collection.key) if isinstance(job, Job)]
        assert names == ["a", "a b", "b", "C"]
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

        jobs = store.jobs(
            collection.key,
            wanted=lambda job: isinstance(job, Job) and job.key.name in letters,
            limit=limit,
        )

        assert "".join(job.key.name for job in jobs if isinstance(job, Job)) == expected

    def test_history_is_found_until_there_are_enough_that_are_wanted(self, store: Store, job: Job) -> None:
        numbers = range(1, 9)
        store.commit(
            [Insert(an_entry(job, number=number, started=at(f"09:0{number}:00"))) for number in numbers]
        )

        entries = store.history(job, wanted=lambda entry: entry.number % 3 == 0, limit=2)

        assert [entry.number for entry in entries] == [6, 3]

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

    def test_records_of_skips_are_found_by_place_and_by_age(self, store: Store, job: Job) -> None:
        stretches = [
            Stretch(reason=SkipReason.OVERLAP, first=at(f"09:0{minute}:00"), until=at(f"09:0{minute}:30"))
            for minute in (1, 2, 3)
        ]
        key, incarnation = job.key, job.incarnation
        store.commit(
            [
                Insert(Skipped(job=key, incarnation=incarnation, revision="r", stretch=stretch))
                for stretch in stretches
            ]
        )
        of = JobSkips(job=key, incarnation=incarnation)

        everything = store.rows(of, limit=9)
        old = store.rows(replace(of, before=at("09:02:45")), limit=9)

        assert (len(everything), old) == (3, everything[1:])
        assert store.rows(CollectionSkips(job.key.collection), limit=2) == everything[:2]

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

    def test_the_last_scan_is_remembered(self, store: Store) -> None:
        latest = Scanned(at=NINE, due=5, sent=4, sent_again=3, set_aside=2, duration=timedelta(seconds=1.25))
        store.note_scan(Scanned(at=NINE - timedelta(seconds=15)))
        store.note_scan(latest)

        assert store.last_scan() == latest

    def test_another_number_of_shards_is_refused(self, table: Table, job: Job) -> None:
        Store(table, shards=SHARDS).check()

        with pytest.raises(NotConfigured, match=r"SCHEDULER_SHARDS is 5, but .* 4 shards"):
            Store(table, shards=5).job(job.key)


def endless_keys() -> Iterator[CollectionKey]:
    while True:
        yield a_collection_key()


def due_at(job: Job, second: int) -> Job:
    assert job.next_ticket is not None
    return replace(job, next_ticket=replace(job.next_ticket, due=NINE + timedelta(seconds=second)))
