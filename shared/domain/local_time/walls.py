"""What a recurrence names on the wall clock, before clock changes make instants of it."""

from datetime import datetime

from shared.domain.local_time.counted_days import CountedDays
from shared.domain.local_time.excluded import Excluded, NothingInSight
from shared.domain.recurrence import Recurrence
from shared.domain.rule import BEGINNING, Rule, Scheduled, rule_for


def walls_of(recurrence: Recurrence, *, reading: datetime, excluded: Excluded | None) -> Rule:
    """Return what finds the named walls of times of day, counted from what the clocks show at the start.

    With a schedule, walls before that are found too: only their instants tell whether they are too early.
    """
    walls: Rule
    if recurrence.schedule is None:
        walls = rule_for(recurrence, anchor=reading)
    else:
        walls = Scheduled(recurrence, recurrence.schedule, reading, BEGINNING)
    return CountedDays(walls, excluded) if excluded else walls


def names(rule: Rule, time: datetime) -> bool:
    """Say whether a rule names exactly this instant, or this wall."""
    try:
        return rule.next(time - datetime.resolution) == time
    except NothingInSight:
        return False
