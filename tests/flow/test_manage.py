"""Collections and jobs come and go."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.changes import Delete, Update
from shared.domain.collection import CollectionState, Sku
from shared.domain.errors import (
    CollectionNotFound,
    Conflict,
    InvalidResourceLocation,
    JobNotFound,
    LocationRequired,
    ParentNotFound,
)
from shared.domain.job import Counters, JobState
from shared.domain.keys import JobKey
from shared.domain.lifecycle import mark_sent
from shared.domain.ticket import Ticket, TicketKey
from shared.domain.wanted_collection import WantedCollection
from shared.flow.manage_collections import delete_collection, get_collection, list_collections, put_collection
from shared.flow.manage_jobs import delete_job, get_job, job_history
from shared.flow.put_and_patch import WantedJob, patch_job
from tests.builders import COLLECTION, KEY, NINE, a_collection, a_definition, at
from tests.world import World, a_world


def a_key(name: str) -> JobKey:
    return JobKey(collection=COLLECTION, name=name)


def a_wanted_job(**definition: Any) -> WantedJob:
    hourly = a_definition(every="hour", **definition)
    return WantedJob(key=KEY, definition=hourly, state=JobState.ENABLED)


def tickets(world: World) -> int:
    """Count what is due within an hour: no housekeeping of jobs that are there."""
    return sum(len(world.store.due(shard, until=NINE + timedelta(hours=1))) for shard in range(4))


def test_a_job_comes_with_its_ticket_and_its_place() -> None:
    world = a_world()

    job = world.put()

    assert world.job() == job
    assert get_collection(world.store, COLLECTION).job_count == 1
    assert tickets(world) == 1


def test_a_job_cannot_be_put_into_a_collection_that_is_not_there() -> None:
    with pytest.raises(ParentNotFound) as refused:
        World().put()

    assert (refused.value.status, refused.value.code) == (404, "ParentResourceNotFound")


def test_a_put_replaces_the_job_keeps_its_history_and_resets_its_counters() -> None:
    world = a_world()
    first = world.put()
    world.run()
    world.now = at("09:00:20")

    second = world.put(every="hour")

    assert second.incarnation == first.incarnation
    assert second.revision != first.revision
    assert world.job().counters == Counters()
    assert len(job_history(world.store, KEY, now=NINE)[1]) == 1
    assert get_collection(world.store, COLLECTION).job_count == 1
    assert tickets(world) == 1


@pytest.mark.parametrize("change", ["put", "patch"])
@pytest.mark.parametrize("meanwhile", ["was marked as sent", "is gone"])
def test_a_change_takes_the_former_ticket_along_whatever_became_of_it(change: str, meanwhile: str) -> None:
    world = a_world()
    waited_for = world.put(every="hour", start_time=at("09:10")).next_ticket
    assert waited_for is not None
    ticket = world.store.tickets([waited_for])[waited_for]
    assert isinstance(ticket, Ticket)
    marked = Update(ticket, mark_sent(ticket, now=NINE))
    world.store.commit([Delete(ticket) if meanwhile == "is gone" else marked])

    if change == "put":
        world.put(every="hour", start_time=at("09:20"))
    else:
        patch_job(world.ports, KEY, lambda job, _: a_wanted_job(start_time=at("09:20")))

    assert world.store.tickets([waited_for]) == {}
    assert tickets(world) == 1
    assert world.job().next_ticket == TicketKey(due=at("09:20"), job=KEY, revision=world.job().revision)


def test_a_disabled_job_waits_for_nothing_and_a_put_enables_it() -> None:
    world = a_world()

    world.put(state=JobState.DISABLED)
    assert tickets(world) == 0
    world.put()

    assert tickets(world) == 1


def test_a_full_collection_takes_no_more_jobs_but_replaces_those_it_has() -> None:
    world = a_world(a_collection(sku=Sku.FREE))
    for number in range(5):
        world.put(a_key(f"job-{number}"), every="hour")

    with pytest.raises(Conflict, match="has reached its quota of 5 jobs"):
        world.put(a_key("one too many"), every="hour")
    world.put(a_key("JOB-4"), every="day")

    assert get_collection(world.store, COLLECTION).job_count == 5


def test_a_free_collection_takes_no_job_that_runs_more_often_than_hourly() -> None:
    world = a_world(a_collection(sku=Sku.FREE))

    with pytest.raises(
        Conflict, match=r"run again after 00:01:00; the shortest .* 'First Collection' is 01:00:00"
    ):
        world.put(every="minute")


def test_a_deleted_job_leaves_no_row() -> None:
    world = a_world()
    job = world.put()
    world.run()

    delete_job(world.ports, KEY)
    world.run()

    assert (world.store.job(KEY), world.store.history(job), tickets(world)) == (None, [], 0)
    assert get_collection(world.store, COLLECTION).job_count == 0
    with pytest.raises(JobNotFound, match=r"Job 'Job.1' cannot be found\."):
        get_job(world.store, KEY)


def test_a_job_created_again_shows_nothing_of_the_former_one() -> None:
    world = a_world()
    first = world.put()
    world.run()
    delete_job(world.ports, KEY)

    second = world.put()

    assert second.incarnation != first.incarnation
    assert job_history(world.store, KEY, now=NINE)[1] == []


def test_a_collection_is_created_once_and_replaced_after() -> None:
    world = World()

    created, is_new = put_collection(world.ports, COLLECTION, WantedCollection(location="West Europe"))
    replaced, still_new = put_collection(
        world.ports,
        COLLECTION,
        WantedCollection(location="westeurope", sku=Sku.P20_PREMIUM, tags=(("a", "b"),)),
    )

    assert (is_new, still_new) == (True, False)
    assert created == a_collection(edition=created.edition)
    assert replaced == a_collection(sku=Sku.P20_PREMIUM, tags=(("a", "b"),), edition=replaced.edition)
    assert created.edition != replaced.edition
    assert world.store.collection(COLLECTION) == replaced


def test_a_replaced_collection_keeps_its_jobs() -> None:
    world = a_world()
    world.put()

    put_collection(world.ports, COLLECTION, WantedCollection(location=None))

    assert get_collection(world.store, COLLECTION).job_count == 1


def test_a_collection_needs_a_location_and_keeps_it() -> None:
    ports = World().ports

    with pytest.raises(LocationRequired):
        put_collection(ports, COLLECTION, WantedCollection(location=None))
    put_collection(ports, COLLECTION, WantedCollection(location="West Europe"))

    with pytest.raises(InvalidResourceLocation, match="is in 'West Europe' and cannot be moved"):
        put_collection(ports, COLLECTION, WantedCollection(location="East US"))


def test_a_deleted_collection_takes_its_jobs_with_it() -> None:
    world = a_world()
    jobs = [world.put(a_key(f"job-{number}")) for number in range(3)]
    world.run()

    delete_collection(world.ports, COLLECTION)

    assert list_collections(world.store, COLLECTION.subscription) == []
    assert [world.store.job(job.key) for job in jobs] == [None, None, None]
    assert [world.store.history(job) for job in jobs] == [[], [], []]
    assert tickets(world) == 0
    with pytest.raises(CollectionNotFound):
        delete_collection(world.ports, COLLECTION)


def test_a_collection_that_is_being_deleted_is_missing_and_its_name_taken() -> None:
    world = a_world()
    world.put()
    collection = get_collection(world.store, COLLECTION)
    world.store.commit([Update(collection, replace(collection, state=CollectionState.DELETED))])

    with pytest.raises(CollectionNotFound):
        get_collection(world.store, COLLECTION)
    with pytest.raises(CollectionNotFound):
        get_job(world.store, KEY)
    with pytest.raises(ParentNotFound):
        world.put()
    with pytest.raises(Conflict, match="is being deleted"):
        put_collection(world.ports, COLLECTION, WantedCollection(location="West Europe"))
    with pytest.raises(CollectionNotFound):
        delete_collection(world.ports, COLLECTION)
    assert list_collections(world.store, COLLECTION.subscription) == []
    world.run()
    assert world.receiver == []
