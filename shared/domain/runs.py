"""The runs of a job, as instants: the first one, the next one, all of them.

Without `local` a job counts in UTC, and every day counts.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice

from shared.domain.local_time.excluded import NothingInSight
from shared.domain.local_time.local import Local
from shared.domain.local_time.rules import local_rule
from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import UTC_ZONE, instant_of
from shared.domain.recurrence import Recurrence
from shared.domain.rule import BEGINNING, Rule, rule_for


def first_run(
    recurrence: Recurrence | None, *, start: Moment | None, now: datetime, local: Local | None = None
) -> datetime | None:
    """Return the first run of a job created now, or None if it never runs."""
    if recurrence is None:
        return now if start is None else max(instant(start, local), now)
    if start is None:
        return up_to_end(recurrence, now, local)
    just_before_now = now - datetime.resolution if now > BEGINNING else now
    return next_run(recurrence, anchor=start, after=just_before_now, local=local)


def next_run(
    recurrence: Recurrence, *, anchor: Moment, after: datetime, local: Local | None = None
) -> datetime | None:
    """Return the first occurrence later than `after`, or None if there is none up to the end time.

    Raise NothingInSight if days that do not count, or clock changes, leave none in ten years.
    """
    return up_to_end(recurrence, rule_of(recurrence, anchor=anchor, local=local).next(after), local)


def runs(
    recurrence: Recurrence | None, *, start: Moment | None, now: datetime, local: Local | None = None
) -> Iterator[datetime]:
    """Yield all runs of a job created now. They may never end, or end where none is in sight."""
    return islice(_endless(recurrence, start, now, local), recurrence.count if recurrence else 1)


def rule_of(recurrence: Recurrence, *, anchor: Moment, local: Local | None) -> Rule:
    if local is None and isinstance(anchor, datetime):
        return rule_for(recurrence, anchor=anchor)
    return local_rule(recurrence, anchor=anchor, local=local or Local())


def instant(moment: Moment, local: Local | None) -> datetime:
    return instant_of(moment, local.zone if local else UTC_ZONE)


def up_to_end(recurrence: Recurrence, run: datetime | None, local: Local | None) -> datetime | None:
    end = recurrence.end_time
    return None if run is None or (end is not None and run > instant(end, local)) else run


def _endless(
    recurrence: Recurrence | None, start: Moment | None, now: datetime, local: Local | None
) -> Iterator[datetime]:
    with suppress(NothingInSight):
        run = first_run(recurrence, start=start, now=now, local=local)
        rule = rule_of(recurrence, anchor=start or now, local=local) if recurrence else None
        while run is not None:
            yield run
            run = up_to_end(recurrence, rule.next(run), local) if recurrence and rule else None
