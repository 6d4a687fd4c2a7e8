"""Why a schedule does not name a time, and the times around it: in agreement with the references."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.exclude import Calendar, Exclude, Span
from shared.domain.local_time.excluded import Then
from shared.domain.local_time.wall_time import WallTime
from shared.domain.recurrence import Frequency, Recurrence, Weekday
from shared.domain.refusals import neighbours, refusal
from shared.domain.unfit_parts import Reason
from tests.builders import a_collection, a_definition
from tests.domain.local_time.engine import local, moment
from tests.domain.local_time.reference import (
    Job,
    clock_between,
    expected_runs,
    instant_of,
    named_by,
    names_date,
    shown_at,
)
from tests.domain.local_time.reference_days import Days
from tests.domain.local_time.strategies import TELLING_ZONES, Case, cases_with_days, instants_of
from tests.domain.reference import is_named
from tests.domain.strategies import distances, instants, recurrences

INSTANT: Final = datetime.resolution
REACH: Final = timedelta(hours=9)
COLLECTION: Final = a_collection()


@settings(deadline=None, max_examples=40)
@given(case=cases_with_days(zones=TELLING_ZONES), data=st.data())
def test_what_is_refused_is_not_named_and_for_the_reason_told(case: Case, data: st.DataObject) -> None:
    middle, job = case.begin + (case.end - case.begin) / 2, case.job
    expected = expected_runs(job, middle - REACH, middle + REACH)
    end = data.draw(st.none() | st.sampled_from([middle, *expected]))
    definition, collection = job_as_stored(job, end)
    near = [run + beside for run in expected[:6] + expected[-6:] for beside in (INSTANT, 0 * INSTANT)]
    asked = near + data.draw(st.lists(instants_of(middle, REACH), min_size=6, max_size=6))

    for instant in asked:
        refused = refusal(definition, collection, instant, anchor=moment(job.start))

        named = instant in expected and (end is None or instant <= end)
        assert (refused is None) == named
        assert refused is None or is_true(refused.reason, job, instant, end)
        if named:
            shown = WallTime(shown_at(instant, job.zone).replace(tzinfo=UTC))
            assert refusal(definition, collection, shown, anchor=moment(job.start)) is None


@settings(deadline=None, max_examples=20)
@given(case=cases_with_days(zones=TELLING_ZONES), data=st.data())
def test_neighbours_are_the_nearest_runs(case: Case, data: st.DataObject) -> None:
    middle, job = case.begin + (case.end - case.begin) / 2, case.job
    expected = expected_runs(job, middle - REACH, middle + REACH)
    definition, collection = job_as_stored(job)
    asked = expected[:4] + data.draw(st.lists(instants_of(middle, REACH), min_size=6, max_size=6))

    for instant in asked:
        before, after = neighbours(definition, collection, instant, anchor=moment(job.start))

        earlier = [run for run in expected if run < instant]
        later = [run for run in expected if run > instant]
        assert before == earlier[-1] if earlier else before is None or before < middle - REACH
        assert after == later[0] if later else after is None or after >= middle + REACH


@settings(deadline=None, max_examples=100)
@given(recurrence=recurrences(), anchor=instants(), distance=distances(), data=st.data())
def test_in_utc_a_time_is_refused_unless_the_reference_names_it(
    recurrence: Recurrence, anchor: datetime, distance: timedelta, data: st.DataObject
) -> None:
    definition = a_definition(recurrence=recurrence)
    earlier, later = neighbours(definition, COLLECTION, anchor + distance, anchor=anchor)
    middle = data.draw(st.sampled_from([anchor + distance, *filter(None, (earlier, later))]))
    asked = [middle, *data.draw(st.lists(instants_of(middle, REACH), max_size=3))]

    refused = [refusal(definition, COLLECTION, instant, anchor=anchor) for instant in asked]

    named = [instant >= anchor and is_named(recurrence, anchor=anchor, instant=instant) for instant in asked]
    assert [one is None for one in refused] == named
    assert Reason.REPEATED not in {one.reason for one in refused if one}


def job_as_stored(job: Job, end: datetime | None = None) -> tuple[Definition, JobCollection]:
    """Return a job of the reference with its days in all the forms that they can have."""
    days = job.days or Days()
    spans = tuple(Span(first=f"{first}", last=f"{last}") for first, last in days.ranges)
    exclude = Exclude(
        week_days=tuple(map(Weekday, days.weekdays)),
        dates=(*map(str, days.dates), *(f"--{month:02}-{day:02}" for month, day in days.yearly)),
        calendars=("spans",),
        then=Then(days.then),
    )
    definition = a_definition(
        start_time=moment(job.start),
        recurrence=replace(job.recurrence, end_time=end),
        time_zone=job.zone,
        daylight_saving=local(job).daylight_saving,
        exclude=exclude if job.days else None,
    )
    return definition, a_collection(calendars=(("spans", Calendar(ranges=spans)),))


def is_true(reason: Reason, job: Job, instant: datetime, end: datetime | None) -> bool:
    """Say whether the reference bears out a reason."""
    named, shown = named_by(job), shown_at(instant, job.zone)
    frequency = job.recurrence.frequency
    match reason:
        case Reason.BEFORE_START:
            return instant < instant_of(job)
        case Reason.AFTER_END:
            return end is not None and instant > end
        case Reason.EXCLUDED:
            return job.days is not None
        case Reason.INACTIVE_PERIOD if frequency in (Frequency.MINUTE, Frequency.HOUR):
            return job.recurrence.interval > 1
        case Reason.INACTIVE_PERIOD | Reason.WEEKDAY | Reason.NO_SUCH_DAY:
            return not names_date(job, named, shown.date())
        case Reason.HOUR:
            return shown.hour not in named.hours
        case Reason.MINUTE:
            # Which minutes a beat of hours has depends on how the clocks were moved.
            beat = job.recurrence.schedule is None and frequency == Frequency.HOUR
            rest = (shown.second, shown.microsecond)
            return beat or shown.minute not in named.minutes or rest != named.rest
        case Reason.REPEATED:
            minute = instant.replace(second=0, microsecond=0)
            clock = clock_between(job.zone, instant - REACH, instant + REACH)
            return clock.instants[clock.shown[minute]].index(minute) == 1
        case _:
            return False
