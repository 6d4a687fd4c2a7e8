"""What claim and settle decide."""

from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

import pytest

from shared.domain.attempt import Completed, Ended, Failed, Outcome
from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.history import HistoryEntry, Status
from shared.domain.job import Counters, Job, JobState
from shared.domain.lifecycle import Claimed, NothingToRun, claim, settle
from shared.domain.ticket import Lease, Ticket
from tests.builders import NINE, a_collection, a_definition, a_job, a_ticket, at

LEASE = Lease(id="mine", until=NINE + timedelta(seconds=150))
OTHERS = Lease(id="another's", until=NINE + timedelta(seconds=10))
OK = Completed("fine")
BAD = Failed("broken")

T = TypeVar("T")


def claimed(job: Job, ticket: Ticket | None = None, *, now: str = "09:00:00") -> Claimed:
    result = claim(ticket or a_ticket(job), job, a_collection(), now=at(now), lease=LEASE)
    assert isinstance(result, Claimed)
    return result


def ended(outcome: Outcome) -> Ended:
    return Ended(outcome=outcome, started=at("09:00:01"), at=at("09:00:02"))


def after(changes: tuple[Change, ...], kind: type[T]) -> T:
    """Return the one updated row of a kind."""
    (found,) = (c.after for c in changes if isinstance(c, Update) and isinstance(c.after, kind))
    return found


def history_of(changes: tuple[Change, ...]) -> list[HistoryEntry]:
    return [c.row for c in changes if isinstance(c, Insert) and isinstance(c.row, HistoryEntry)]


def test_a_claim_leases_the_ticket_and_moves_the_job_on() -> None:
    job = a_job()

    result = claimed(job, now="09:00:03")

    assert result.ticket.lease == LEASE
    assert (result.ticket.claims, result.ticket.number, result.ticket.put_revision) == (
        1,
        1,
        job.put_revision,
    )
    assert result.job.last_run == at("09:00:03")
    assert (result.job.progress.numbered, result.job.progress.started, result.job.progress.open) == (1, 1, 1)
    assert result.next_ticket is not None
    assert result.next_ticket.key.due == at("09:01:00")
    assert result.job.next_ticket == result.next_ticket.key


def test_a_claim_writes_the_job_so_that_a_change_in_between_is_noticed() -> None:
    job = replace(a_job(), next_ticket=None)
    taken_over = a_ticket(lease=OTHERS, number=7, put_revision="revision-1", claims=1)

    result = claim(taken_over, job, a_collection(), now=at("09:05:00"), lease=LEASE)

    assert isinstance(result, Claimed)
    assert after(result.changes, Job) == job
    assert after(result.changes, Ticket).claims == 2
    assert result.ticket.number == 7
    assert result.next_ticket is None


def test_a_backlog_becomes_one_late_run() -> None:
    result = claimed(a_job(), now="10:30:30")

    assert result.attempt.expected == at("09:00:00")
    assert result.next_ticket is not None
    assert result.next_ticket.key.due == at("10:31:00")


def test_a_clock_that_is_behind_skips_nothing() -> None:
    result = claimed(a_job(), now="08:59:59")

    assert result.next_ticket is not None
    assert result.next_ticket.key.due == at("09:01:00")


def test_a_ticket_under_anothers_living_lease_is_left_alone() -> None:
    ticket = a_ticket(lease=OTHERS)

    assert claim(ticket, a_job(), a_collection(), now=at("09:00:09"), lease=LEASE) is None


def test_our_own_commit_whose_answer_was_lost_is_recognised() -> None:
    moved = claimed(a_job())

    again = claim(moved.ticket, moved.job, a_collection(), now=at("09:00:09"), lease=LEASE)

    assert isinstance(again, Claimed)
    assert again.changes == ()
    assert again.attempt == moved.attempt


@pytest.mark.parametrize(
    "job",
    [
        pytest.param(None, id="the job is gone"),
        pytest.param(replace(a_job(), revision="revision-2"), id="the job is of another revision"),
    ],
)
def test_a_dead_ticket_is_deleted_and_runs_nothing(job: Job | None) -> None:
    ticket = a_ticket()

    assert claim(ticket, job, a_collection(), now=NINE, lease=LEASE) == NothingToRun((Delete(ticket),))


def test_the_execution_tag_is_that_of_the_occurrence() -> None:
    first = claimed(a_job())
    taken_over = claim(
        replace(first.ticket, lease=OTHERS), first.job, a_collection(), now=at("09:05:00"), lease=LEASE
    )
    next_one = claimed(first.job, first.next_ticket, now="09:01:00")

    assert isinstance(taken_over, Claimed)
    assert taken_over.attempt.execution_tag == first.attempt.execution_tag
    assert next_one.attempt.execution_tag != first.attempt.execution_tag
    assert len(first.attempt.execution_tag) == 32
    assert int(first.attempt.execution_tag, 16) >= 0


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
    run = claimed(a_job())

    changes = settle(run.job, run.ticket, ended(outcome))

    (entry,) = history_of(changes)
    assert Delete(run.ticket) in changes
    assert (entry.status, entry.message, entry.number, entry.attempt) == (status, outcome.message, 1, 0)
    assert (entry.started, entry.ended, entry.expected) == (at("09:00:01"), at("09:00:02"), NINE)
    settled = after(changes, Job)
    assert settled.counters == counters
    assert settled.state is JobState.ENABLED
    assert settled.progress.open == 0


@pytest.mark.parametrize(("outcome", "state"), [(OK, JobState.COMPLETED), (BAD, JobState.FAULTED)])
def test_a_one_time_job_is_finished_when_it_has_run(outcome: Outcome, state: JobState) -> None:
    run = claimed(a_job(definition=a_definition(every=None)))

    assert after(settle(run.job, run.ticket, ended(outcome)), Job).state is state


def test_a_job_is_not_finished_while_an_occurrence_is_open() -> None:
    run = claimed(a_job(definition=a_definition(every=None)))
    another_open = replace(run.job, progress=replace(run.job.progress, open=2))

    assert after(settle(another_open, run.ticket, ended(OK)), Job).state is JobState.ENABLED


def test_after_a_deletion_an_attempt_leaves_nothing() -> None:
    run = claimed(a_job())

    assert settle(None, run.ticket, ended(OK)) == (Delete(run.ticket),)


def test_a_job_of_the_same_name_created_since_is_not_touched() -> None:
    run = claimed(a_job())
    created_since = replace(a_job(), incarnation="another")

    assert settle(created_since, run.ticket, ended(OK)) == (Delete(run.ticket),)


def test_after_a_put_an_attempt_leaves_history_only() -> None:
    run = claimed(a_job(definition=a_definition(every=None)))
    put_since = replace(a_job(), revision="revision-2", put_revision="revision-2")

    changes = settle(put_since, run.ticket, ended(BAD))

    assert after(changes, Job) == put_since
    assert len(history_of(changes)) == 1


def test_after_a_patch_an_attempt_leaves_history_and_counters() -> None:
    run = claimed(a_job())
    patched_since = replace(a_job(), revision="revision-2")

    changes = settle(patched_since, run.ticket, ended(BAD))

    assert after(changes, Job) == replace(
        patched_since, counters=Counters(executions=1, failures=1, faults=1)
    )
    assert len(history_of(changes)) == 1
