"""A remote side that is slow or silent costs its own jobs only: they are late, never lost."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Event

import pytest

from shared.domain.attempt import Attempt, Completed, Outcome
from shared.domain.errors import StorageUnavailable
from shared.domain.put_off import PutOff, in_sum, pause_after
from shared.domain.remote import remote_of
from shared.domain.ticket import Dispatch
from shared.flow.app_status import read_status
from shared.flow.places import Places, Side
from shared.flow.traffic import Precedence, PutOffs, Traffic
from tests.builders import NINE
from tests.flow.packs import LATER, a_key, a_world_with, states
from tests.world import World


def with_few_places(world: World) -> World:
    """Two places for each remote side, and no time to wait for one."""
    world.ports = replace(world.ports, traffic=Traffic(places=Places(8), patience=timedelta()))
    return world


@contextmanager
def stalled(world: World) -> Iterator[Event]:
    """Let attempts hang until the event is set, or the test is over."""
    released = Event()

    def hang(attempt: Attempt) -> Outcome:
        assert released.wait(30)
        return Completed("at last")

    world.answer = hang
    with ThreadPoolExecutor(8) as executor:
        world.ports = replace(world.ports, executor=executor)
        try:
            yield released
        finally:
            released.set()


def test_what_gets_no_place_is_put_off_and_all_run_in_the_end() -> None:
    world = with_few_places(a_world_with(jobs=7))
    world.scan()
    world.now = LATER
    taken = world.ports.traffic.places.take({side_of_jobs(world): 2})
    assert taken.total() == 2

    world.run()

    ((seen, pack),) = world.queue.messages
    assert (world.receiver, pack.put_off, len(pack.tickets)) == ([], 1, 7)
    assert LATER + timedelta(seconds=3) <= seen <= LATER + timedelta(seconds=5)
    world.ports.traffic.places.give_back(side_of_jobs(world), 2)
    world.now = seen
    world.run()
    assert states(world, 7) == {"completed"}
    assert len(world.receiver) == 7


def test_no_more_run_at_once_than_there_are_places_and_none_waits_under_a_lease() -> None:
    world = with_few_places(a_world_with(jobs=3))
    world.scan()
    ((_, pack),) = world.queue.messages
    world.now = LATER

    with stalled(world) as released:
        world.queue.send = and_then(world.queue.send, released.set)  # type: ignore[method-assign]  # what is put off ends the stall
        world.run()

    held = [key for key in pack.tickets if key in world.store.tickets(pack.tickets)]
    assert len(held) == 1
    ((_, put_off),) = world.queue.messages
    assert list(put_off.tickets) == held
    (ticket,) = world.store.tickets(held).values()
    assert (ticket.lease, ticket.claims) == (None, 0)  # type: ignore[union-attr]  # it can be read


def and_then(first: Callable[..., None], then: Callable[[], None]) -> Callable[..., None]:
    def both(dispatch: Dispatch, *, now: datetime) -> None:
        first(dispatch, now=now)
        then()

    return both


@pytest.mark.parametrize(("times", "shortest"), [(0, 5), (1, 8), (2, 15), (3, 30), (4, 30), (1_000, 30)])
def test_a_pack_that_is_put_off_again_waits_longer(times: int, shortest: int) -> None:
    pauses = {pause_after(times, who=f"job-{number}").total_seconds() for number in range(100)}

    assert len(pauses) == 100  # they come back apart
    assert shortest <= min(pauses) < max(pauses) <= 1.5 * shortest


def test_what_is_put_off_is_shown_and_is_not_called_overdue() -> None:
    world = with_few_places(a_world_with(jobs=3))
    world.scan()
    world.now = LATER
    world.ports.traffic.places.take({side_of_jobs(world): 2})
    world.run()

    status = read_status(world.ports, now=LATER + timedelta(minutes=2))
    later = read_status(world.ports, now=LATER + timedelta(minutes=5))

    assert status.put_off == PutOff(at=LATER, tickets={side_of_jobs(world).remote: 3})
    assert status.overdue is None
    assert later.put_off is None
    assert later.overdue is not None


def test_a_collection_that_holds_half_of_all_places_is_put_off_and_named_and_runs_in_the_end() -> None:
    world = with_few_places(a_world_with(jobs=3))
    collection = a_key(0).collection
    elsewhere = {Side("slow.example", collection): 2, Side("silent.example", collection): 2}
    world.scan()
    world.now = LATER
    places = world.ports.traffic.places
    assert places.take(elsewhere) == elsewhere
    world.run()

    status = read_status(world.ports, now=LATER + timedelta(minutes=2))

    named = "job collection sub-1/group (a)/first collection"
    assert status.put_off == PutOff(at=LATER, tickets={named: 3})
    assert status.overdue is None
    assert world.receiver == []
    for side, count in elsewhere.items():
        places.give_back(side, count)
    world.now = LATER + timedelta(seconds=10)
    world.run()
    world.now += timedelta(seconds=10)
    world.run()
    assert states(world, 3) == {"completed"}


def test_a_place_is_given_back_when_the_claim_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    world = with_few_places(a_world_with(jobs=2))
    world.scan()
    world.now = LATER

    def down(changes: object) -> None:
        raise StorageUnavailable("down")

    monkeypatch.setattr(world.store, "commit", down)
    with pytest.raises(StorageUnavailable):
        world.run()

    assert world.ports.traffic.places.take({side_of_jobs(world): 2}).total() == 2


def test_a_note_is_made_once_a_minute_and_counts_what_came_since() -> None:
    put_offs = PutOffs()

    notes = [
        put_offs.add({"a": 2}, NINE),
        put_offs.add({"a": 3}, NINE + timedelta(seconds=59)),
        put_offs.add({"b": 1}, NINE + timedelta(seconds=60)),
    ]

    assert notes == [
        PutOff(at=NINE, tickets={"a": 2}),
        None,
        PutOff(at=NINE + timedelta(seconds=60), tickets={"a": 3, "b": 1}),
    ]


def test_notes_of_several_processes_are_added_up_the_most_first() -> None:
    notes = [PutOff(at=NINE, tickets={"a": 1, "b": 5}), PutOff(at=LATER, tickets={"a": 9})]

    assert in_sum(notes) == PutOff(at=LATER, tickets={"a": 10, "b": 5})
    assert in_sum([]) is None


def test_settling_gives_way_to_those_that_start() -> None:
    precedence = Precedence()
    order: list[str] = []

    def settle() -> None:
        precedence.give_way()
        order.append("settled")

    with ThreadPoolExecutor(1) as executor, precedence.starting():
        settling = executor.submit(settle)
        order.append("started")
    settling.result()

    assert order == ["started", "settled"]


def side_of_jobs(world: World) -> Side:
    return Side(remote_of(world.job(a_key(0)).definition.action), a_key(0).collection)
