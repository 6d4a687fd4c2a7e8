"""What becomes of a job when an attempt has ended: history, counters, and what follows."""

from dataclasses import dataclass, replace

from shared.domain.attempt import Completed, Ended
from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.enabling import switch_off
from shared.domain.history import ActionName, HistoryEntry, RunKind, Status, failure_note, storable
from shared.domain.housekeeping import removal_ticket, trim_ticket
from shared.domain.in_force import retrying_of
from shared.domain.job import MOST_RECENT, Counters, FaultTimes, Job, JobState, finish_if_over
from shared.domain.ticket import Ticket, TicketKind
from shared.domain.waking import close


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
    4. If it was the last attempt of a scheduled occurrence, that occurrence is closed, whatever became of
       the job's definition, and the occurrence that waits for it is woken.
    5. If too many in a row have faulted, the job is disabled.
    6. If nothing is left to come and nothing is open, the job is finished and its removal is planned.
    """
    if job is None or job.incarnation != ticket.incarnation:
        return Settled(changes=(Delete(ticket),))
    following = _following(job, ticket, ended) if _is_current(job, ticket) else None
    settled, others = job, list[Change]()
    if ticket.key.kind is not TicketKind.ERROR_ACTION:
        retry = following if following is not None and following.key.kind is TicketKind.RETRY else None
        if job.put_revision == ticket.put_revision:
            counters = _counted(job.counters, ticket, ended, retried=retry is not None)
            settled = replace(settled, counters=counters)
            settled = settled if retry else _with_outcome(settled, ticket, ended)
        if ticket.scheduled:
            settled, others = _go_on(settled, ticket, retry) if retry else _close(settled, ticket, ended)
    settled, housekeeping = _with_housekeeping(job, settled, ended)
    tickets = (*housekeeping, *([following] if following else []))
    entry = _entry(ticket, ended, following)
    changes: list[Change] = [Delete(ticket), Update(job, settled), Insert(entry), *others]
    if entry.status is Status.FAILED:
        changes.append(Insert(failure_note(entry)))
    changes += [Insert(inserted) for inserted in tickets]
    return Settled(changes=tuple(changes), following=following)


def _is_current(job: Job, ticket: Ticket) -> bool:
    """Say whether what follows the attempt is the job's business still.

    A job that was disabled because of faults keeps its revision; its occurrences are over all the same.
    """
    lives_on = not ticket.scheduled or ticket.key.kind is TicketKind.ERROR_ACTION
    return job.revision == ticket.revision and (lives_on or job.state is JobState.ENABLED)


def _with_housekeeping(job: Job, settled: Job, ended: Ended) -> tuple[Job, list[Ticket]]:
    """The first entry of a history brings its first trim along, the end of a job its removal."""
    tickets = []
    if settled.trim_ticket is None:
        tickets.append(trim_ticket(job, now=ended.at))
        settled = replace(settled, trim_ticket=tickets[0].key)
    if settled.finished and not job.finished:
        tickets.append(removal_ticket(settled, now=ended.at))
    return settled, tickets


def _following(job: Job, ticket: Ticket, ended: Ended) -> Ticket | None:
    """Return the next attempt of what failed, or the error action when the last one has."""
    if isinstance(ended.outcome, Completed):
        return None
    kind, failed = ticket.key.kind, ended.outcome
    mourning = kind is TicketKind.ERROR_ACTION
    retrying = ticket.retrying or retrying_of(kind, job.definition, None)
    wait = retrying.wait_after(ticket.key.attempt, status=failed.status, asked=failed.retry_after)
    if wait is not None:
        again, attempt = TicketKind.ERROR_ACTION if mourning else TicketKind.RETRY, ticket.key.attempt + 1
        key = replace(ticket.key, due=ended.at + wait, kind=again, attempt=attempt)
    elif not mourning and (job.definition.error_action is not None or ticket.mourned):
        key = replace(ticket.key, due=ended.at, kind=TicketKind.ERROR_ACTION, attempt=0)
    else:
        return None
    identity = replace(key, revision=ticket.revision, id=str(ticket.number))
    return replace(ticket, key=identity, sent=None, lease=None, claims=0, etag="")


def _go_on(job: Job, ticket: Ticket, retry: Ticket) -> tuple[Job, list[Change]]:
    """The occurrence stays open, and lives by its retry from now on."""
    course = job.course.with_running(ticket.key, retry.key)
    return job if course is job.course else replace(job, course=course), []


def _counted(counters: Counters, ticket: Ticket, ended: Ended, *, retried: bool) -> Counters:
    """An occurrence counts when its first attempt has ended, and as faulted when its last one has failed."""
    failed = not _succeeded(ended)
    return Counters(
        executions=counters.executions + (ticket.key.attempt == 0),
        failures=counters.failures + failed,
        faults=counters.faults + (failed and not retried),
    )


def _with_outcome(job: Job, ticket: Ticket, ended: Ended) -> Job:
    """Return the job as it notes how one more occurrence ended, and since when they fault."""
    if _succeeded(ended):
        letter, times = "r" if ticket.key.attempt else "c", None
    else:
        before = job.fault_times if job.recent.startswith("f") else FaultTimes(since=ended.at, last=ended.at)
        letter, times = "f", FaultTimes(since=before.since if before else None, last=ended.at)
    return replace(job, recent=(letter + job.recent)[:MOST_RECENT], fault_times=times)


def _close(job: Job, ticket: Ticket, ended: Ended) -> tuple[Job, list[Change]]:
    """Close a scheduled occurrence; return the job and what that does to the ticket it waits for."""
    tripped = False
    if _is_current(job, ticket):
        progress = replace(job.progress, open=job.progress.open - 1)
        if ticket.number > progress.settled:
            progress = replace(progress, settled=ticket.number, faulted=not _succeeded(ended))
        job, tripped = _judged(replace(job, progress=progress), ticket, ended)
    if tripped:
        most = job.definition.disable_after_faults
        faults = "1 occurrence has" if most == 1 else f"{most} occurrences in a row have"
        freed = replace(job, course=job.course.with_running(ticket.key))
        return switch_off(freed, f"Disabled because {faults} failed.", now=ended.at)
    closed, woken = close(job, ticket.key, now=ended.at)
    return finish_if_over(closed, now=ended.at), woken


def _judged(job: Job, ticket: Ticket, ended: Ended) -> tuple[Job, bool]:
    """Return the job with one more occurrence in its streak, and whether too many in a row have faulted."""
    most = job.definition.disable_after_faults
    if most is None or ticket.ordinal == 0 or job.definition.recurrence is None:
        return job, False
    streak = job.course.streak.after(ticket.ordinal, succeeded=_succeeded(ended))
    return replace(job, course=replace(job.course, streak=streak)), streak.has_in_a_row(most)


def _entry(ticket: Ticket, ended: Ended, following: Ticket | None) -> HistoryEntry:
    of_error_action = ticket.key.kind is TicketKind.ERROR_ACTION
    retried = following is not None and following.key.attempt > 0
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
        kind=RunKind.SCHEDULED if ticket.scheduled else RunKind.RUN_NOW,
        due=ticket.key.due,
        collapsed_until=ticket.collapsed_until,
        revision=ticket.revision,
        http_status=ended.outcome.status,
        retry_at=following.key.due if following and retried else None,
    )


def _succeeded(ended: Ended) -> bool:
    return isinstance(ended.outcome, Completed)
