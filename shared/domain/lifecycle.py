"""What becomes of a job: decisions only; whoever asks carries the changes out."""

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from shared.domain.attempt import Attempt, Completed, Ended
from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import JobCollection
from shared.domain.history import HistoryEntry, Status
from shared.domain.job import Counters, Definition, Job, JobState, first_ticket, next_ticket
from shared.domain.keys import JobKey
from shared.domain.ticket import Lease, Sent, Ticket


@dataclass(frozen=True, slots=True)
class Dead:
    """The ticket's job is gone or of another revision: nothing is to be run."""

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """The right to make an attempt, once the changes and the next ticket are committed."""

    changes: tuple[Change, ...]
    ticket: Ticket
    job: Job
    attempt: Attempt
    next_ticket: Ticket | None = None


def create(key: JobKey, definition: Definition, state: JobState, *, now: datetime, id: str) -> Job:
    """Return a new job; `id` becomes its incarnation and its revision."""
    return Job(
        key=key,
        definition=definition,
        state=state,
        incarnation=id,
        revision=id,
        put_revision=id,
        anchor=definition.start_time or now,
    )


def put(job: Job, definition: Definition, state: JobState, *, now: datetime, id: str) -> Job:
    """Return the job with another definition, its counters at zero; history stays with the incarnation."""
    return replace(
        create(job.key, definition, state, now=now, id=id),
        incarnation=job.incarnation,
        trim_ticket=job.trim_ticket,
    )


def schedule(job: Job, *, now: datetime) -> tuple[Job, Ticket | None]:
    """Return the job just created or put, and the ticket it waits for."""
    ticket = first_ticket(job, now=now)
    return replace(job, next_ticket=ticket.key if ticket else None), ticket


def mark_sent(ticket: Ticket, *, now: datetime) -> Ticket:
    return replace(ticket, sent=Sent(count=ticket.sent.count + 1 if ticket.sent else 1, at=now))


def claim(
    ticket: Ticket, job: Job | None, collection: JobCollection | None, *, now: datetime, lease: Lease
) -> Claimed | Dead | None:
    """Return the attempt to make and the job as it waits for its next run, or None if another is at it.

    Runs missed while the app was down collapse into one:
    a backlog of a thousand minutes is one late run, not a thousand.
    """
    ours = ticket.lease is not None and ticket.lease.id == lease.id
    if ticket.leased(now) and not ours:
        return None
    if job is None or collection is None or job.revision != ticket.key.revision:
        return Dead((Delete(ticket),))
    if ours:  # our own commit, whose answer was lost
        return _claimed((), ticket, job, collection)
    moved, following = job, None
    leased = replace(ticket, lease=lease, claims=ticket.claims + 1)
    if job.next_ticket == ticket.key:
        moved, following = _move_on(job, ticket, now)
        leased = replace(leased, number=moved.progress.numbered, put_revision=moved.put_revision)
    # The job row is written in every case, so that a change or deletion in between is noticed.
    claimed = _claimed((Update(job, moved), Update(ticket, leased)), leased, moved, collection)
    return replace(claimed, next_ticket=following)


def settle(job: Job | None, ticket: Ticket, ended: Ended) -> tuple[Change, ...]:
    """Return the changes that end an attempt: history, counters, and the job's end if nothing is left.

    An attempt claimed under another revision leaves history and counters only,
    after a PUT history only, after a deletion nothing.
    """
    done: tuple[Change, ...] = (Delete(ticket),)
    if job is None or job.incarnation != ticket.incarnation:
        return done
    settled = job
    if job.put_revision == ticket.put_revision:
        settled = replace(settled, counters=_counted(job.counters, ended))
    if job.revision == ticket.key.revision:
        settled = _finish_if_over(_close(settled, ticket, ended))
    return (*done, Update(job, settled), Insert(_entry(ticket, ended)))


def _move_on(job: Job, ticket: Ticket, now: datetime) -> tuple[Job, Ticket | None]:
    was = job.progress
    progress = replace(was, numbered=was.numbered + 1, started=was.started + 1, open=was.open + 1)
    moved = replace(job, last_run=now, progress=progress)
    following = next_ticket(moved, after=max(ticket.key.due, now))
    return replace(moved, next_ticket=following.key if following else None), following


def _claimed(changes: tuple[Change, ...], ticket: Ticket, job: Job, collection: JobCollection) -> Claimed:
    attempt = Attempt(
        job=job.key,
        action=job.definition.action,
        expected=ticket.expected,
        execution_tag=_execution_tag(ticket),
        region=collection.location,
    )
    return Claimed(changes=changes, ticket=ticket, job=job, attempt=attempt)


def _execution_tag(ticket: Ticket) -> str:
    identity = "|".join((*ticket.key.job.canonical, ticket.put_revision, str(ticket.number)))
    return sha256(identity.encode()).hexdigest()[:32]


def _counted(counters: Counters, ended: Ended) -> Counters:
    failed = not isinstance(ended.outcome, Completed)
    return Counters(
        executions=counters.executions + 1,
        failures=counters.failures + failed,
        faults=counters.faults + failed,
    )


def _close(job: Job, ticket: Ticket, ended: Ended) -> Job:
    progress = replace(job.progress, open=job.progress.open - 1)
    if ticket.number > progress.settled:
        faulted = not isinstance(ended.outcome, Completed)
        progress = replace(progress, settled=ticket.number, faulted=faulted)
    return replace(job, progress=progress)


def _finish_if_over(job: Job) -> Job:
    if job.state is not JobState.ENABLED or job.next_ticket is not None or job.progress.open > 0:
        return job
    return replace(job, state=JobState.FAULTED if job.progress.faulted else JobState.COMPLETED)


def _entry(ticket: Ticket, ended: Ended) -> HistoryEntry:
    return HistoryEntry(
        job=ticket.key.job,
        incarnation=ticket.incarnation,
        number=ticket.number,
        attempt=ticket.key.attempt,
        expected=ticket.expected,
        started=ended.started,
        ended=ended.at,
        status=Status.COMPLETED if isinstance(ended.outcome, Completed) else Status.FAILED,
        message=ended.outcome.message,
    )
