"""Switching jobs off and on again without anybody's asking: after faults in a row, and at `until`."""

from dataclasses import replace
from datetime import datetime

from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import JobCollection
from shared.domain.course import SkipReason, Streak
from shared.domain.disabled import LONGEST_NOTE, SCHEDULER, Disabled
from shared.domain.housekeeping import removal_ticket
from shared.domain.job import (
    Job,
    JobState,
    edition_when_off,
    finish_if_over,
    is_immediate,
    wait_for_first,
    wait_for_next,
    wait_for_nothing,
)
from shared.domain.secrecy import missing_secrets
from shared.domain.skips import recorded, skip_due
from shared.domain.ticket import Ticket, TicketKey, TicketKind, unread


def enable_ticket(job: Job) -> Ticket | None:
    """Return the ticket that enables a disabled job; None if nobody said when."""
    until = job.disabled.until if job.disabled else None
    if until is None or job.state is not JobState.DISABLED:
        return None
    key = TicketKey(due=until, job=job.key, revision=job.revision, kind=TicketKind.ENABLE)
    return Ticket(key=key, incarnation=job.incarnation, expected=until, scheduled=False)


def enable_when_due(
    ticket: Ticket, job: Job, collection: JobCollection, *, now: datetime, id: str
) -> tuple[Change, ...]:
    """Enable a job whose time has come; `id` becomes its revision.

    It goes on with its first occurrence after that time, even if that is past by now.
    """
    if missing := missing_secrets(job.definition):
        return (Delete(ticket), Update(job, replace(_not_enabled(job, missing), edition=id)))
    enabled = replace(job, state=JobState.ENABLED, revision=id, disabled=None, since=now, edition="")
    if is_owed(job):
        waiting, following = wait_for_first(enabled, collection, now=now)
    else:
        after = max(job.course.accounted or ticket.key.due, ticket.key.due - job.delay)
        waiting, following = wait_for_next(enabled, collection, after=after, now=now)
    waiting = finish_if_over(waiting, now=now)
    following = removal_ticket(waiting, now=now) if waiting.finished else following
    return (Delete(ticket), Update(job, waiting), *([Insert(following)] if following else []))


def switch_off(job: Job, note: str, *, now: datetime) -> tuple[Job, list[Change]]:
    """Return the job as the scheduler disables it, and what becomes of the ticket that it waits for.

    Its revision stays, so that a pending error action still runs.
    """
    given_up, record = skip_due(job, SkipReason.DISABLED, now=now)
    course = replace(given_up.course, accounted=accounted_at(job, now), streak=Streak())
    off = replace(
        wait_for_nothing(replace(given_up, course=course)),
        state=JobState.DISABLED,
        progress=replace(job.progress, open=0),
        disabled=Disabled(note=note, by=SCHEDULER, since=now),
        since=now,
        edition=edition_when_off(job),
    )
    off, changes = recorded(off, record, now=now)
    return off, [*([Delete(unread(job.next_ticket))] if job.next_ticket else []), *changes]


def accounted_at(job: Job, now: datetime) -> datetime:
    """Return up to which time of the schedule a job has dealt with its occurrences.

    What is due and has not started counts as dealt with; what is still put off does not. A first run that
    is owed stands for all that came due before it, even if it was put off itself.
    """
    nominal, due = job.next_nominal, job.next_run
    if nominal is None or due is None:
        return job.course.accounted or now
    owed = job.definition.recurrence is not None and is_immediate(job)
    return max(nominal, now - job.delay) if due <= now or owed else min(nominal - datetime.resolution, now)


def is_owed(job: Job) -> bool:
    """Say whether a run that no schedule asks for is still to be made: it is never dropped."""
    return job.progress.started == 0 and (
        job.definition.recurrence is None or job.definition.start_time is None
    )


def _not_enabled(job: Job, missing: list[str]) -> Job:
    before = job.disabled or Disabled()
    told = f"Not enabled at {before.until:%Y-%m-%dT%H:%M:%SZ}: properties.{missing[0]} is missing."
    note = f"{told} {before.note or ''}".strip()[:LONGEST_NOTE]
    return wait_for_nothing(replace(job, disabled=replace(before, note=note, until=None)))
