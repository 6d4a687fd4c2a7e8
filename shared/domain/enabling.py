"""Switching jobs off and on again without anybody's asking: after faults in a row, and at `until`."""

from dataclasses import replace
from datetime import datetime

from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import CollectionState, JobCollection
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
    waiting, following = _going_on(enabled, collection, since=ticket.key.due, now=now)
    waiting = finish_if_over(waiting, now=now)
    following = removal_ticket(waiting, now=now) if waiting.finished else following
    return (Delete(ticket), Update(job, waiting), *([Insert(following)] if following else []))


def after_pauses(job: Job, collection: JobCollection) -> Job | None:
    """Return the job as it waits once its own pause and that of its collection are over.

    None if one of them has no end that is known: then nothing comes.
    """
    enabling, until = enable_ticket(job), collection.until
    is_off = collection.state is not CollectionState.ENABLED and until is None
    if is_off or (enabling is not None and missing_secrets(job.definition)):
        return None
    if enabling is not None:
        enabled = replace(job, state=JobState.ENABLED)
        job, _ = _going_on(enabled, collection, since=enabling.key.due, now=enabling.key.due)
    elif job.state is not JobState.ENABLED:
        return None
    return job if until is None else _not_before(until, job, collection)


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


def _going_on(
    job: Job, collection: JobCollection, *, since: datetime, now: datetime
) -> tuple[Job, Ticket | None]:
    """Return the job as it waits after it was enabled, and the ticket of that."""
    if is_owed(job):
        return wait_for_first(job, collection, now=now)
    after = max(job.course.accounted or since, since - job.delay)
    return wait_for_next(job, collection, after=after, now=now)


def _not_before(until: datetime, job: Job, collection: JobCollection) -> Job:
    """Return the job as it waits if nothing of it runs before an instant: what is owed runs then."""
    if job.next_run is None or job.next_run >= until or job.next_ticket is None:
        return job
    if is_immediate(job):
        return replace(job, next_ticket=replace(job.next_ticket, due=until))
    return wait_for_next(job, collection, after=until - job.delay - datetime.resolution, now=until)[0]


def _not_enabled(job: Job, missing: list[str]) -> Job:
    before = job.disabled or Disabled()
    told = f"Not enabled at {before.until:%Y-%m-%dT%H:%M:%SZ}: properties.{missing[0]} is missing."
    note = f"{told} {before.note or ''}".strip()[:LONGEST_NOTE]
    return wait_for_nothing(replace(job, disabled=replace(before, note=note, until=None)))
