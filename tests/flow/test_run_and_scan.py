"""From ticket to history, with a clock that is turned by hand."""

from dataclasses import replace
from datetime import timedelta

import pytest

from shared.domain.action import ErrorAction
from shared.domain.attempt import Attempt, Completed, Failed, Outcome
from shared.domain.changes import Update
from shared.domain.collection import CollectionState
from shared.domain.history import ActionName, Status
from shared.domain.job import Counters, JobState
from shared.domain.recurrence import Frequency, Recurrence
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.ticket import Dispatch, Waiting
from shared.flow.manage_collections import set_state
from shared.flow.manage_jobs import delete_job, run_job
from shared.flow.run import run
from tests.actions.running import a_runner
from tests.builders import COLLECTION, KEY, NINE, an_action, at
from tests.world import a_world


def test_a_new_job_runs_at_once_without_waiting_for_a_scan() -> None:
    world = a_world()
    world.put()

    world.run()

    assert [(when, attempt.expected) for when, attempt in world.receiver] == [(NINE, NINE)]
    (entry,) = world.store.history(world.job())
    assert (entry.status, entry.number, entry.message) == (Status.COMPLETED, 1, "fine")
    assert world.job().counters == Counters(executions=1)


def test_it_goes_on_every_minute_with_nothing_but_scans() -> None:
    world = a_world()
    world.put()
    world.run()

    for tick in range(12):
        world.scan_and_run(at=NINE + timedelta(seconds=15 * tick))

    assert [attempt.expected for _, attempt in world.receiver] == [NINE, at("09:01:00"), at("09:02:00")]
    assert [when for when, _ in world.receiver] == [NINE, at("09:01:00"), at("09:02:00")]
    assert world.job().next_ticket is not None
    assert [entry.number for entry in world.store.history(world.job())] == [3, 2, 1]


def test_a_hint_is_visible_two_seconds_early_and_sent_once() -> None:
    world = a_world()
    world.put()
    world.run()

    world.scan()
    world.scan()

    assert [since for since, _ in world.queue.messages] == [at("09:00:58")]


def test_a_backlog_becomes_one_late_run() -> None:
    world = a_world()
    world.put()
    world.run()

    world.scan_and_run(at=at("10:30:30"))

    assert [attempt.expected for _, attempt in world.receiver] == [NINE, at("09:01:00")]
    due = world.job().next_ticket
    assert due is not None
    assert due.due == at("10:31:00")


def test_a_hint_that_comes_early_is_waited_for() -> None:
    world = a_world()
    world.put()
    world.run()
    world.scan()
    world.now = at("09:00:59.250000")

    run(world.queue.messages[0][1], world.ports)

    assert [when for when, _ in world.receiver] == [NINE, at("09:01:00")]


def test_a_hint_that_comes_much_too_early_is_sent_again() -> None:
    world = a_world()
    world.put()
    world.run()
    world.scan()
    ((_, dispatch),) = world.queue.messages

    world.now = at("09:00:30")
    run(dispatch, world.ports)

    assert len(world.receiver) == 1
    assert world.queue.messages[1:] == [(at("09:00:58"), dispatch)]


def test_a_doubled_hint_runs_nothing_twice() -> None:
    world = a_world()
    world.put()
    ((_, dispatch),) = world.queue.messages

    run(dispatch, world.ports)
    run(dispatch, world.ports)

    assert len(world.receiver) == 1


def test_emptying_the_queue_loses_nothing() -> None:
    world = a_world()
    world.put()
    world.queue.messages.clear()

    world.scan_and_run(at=at("09:00:30"))
    assert world.receiver == []
    world.scan_and_run(at=at("09:01:00"))

    assert [attempt.expected for _, attempt in world.receiver] == [NINE]


def test_a_job_whose_hint_could_not_be_sent_is_stored_and_runs_later() -> None:
    world = a_world()
    world.queue.broken = True
    world.put()
    world.queue.broken = False

    world.scan_and_run(at=at("09:01:00"))

    assert len(world.receiver) == 1


def test_a_run_whose_runner_died_is_taken_over_when_its_lease_has_run_out() -> None:
    world = a_world()
    job = world.put()
    world.answer = die
    with pytest.raises(KeyboardInterrupt):
        world.run()
    world.answer = lambda attempt: Failed("second try")

    world.scan_and_run(at=at("09:02:29"))
    first_wave = [attempt.expected for _, attempt in world.receiver]
    world.scan_and_run(at=at("09:02:30"))

    assert first_wave == [NINE, at("09:01:00")]
    repeated = [attempt for _, attempt in world.receiver if attempt.expected == NINE]
    assert len(repeated) == 2
    assert repeated[0].execution_tag == repeated[1].execution_tag
    assert [entry.number for entry in world.store.history(job)].count(1) == 1


def test_a_failed_run_is_recorded_and_the_job_goes_on() -> None:
    world = a_world()
    world.answer = lambda attempt: Failed("503")
    world.put()

    world.run()

    (entry,) = world.store.history(world.job())
    assert (entry.status, entry.message) == (Status.FAILED, "503")
    assert world.job().counters == Counters(executions=1, failures=1, faults=0)
    assert world.job().state is JobState.ENABLED
    assert world.job().next_ticket is not None


def test_a_failed_run_is_tried_again_beside_the_schedule_and_in_the_end_the_error_action_runs() -> None:
    world = a_world()
    mourn = an_action(uri="http://mourner.example/")
    world.answer = lambda attempt: Completed("mourned") if attempt.action == mourn else Failed("503")
    once = RetryPolicy(type=RetryType.FIXED, interval=timedelta(seconds=20), count=1)
    world.put(every="hour", retry_policy=once, error_action=ErrorAction(action=mourn))

    world.run()
    for second in range(0, 61, 5):
        world.scan_and_run(at=NINE + timedelta(seconds=second))

    told = [(entry.action, entry.attempt, entry.message) for entry in world.store.history(world.job())]
    assert told == [
        (ActionName.ERROR, 0, "mourned"),
        (ActionName.MAIN, 1, "503"),
        (ActionName.MAIN, 0, "503"),
    ]
    assert [when for when, _ in world.receiver] == [NINE, at("09:00:20"), at("09:00:25")]
    assert world.job().counters == Counters(executions=1, failures=2, faults=1)


def test_a_patch_cancels_a_pending_retry() -> None:
    world = a_world()
    world.answer = lambda attempt: Failed("503")
    world.put(every="day")
    world.run()

    world.now = at("09:00:10")
    world.put(every="day", retry_policy=RetryPolicy(type=RetryType.NONE))
    world.run()
    world.scan_and_run(at=at("09:05:00"))

    assert [when for when, _ in world.receiver] == [NINE, at("09:00:10")]


def test_a_one_time_job_is_completed_and_leaves_no_ticket() -> None:
    world = a_world()
    world.put(every=None)

    world.run()
    world.scan_and_run(at=at("10:00:00"))

    assert len(world.receiver) == 1
    assert world.job().state is JobState.COMPLETED
    assert [world.store.due(shard, until=at("23:00:00")) for shard in range(4)] == [[], [], [], []]


def test_a_job_is_completed_when_its_count_is_used_up() -> None:
    world = a_world()
    world.put(count=2)

    world.run()
    for minute in range(5):
        world.scan_and_run(at=NINE + timedelta(minutes=minute))

    assert [attempt.expected for _, attempt in world.receiver] == [NINE, at("09:01:00")]
    assert world.job().state is JobState.COMPLETED
    assert world.job().next_ticket is None


def test_a_job_is_completed_after_its_end_time_and_a_run_at_that_time_counts() -> None:
    world = a_world()
    recurrence = Recurrence(frequency=Frequency.MINUTE, end_time=at("09:02:00"))
    world.put(recurrence=recurrence)

    world.run()
    for minute in range(5):
        world.scan_and_run(at=NINE + timedelta(minutes=minute))

    assert [attempt.expected for _, attempt in world.receiver] == [NINE, at("09:01:00"), at("09:02:00")]
    assert world.job().state is JobState.COMPLETED


def test_a_put_before_the_run_leaves_only_the_new_form() -> None:
    world = a_world()
    world.put()
    ((_, old_hint),) = world.queue.messages
    world.put(every="hour")

    run(old_hint, world.ports)
    assert world.receiver == []
    world.run()

    assert len(world.receiver) == 1
    due = world.job().next_ticket
    assert due is not None
    assert due.due == at("10:00:00")


def test_a_job_deleted_while_it_runs_leaves_nothing() -> None:
    world = a_world()
    job = world.put()

    def delete_meanwhile(attempt: Attempt) -> Outcome:
        delete_job(world.ports, attempt.job)
        return Failed("too late")

    world.answer = delete_meanwhile
    world.run()

    assert world.store.job(KEY) is None
    assert world.store.history(job) == []
    assert [world.store.due(shard, until=at("23:00:00")) for shard in range(4)] == [[], [], [], []]


def test_a_scanners_mark_between_claim_and_settle_does_not_lose_the_result() -> None:
    world = a_world()
    world.put()

    def mark_meanwhile(attempt: Attempt) -> Outcome:
        for shard in range(4):
            for ticket in world.store.due(shard, until=NINE):
                assert isinstance(ticket, Waiting)
                world.store.commit([Update(ticket, replace(ticket, sent=None))])
        return Failed("seen")

    world.answer = mark_meanwhile
    world.run()

    assert [entry.message for entry in world.store.history(world.job())] == ["seen"]


def test_the_next_ticket_is_hinted_by_the_claim_when_it_is_near() -> None:
    world = a_world()
    world.put()
    world.now = at("09:00:40")

    world.run()

    next_ticket = world.job().next_ticket
    assert next_ticket is not None
    hint = Dispatch(due=at("09:01:00"), tickets=(next_ticket,))
    assert world.queue.messages == [(at("09:00:58"), hint)]


def die(attempt: Attempt) -> Outcome:
    raise KeyboardInterrupt


def test_nothing_in_a_disabled_collection_fires_and_missed_runs_are_dropped() -> None:
    world = a_world()
    world.put(start_time=NINE)
    set_state(world.ports, COLLECTION, CollectionState.DISABLED)

    for minute in range(4):
        world.scan_and_run(at=NINE + timedelta(minutes=minute))
    set_state(world.ports, COLLECTION, CollectionState.ENABLED)
    for second in range(0, 121, 15):
        world.scan_and_run(at=at("09:03:30") + timedelta(seconds=second))

    assert [attempt.expected for _, attempt in world.receiver] == [at("09:04:00"), at("09:05:00")]
    assert [entry.number for entry in world.store.history(world.job())] == [2, 1]


def test_a_first_run_that_is_owed_runs_within_a_minute_of_the_enabling_of_its_collection() -> None:
    world = a_world()
    set_state(world.ports, COLLECTION, CollectionState.DISABLED)
    world.put()

    for minute in range(3):
        world.scan_and_run(at=NINE + timedelta(minutes=minute))
    assert world.receiver == []
    set_state(world.ports, COLLECTION, CollectionState.ENABLED)
    world.scan_and_run(at=at("09:03:00"))

    assert [(when, attempt.expected) for when, attempt in world.receiver] == [(at("09:03:00"), NINE)]


def test_a_one_time_job_that_was_due_in_a_disabled_collection_runs_within_a_minute_of_its_enabling() -> None:
    world = a_world()
    world.put(every=None)
    set_state(world.ports, COLLECTION, CollectionState.DISABLED)

    for minute in range(3):
        world.scan_and_run(at=NINE + timedelta(minutes=minute))
    assert world.receiver == []
    set_state(world.ports, COLLECTION, CollectionState.ENABLED)
    world.scan_and_run(at=at("09:03:00"))

    assert [(when, attempt.expected) for when, attempt in world.receiver] == [(at("09:03:00"), NINE)]
    assert world.job().state is JobState.COMPLETED


def test_a_run_that_was_asked_for_runs_beside_the_schedule() -> None:
    world = a_world()
    world.put()
    world.run()
    waiting = world.job().next_ticket
    world.now = at("09:00:20")

    run_job(world.ports, KEY)
    world.run()

    job = world.job()
    assert [when for when, _ in world.receiver] == [NINE, at("09:00:20")]
    assert (job.next_ticket, job.last_run, job.counters.executions) == (waiting, at("09:00:20"), 2)
    assert (job.progress.numbered, job.progress.started, job.progress.open) == (2, 1, 0)
    assert [entry.number for entry in world.store.history(job)] == [2, 1]


def test_a_finished_job_can_be_run_again_and_stays_finished() -> None:
    world = a_world()
    world.put(every=None)
    world.run()
    world.answer = lambda attempt: Failed("later")

    run_job(world.ports, KEY)
    world.run()

    assert len(world.receiver) == 2
    assert world.job().state is JobState.COMPLETED


def test_an_action_that_kills_its_runner_five_times_is_recorded_as_failed() -> None:
    world = a_world()
    world.put(every=None, retry_policy=RetryPolicy(type=RetryType.NONE))
    world.answer = die

    for tick in range(5):
        world.now = NINE + timedelta(minutes=10 * tick)
        world.scan()
        with pytest.raises(KeyboardInterrupt):
            world.run()
    world.answer = a_runner().perform
    world.scan_and_run(at=NINE + timedelta(hours=1))

    (entry,) = world.store.history(world.job())
    assert entry.status is Status.FAILED
    assert entry.message == (
        "Http Action - Request to host 'receiver.example' failed: "
        "given up, for the app ended each time it was tried"
    )
    assert world.job().state is JobState.FAULTED
