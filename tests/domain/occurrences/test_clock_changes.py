"""The coming clock changes, and what they do to jobs: facts by hand, and agreement with the engine."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from hypothesis import assume, given, settings

from shared.domain.clock_changes import ClockChange, CountedJob, clock_changes, joined
from shared.domain.collection import Defaults, JobCollection
from shared.domain.exclude import Exclude
from shared.domain.local_time.excluded import Then
from shared.domain.local_time.local import DaylightSaving, Missing, Repeated
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.recurrence import Weekday
from tests.builders import KEY, a_collection, a_definition, at, every
from tests.domain.local_time.engine import found_runs, local, moment, rule
from tests.domain.local_time.reference import Job, instant_of
from tests.domain.local_time.strategies import REACH, TELLING_ZONES, Case, cases

BERLIN: Final = "Europe/Berlin"
NEW_YORK: Final = "America/New_York"
LORD_HOWE: Final = "Australia/Lord_Howe"
NEW_YEAR: Final = at("2026-01-01T00:00:00")
NEXT_YEAR: Final = at("2027-01-01T00:00:00")
SKIP: Final = DaylightSaving(missing=Missing.SKIP)
BOTH: Final = DaylightSaving(repeated=Repeated.BOTH)
SPRING: Final = at("2026-03-29T01:00:00")
AUTUMN: Final = at("2026-10-25T01:00:00")


def wall(text: str) -> WallTime:
    return WallTime(datetime.fromisoformat(text).replace(tzinfo=UTC))


LONG_AGO: Final = wall("2020-01-01T00:00")


def a_counted_job(
    name: str = "job",
    *,
    anchor: Moment = LONG_AGO,
    collection: JobCollection | None = None,
    **definition: Any,
) -> CountedJob:
    """A job that runs at 02:30 in Berlin, unless said otherwise."""
    usual = {"recurrence": every("day", hours=(2,), minutes=(30,)), "time_zone": BERLIN}
    return CountedJob(
        key=replace(KEY, name=name),
        definition=a_definition(**{**usual, **definition}),
        collection=collection or a_collection(),
        anchor=anchor,
    )


def at_times(hours: tuple[int, ...], minutes: tuple[int, ...], **changes: Any) -> CountedJob:
    return a_counted_job(recurrence=every("day", hours=hours, minutes=minutes), **changes)


def changes_of(*jobs: CountedJob, now: datetime = NEW_YEAR, until: datetime = NEXT_YEAR) -> list[ClockChange]:
    return clock_changes(jobs, now=now, until=until)


def told(change: ClockChange) -> list[str]:
    """Return what is affected: the job's name, the effect, and walls with their runs in UTC."""
    return [
        f"{affected.job.name} {affected.effect}: "
        + ", ".join(
            f"{'+'.join(str(wall)[5:16] for wall in time.walls)} -> "
            f"{' '.join(f'{run:%dT%H:%M}' for run in time.runs) or 'never'}"
            for time in affected.times
        )
        for affected in change.affected
    ]


@pytest.mark.parametrize(
    ("zone", "changes"),
    [
        (BERLIN, ["2026-03-29T01:00 60 120", "2026-10-25T01:00 120 60"]),
        (NEW_YORK, ["2026-03-08T07:00 -300 -240", "2026-11-01T06:00 -240 -300"]),
        (LORD_HOWE, ["2026-04-04T15:00 660 630", "2026-10-03T15:30 630 660"]),
        ("America/Vancouver", ["2026-03-08T10:00 -480 -420"]),
        ("W. Europe Standard Time", ["2026-03-29T01:00 60 120", "2026-10-25T01:00 120 60"]),
        ("Asia/Kolkata", []),
        ("UTC", []),
    ],
)
def test_the_changes_of_a_year(zone: str, changes: list[str]) -> None:
    found = changes_of(a_counted_job(time_zone=zone))

    minute = timedelta(minutes=1)
    assert changes == [
        f"{change.at:%Y-%m-%dT%H:%M} {change.before // minute} {change.after // minute}" for change in found
    ]


@pytest.mark.parametrize(
    ("now", "until", "changes"),
    [
        (SPRING, AUTUMN, [AUTUMN]),
        (SPRING - datetime.resolution, AUTUMN - datetime.resolution, [SPRING]),
        (at("2026-12-01T00:00:00"), at("2030-01-01T00:00:00"), ["2027-03-28T01:00", "2027-10-31T01:00"]),
    ],
    ids=["after now, up to the last instant", "just before", "a year at most"],
)
def test_only_changes_between_now_and_then_are_told(
    now: datetime, until: datetime, changes: list[datetime | str]
) -> None:
    found = changes_of(a_counted_job(), now=now, until=until)

    expected = [at(f"{change}:00") if isinstance(change, str) else change for change in changes]
    assert [change.at for change in found] == expected


MISSING: Final = [
    ("moved", a_counted_job(), ["job moved: 03-29T02:30 -> 29T01:30"]),
    ("left out", a_counted_job(daylight_saving=SKIP), ["job leftOut: 03-29T02:30 -> never"]),
    ("moved onto another", at_times((2, 3), (0, 30)),
     ["job together: 03-29T02:00+03-29T03:00 -> 29T01:00, 03-29T02:30+03-29T03:30 -> 29T01:30"]),
    ("not onto another", a_counted_job(recurrence=every("minute", 45, hours=(2, 3))),
     ["job moved: 03-29T02:15 -> 29T01:15"]),
    ("the beginning of the gap", at_times((2,), (0,)), ["job moved: 03-29T02:00 -> 29T01:00"]),
    ("the end of the gap", at_times((3,), (0,)), []),
    ("without a schedule", a_counted_job(recurrence=every("day"), anchor=wall("2026-03-27T02:30")),
     ["job moved: 03-29T02:30 -> 29T01:30"]),
    ("on another day", a_counted_job(recurrence=every("week", week_days=(Weekday.MONDAY,), hours=(2,))), []),
    ("a beat", a_counted_job(recurrence=every("day", minutes=(0, 30))), []),
    ("begins later", a_counted_job(anchor=wall("2026-03-29T03:31")), []),
    ("begins then", a_counted_job(anchor=wall("2026-03-29T03:30")), ["job moved: 03-29T02:30 -> 29T01:30"]),
    ("ends before", a_counted_job(recurrence=every(
        "day", hours=(2,), minutes=(30,), end_time=at("2026-03-29T01:29:59"))), []),
    ("excluded", a_counted_job(exclude=Exclude(week_days=(Weekday.SUNDAY,))), []),
    ("moved there by an exclusion", a_counted_job(
        recurrence=every("week", week_days=(Weekday.SATURDAY,), hours=(2,), minutes=(30,)),
        exclude=Exclude(week_days=(Weekday.SATURDAY,), then=Then.AFTER)),
     ["job moved: 03-29T02:30 -> 29T01:30"]),
    ("once", a_counted_job(recurrence=None, anchor=wall("2026-03-29T02:30"), daylight_saving=SKIP),
     ["job moved: 03-29T02:30 -> 29T01:30"]),
    ("once, at an instant", a_counted_job(recurrence=None, anchor=at("2026-03-29T01:30:00")), []),
    ("every minute of an hour", a_counted_job(recurrence=every("minute", 20, hours=(2,))),
     ["job moved: 03-29T02:00 -> 29T01:00, 03-29T02:20 -> 29T01:20, 03-29T02:40 -> 29T01:40"]),
]  # fmt: skip


@pytest.mark.parametrize(("_", "job", "expected"), MISSING, ids=[row[0] for row in MISSING])
def test_times_that_are_missing(_: str, job: CountedJob, expected: list[str]) -> None:
    (change,) = changes_of(job, until=at("2026-06-01T00:00:00"))

    assert (change.zone, change.at, told(change)) == (BERLIN, SPRING, expected)


REPEATED: Final = [
    ("twice", a_counted_job(daylight_saving=BOTH), ["job repeated: 10-25T02:30 -> 25T00:30 25T01:30"]),
    ("the first only", a_counted_job(), []),
    ("the edges", at_times((1, 2, 3), (0, 59), daylight_saving=BOTH),
     ["job repeated: 10-25T02:00 -> 25T00:00 25T01:00, 10-25T02:59 -> 25T00:59 25T01:59"]),
    ("begins between", a_counted_job(anchor=at("2026-10-25T01:00:00"), daylight_saving=BOTH), []),
    ("ends between", a_counted_job(daylight_saving=BOTH, recurrence=every(
        "day", hours=(2,), minutes=(30,), end_time=at("2026-10-25T01:00:00"))), []),
    ("once", a_counted_job(recurrence=None, anchor=wall("2026-10-25T02:30"), daylight_saving=BOTH), []),
]  # fmt: skip


@pytest.mark.parametrize(("_", "job", "expected"), REPEATED, ids=[row[0] for row in REPEATED])
def test_times_that_are_repeated(_: str, job: CountedJob, expected: list[str]) -> None:
    (change,) = changes_of(job, now=at("2026-06-01T00:00:00"))

    assert (change.at, told(change)) == (AUTUMN, expected)


def test_half_an_hour() -> None:
    spring, autumn = changes_of(at_times((2,), (10, 35, 40), time_zone=LORD_HOWE))[::-1]

    assert told(spring) == [
        "job together: 10-04T02:10+10-04T02:40 -> 03T15:40",
    ]
    assert told(autumn) == []


def test_zones_come_in_the_order_of_their_changes_with_the_jobs_of_each() -> None:
    by_default = a_collection(defaults=Defaults(time_zone=NEW_YORK, daylight_saving=SKIP))
    jobs = [
        a_counted_job("windows", time_zone="W. Europe Standard Time"),
        a_counted_job("default", time_zone=None, collection=by_default),
        a_counted_job("berlin"),
        a_counted_job("utc", time_zone=None),
        a_counted_job("india", time_zone="Asia/Kolkata"),
    ]

    found = changes_of(*jobs, until=at("2026-06-01T00:00:00"))

    assert [(change.zone, told(change)) for change in found] == [
        (NEW_YORK, ["default leftOut: 03-08T02:30 -> never"]),
        (BERLIN, ["windows moved: 03-29T02:30 -> 29T01:30", "berlin moved: 03-29T02:30 -> 29T01:30"]),
    ]


def test_of_many_jobs_the_first_are_told_and_the_others_counted() -> None:
    until = at("2026-06-01T00:00:00")
    berlin = clock_changes(some_jobs("b", 1_003, BERLIN), now=NEW_YEAR, until=until)
    new_york = clock_changes(some_jobs("a", 400, NEW_YORK), now=NEW_YEAR, until=until)
    also_berlin = clock_changes(some_jobs("a", 250, BERLIN), now=NEW_YEAR, until=until)

    first, second = joined([*berlin, *new_york, *also_berlin])

    assert [(len(change.affected), change.more) for change in berlin] == [(1_000, 3)]
    assert (first.zone, len(first.affected), first.more) == (NEW_YORK, 400, 0)
    assert (second.zone, len(second.affected), second.more) == (BERLIN, 600, 653)
    names = [affected.job.name for affected in second.affected]
    assert (names[0], names[249], names[250], names[-1]) == ("a0000", "a0249", "b0000", "b0349")


def some_jobs(letter: str, number: int, zone: str) -> Iterator[CountedJob]:
    return (a_counted_job(f"{letter}{one:04d}", time_zone=zone) for one in range(number))


@settings(deadline=None, max_examples=60)
@given(case=cases(zones=TELLING_ZONES))
def test_what_is_told_is_what_the_policies_change(case: Case) -> None:
    """What `skip` takes away was moved, and what `both` adds is repeated."""
    change, job = case.begin + REACH, replace(case.job, skip=False, both=True)

    effects = effects_at(change, job)

    runs, without_missing, without_repeated = (
        set(found_runs(rule(one), case.begin, case.end))
        for one in (job, replace(job, skip=True), replace(job, both=False))
    )
    assert set(effects.get("moved", ())) == runs - without_missing
    assert set(effects.get("together", ())) <= runs
    assert set(effects.get("repeated", ())[1::2]) <= runs - without_repeated
    if instant_of(job) < case.begin:
        assert set(effects.get("repeated", ())[1::2]) == runs - without_repeated
    missing = len(effects.get("moved", ())) + len(effects.get("together", ()))
    assert len(effects_at(change, replace(job, skip=True)).get("leftOut", ())) == missing


def effects_at(change: datetime, job: Job) -> dict[str, list[datetime | None]]:
    """Return the runs of each effect; times that are left out are None."""
    counted = a_counted_job(
        recurrence=job.recurrence,
        time_zone=job.zone,
        daylight_saving=local(job).daylight_saving,
        anchor=moment(job.start),
    )
    (found,) = changes_of(counted, now=change - datetime.resolution, until=change)
    assume(not any(affected.more for affected in found.affected))  # times that are only counted
    return {
        affected.effect: [run for time in affected.times for run in time.runs or (None,)]
        for affected in found.affected
    }


def test_what_is_looked_at_is_counted_and_days_left_out_count_twice() -> None:
    work: list[int] = []
    jobs = [
        a_counted_job(),
        a_counted_job("left out", exclude=Exclude(week_days=(Weekday.SUNDAY,))),
        a_counted_job("utc", time_zone="UTC"),
    ]

    clock_changes(jobs, now=NEW_YEAR, until=NEXT_YEAR, spend=work.append)

    assert work == [1, 1, 2, 2]  # spring and autumn, for each of two jobs
