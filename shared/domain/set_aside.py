"""Setting a ticket aside: it cannot be used, and must not stop the others nor come back with every scan."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.job import Job
from shared.domain.stored import SetAside, StoredRow, Unreadable
from shared.domain.ticket import TicketKey
from shared.domain.waking import close

LONGEST_REASON: Final = 1_000


def set_aside(
    stored: StoredRow,
    job: Job | Unreadable | None,
    *,
    reason: str,
    now: datetime,
    ticket: TicketKey | None = None,
) -> tuple[Change, ...]:
    """Return what puts a ticket aside; without a job nobody knows whose it is.

    The job keeps waiting for it, and notes it, so that whoever changes the job, meanwhile or later, notices.
    If its open occurrence lived by the ticket, that is over, and what waits for it is woken.
    """
    owner = job.key if isinstance(job, Job) else job.owner if job is not None else None
    aside = SetAside(stored=stored, owner=owner, reason=reason[:LONGEST_REASON], at=now)
    changes: list[Change] = [Delete(stored), Insert(aside)]
    if job is None:
        return tuple(changes)
    noted, woken = replace(job, aside=True), list[Change]()
    if isinstance(noted, Job) and ticket is not None and ticket in noted.course.running:
        over = replace(noted.progress, open=max(noted.progress.open - 1, 0))
        noted, woken = close(replace(noted, progress=over), ticket, now=now)
    return *changes, Update(job, noted), *woken
