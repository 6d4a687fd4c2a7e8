"""What a claim decides."""

from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

import pytest

from shared.domain.changes import Change, Delete, Update
from shared.domain.claiming import Claimed, NothingToRun, claim
from shared.domain.job import Job
from shared.domain.ticket import Lease, Ticket
from tests.builders import NINE, a_collection, a_job, a_ticket, at

LEASE = Lease(id="mine", until=NINE + timedelta(seconds=150))
OTHERS = Lease(id="another's", until=NINE + timedelta(seconds=10))

T = TypeVar("T")


def claimed(job: Job, ticket: Ticket | None = None, *, now: str = "09:00:00") -> Claimed:
    result = claim(ticket or a_ticket(job), job, a_collection(), now=at(now), lease=LEASE)
    assert isinstance(result, Claimed)
    return result


def after(changes: tuple[Change, ...], kind: type[T]) -> T:
    """Return the one updated row of a kind."""
    (found,) = (c.after for c in changes if isinstance(c, Update) and isinstance(c.after, kind))
    return found


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
