"""What cannot be used says so, can be replaced and deleted, or is set aside."""

from shared.domain.changes import Delete, Insert, Update
from shared.domain.collection import JobCollection
from shared.domain.job import Job
from shared.domain.keys import JobKey
from shared.domain.set_aside import set_aside
from shared.domain.stored import AsideOf, Unreadable
from shared.storage.store import Store
from shared.storage.table import Table
from tests.builders import NINE, a_job, a_ticket
from tests.storage.store_contract.ground import Ground, committed, is_of


class UnusableContract(Ground):
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

        readable, unreadable = store.jobs(collection.key)
        waiting = store.due(store.shard_of(collection.key), until=NINE)

        assert readable == job
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
