"""What a report says of jobs that count by local clocks."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from migrate.planning.job import PlannedJob
from migrate.reporting.html import write_html
from migrate.reporting.report import Report
from migrate.reporting.text import write_text
from shared.domain.collection import Defaults, JobCollection
from shared.domain.exclude import Exclude
from shared.domain.job import JobState
from shared.domain.local_time.wall_time import WallTime
from shared.domain.recurrence import Frequency, Recurrence, Schedule, Weekday
from tests.builders import a_definition
from tests.migrate.builders import NIGHTLY, NOW, a_planned_collection, a_planned_job, a_report

BEFORE_THE_CHANGE = NOW.replace(day=28, hour=10)


def report_on(job: PlannedJob, **collection: Any) -> Report:
    holder = JobCollection(key=NIGHTLY, location="West Europe", **collection)
    return a_report(a_planned_collection(job, collection=holder))


@pytest.mark.parametrize(
    ("definition", "collection", "sentence"),
    [
        pytest.param({"time_zone": "Europe/Berlin"}, {}, "Every day at 11:00 in Europe/Berlin", id="its own"),
        pytest.param(
            {},
            {"defaults": Defaults(time_zone="W. Europe Standard Time")},
            "Every day at 11:00 in W. Europe Standard Time",
            id="that of its collection",
        ),
    ],
)
def test_a_job_with_a_zone_is_told_by_its_clocks_too(
    definition: dict[str, Any], collection: dict[str, Any], sentence: str
) -> None:
    daily = replace(a_definition(every="day", start_time=BEFORE_THE_CHANGE), **definition)
    report = report_on(a_planned_job(definition=daily), **collection)

    (told,) = report.collections[0].jobs

    assert told.sentence == sentence
    assert told.runs == ("2026-03-28T10:00:00Z", "2026-03-29T09:00:00Z", "2026-03-30T09:00:00Z")
    assert told.local_runs == (
        *("2026-03-28T11:00:00+01:00", "2026-03-29T11:00:00+02:00", "2026-03-30T11:00:00+02:00"),
    )
    first, second = told.local_runs[:2]
    text, page = write_text(report, whole=True), write_html(report)
    assert f"{sentence}; next 2026-03-28T10:00:00Z ({first}), 2026-03-29T09:00:00Z ({second}), " in text
    assert f'<time>2026-03-29T09:00:00Z <span class="quiet">{second}</span></time>' in page


@pytest.mark.parametrize(
    ("reading", "runs"),
    [
        pytest.param(datetime(2026, 3, 1, 9, 30, tzinfo=UTC), (), id="over there"),
        pytest.param(datetime(2026, 3, 1, 10, 30, tzinfo=UTC), ("2026-03-01T09:30:00Z",), id="to come"),
    ],
)
def test_a_job_that_runs_once_by_local_clocks(reading: datetime, runs: tuple[str, ...]) -> None:
    once = replace(a_definition(), recurrence=None, start_time=WallTime(reading), time_zone="Europe/Berlin")

    (told,) = report_on(a_planned_job(definition=once)).collections[0].jobs

    assert told.sentence == f"Once, on 2026-03-01 at {reading:%H:%M} in Europe/Berlin"
    assert told.runs == runs


def test_a_job_that_has_no_run_in_sight_is_told_without_one() -> None:
    sundays = Recurrence(frequency=Frequency.WEEK, schedule=Schedule(week_days=(Weekday.SUNDAY,)))
    never = replace(
        a_definition(start_time=NOW), recurrence=sundays, exclude=Exclude(week_days=(Weekday.SUNDAY,))
    )

    (told,) = report_on(a_planned_job(definition=never, state=JobState.DISABLED)).collections[0].jobs

    assert (told.sentence, told.runs) == ("Every week on Sunday at 09:00 UTC, except on Sunday", ())
