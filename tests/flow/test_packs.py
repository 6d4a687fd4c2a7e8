"""What is due together runs together, and nobody's trouble is another's."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest

from shared.domain.attempt import Attempt, Completed, Failed, Outcome
from shared.domain.changes import Change, Row, Update
from shared.domain.job import Job
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.ticket import Dispatch
from shared.flow.manage_jobs import delete_job, run_job
from shared.flow.run import run
from tests.flow.packs import LATER, CountingTable, a_key, a_world_with, sizes, states
from tests.world import a_world

ONE_RETRY = RetryPolicy(type=RetryType.FIXED, interval=timedelta(seconds=15), count=1)


def test_what_is_due_at_one_instant_goes_in_packs_of_thirty_two() -> None:
    world = a_world_with(jobs=40)

    world.scan()

    assert sizes(world) == [32, 8]


def test_a_pack_is_one_claim_and_one_settlement() -> None:
    table = CountingTable()
    world = a_world_with(jobs=14, table=table)
    world.scan()
    table.transactions = 0

    world.now = LATER
    world.run()

    assert len(world.receiver) == 14
    assert table.transactions == 2
    assert states(world, 14) == {"completed"}


def test_a_settlement_too_large_for_one_transaction_is_cut() -> None:
    world = a_world_with(jobs=32)  # seven rows each: ticket, job, history, trim, removal, audit
    world.scan()

    world.now = LATER
    world.run()

    assert states(world, 32) == {"completed"}
    assert all(len(world.store.history(world.job(a_key(number)))) == 1 for number in range(32))


def test_the_retries_of_a_pack_are_a_pack_again() -> None:
    world = a_world_with(jobs=10, retry_policy=ONE_RETRY)
    world.scan()
    world.answer = lambda attempt: Failed("not now")

    world.now = LATER
    world.run()

    assert sizes(world) == [10]
    world.now = LATER + timedelta(seconds=15)
    world.run()
    assert len(world.receiver) == 20
    assert states(world, 10) == {"faulted"}


def test_one_job_that_changes_between_reading_and_claiming_does_not_hold_up_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changed = a_key(3)
    world = a_world_with(jobs=8)
    world.scan()
    world.now = LATER
    races: list[int] = []

    commit = world.store.commit

    def change_one_meanwhile(changes: Sequence[Change]) -> list[Row] | None:
        written = [change.after for change in changes if isinstance(change, Update)]
        if any(isinstance(row, Job) and row.key == changed for row in written) and len(races) < 3:
            races.append(len(changes))
            job = world.job(changed)
            commit([Update(job, job)])
        return commit(changes)

    monkeypatch.setattr(world.store, "commit", change_one_meanwhile)
    world.run()

    assert len(races) == 3
    assert len(world.receiver) == 8
    assert states(world, 8) == {"completed"}


def test_a_job_deleted_while_its_pack_runs_leaves_the_others_alone() -> None:
    world = a_world_with(jobs=5)
    world.scan()

    def delete_one(attempt: Attempt) -> Outcome:
        if attempt.job == a_key(0):
            delete_job(world.ports, a_key(2))
        return Completed("fine")

    world.answer = delete_one
    world.now = LATER
    world.run()

    assert world.store.job(a_key(2)) is None
    assert [len(world.store.history(world.job(a_key(number)))) for number in (0, 1, 3, 4)] == [1, 1, 1, 1]


def test_two_tickets_of_one_job_in_a_pack_both_run() -> None:
    world = a_world_with(jobs=3)
    world.now = LATER
    world.scan()
    run_job(world.ports, a_key(1))

    keys = tuple(key for _, dispatch in world.queue.messages for key in dispatch.tickets)
    run(Dispatch(due=LATER, tickets=keys), world.ports)

    assert len(world.receiver) == 4
    assert {entry.number for entry in world.store.history(world.job(a_key(1)))} == {1, 2}


def test_a_ticket_named_twice_runs_once() -> None:
    world = a_world_with(jobs=1)
    ticket = world.job(a_key(0)).next_ticket
    assert ticket is not None
    world.now = LATER

    run(Dispatch(due=LATER, tickets=(ticket, ticket)), world.ports)

    assert len(world.receiver) == 1


def test_each_of_a_pack_starts_at_its_own_instant() -> None:
    world = a_world()
    dues = [LATER + timedelta(milliseconds=step) for step in (0, 300, 900)]
    for number, due in enumerate(dues):
        world.put(a_key(number), every=None, start_time=due)
    world.scan()

    world.now = LATER - timedelta(milliseconds=500)
    run(world.queue.messages[0][1], world.ports)

    assert [when for when, _ in world.receiver] == dues


def test_a_slow_action_does_not_hold_up_its_neighbours() -> None:
    """All wait for each other inside the action: one after another they would wait for ever."""
    world = a_world_with(jobs=8)
    together = Barrier(8, timeout=30)
    world.scan()
    world.now = LATER

    def meet(attempt: Attempt) -> Outcome:
        together.wait()
        return Completed("met")

    world.answer = meet
    with ThreadPoolExecutor(8) as executor:
        world.ports = replace(world.ports, executor=executor)
        world.run()

    assert states(world, 8) == {"completed"}
