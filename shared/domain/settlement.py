"""What becomes of a job when an attempt has ended: history, counters, and what follows."""

from dataclasses import dataclass, replace

from shared.domain.attempt import Completed, Ended
from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.history import ActionName, HistoryEntry, Status, storable
from shared.domain.housekeeping import removal_ticket, trim_ticket
from shared.domain.job import Counters, Job, finish_if_over
from shared.domain.retry import retries, wait_before_retry
from shared.domain.ticket import Ticket, TicketKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The changes that end an attempt; the ticket of its retry or of the error action is among them."""

    changes: tuple[Change, ...]
    following: Ticket | None = None


def settle(job: Job | None, ticket: Ticket, ended: Ended) -> Settled:
    """Return what ends an attempt.

    1. If the job is gone, or was created anew, the ticket is deleted and nothing else happens.
    2. The entry of the history is written. The counters count it, unless there was a PUT since the claim.
    3. If it failed under the job's present revision, its retry follows; after the last one, the error action.
    4. If it was the last attempt of a scheduled occurrence, that occurrence is closed.
    5. If nothing is left to come and nothing is open, the job is finished and its removal is planned.
    """
    if job is None or job.incarnation != ticket.incarnation:
        return Settled(changes=(Delete(ticket),))
    current = job.revision == ticket.revision
    following = _following(job, ticket, ended) if current else None
    settled = job
    if ticket.key.kind is not TicketKind.ERROR_ACTION:
        retried = following is not None and following.key.kind is TicketKind.RETRY
        if job.put_revision == ticket.put_revision:
            settled = replace(settled, counters=_counted(job.counters, ticket, ended, retried=retried))
        if current and ticket.scheduled and not retried:
            settled = finish_if_over(_close(settled, ticket, ended))
    settled, housekeeping = _with_housekeeping(job, settled, ended)
    tickets = (*housekeeping, *([following] if following else []))
    changes: list[Change] = [Delete(ticket), Update(job, settled), Insert(_entry(ticket, ended))]
    changes += [Insert(inserted) for inserted in tickets]
    return Settled(changes=tuple(changes), following=following)


def _with_housekeeping(job: Job, settled: Job, ended: Ended) -> tuple[Job, list[Ticket]]:
    """The first entry of a history brings its first trim along, the end of a job its removal."""
    tickets = []
    if job.trim_ticket is None:
        tickets.append(trim_ticket(job, now=ended.at))
        settled = replace(settled, trim_ticket=tickets[0].key)
    if settled.finished and not job.finished:
        tickets.append(removal_ticket(settled, now=ended.at))
    return settled, tickets


def _following(job: Job, ticket: Ticket, ended: Ended) -> Ticket | None:
    """Return the next attempt of what failed, or the error action when the last one has."""
    if _succeeded(ended):
        return None
    definition, attempt = job.definition, ticket.key.attempt
    if ticket.key.kind is TicketKind.ERROR_ACTION:
        own = definition.error_action.retry_policy if definition.error_action else None
        policy, kind = own or definition.retry_policy, TicketKind.ERROR_ACTION
    else:
        policy, kind = definition.retry_policy, TicketKind.RETRY
    if attempt < retries(policy):
        key = replace(ticket.key, due=ended.at + wait_before_retry(policy), kind=kind, attempt=attempt + 1)
    elif kind is TicketKind.RETRY and definition.error_action is not None:
        key = replace(ticket.key, due=ended.at, kind=TicketKind.ERROR_ACTION, attempt=0)
    else:
        return None
    identity = replace(key, revision=ticket.revision, id=str(ticket.number))
    return replace(ticket, key=identity, sent=None, lease=None, claims=0, etag="")


def _counted(counters: Counters, ticket: Ticket, ended: Ended, *, retried: bool) -> Counters:
    """An occurrence counts when its first attempt has ended, and as faulted when its last one has failed."""
    failed = not _succeeded(ended)
    return Counters(
        executions=counters.executions + (ticket.key.attempt == 0),
        failures=counters.failures + failed,
        faults=counters.faults + (failed and not retried),
    )


def _close(job: Job, ticket: Ticket, ended: Ended) -> Job:
    progress = replace(job.progress, open=job.progress.open - 1)
    if ticket.number > progress.settled:
        progress = replace(progress, settled=ticket.number, faulted=not _succeeded(ended))
    return replace(job, progress=progress)


def _entry(ticket: Ticket, ended: Ended) -> HistoryEntry:
    of_error_action = ticket.key.kind is TicketKind.ERROR_ACTION
    return HistoryEntry(
        job=ticket.key.job,
        incarnation=ticket.incarnation,
        number=ticket.number,
        attempt=ticket.key.attempt,
        expected=ticket.expected,
        started=ended.started,
        ended=ended.at,
        status=Status.COMPLETED if _succeeded(ended) else Status.FAILED,
        message=storable(ended.outcome.message),
        action=ActionName.ERROR if of_error_action else ActionName.MAIN,
        lateness=ended.started - ticket.key.due,
    )


def _succeeded(ended: Ended) -> bool:
    return isinstance(ended.outcome, Completed)
