"""A scan sends packs in time, whatever else goes on meanwhile."""

from datetime import datetime, timedelta

import pytest

from shared.domain.changes import Update
from shared.domain.ticket import Dispatch, Waiting
from tests.builders import COLLECTION, NINE
from tests.flow.packs import LATER, a_world_with


def test_a_scanner_that_is_ahead_costs_a_hint_and_no_run() -> None:
    world = a_world_with(jobs=3)
    world.now = LATER + timedelta(hours=1)
    world.scan()

    world.now = NINE
    world.queue.messages = [(NINE, dispatch) for _, dispatch in world.queue.messages]
    world.run()
    assert world.receiver == []
    world.scan_and_run(at=LATER)

    assert [when for when, _ in world.receiver] == [LATER] * 3


def test_a_scan_that_takes_long_sends_no_hint_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A delay counts from when the message is put, not from when the scan began."""
    world, sends = a_world_with(jobs=40), []

    def send_slowly(dispatch: Dispatch, *, now: datetime) -> None:
        sends.append(now - world.now)
        world.now += timedelta(seconds=5)

    monkeypatch.setattr(world.queue, "send", send_slowly)
    world.scan()

    assert sends == [timedelta(), timedelta()]


def test_marks_that_lose_their_race_do_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    world = a_world_with(jobs=6)
    send = world.queue.send

    def claim_one_meanwhile(dispatch: Dispatch, *, now: datetime) -> None:
        send(dispatch, now=now)
        ticket = world.store.tickets([dispatch.tickets[2]])[dispatch.tickets[2]]
        world.store.commit([Update(ticket, ticket)])

    monkeypatch.setattr(world.queue, "send", claim_one_meanwhile)
    world.scan()

    shard = world.store.shard_of(COLLECTION)
    waiting = [row for row in world.store.due(shard, until=LATER) if isinstance(row, Waiting)]
    assert [row.sent is not None for row in waiting] == [True, True, False, True, True, True]
