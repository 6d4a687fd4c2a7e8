"""What lists over all jobs of a subscription find: what is its own, in order, whatever else is there."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from shared.domain.changes import Insert
from shared.domain.collection import JobCollection
from shared.domain.exclude import Exclude
from shared.domain.history import Status, failure_note
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.local_time.local import DaylightSaving, Missing
from shared.domain.local_time.wall_time import WallTime
from shared.domain.recurrence import Weekday
from shared.domain.summaries import Bookmark
from shared.domain.ticket import Lease, Ticket, TicketKind
from shared.domain.under_way import KnownJob
from shared.storage.store import Store
from tests.builders import NINE, a_collection, a_definition, a_job, a_ticket, an_entry, every
from tests.storage.store_contract.ground import Ground

TIMING = ("start_time", "recurrence", "time_zone", "daylight_saving", "exclude", "spread", "use_defaults")
"""What next runs follow from."""
TIMED = (
    a_definition(),
    a_definition(recurrence=every("week", week_days=(0, 3), hours=(2,)), start_time=NINE),
    a_definition(recurrence=every("day", count=3), spread=timedelta(minutes=5), use_defaults=False),
    a_definition(
        recurrence=every("day", end_time=WallTime(NINE + timedelta(days=9))),
        start_time=WallTime(NINE),
        time_zone="Europe/Berlin",
        daylight_saving=DaylightSaving(missing=Missing.SKIP),
        exclude=Exclude(week_days=(Weekday.SUNDAY,), dates=("--12-24",), calendars=("holidays",)),
        description="beside the point",
    ),
)


class OverviewContract(Ground):
    def test_collections_are_counted(self, store: Store, collection: JobCollection) -> None:
        store.commit([Insert(replace(collection, job_count=7))])

        counted = [
            (one.key, one.jobs)
            for shard in range(store.shards)
            for one in store.counted_collections(shard)
            if one.key == collection.key
        ]

        assert counted == [(collection.key, 7)]

    def test_jobs_are_listed_page_by_page(self, store: Store, collection: JobCollection) -> None:
        own = _in_a_subscription_of_its_own(collection)
        jobs = _jobs(own, 5)
        store.commit([Insert(own), *map(Insert, jobs)])
        subscription, shard = own.key.subscription, store.shard_of(own.key)

        place: Bookmark | None = Bookmark()
        found, pages = list[Job](), list[int]()
        while place is not None:
            page = store.jobs_behind(subscription, place, limit=2)
            found += page.jobs
            pages.append(len(page.jobs))
            place = page.behind

        assert found == jobs
        assert [size for size in pages if size] == [2, 2, 1]
        keys = [job.key for job in jobs]
        assert [job.key for job in store.timed_jobs_in(shard, subscription.upper())] == keys
        assert store.collections_in(shard, subscription) == {own.key: own}
        assert [one.key for one in store.definitions_in(shard, subscription)] == [job.key for job in jobs]

    def test_next_runs_come_in_their_order_and_before_an_instant(
        self, store: Store, collection: JobCollection
    ) -> None:
        own = _in_a_subscription_of_its_own(collection)
        dues = [NINE + timedelta(minutes=7 * number % 300) for number in range(300)]
        tickets = [
            _due(a_ticket(a_job(job.key)), due) for job, due in zip(_jobs(own, 300), dues, strict=True)
        ]
        trims = [_due(ticket, ticket.key.due, kind=TicketKind.TRIM) for ticket in tickets]
        rows = [*tickets, *trims]
        for begin in range(0, len(rows), 90):
            store.commit([Insert(row) for row in rows[begin : begin + 90]])
        shard, until = store.shard_of(own.key), NINE + timedelta(minutes=250)

        found = list(store.next_runs(shard, own.key.subscription, until=until))

        assert [key.due for key in found] == [NINE + timedelta(minutes=number) for number in range(250)]
        assert [key.job.name for key in found[:3]] == ["job 00", "job 43", "job 86"]
        assert list(store.next_runs(shard, "other", until=until)) == []

    def test_what_next_runs_follow_from_is_read_as_it_was_stored(
        self, store: Store, collection: JobCollection
    ) -> None:
        own = _in_a_subscription_of_its_own(collection)
        jobs = [
            a_job(job.key, definition=definition, now=NINE)
            for job, definition in zip(_jobs(own, len(TIMED)), TIMED, strict=True)
        ]
        store.commit([Insert(job) for job in jobs])
        shard, keys = store.shard_of(own.key), [job.key for job in jobs]

        for read in (store.timed_jobs(shard, keys), store.timed_jobs_in(shard, own.key.subscription)):
            for job, timed in zip(jobs, read, strict=True):
                for name in ("key", "state", "anchor", "next_ticket", "course", "delay", "counted_from"):
                    assert getattr(timed, name) == getattr(job, name)
                assert timed.progress.started == job.progress.started
                for name in TIMING:
                    assert getattr(timed.definition, name) == getattr(job.definition, name)

    def test_a_few_jobs_and_many_are_known_by_name(self, store: Store, collection: JobCollection) -> None:
        jobs = _jobs(collection, 60)
        for begin in (0, 30):
            store.commit([Insert(job) for job in jobs[begin : begin + 30]])
        shard, missing = store.shard_of(collection.key), JobKey(collection=collection.key, name="other")

        few = store.known_jobs(shard, [jobs[3].key, missing])
        many = store.known_jobs(shard, [missing, *(job.key for job in jobs[:55])])

        assert few == {
            jobs[3].key: KnownJob(
                key=jobs[3].key, incarnation="revision-1", revision="revision-1", state=JobState.ENABLED
            )
        }
        assert set(many) == {job.key for job in jobs[:55]}
        assert store.known_jobs(shard, []) == {}

    def test_failures_are_listed_newest_first(self, store: Store, collection: JobCollection) -> None:
        own = _in_a_subscription_of_its_own(collection)
        (job,) = _jobs(own, 1)
        ends = [NINE + timedelta(minutes=minute) for minute in range(4)]
        entries = [an_entry(job, status=Status.FAILED, started=end, ended=end) for end in ends]
        store.commit([Insert(failure_note(entry)) for entry in entries])
        shard, subscription = store.shard_of(own.key), own.key.subscription

        notes = list(store.failures(shard, subscription, since=ends[1], before=ends[3]))
        behind = store.place(notes[0]).row
        rest = list(store.failures(shard, subscription, since=ends[0], before=None, behind=behind))

        assert [note.entry.ended for note in notes] == [ends[2], ends[1]]
        assert [note.entry.ended for note in rest] == [ends[1], ends[0]]

    def test_runs_under_way_are_told_from_those_to_come(
        self, store: Store, collection: JobCollection
    ) -> None:
        own = _in_a_subscription_of_its_own(collection)
        late, leased, later, retry, trim = (a_ticket(job) for job in _jobs(own, 5))
        in_an_hour = NINE + timedelta(hours=1)
        tickets = [
            late,
            _due(leased, in_an_hour, lease=Lease(id="x", until=in_an_hour)),
            _due(later, in_an_hour),
            _due(retry, in_an_hour, kind=TicketKind.RETRY),
            _due(trim, NINE, kind=TicketKind.TRIM),
        ]
        store.commit([Insert(ticket) for ticket in tickets])
        shard, subscription = store.shard_of(own.key), own.key.subscription

        found = list(store.under_way(shard, subscription, now=NINE))
        behind = list(store.under_way(shard, subscription, now=NINE, behind=found[0].place))

        assert [one.key.job for one in found] == [late.key.job, leased.key.job, retry.key.job]
        assert behind == found[1:]
        assert (found[1].lease, found[0].lease) == (Lease(id="x", until=in_an_hour), None)


def _in_a_subscription_of_its_own(collection: JobCollection) -> JobCollection:
    """All tests may share a table, and lists are of a whole subscription."""
    name = "".join(character for character in collection.key.name if character.isalnum())
    key = CollectionKey(subscription=f"Own-{name}"[:64], resource_group="Group", name="First Collection")
    return a_collection(key)


def _jobs(collection: JobCollection, number: int) -> list[Job]:
    return [a_job(JobKey(collection=collection.key, name=f"Job {one:02d}")) for one in range(number)]


def _due(
    ticket: Ticket, due: datetime, *, kind: TicketKind = TicketKind.OCCURRENCE, **changes: Any
) -> Ticket:
    return replace(ticket, key=replace(ticket.key, due=due, kind=kind), **changes)
