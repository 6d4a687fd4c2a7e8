"""Crowds: the shortcuts of counting give what counting run by run gives."""

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.agenda import Ahead, earliest, runs_ahead
from shared.domain.crowds import Gathering
from shared.domain.job import Job
from shared.domain.keys import JobKey
from shared.domain.recurrence import Recurrence
from tests.builders import COLLECTION, NINE, a_collection, a_definition, a_job, every

PLACE = a_collection()
UNTIL = NINE + timedelta(days=2)
BUCKET = timedelta(hours=5)


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


def gathered(jobs: list[Job], *, most: int = 10**6) -> Gathering:
    gathering = Gathering(NINE, UNTIL, most=most)
    for job in jobs:
        gathering.take_in(job, PLACE)
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


@settings(max_examples=40)
@given(some_jobs(), st.integers(0, 40))
def test_the_largest_window_holds_as_many_runs_as_fit(jobs: list[Job], most: int) -> None:
    gathering, second = gathered(jobs, most=most), timedelta(seconds=1)

    largest = gathering.largest_window()

    if largest is None:
        assert one_by_one(jobs).total() <= most
    else:
        assert one_by_one(jobs, largest).total() <= most
        assert one_by_one(jobs, largest + second).total() > most
        assert sum(runs for _, runs in gathering.crowds(BUCKET).buckets) == one_by_one(jobs, largest).total()


@settings(max_examples=40)
@given(some_jobs(), st.integers(1, 12))
def test_the_earliest_runs_are_those_of_all_in_order_page_by_page(jobs: list[Job], top: int) -> None:
    held = [(job, PLACE) for job in jobs]
    everything = [run.order for run in earliest(held, Ahead(begin=NINE, until=UNTIL, top=10**6))]

    ahead, found = Ahead(begin=NINE, until=UNTIL, top=top), []
    while page := earliest(held, ahead):
        found += [run.order for run in page]
        ahead = replace(ahead, behind=page[-1].order)

    assert found == everything == sorted(everything)
    assert len(everything) == one_by_one(jobs).total()


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
