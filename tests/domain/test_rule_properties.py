"""The engine against a reference that shares no code with it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.recurrence import Frequency, Recurrence, Schedule
from shared.domain.runs import first_run, next_run, runs
from tests.domain.reference import expected_next, expected_runs, is_named
from tests.domain.strategies import distances, instants, intervals, recurrences, sparse_recurrences

MICROSECOND: Final = timedelta(microseconds=1)
NEAR: Final = st.sampled_from((-MICROSECOND, timedelta(0), MICROSECOND))


@pytest.mark.parametrize("frequency", list(Frequency))
@settings(deadline=None, max_examples=150)
@given(anchor=instants(), distance=distances(), data=st.data())
def test_the_next_run_is_the_first_instant_named(
    frequency: Frequency, anchor: datetime, distance: timedelta, data: st.DataObject
) -> None:
    recurrence = data.draw(recurrences(of=(frequency,)))
    after = anchor + distance

    run = next_run(recurrence, anchor=anchor, after=after)

    assert run == expected_next(recurrence, anchor=anchor, after=after)
    assert run is None or (run > after and run >= anchor)
    assert run is None or is_named(recurrence, anchor=anchor, instant=run)


@pytest.mark.parametrize("frequency", list(Frequency))
@settings(deadline=None, max_examples=150)
@given(anchor=instants(), distance=distances(), data=st.data())
def test_one_run_after_the_other_strictly_later_and_none_left_out(
    frequency: Frequency, anchor: datetime, distance: timedelta, data: st.DataObject
) -> None:
    recurrence = data.draw(recurrences(of=(frequency,)))

    found = chain(recurrence, anchor=anchor, after=anchor + distance, most=4)

    assert found == expected_chain(recurrence, anchor=anchor, after=anchor + distance, most=4)
    assert all(earlier < later for earlier, later in pairwise(found))


@settings(deadline=None, max_examples=400)
@given(recurrence=sparse_recurrences(), anchor=instants(), distance=distances())
def test_days_that_come_rarely_or_never(
    recurrence: Recurrence, anchor: datetime, distance: timedelta
) -> None:
    after = anchor + distance

    assert next_run(recurrence, anchor=anchor, after=after) == expected_next(
        recurrence, anchor=anchor, after=after
    )


@settings(deadline=None, max_examples=200)
@given(
    recurrence=recurrences(),
    anchor=instants(),
    distance=distances(),
    fraction=st.floats(0, 1, exclude_max=True),
)
def test_between_two_runs_the_answer_does_not_change(
    recurrence: Recurrence, anchor: datetime, distance: timedelta, fraction: float
) -> None:
    found = chain(recurrence, anchor=anchor, after=anchor + distance, most=3)

    for earlier, later in pairwise(found):
        between = min(earlier + (later - earlier) * fraction, later - MICROSECOND)
        for after in (earlier, earlier + MICROSECOND, between, later - MICROSECOND):
            assert next_run(recurrence, anchor=anchor, after=after) == later


@settings(deadline=None)
@given(recurrence=recurrences(), anchor=instants(), distance=distances(), lead=st.integers(0, 1440))
def test_every_minute_of_two_days_runs_if_and_only_if_it_is_named(
    recurrence: Recurrence, anchor: datetime, distance: timedelta, lead: int
) -> None:
    run = next_run(recurrence, anchor=anchor, after=anchor + distance) or anchor
    begin = run.replace(second=0, microsecond=0) - timedelta(minutes=lead)
    rests = {timedelta(0), timedelta(seconds=anchor.second, microseconds=anchor.microsecond)}
    minutes = [begin + timedelta(minutes=number) for number in range(2880)]

    named = [
        instant
        for minute in minutes
        for instant in sorted(minute + rest for rest in rests)
        if is_named(recurrence, anchor=anchor, instant=instant)
    ]

    ending = replace(recurrence, end_time=minutes[-1] + timedelta(minutes=1) - MICROSECOND)
    assert chain(ending, anchor=anchor, after=begin - MICROSECOND, most=3000) == named


@settings(deadline=None, max_examples=200)
@given(
    recurrence=recurrences(),
    anchor=instants(),
    distance=distances(),
    number=st.integers(0, 3),
    beside=NEAR,
)
def test_a_run_at_the_end_time_is_the_last_one(
    recurrence: Recurrence, anchor: datetime, distance: timedelta, number: int, beside: timedelta
) -> None:
    after = anchor + distance
    endless = expected_chain(recurrence, anchor=anchor, after=after, most=5)
    end = [after, *endless][min(number, len(endless))] + beside

    found = chain(replace(recurrence, end_time=end), anchor=anchor, after=after, most=5)

    assert found == [run for run in endless if run <= end]


@settings(deadline=None, max_examples=200)
@given(
    recurrence=recurrences(),
    anchor=instants(),
    distance=distances(),
    beside=NEAR,
    count=st.none() | st.integers(1, 6),
)
def test_the_runs_of_a_job_with_a_start_time(
    recurrence: Recurrence, anchor: datetime, distance: timedelta, beside: timedelta, count: int | None
) -> None:
    """The start is long past, a moment past, now, a moment ahead or a year ahead of the creation."""
    counted = replace(recurrence, count=count)
    now = (next_run(recurrence, anchor=anchor, after=anchor + distance) or anchor) + beside

    found = list(islice(runs(counted, start=anchor, now=now), 5))

    assert found == expected_runs(counted, start=anchor, now=now, most=5)
    assert found == chain(recurrence, anchor=anchor, after=now - MICROSECOND, most=min(count or 5, 5))
    assert first_run(recurrence, start=anchor, now=now) == (found[0] if found else None)


@settings(deadline=None, max_examples=200)
@given(
    recurrence=recurrences(),
    now=instants(),
    count=st.none() | st.integers(1, 6),
    left=st.none() | st.integers(0, 4),
)
def test_the_runs_of_a_job_without_a_start_time(
    recurrence: Recurrence, now: datetime, count: int | None, left: int | None
) -> None:
    later = chain(recurrence, anchor=now, after=now, most=4)
    end = None if left is None else [now, *later][: left + 1][-1]
    limited = replace(recurrence, count=count, end_time=end)

    found = list(islice(runs(limited, start=None, now=now), 5))

    assert found == expected_runs(limited, start=None, now=now, most=5)
    assert found[0] == now == first_run(limited, start=None, now=now)
    assert found[1:] == [run for run in later if end is None or run <= end][: (count or 5) - 1]


@settings(deadline=None)
@given(start=instants(), distance=distances())
def test_a_job_without_a_recurrence_runs_once(start: datetime, distance: timedelta) -> None:
    now = start + distance

    assert list(runs(None, start=start, now=now)) == [max(start, now)]
    assert list(runs(None, start=None, now=now)) == [now]


@settings(deadline=None, max_examples=200)
@given(
    recurrence=recurrences(),
    anchor=instants(years=(9990, 9998, 9999)),
    distance=distances(),
    left=st.timedeltas(timedelta(0), timedelta(days=70)) | st.just(timedelta(0)),
)
def test_the_calendar_ends_with_none(
    recurrence: Recurrence, anchor: datetime, distance: timedelta, left: timedelta
) -> None:
    last = datetime.max.replace(tzinfo=UTC)
    for after in (last - left, anchor + min(distance, last - anchor)):
        assert next_run(recurrence, anchor=anchor, after=after) == expected_next(
            recurrence, anchor=anchor, after=after
        )


@settings(deadline=None)
@given(anchor=instants(), distance=distances(), data=st.data())
def test_hours_that_are_never_reached_never_run(
    anchor: datetime, distance: timedelta, data: st.DataObject
) -> None:
    """Every 24, 48 or 12 hours the same hours of the day come; the one after them does not."""
    interval = data.draw(st.sampled_from((12, 24, 48, 168, 996)))
    schedule = Schedule(hours=((anchor.hour + 1) % 24,), minutes=data.draw(st.sampled_from(((), (0, 59)))))
    recurrence = Recurrence(frequency=Frequency.HOUR, interval=interval, schedule=schedule)

    assert next_run(recurrence, anchor=anchor, after=anchor + distance) is None
    assert expected_next(recurrence, anchor=anchor, after=anchor + distance) is None


@settings(deadline=None, max_examples=25)  # the reference walks through a thousand days of minutes
@given(anchor=instants(), distance=distances(), interval=st.sampled_from((60, 120, 180, 720, 960)))
def test_minutes_that_are_never_reached_never_run(
    anchor: datetime, distance: timedelta, interval: int
) -> None:
    schedule = Schedule(minutes=((anchor.minute + 1) % 60,))
    recurrence = Recurrence(frequency=Frequency.MINUTE, interval=interval, schedule=schedule)

    assert next_run(recurrence, anchor=anchor, after=anchor + distance) is None
    assert expected_next(recurrence, anchor=anchor, after=anchor + distance) is None


@pytest.mark.parametrize("frequency", [Frequency.MONTH, Frequency.YEAR])
@settings(deadline=None)
@given(anchor=instants(), data=st.data())
def test_months_are_counted_from_the_anchor_and_clamped(
    frequency: Frequency, anchor: datetime, data: st.DataObject
) -> None:
    recurrence = Recurrence(frequency=frequency, interval=data.draw(intervals(frequency)))

    found = chain(recurrence, anchor=anchor, after=anchor, most=60)

    assert found == expected_chain(recurrence, anchor=anchor, after=anchor, most=60)
    assert {run.time() for run in found} == {anchor.time()}
    assert {run.day for run in found} <= {anchor.day, 28, 29, 30}


def chain(recurrence: Recurrence, *, anchor: datetime, after: datetime, most: int) -> list[datetime]:
    found: list[datetime] = []
    run = next_run(recurrence, anchor=anchor, after=after)
    while run is not None and len(found) < most:
        found.append(run)
        run = next_run(recurrence, anchor=anchor, after=run)
    return found


def expected_chain(recurrence: Recurrence, *, anchor: datetime, after: datetime, most: int) -> list[datetime]:
    found: list[datetime] = []
    run = expected_next(recurrence, anchor=anchor, after=after)
    while run is not None and len(found) < most:
        found.append(run)
        run = expected_next(recurrence, anchor=anchor, after=run)
    return found
