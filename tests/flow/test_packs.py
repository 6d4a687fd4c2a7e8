"""What is due together runs together, and nobody's trouble is another's."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Barrier, current_thread
from typing import Any

import pytest

from shared.domain.attempt import Attempt, Completed, Failed, Outcome
from shared.domain.changes import Change, Row, Update
from shared.domain.errors import StorageUnavailable
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.ticket import Dispatch, Waiting
from shared.flow.manage_jobs import delete_job, run_job
from shared.flow.run import run
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Operation
from tests.builders import COLLECTION, KEY, NINE, at
from tests.world import World, a_world

ONE_RETRY = RetryPolicy(type=RetryType.FIXED, interval=timedelta(seconds=15), count=1)
LATER = NINE + timedelta(minutes=1)


def a_key(number: int, collection: CollectionKey = COLLECTION) -> JobKey:
    return JobKey(collection=collection, name=f"job-{number:02d}")


def a_world_with(jobs: int, table: MemoryTable | None = None, **definition: Any) -> World:
    """Jobs that are all due once, at the same instant, a minute from now."""
    world = a_world(table=table)
    for number in range(jobs):
        world.put(a_key(number), every=None, start_time=LATER, **definition)
    return world


def sizes(world: World) -> list[int]:
    return [len(dispatch.tickets) for _, dispatch in world.queue.messages]


def states(world: World, jobs: int) -> set[str]:
    return {world.job(a_key(number)).state for number in range(jobs)}


class CountingTable(MemoryTable):
    """Counts transactions."""

    def __init__(self) -> None:
        super().__init__()
        self.transactions = 0

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        self.transactions += 1
        return super().transact(partition, operations)


def test_what_is_due_at_one_instant_goes_in_packs_of_thirty_two() -> None:
    world = a_world_with(jobs=40)

    world.scan()

    assert sizes(world) == [32, 8]


def test_a_pack_is_one_claim_and_one_settlement() -> None:
    table = CountingTable()
    world = a_world_with(jobs=20, table=table)
    world.scan()
    table.transactions = 0

    world.now = LATER
    world.run()

    assert len(world.receiver) == 20
    assert table.transactions == 2
    assert states(world, 20) == {"completed"}


def test_a_settlement_too_large_for_one_transaction_is_cut() -> None:
    world = a_world_with(jobs=32)  # five rows each: ticket, job, history, trim and removal
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


def test_a_pack_larger_than_packs_are_now_is_sent_on() -> None:
    world = a_world_with(jobs=10)
    world.scan()
    world.ports = replace(world.ports, pace=replace(world.ports.pace, pack=4))

    world.now = LATER
    world.run()
    assert len(world.receiver) == 4
    world.run()
    world.run()

    assert len(world.receiver) == 10


def test_none_of_a_pack_starts_before_its_instant() -> None:
    world = a_world()
    dues = [LATER + timedelta(milliseconds=step) for step in (0, 300, 900)]
    for number, due in enumerate(dues):
        world.put(a_key(number), every=None, start_time=due)
    world.scan()

    world.now = LATER - timedelta(milliseconds=500)
    run(world.queue.messages[0][1], world.ports)

    assert len(world.receiver) == 3
    assert all(when >= attempt.expected for when, attempt in world.receiver)


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


def test_a_bug_is_a_failure_that_is_logged_with_its_traceback_and_the_pack_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = a_world_with(jobs=3, retry_policy=RetryPolicy(type=RetryType.NONE))
    world.scan()
    world.now = LATER
    fine = world.answer

    def break_one(attempt: Attempt) -> Outcome:
        if attempt.job != a_key(1):
            return fine(attempt)
        return Failed("something went wrong here: ZeroDivisionError", bug=a_bug())

    world.answer = break_one
    with ThreadPoolExecutor(3) as executor:
        world.ports = replace(world.ports, executor=executor)
        world.run()

    assert [world.job(a_key(number)).state for number in range(3)] == ["completed", "faulted", "completed"]
    (entry,) = world.store.history(world.job(a_key(1)))
    assert entry.message == "something went wrong here: ZeroDivisionError"
    (line,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert str(a_key(1)) in line.getMessage()
    assert line.threadName == current_thread().name
    assert "in a_bug" in caplog.text


def a_bug() -> Exception:
    try:
        1 / 0  # noqa: B018 - it is there to fail
    except ZeroDivisionError as exc:
        return exc
    raise AssertionError


def test_a_failure_is_noted_with_the_number_of_its_answer_if_there_was_one(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    world = a_world_with(jobs=2)
    world.scan()
    world.now = LATER
    world.answer = lambda attempt: Failed("no", status=503 if attempt.job == a_key(0) else None)

    world.run()

    notes = [json.loads(record.getMessage()) for record in caplog.records if "pack" in record.getMessage()]
    failed = sorted(notes[-1]["failed"], key=lambda fact: str(fact["job"]))
    assert [fact.get("status", "none") for fact in failed] == [503, "none"]


class FailingTable(CountingTable):
    """Does not answer until an instant, though it may have done what it was asked; or not to one call."""

    down_until: datetime | None = None
    does_it: bool = False
    fails_at: int | None = None
    clock: World

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        if self.down_until is not None and self.clock.now < self.down_until:
            if self.does_it:
                super().transact(partition, operations)
            raise StorageUnavailable("down")
        if self.transactions + 1 == self.fails_at:
            self.transactions += 1
            raise StorageUnavailable("down for a moment")
        return super().transact(partition, operations)


@pytest.mark.parametrize("does_it", [False, True], ids=["before", "after having done it"])
def test_an_outage_shorter_than_the_lease_repeats_no_action(does_it: bool) -> None:
    table = FailingTable()
    world = a_world_with(jobs=4, table=table)
    table.clock = world
    world.scan()
    world.now = LATER

    def then_go_down(attempt: Attempt) -> Outcome:
        table.down_until, table.does_it = LATER + timedelta(seconds=60), does_it
        return Completed("fine")

    world.answer = then_go_down
    world.run()

    assert len(world.receiver) == 4
    assert states(world, 4) == {"completed"}
    assert all(world.job(a_key(number)).counters.executions == 1 for number in range(4))


def test_an_outage_longer_than_the_lease_ends_the_invocation_and_the_runs_are_taken_over() -> None:
    table = FailingTable()
    world = a_world_with(jobs=2, table=table)
    table.clock = world
    world.scan()
    world.now = LATER

    def then_go_down(attempt: Attempt) -> Outcome:
        table.down_until = LATER + timedelta(minutes=10)
        return Completed("fine")

    world.answer = then_go_down
    with pytest.raises(StorageUnavailable):
        world.run()
    world.answer = lambda attempt: Completed("fine")
    world.scan_and_run(at=LATER + timedelta(minutes=10))

    assert len(world.receiver) == 4
    assert states(world, 2) == {"completed"}


def test_what_is_claimed_before_an_outage_runs_and_the_message_comes_back_for_the_rest() -> None:
    table = FailingTable()
    world = a_world_with(jobs=2, table=table)
    table.clock = world
    world.now = LATER
    run_job(world.ports, a_key(0))
    world.scan()
    table.fails_at = table.transactions + 2  # the first claims one ticket of each job
    keys = tuple(key for _, dispatch in world.queue.messages for key in dispatch.tickets)

    with pytest.raises(StorageUnavailable):
        run(Dispatch(due=LATER, tickets=keys), world.ports)

    assert len(world.receiver) == 2
    assert len([key for key in keys if key in world.store.tickets(keys)]) == 1

    run(Dispatch(due=LATER, tickets=keys), world.ports)

    assert len(world.receiver) == 3
    assert world.store.tickets(keys) == {}


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


def test_a_scan_and_a_pack_leave_one_line_of_json_each(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="shared.flow.journal")
    world = a_world_with(jobs=2, retry_policy=RetryPolicy(type=RetryType.NONE))
    world.answer = lambda attempt: Completed("fine") if attempt.job == a_key(0) else Failed("no")
    world.scan()
    world.now = LATER + timedelta(seconds=1.5)
    world.run()

    scan, pack = (json.loads(record.getMessage()) for record in caplog.records)

    counted = {"due": 2, "sent": 2, "sentAgain": 0, "setAside": 0, "newer": 0}
    assert scan == {"event": "scan", **counted, "durationMs": 0}
    failure = {"job": str(a_key(1)), "kind": "occurrence", "number": 1, "attempt": 0, "next": None}
    assert (pack["event"], pack["tickets"], pack["claimed"], pack["completed"]) == ("pack", 2, 2, 1)
    assert (pack["failed"], pack["lateMs"]) == ([failure], 1500)


def test_how_late_an_attempt_began_is_kept_in_its_history() -> None:
    world = a_world()
    world.put(every=None, start_time=LATER)

    world.scan_and_run(at=at("09:01:02.500000"))

    (entry,) = world.store.history(world.job(KEY))
    assert entry.lateness == timedelta(seconds=2.5)
