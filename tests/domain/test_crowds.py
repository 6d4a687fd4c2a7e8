"""Crowds: the shortcuts of counting give what counting run by run gives."""

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice, takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.agenda import Ahead, Order, in_order, runs_ahead
from shared.domain.budget import Budget
from shared.domain.collection import JobCollection
from shared.domain.crowds import Gathering
from shared.domain.exclude import Exclude
from shared.domain.job import Job
from shared.domain.keys import JobKey
from shared.domain.local_time.excluded import Then
from shared.domain.recurrence import Recurrence
from tests.builders import COLLECTION, NINE, a_collection, a_definition, a_job, every

PLACE = a_collection()
UNTIL = NINE + timedelta(days=2)
BUCKET = timedelta(hours=5)
MOST_OF_A_YEAR = Exclude(
    dates=tuple(f"--{month:02d}-{day:02d}" for month in range(1, 13) for day in range(1, 29) if day != 15)
)


@st.composite
def some_jobs(draw: st.DrawFn) -> list[Job]:
    return [_job(draw, number) for number in range(draw(st.integers(0, 6)))]


def _job(draw: st.DrawFn, number: int) -> Job:
    frequency = draw(st.sampled_from(["minute", "hour", "day", "week", "month"]))
    interval = draw(st.integers(1, 3)) * (45 if frequency == "minute" else 1)
    end = draw(st.none() | st.integers(0, 60).map(lambda hours: NINE + timedelta(hours=hours)))
    definition = a_definition(
        recurrence=every(frequency, interval, count=draw(st.none() | st.integers(2, 9)), end_time=end),
        start_time=NINE - timedelta(minutes=draw(st.integers(-90, 90))),
        spread=draw(st.none() | st.just(timedelta(hours=3))),
        time_zone=draw(st.none() | st.just("Europe/Berlin")),
    )
    key = JobKey(collection=COLLECTION, name=f"job-{number}")
    job = a_job(key, now=NINE, definition=definition)
    if job.next_ticket is None or draw(st.booleans()):
        return job
    return replace(job, next_ticket=replace(job.next_ticket, due=NINE - timedelta(hours=1)))


def one_by_one(jobs: list[Job], until: datetime = UNTIL) -> Counter[datetime]:
    counted: Counter[datetime] = Counter()
    for job in jobs:
        dues = (max(due, NINE) for _, due in runs_ahead(job, PLACE, now=NINE))
        counted.update(takewhile(lambda due: due < until, dues))
    return counted


def in_turn(jobs: list[Job]) -> list[tuple[Job, JobCollection]]:
    """Return the jobs that run, in the order of their next runs."""
    running = [job for job in jobs if job.next_run is not None]
    return [
        (job, PLACE) for job in sorted(running, key=lambda job: (job.next_run or NINE, job.key.canonical))
    ]


def gathered(jobs: list[Job], *, most: int = 10**6, work: int = 10**6) -> Gathering:
    gathering = Gathering(NINE, UNTIL, most=most)
    gathering.take_in(in_turn(jobs), Budget(work))
    return gathering


@settings(max_examples=40)
@given(some_jobs())
def test_every_run_is_in_its_bucket_and_the_peaks_are_the_largest(jobs: list[Job]) -> None:
    gathering, expected = gathered(jobs), one_by_one(jobs)

    assert gathering.largest_window() is None
    crowds = gathering.crowds(BUCKET)

    assert [at for at, _ in crowds.buckets] == [
        crowds.buckets[0][0] + BUCKET * n for n in range(len(crowds.buckets))
    ]
    for at, runs in crowds.buckets:
        assert runs == sum(number for due, number in expected.items() if at <= due < at + BUCKET)
    largest = sorted(expected.items(), key=lambda one: (-one[1], one[0]))[:10]
    assert [(peak.at, peak.runs) for peak in crowds.peaks] == largest
    for peak in crowds.peaks:
        due = [job.key for job in jobs if peak.at in one_by_one([job])]
        assert peak.jobs == tuple(due[:5])


def even(job: Job) -> bool:
    """Say whether a job runs at one pace, whatever clocks and calendars say."""
    recurrence = job.definition.recurrence
    short = recurrence is not None and recurrence.frequency in ("minute", "hour")
    utc = job.definition.time_zone is None
    return short or (utc and recurrence is not None and recurrence.frequency in ("day", "week"))


def series(jobs: list[Job], until: datetime) -> int:
    """Return how many instants the series of even jobs have: those that are the same are one."""
    dues = [sorted(one_by_one([job], until)) for job in jobs if even(job)]
    return sum(len(part) for part in {tuple(part) for due in dues for part in (due[:1], due[1:])})


@settings(max_examples=40)
@given(some_jobs(), st.integers(0, 40))
def test_the_largest_window_holds_as_many_instants_as_fit(jobs: list[Job], most: int) -> None:
    gathering, second = gathered(jobs, most=most), timedelta(seconds=1)

    largest = gathering.largest_window()

    assert series(jobs, largest or UNTIL) <= most
    if largest is not None:
        assert series(jobs, largest + second) > most
        assert sum(runs for _, runs in gathering.crowds(BUCKET).buckets) == one_by_one(jobs, largest).total()


@settings(max_examples=40)
@given(some_jobs(), st.integers(0, 40))
def test_where_the_budget_is_spent_the_window_ends_and_within_it_everything_is_counted(
    jobs: list[Job], work: int
) -> None:
    gathering = gathered(jobs, work=work)

    largest = gathering.largest_window()

    counted = one_by_one(jobs, largest or UNTIL).total()
    assert sum(runs for _, runs in gathering.crowds(BUCKET).buckets) == counted
    if largest is not None and largest > NINE:
        again = Gathering(NINE, largest)
        again.take_in([held for held in in_turn(jobs) if (held[0].next_run or NINE) < largest], Budget(work))
        assert again.largest_window() is None


@settings(max_examples=40)
@given(some_jobs(), st.integers(1, 12))
def test_the_earliest_runs_are_those_of_all_in_order_page_by_page(jobs: list[Job], top: int) -> None:
    ahead, found = Ahead(begin=NINE, until=UNTIL), list[Order]()
    everything = [run.order for run in in_order(in_turn(jobs), ahead)]

    while page := list(islice(in_order(in_turn(jobs), ahead), top)):
        found += [run.order for run in page]
        ahead = replace(ahead, behind=page[-1].order)

    assert found == everything == sorted(everything)
    assert len(everything) == one_by_one(jobs).total()


def test_only_what_is_seen_is_paid_for() -> None:
    jobs = [
        a_job(
            JobKey(collection=COLLECTION, name=f"job-{number}"),
            definition=a_definition(recurrence=every("minute"), start_time=NINE + timedelta(seconds=number)),
        )
        for number in range(100)
    ]
    spent, ahead, left = list[int](), Ahead(begin=NINE, until=UNTIL), iter(in_turn(jobs))

    seen = list(islice(in_order(left, ahead, spent.append), 5))

    assert [run.job.name for run in seen] == [f"job-{number}" for number in range(5)]
    assert len(list(left)) == 100 - 6
    assert sum(spent) == 4


@pytest.mark.parametrize(
    ("exclude", "least", "most"),
    [
        pytest.param(None, 12, 12, id="every day counts"),
        pytest.param(Exclude(dates=("--12-24",)), 12, 20, id="nearly every day counts"),
        pytest.param(MOST_OF_A_YEAR, 15, 60, id="most days are skipped"),
        pytest.param(replace(MOST_OF_A_YEAR, then=Then.BEFORE), 100, 1_000, id="and their runs are moved"),
    ],
)
def test_days_that_do_not_count_are_paid_for(exclude: Exclude | None, least: int, most: int) -> None:
    spent = list[int]()
    job = a_job(definition=a_definition(recurrence=every("day"), start_time=NINE, exclude=exclude))

    found = list(islice(runs_ahead(job, PLACE, now=NINE, spend=spent.append), 13))

    assert len(found) == 13
    assert least <= sum(spent) <= most


def test_a_search_that_finds_nothing_is_paid_for() -> None:
    spent = list[int]()
    yearly = every("year", months=(12,), month_days=(24,))
    definition = a_definition(recurrence=yearly, start_time=NINE, exclude=Exclude(dates=("--12-24",)))
    job = replace(
        a_job(definition=a_definition(recurrence=every("day"), start_time=NINE)), definition=definition
    )

    assert len(list(runs_ahead(job, PLACE, now=NINE, spend=spent.append))) == 1
    assert sum(spent) >= 1


@pytest.mark.parametrize(
    ("recurrence", "a_day"),
    [
        pytest.param(every("hour", minutes=tuple(range(60))), 1_440, id="one by one"),
        pytest.param(every("minute"), 1_440, id="at a fixed pace"),
    ],
)
def test_parts_of_a_large_crowd_make_a_whole(recurrence: Recurrence, a_day: int) -> None:
    definition = a_definition(recurrence=recurrence, start_time=NINE)
    jobs = [
        a_job(JobKey(collection=COLLECTION, name=f"job-{number:03d}"), definition=definition)
        for number in range(90)
    ]

    crowds = gathered(jobs).crowds(timedelta(days=1))

    assert sum(runs for _, runs in crowds.buckets) == 2 * 90 * a_day
    assert [peak.runs for peak in crowds.peaks] == [90] * 10
    assert [key.name for key in crowds.peaks[0].jobs] == [f"job-00{number}" for number in range(5)]
