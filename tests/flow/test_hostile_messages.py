"""Whoever may write to the queue can send anything: it costs at most a short wait, and breaks nothing."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from shared.domain.changes import Insert
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import Dispatch, TicketKey, TicketKind
from shared.flow.run import run
from tests.builders import KEY, NINE, a_collection, at
from tests.world import World, a_world

SHORT_WAIT = timedelta(seconds=5)
FOR_EVER = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def a_world_with_a_ticket() -> tuple[World, TicketKey]:
    """A world with one job, whose ticket is due at nine, and an empty queue."""
    world = a_world()
    ticket = world.put(every=None).next_ticket
    assert ticket is not None
    world.queue.messages.clear()
    return world, ticket


def sent(world: World) -> list[tuple[datetime, tuple[TicketKey, ...]]]:
    return [(dispatch.due, dispatch.tickets) for _, dispatch in world.queue.messages]


@pytest.mark.parametrize("due", [NINE, FOR_EVER], ids=["due now", "due at the end of time"])
def test_what_is_due_runs_at_once_whatever_its_message_says_is_due(due: datetime) -> None:
    world, ticket = a_world_with_a_ticket()

    run(Dispatch(due=due, tickets=(ticket,)), world.ports)

    assert [when for when, _ in world.receiver] == [NINE]
    assert sent(world) == []


@pytest.mark.parametrize("due", [NINE + timedelta(seconds=1.5), NINE + timedelta(days=400), FOR_EVER])
def test_a_ticket_that_is_due_later_holds_up_nobody_and_is_sent_again(due: datetime) -> None:
    world, ticket = a_world_with_a_ticket()
    later = replace(ticket, due=due)

    run(Dispatch(due=NINE, tickets=(later, ticket)), world.ports)

    assert [when for when, _ in world.receiver] == [NINE]
    assert sent(world) == [(due, (later,))]


def test_tickets_that_are_due_later_are_sent_with_those_of_their_second() -> None:
    world, ticket = a_world_with_a_ticket()
    dues = [at("09:00:10"), at("09:00:20.500000"), at("09:00:10.900000"), at("09:00:20")]
    one, two, three, four = (replace(ticket, due=due) for due in dues)

    run(Dispatch(due=NINE, tickets=(one, two, three, four)), world.ports)

    assert sent(world) == [(at("09:00:10"), (one, three)), (at("09:00:20"), (two, four))]
    assert (world.now, world.receiver) == (NINE, [])


def test_of_several_chores_in_a_pack_one_is_done_and_the_others_are_sent_alone() -> None:
    """A slice of each takes half a minute, and a function that takes too long ends the whole process."""
    world, ticket = a_world_with_a_ticket()
    chores = [replace(ticket, kind=TicketKind.SWEEP, id=f"chore-{number}") for number in range(3)]

    run(Dispatch(due=NINE, tickets=(*chores, ticket)), world.ports)

    assert sent(world) == [(NINE, (chores[1],)), (NINE, (chores[2],))]
    assert [when for when, _ in world.receiver] == [NINE]


def test_a_clock_that_is_set_back_meanwhile_makes_nobody_wait_longer() -> None:
    world, ticket = a_world_with_a_ticket()
    waited: list[timedelta] = []

    def an_hour_back(span: timedelta) -> None:
        waited.append(span)
        world.now += span - timedelta(hours=1)

    world.now = NINE - timedelta(seconds=1)
    run(Dispatch(due=NINE, tickets=(ticket,)), replace(world.ports, wait=an_hour_back))

    assert sum(waited, timedelta()) <= SHORT_WAIT
    assert (world.receiver, sent(world)) == ([], [(NINE, (ticket,))])


def test_a_pack_of_several_shards_is_dropped_and_its_tickets_stay(caplog: pytest.LogCaptureFixture) -> None:
    world, ticket = a_world_with_a_ticket()
    other = next(
        key for key in some_collections() if world.store.shard_of(key) != world.store.shard_of(KEY.collection)
    )
    world.store.commit([Insert(a_collection(other))])
    foreign = world.put(JobKey(collection=other, name="j"), every=None).next_ticket
    assert foreign is not None
    world.queue.messages.clear()

    run(Dispatch(due=NINE, tickets=(ticket, foreign)), world.ports)

    assert (world.receiver, sent(world)) == ([], [])
    assert "2 tickets that are not of one shard" in caplog.text
    assert len(world.store.tickets([ticket])) == len(world.store.tickets([foreign])) == 1


def test_a_pack_without_tickets_is_dropped(caplog: pytest.LogCaptureFixture) -> None:
    world = a_world()

    run(Dispatch(due=FOR_EVER, tickets=()), world.ports)

    assert (world.now, sent(world)) == (NINE, [])
    assert "dropped" in caplog.text


def some_collections() -> list[CollectionKey]:
    return [CollectionKey(subscription="s", resource_group="g", name=f"c{number}") for number in range(20)]
