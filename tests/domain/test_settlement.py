"""What becomes of a job when an attempt has ended."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.action import ErrorAction
from shared.domain.attempt import Completed, Ended, Failed, Outcome
from shared.domain.changes import Delete, Insert, Update
from shared.domain.claiming import Claimed, claim
from shared.domain.history import ActionName, HistoryEntry, Status
from shared.domain.job import Counters, FaultTimes, Job, JobState
from shared.domain.lifecycle import run_now
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.settlement import Settled, settle
from shared.domain.ticket import Lease, Ticket, TicketKind
from tests.builders import NINE, a_collection, a_definition, a_job, a_ticket, an_action, at

OK = Completed("fine")
BAD = Failed("broken")
NO_RETRIES = RetryPolicy(type=RetryType.NONE)
ONE_RETRY = RetryPolicy(type=RetryType.FIXED, interval=timedelta(minutes=1), count=1)


def started(*, ticket: Ticket | None = None, **definition: Any) -> Claimed:
    """A job just created and claimed."""
    job = a_job(definition=a_definition(**{"retry_policy": NO_RETRIES, **definition}))
    return claimed(job, ticket or a_ticket(job))


def claimed(job: Job, ticket: Ticket) -> Claimed:
    lease = Lease(id="mine", until=NINE + timedelta(hours=1))
    result = claim(ticket, job, a_collection(), now=at("09:00:00"), lease=lease)
    assert isinstance(result, Claimed)
    return result


def end(run: Claimed, outcome: Outcome, *, job: Job | None = None) -> Settled:
    ended = Ended(outcome=outcome, started=at("09:00:01"), at=at("09:00:02"))
    return settle(job or run.job, run.ticket, ended)


def job_after(settled: Settled) -> Job:
    (found,) = (c.after for c in settled.changes if isinstance(c, Update) and isinstance(c.after, Job))
    return found


def entry_of(settled: Settled) -> HistoryEntry:
    (found,) = (c.row for c in settled.changes if isinstance(c, Insert) and isinstance(c.row, HistoryEntry))
    return found


def again(settled: Settled, outcome: Outcome) -> Settled:
    """Claim what follows, and end it."""
    assert settled.following is not None
    return end(claimed(job_after(settled), settled.following), outcome)


@pytest.mark.parametrize(
    ("outcome", "status", "counters"),
    [
        (OK, Status.COMPLETED, Counters(executions=1, failures=0, faults=0)),
        (BAD, Status.FAILED, Counters(executions=1, failures=1, faults=1)),
    ],
)
def test_settling_writes_history_and_counts_what_it_says(
    outcome: Outcome, status: Status, counters: Counters
) -> None:
    run = started()

    settled = end(run, outcome)

    entry = entry_of(settled)
    assert Delete(run.ticket) in settled.changes
    assert (entry.status, entry.message, entry.number, entry.attempt) == (status, outcome.message, 1, 0)
    assert (entry.started, entry.ended, entry.expected) == (at("09:00:01"), at("09:00:02"), NINE)
    assert job_after(settled).counters == counters
    assert job_after(settled).state is JobState.ENABLED
    assert job_after(settled).progress.open == 0
    assert settled.following is None


def test_a_failed_attempt_is_tried_again_after_the_interval() -> None:
    run = started(retry_policy=ONE_RETRY)

    first = end(run, BAD)

    retry = first.following
    assert retry is not None
    assert (retry.key.kind, retry.key.attempt, retry.key.due) == (TicketKind.RETRY, 1, at("09:01:02"))
    assert (retry.number, retry.expected, retry.lease, retry.sent) == (1, NINE, None, None)
    assert job_after(first).counters == Counters(executions=1, failures=1, faults=0)
    assert job_after(first).progress.open == 1


@pytest.mark.parametrize(
    ("outcome", "counters"),
    [(OK, Counters(executions=1, failures=1, faults=0)), (BAD, Counters(executions=1, failures=2, faults=1))],
)
def test_the_last_retry_ends_the_occurrence(outcome: Outcome, counters: Counters) -> None:
    last = again(end(started(retry_policy=ONE_RETRY), BAD), outcome)

    assert last.following is None
    assert (entry_of(last).attempt, entry_of(last).number) == (1, 1)
    assert job_after(last).counters == counters
    assert job_after(last).progress.open == 0


def test_by_default_there_are_four_retries_thirty_seconds_apart() -> None:
    settled = end(started(retry_policy=None), BAD)
    waits = []

    while settled.following is not None:
        waits.append(settled.following.key.due - at("09:00:02"))
        settled = again(settled, BAD)

    assert waits == [timedelta(seconds=30)] * 4
    assert job_after(settled).counters == Counters(executions=1, failures=5, faults=1)


def test_a_retry_keeps_the_execution_tag() -> None:
    run = started(retry_policy=ONE_RETRY)
    first = end(run, BAD)
    assert first.following is not None

    assert claimed(job_after(first), first.following).attempt.execution_tag == run.attempt.execution_tag


def test_the_error_action_runs_when_the_last_attempt_has_failed_and_does_not_count() -> None:
    mourn = an_action(uri="http://mourner.example/")
    run = started(every=None, error_action=ErrorAction(action=mourn))

    failed = end(run, BAD)
    assert failed.following is not None
    assert job_after(failed).state is JobState.FAULTED
    follow_up = claimed(job_after(failed), failed.following)
    done = end(follow_up, OK)

    assert failed.following.key.due == at("09:00:02")
    assert follow_up.attempt.action == mourn
    assert entry_of(done).action is ActionName.ERROR
    assert (entry_of(done).attempt, done.following) == (0, None)
    assert job_after(done) == job_after(failed)


@pytest.mark.parametrize(
    ("own", "main", "attempts"),
    [
        pytest.param(ONE_RETRY, NO_RETRIES, 2, id="its own policy"),
        pytest.param(NO_RETRIES, ONE_RETRY, 1, id="its own policy, though it allows less"),
        pytest.param(None, NO_RETRIES, 1, id="else the main action's"),
        pytest.param(None, None, 5, id="else the default"),
    ],
)
def test_the_error_action_is_retried_by_its_own_policy_or_else_the_main_ones(
    own: RetryPolicy | None, main: RetryPolicy | None, attempts: int
) -> None:
    settled = end(
        started(retry_policy=main, error_action=ErrorAction(action=an_action(), retry_policy=own)), BAD
    )
    seen = []

    while settled.following is not None:
        settled = again(settled, BAD)
        seen.append(entry_of(settled).action)

    assert seen.count(ActionName.ERROR) == attempts


@pytest.mark.parametrize(("outcome", "state"), [(OK, JobState.COMPLETED), (BAD, JobState.FAULTED)])
def test_a_one_time_job_is_finished_when_it_has_run(outcome: Outcome, state: JobState) -> None:
    assert job_after(end(started(every=None), outcome)).state is state


def test_a_job_is_not_finished_while_a_retry_is_pending() -> None:
    assert job_after(end(started(every=None, retry_policy=ONE_RETRY), BAD)).state is JobState.ENABLED


def test_a_job_is_not_finished_while_an_occurrence_is_open() -> None:
    run = started(every=None)
    another_open = replace(run.job, progress=replace(run.job.progress, open=2))

    assert job_after(end(run, OK, job=another_open)).state is JobState.ENABLED


def test_a_run_that_was_asked_for_is_retried_and_leaves_the_state_alone() -> None:
    job = a_job(definition=a_definition(retry_policy=ONE_RETRY), state=JobState.DISABLED, next_ticket=None)
    run = claimed(job, run_now(job, now=NINE, id="asked"))

    first = end(run, BAD)
    last = again(first, BAD)

    assert job_after(last).counters == Counters(executions=1, failures=2, faults=1)
    assert job_after(last).state is JobState.DISABLED
    assert job_after(last).progress.open == 0


def test_after_a_deletion_an_attempt_leaves_nothing() -> None:
    run = started()
    ended = Ended(outcome=OK, started=NINE, at=NINE)

    assert settle(None, run.ticket, ended) == Settled(changes=(Delete(run.ticket),))


def test_a_job_of_the_same_name_created_since_is_not_touched() -> None:
    run = started()

    assert end(run, OK, job=replace(a_job(), incarnation="another")) == Settled(changes=(Delete(run.ticket),))


def test_after_a_put_an_attempt_leaves_history_only() -> None:
    run = started(every=None, retry_policy=ONE_RETRY)
    put_since = replace(a_job(), revision="revision-2", put_revision="revision-2")

    settled = end(run, BAD, job=put_since)

    assert replace(job_after(settled), trim_ticket=None) == put_since
    assert (entry_of(settled).status, settled.following) == (Status.FAILED, None)


@pytest.mark.parametrize(
    ("recent", "before", "outcome", "expected"),
    [
        pytest.param("", None, BAD, ("09:00:02", "09:00:02"), id="the first fault"),
        pytest.param("cf", None, BAD, ("09:00:02", "09:00:02"), id="after a success"),
        pytest.param("f", ("08:00:00", "08:30:00"), BAD, ("08:00:00", "09:00:02"), id="one more"),
        pytest.param("ff", None, BAD, (None, "09:00:02"), id="one more, an older version noted no times"),
        pytest.param(
            "cf", ("08:00:00", "08:30:00"), BAD, ("09:00:02", "09:00:02"), id="left by an older one"
        ),
        pytest.param("ff", ("08:00:00", "08:30:00"), OK, None, id="success"),
    ],
)
def test_it_is_noted_since_when_a_job_faults(
    recent: str, before: Any, outcome: Outcome, expected: Any
) -> None:
    def times(pair: Any) -> FaultTimes | None:
        return pair and FaultTimes(since=pair[0] and at(pair[0]), last=at(pair[1]))

    run = started()
    job = replace(run.job, recent=recent, fault_times=times(before))

    assert job_after(end(run, outcome, job=job)).fault_times == times(expected)


def test_after_a_patch_an_attempt_leaves_history_and_counters() -> None:
    run = started(retry_policy=ONE_RETRY)
    patched_since = replace(a_job(), revision="revision-2")

    settled = end(run, BAD, job=patched_since)

    after = job_after(settled)
    counted = replace(patched_since, counters=Counters(executions=1, failures=1, faults=1), recent="f")
    assert replace(after, trim_ticket=None, fault_times=None) == counted
    assert after.fault_times == FaultTimes(since=at("09:00:02"), last=at("09:00:02"))
    assert settled.following is None
