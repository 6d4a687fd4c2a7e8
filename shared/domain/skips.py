"""Occurrences that are not made: each leaves a record that says why.

The stretch that was skipped last stands in the job's row, and grows there. What ends it (a run, another
reason, a change of the job) makes it a row of its own, in the same transaction.
"""

from dataclasses import replace
from datetime import datetime

from shared.domain.changes import Change, Insert
from shared.domain.course import Skipped, SkipReason, Stretch
from shared.domain.housekeeping import trim_ticket
from shared.domain.job import Job


def skip(job: Job, stretch: Stretch) -> tuple[Job, Skipped | None]:
    """Return the job with one more stretch, and the record of the one before if that is over."""
    before = job.course.skipping
    if before is not None and before.reason is stretch.reason:
        return _noting(job, replace(before, until=stretch.until)), None
    return _noting(job, stretch), _record(job)


def end_skips(job: Job) -> tuple[Job, Skipped | None]:
    """Return the job without an open stretch, and the record of that."""
    return (job, None) if job.course.skipping is None else (_noting(job, None), _record(job))


def skip_due(job: Job, reason: SkipReason, *, now: datetime) -> tuple[Job, Skipped | None]:
    """Return the job with a record of what it waits for, if that is due and is now given up."""
    nominal, due = job.next_nominal, job.next_run
    if nominal is None or due is None or due > now:
        return job, None
    return skip(job, Stretch(reason=reason, first=nominal, until=max(nominal, now - job.delay)))


def recorded(job: Job, *records: Skipped | None, now: datetime) -> tuple[Job, list[Change]]:
    """Return the job, and what keeps the records: the first of all brings the first trim along."""
    kept: list[Change] = [Insert(record) for record in records if record is not None]
    if not kept:
        return job, kept
    if not job.course.has_records:
        job = replace(job, course=replace(job.course, has_records=True))
    if job.trim_ticket is not None:
        return job, kept
    trim = trim_ticket(job, now=now)
    return replace(job, trim_ticket=trim.key), [*kept, Insert(trim)]


def record_of(job: Job, stretch: Stretch) -> Skipped:
    """Return the record of a stretch that the job's present schedule names."""
    return Skipped(job=job.key, incarnation=job.incarnation, revision=job.revision, stretch=stretch)


def _record(job: Job) -> Skipped | None:
    return record_of(job, job.course.skipping) if job.course.skipping else None


def _noting(job: Job, stretch: Stretch | None) -> Job:
    return replace(job, course=replace(job.course, skipping=stretch))
