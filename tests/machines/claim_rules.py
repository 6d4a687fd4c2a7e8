"""What must hold whenever an action is begun, whatever others do at the same time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from shared.domain.claiming import Claimed
from shared.domain.definition import Definition
from shared.domain.job import JobState
from shared.domain.policies import MissedPolicy
from shared.domain.ticket import Ticket, TicketKind
from tests.machines.acts import Execution

_OCCURRENCES: Final = (TicketKind.OCCURRENCE, TicketKind.RETRY)


def check_claim(
    claimed: Claimed, executions: Sequence[Execution], *, lease: timedelta, now: datetime
) -> None:
    """`executions` are all that were begun, and `now` is what a clock ever showed at most."""
    ticket = claimed.ticket
    if not _is_occurrence(ticket):
        return
    assert claimed.job.state is JobState.ENABLED, f"{ticket.key} ran, and its job is {claimed.job.state}"
    assert ticket.lease is not None
    if ticket.claims == 1 and ticket.key.kind is TicketKind.OCCURRENCE:
        _check_first(claimed, ticket, at=ticket.lease.until - lease)
    if _is_one_at_a_time(claimed.job.definition):
        assert claimed.job.progress.open == 1, f"{ticket.key} ran, and another one is open"
        others = [one.ticket for one in executions if one.is_under_way(now) and _is_other(one.ticket, ticket)]
        assert others == [], f"{ticket.key} overlaps these"


def _check_first(claimed: Claimed, ticket: Ticket, *, at: datetime) -> None:
    """An occurrence starts in time or is one that stands for others, as its job says."""
    definition, following = claimed.job.definition, claimed.next_ticket
    if definition.recurrence is None:
        return
    missed = definition.missed_runs
    catches_up = missed is not None and missed.policy is MissedPolicy.ALL
    assert catches_up or following is None or following.key.due > at, f"{ticket.key}: a second late run"
    assert ticket.collapsed_until in (None, at), f"{ticket.key} stands for too many"
    assert not (catches_up and ticket.collapsed_until), f"{ticket.key}: each one was to be made"
    if missed is not None and missed.within is not None and claimed.job.progress.started > 1:
        assert at - ticket.key.due <= missed.within, f"{ticket.key} was too late at {at}"


def _is_one_at_a_time(definition: Definition) -> bool:
    return definition.recurrence is not None and definition.overlap in ("skip", "wait")


def _is_occurrence(ticket: Ticket) -> bool:
    return ticket.scheduled and ticket.key.kind in _OCCURRENCES


def _is_other(former: Ticket, ticket: Ticket) -> bool:
    """Say whether it is an attempt of another occurrence of the same job."""
    same_job = (former.key.job, former.incarnation) == (ticket.key.job, ticket.incarnation)
    same = (former.put_revision, former.number) == (ticket.put_revision, ticket.number)
    return same_job and not same and _is_occurrence(former)
