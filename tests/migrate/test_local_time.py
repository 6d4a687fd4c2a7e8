"""Jobs with local time, as they arrive: by their zone's clocks, and refused in the app's own words."""

from dataclasses import replace
from typing import Any

import pytest

from migrate.carry_out import job_body
from migrate.prepare import Place, PreparedJob, prepare
from shared.api.instants import write_moment
from shared.api.parse import BARE
from shared.domain.collection import Defaults
from shared.domain.errors import Invalid
from shared.domain.exclude import Calendar
from tests.migrate.exports import DAILY, JOB, NOW, a_found_job

BERLIN = "Europe/Berlin"
AT_NINE = {"frequency": "day", "schedule": {"hours": [9], "minutes": [0]}}
WEEKEND = ["saturday", "sunday"]
IN_BERLIN = replace(BARE, defaults=Defaults(time_zone=BERLIN))
WITH_HOLIDAYS = replace(BARE, calendars=(("de-by", Calendar(dates=("2026-12-25",))),))


def arriving(place: Place | None = None, **properties: Any) -> PreparedJob:
    return prepare(a_found_job(**properties), JOB, {}, now=NOW, place=place or Place())


def sent(job: PreparedJob) -> dict[str, Any]:
    """What is sent of a job, but for what it does."""
    return {key: value for key, value in job_body(job)["properties"].items() if key != "action"}


def test_everything_that_the_original_did_not_have_is_sent_as_it_was_written() -> None:
    written = {
        "startTime": "2026-03-02T09:00:00",
        "recurrence": {**DAILY, "endTime": "2026-12-31T18:00:00"},
        "timeZone": "W. Europe Standard Time",
        "daylightSaving": {"missing": "skip", "repeated": "both"},
        "exclude": {"weekDays": WEEKEND, "dates": ["--12-24"], "calendars": ["de-by"], "then": "after"},
        "state": "enabled",
    }

    job = arriving(Place(collection=WITH_HOLIDAYS), **written)

    assert (job.version, job.dropped, job.changes) == ("2026-11-01", (), ())
    assert sent(job) == written


@pytest.mark.parametrize(
    ("properties", "start"),
    [
        pytest.param({}, "2026-03-02T09:00:00Z", id="UTC in files of the original"),
        pytest.param({"timeZone": BERLIN}, "2026-03-02T09:00:00", id="local beside a zone"),
        pytest.param({"exclude": {"weekDays": WEEKEND}}, "2026-03-02T09:00:00", id="or another key of ours"),
    ],
)
def test_what_a_time_without_an_offset_means(properties: dict[str, Any], start: str) -> None:
    job = arriving(startTime="2026-03-02T09:00:00", recurrence=DAILY, **properties)

    assert job.definition.start_time is not None
    assert write_moment(job.definition.start_time) == start


@pytest.mark.parametrize(
    ("start", "state", "changes"),
    [
        pytest.param("2026-03-01T10:30:00", "enabled", (), id="in half an hour there"),
        pytest.param(
            "2026-03-01T09:30:00",
            "completed",
            (
                "it was to run once, at 2026-03-01T08:30:00Z, which is over: "
                "it arrives completed and does not run",
            ),
            id="half an hour ago there, though UTC's clocks do not show it yet",
        ),
    ],
)
def test_whether_a_local_time_is_over_is_asked_of_its_zone(
    start: str, state: str, changes: tuple[str, ...]
) -> None:
    job = arriving(startTime=start, timeZone=BERLIN)

    assert (job.state, job.changes) == (state, changes)


def test_so_it_is_for_an_end() -> None:
    recurrence = {**AT_NINE, "endTime": "2026-03-01T09:59:59"}

    job = arriving(startTime="2026-01-01T00:00:00", recurrence=recurrence, timeZone=BERLIN)

    assert (job.state, job.changes) == (
        "completed",
        ("it ended on 2026-03-01T08:59:59Z: it arrives completed",),
    )


def test_the_next_run_that_an_export_expected_is_one_by_local_clocks() -> None:
    status = {"nextExecutionTime": "2026-03-02T08:00:00Z"}

    job = arriving(startTime="2026-01-01T00:00:00", recurrence=AT_NINE, timeZone=BERLIN, status=status)

    assert job.notes == ()


REFUSALS = [
    pytest.param(
        {"timeZone": "Europe/Berlinn"},
        "properties.timeZone: 'Europe/Berlinn' is no time zone; did you mean Europe/Berlin",
        id="a zone that is none",
    ),
    pytest.param(
        {"exclude": {"calendars": ["gb"]}},
        "properties.exclude.calendars: 'gb' is no calendar of collection '-', which has 'de-by'",
        id="a calendar that is not there",
    ),
    pytest.param(
        {"exclude": {"weekDays": WEEKEND}, "recurrence": None, "startTime": "2026-03-02T09:00:00Z"},
        "properties.exclude: has no effect on a job without a recurrence",
        id="days left out of a single run",
    ),
    pytest.param(
        {"recurrence": {"frequency": "hour"}, "exclude": {"weekDays": WEEKEND, "then": "before"}},
        "properties.exclude.then: 'before' moves times of day, and this job names none",
        id="a beat that is moved",
    ),
    pytest.param(
        {
            "recurrence": {"frequency": "week", "schedule": {"weekDays": ["sunday"]}},
            "exclude": {"weekDays": WEEKEND},
        },
        "properties.exclude: the job would not run in the next ten years: no day that it names counts",
        id="no day is left",
    ),
]


@pytest.mark.parametrize(("properties", "words"), REFUSALS)
def test_what_the_app_would_refuse_is_refused_in_its_words(properties: dict[str, Any], words: str) -> None:
    whole = {"startTime": "2026-02-01T00:00:00Z", "recurrence": DAILY, **properties}

    with pytest.raises(Invalid) as refused:
        arriving(Place(collection=WITH_HOLIDAYS), **whole)

    assert str(refused.value).startswith(words)


def test_what_never_runs_may_be_there_disabled() -> None:
    sundays = {"frequency": "week", "schedule": {"weekDays": ["sunday"]}}

    job = arriving(
        startTime="2026-02-01T00:00:00Z", recurrence=sundays, exclude={"weekDays": WEEKEND}, state="disabled"
    )

    assert (job.state, job.notes) == ("disabled", ())


def test_a_job_of_the_original_stays_in_utc_whatever_its_collection_says() -> None:
    job = arriving(Place(collection=IN_BERLIN), startTime="2026-02-01T00:00:00Z", recurrence=AT_NINE)

    assert (job.version, sent(job)["timeZone"]) == ("2026-11-01", "UTC")
    assert job.changes == ("timeZone is UTC, which its file means; its collection counts in Europe/Berlin",)


@pytest.mark.parametrize(
    ("place", "properties"),
    [
        pytest.param(Place(), {"recurrence": AT_NINE}, id="in a collection without a zone"),
        pytest.param(Place(collection=IN_BERLIN), {}, id="once, at an instant"),
        pytest.param(
            Place(collection=replace(BARE, defaults=Defaults(time_zone="Etc/UTC"))),
            {"recurrence": AT_NINE},
            id="in one that counts in UTC",
        ),
    ],
)
def test_that_needs_no_word_where_it_is_so_anyway(place: Place, properties: dict[str, Any]) -> None:
    job = arriving(place, startTime="2026-03-02T00:00:00Z", **properties)

    assert (job.version, job.changes, "timeZone" in sent(job)) == ("2016-03-01", (), False)


def test_a_job_of_ours_takes_the_zone_of_its_collection_and_keeps_it_with_a_local_time() -> None:
    found = replace(a_found_job(startTime="2026-02-01T09:00:00", recurrence=DAILY), version="2026-11-01")

    job = prepare(found, JOB, {}, now=NOW, place=Place(collection=IN_BERLIN))

    assert (sent(job)["startTime"], sent(job)["timeZone"], job.changes) == ("2026-02-01T09:00:00", BERLIN, ())


def test_a_key_in_a_form_that_cannot_have_it_is_dropped_with_the_version_to_use() -> None:
    found = replace(a_found_job(recurrence=DAILY, timeZone=BERLIN), version="2016-03-01")

    job = prepare(found, JOB, {}, now=NOW)

    assert job.dropped == (
        "properties.timeZone: is known from api-version 2026-11-01 on: send the request with that version",
    )
    assert job.definition.time_zone is None


@pytest.mark.parametrize(
    ("properties", "effectless", "kept"),
    [
        pytest.param(
            {"exclude": {"weekDays": WEEKEND}, "startTime": "2026-03-02T09:00:00Z"},
            "exclude",
            None,
            id="whole",
        ),
        pytest.param(
            {
                "exclude": {"weekDays": WEEKEND, "then": "after"},
                "startTime": "2026-02-01T00:00:00Z",
                "recurrence": {"frequency": "hour"},
            },
            "exclude.then",
            {"weekDays": WEEKEND, "then": "skip"},
            id="in part",
        ),
    ],
)
def test_what_our_own_export_says_has_no_effect_is_left_out(
    properties: dict[str, Any], effectless: str, kept: object
) -> None:
    job = arriving(**properties, status={"noEffect": [effectless]})

    assert job.changes == (f"{effectless} is left out: the export says that it has no effect",)
    assert sent(job).get("exclude") == kept


def test_a_start_that_was_taken_from_a_run_that_may_have_been_moved_is_pointed_out() -> None:
    job = arriving(
        recurrence={"frequency": "month"},
        exclude={"weekDays": WEEKEND, "then": "after"},
        status={"nextExecutionTime": "2026-03-16T09:00:00Z"},
    )

    assert job.notes == (
        "its start is one of its runs, which may have been moved to another day; check startTime",
    )
