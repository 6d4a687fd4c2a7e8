"""The runs of a job, as instants: the first one, the next one, all of them."""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from shared.domain.recurrence import Recurrence
from shared.domain.rule import BEGINNING, rule_for


def first_run(recurrence: Recurrence | None, *, start: datetime | None, now: datetime) -> datetime | None:
    """Return the first run of a job created now, or None if it never runs."""
    if recurrence is None:
        return now if start is None or start < now else start
    if start is None:
        return _up_to_end(recurrence, now)
    just_before_now = now - datetime.resolution if now > BEGINNING else now
    return next_run(recurrence, anchor=start, after=just_before_now)


def next_run(recurrence: Recurrence, *, anchor: datetime, after: datetime) -> datetime | None:
    """Return the first occurrence later than `after`, or None if there is none up to the end time."""
    return _up_to_end(recurrence, rule_for(recurrence, anchor=anchor).next(after))


def runs(recurrence: Recurrence | None, *, start: datetime | None, now: datetime) -> Iterator[datetime]:
    """Yield all runs of a job created now. They may never end."""
    return islice(_endless(recurrence, start, now), recurrence.count if recurrence else 1)


def _endless(recurrence: Recurrence | None, start: datetime | None, now: datetime) -> Iterator[datetime]:
    run = first_run(recurrence, start=start, now=now)
    rule = rule_for(recurrence, anchor=start or now) if recurrence else None
    while run is not None:
        yield run
        run = _up_to_end(recurrence, rule.next(run)) if recurrence and rule else None


def _up_to_end(recurrence: Recurrence, run: datetime | None) -> datetime | None:
    end = recurrence.end_time
    return None if run is None or (end is not None and run > end) else run
