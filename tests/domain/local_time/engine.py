"""The engine under test, asked about the jobs of the reference."""

from datetime import UTC, date, datetime

from shared.domain.local_time.excluded import Excluded, NothingInSight, Then
from shared.domain.local_time.local import DaylightSaving, Local, Missing, Repeated
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.local_time.zones import zone_named
from shared.domain.rule import Rule
from shared.domain.runs import rule_of
from tests.domain.local_time.reference import Job
from tests.domain.local_time.reference_days import Days


def rule(job: Job) -> Rule:
    return rule_of(job.recurrence, anchor=moment(job.start), local=local(job))


def local(job: Job) -> Local:
    saving = DaylightSaving(
        missing=Missing.SKIP if job.skip else Missing.SHIFT,
        repeated=Repeated.BOTH if job.both else Repeated.FIRST,
    )
    excluded = None if job.days is None else excluded_days(job.days)
    return Local(zone=zone_named(job.zone), daylight_saving=saving, excluded=excluded)


def moment(start: datetime) -> Moment:
    return start if start.tzinfo else WallTime(start.replace(tzinfo=UTC))


def excluded_days(days: Days) -> Excluded:
    return Excluded(
        Then(days.then),
        weekdays=days.weekdays,
        days=[number(day) for day in days.dates],
        yearly=days.yearly,
        ranges=[(number(first), number(last)) for first, last in days.ranges],
    )


def number(day: date) -> int:
    """Days are counted from 0001-01-01, which is day 0."""
    return day.toordinal() - 1


def found_runs(rule: Rule, begin: datetime, end: datetime) -> list[datetime]:
    """Return the runs from `begin` on, before `end`, each asked for with the one before it.

    A search that gives up must not do so before one of them.
    """
    found: list[datetime] = []
    after = begin - datetime.resolution
    try:
        while (run := rule.next(after)) is not None and run < end:
            assert run > after
            found.append(run)
            after = run
    except NothingInSight:
        pass
    return found
