"""Setting a ticket aside: it cannot be used, and must not stop the others nor come back with every scan."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.job import Job
from shared.domain.stored import SetAside, StoredRow, Unreadable

LONGEST_REASON: Final = 1_000


def set_aside(
    stored: StoredRow, job: Job | Unreadable | None, *, reason: str, now: datetime
) -> tuple[Change, ...]:
    """Return what puts a ticket aside; without a job nobody knows whose it is.

    The job keeps waiting for it, and notes it, so that whoever changes the job, meanwhile or later, notices.
    """
    owner = job.key if isinstance(job, Job) else job.owner if job is not None else None
    aside = SetAside(stored=stored, owner=owner, reason=reason[:LONGEST_REASON], at=now)
    return Delete(stored), Insert(aside), *([] if job is None else [_noted(job)])


def _noted(job: Job | Unreadable) -> Update:
    return Update(job, replace(job, aside=True))
