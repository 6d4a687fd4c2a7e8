"""GET S/P/clockChanges: what the next clock changes do to jobs."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from shared.api.render_clock_changes import render_clock_change
from shared.domain.clock_changes import ClockChange
from shared.functions.wiring import App
from tests.functions.calls import call
from tests.functions.extended import DAILY_AT_HALF_PAST_TWO, EXTENDED
from tests.functions.overviews.lists import (
    OVER_ALL,
    CountingTable,
    a_collection,
    a_job,
    an_empty_place,
    listed,
    refusal,
    spoil,
)

CHANGES = f"{OVER_ALL}/clockChanges"
BERLIN = "Europe/Berlin"
SPRING = "2026-06-01"
"""Up to then, clocks change once."""
START = "2026-03-02"


def a_local_job(app: App, path: str, **properties: Any) -> str:
    """Put a job that runs at half past two, and return its id."""
    usual = {"startTime": START, "recurrence": DAILY_AT_HALF_PAST_TWO}
    return a_job(app, path, **{**usual, **properties})


def at_times(*hours: int, minutes: tuple[int, ...] = (30,), **recurrence: Any) -> dict[str, Any]:
    return {"frequency": "day", "schedule": {"hours": hours, "minutes": minutes}, **recurrence}


def changes(app: App, **params: str) -> list[Any]:
    return [change["properties"] for change in listed(app, CHANGES, **params)]


def told(app: App, **params: str) -> list[str]:
    """Return each change as its zone and day, and each job as its name and the effect."""
    return [
        " ".join([change["zone"], change["at"][:10], *map(in_short, change["jobs"])])
        for change in changes(app, **params)
    ]


def in_short(job: dict[str, Any]) -> str:
    return f"{job['id'].split('/')[-1]}:{job['effect']}"


def test_a_time_that_does_not_exist_is_told_with_when_it_runs_instead() -> None:
    _, app = an_empty_place()
    id = a_local_job(app, f"{a_collection(app, 'Jc1')}/jobs/Nightly", timeZone="W. Europe Standard Time")

    spring, autumn = listed(app, CHANGES)

    assert spring == {
        "properties": {
            "zone": "Europe/Berlin",
            "at": "2026-03-29T01:00:00Z",
            "offsetBefore": "+01:00",
            "offsetAfter": "+02:00",
            "jobs": [
                {
                    "id": id,
                    "effect": "moved",
                    "times": [
                        {
                            "named": ["2026-03-29T02:30:00"],
                            "runs": [{"at": "2026-03-29T01:30:00Z", "local": "2026-03-29T03:30:00+02:00"}],
                        }
                    ],
                }
            ],
        }
    }
    assert autumn == {
        "properties": {
            "zone": "Europe/Berlin",
            "at": "2026-10-25T01:00:00Z",
            "offsetBefore": "+02:00",
            "offsetAfter": "+01:00",
            "jobs": [],
        }
    }


@pytest.mark.parametrize(
    ("properties", "effect", "times"),
    [
        pytest.param(
            {"daylightSaving": {"missing": "skip"}},
            "leftOut",
            [{"named": ["2026-03-29T02:30:00"], "runs": []}],
            id="left out",
        ),
        pytest.param(
            {"recurrence": at_times(2, 3)},
            "together",
            [
                {
                    "named": ["2026-03-29T02:30:00", "2026-03-29T03:30:00"],
                    "runs": [{"at": "2026-03-29T01:30:00Z", "local": "2026-03-29T03:30:00+02:00"}],
                }
            ],
            id="together",
        ),
        pytest.param(
            {"daylightSaving": {"repeated": "both"}, "startTime": "2026-10-01"},
            "repeated",
            [
                {
                    "named": ["2026-10-25T02:30:00"],
                    "runs": [
                        {"at": "2026-10-25T00:30:00Z", "local": "2026-10-25T02:30:00+02:00"},
                        {"at": "2026-10-25T01:30:00Z", "local": "2026-10-25T02:30:00+01:00"},
                    ],
                }
            ],
            id="repeated",
        ),
    ],
)
def test_every_effect(properties: dict[str, Any], effect: str, times: list[Any]) -> None:
    _, app = an_empty_place()
    id = a_local_job(app, f"{a_collection(app, 'jc1')}/jobs/j1", timeZone=BERLIN, **properties)

    (job,) = (job for change in changes(app) for job in change["jobs"])

    assert job == {"id": id, "effect": effect, "times": times}


def test_zones_in_use_are_those_of_jobs_or_of_their_collections() -> None:
    _, app = an_empty_place()
    defaults = {"timeZone": "America/New_York", "daylightSaving": {"missing": "skip"}}
    by_default, plain = a_collection(app, "by-default", defaults=defaults), a_collection(app, "plain")
    recurrence = DAILY_AT_HALF_PAST_TWO
    a_local_job(app, f"{by_default}/jobs/default", startTime=f"{START}T00:00Z")
    a_local_job(app, f"{by_default}/jobs/own", timeZone=BERLIN)
    a_local_job(app, f"{by_default}/jobs/none", useDefaults=False, startTime=f"{START}T00:00Z")
    a_local_job(app, f"{plain}/jobs/utc")
    a_local_job(app, f"{plain}/jobs/india", timeZone="Asia/Kolkata")
    a_local_job(app, f"{plain}/jobs/late", timeZone=BERLIN, recurrence=at_times(9))
    a_local_job(app, f"{plain}/jobs/beat", timeZone="Europe/London", recurrence={"frequency": "hour"})
    a_local_job(
        app, f"{plain}/jobs/ended", timeZone=BERLIN, recurrence={**recurrence, "endTime": "2026-03-20"}
    )

    assert told(app, until=SPRING) == [
        "America/New_York 2026-03-08 default:leftOut",
        "Europe/Berlin 2026-03-29 own:leftOut",
        "Europe/London 2026-03-29",
    ]
    assert told(app, until="2026-03-28") == ["America/New_York 2026-03-08 default:leftOut"]


@pytest.mark.parametrize(
    ("count", "affected"),
    [
        pytest.param(26, [], id="the last run is on the day before"),
        pytest.param(27, ["j1:moved"], id="the last run is moved"),
        pytest.param(1_001, ["j1:moved"], id="more than are looked for"),
    ],
)
def test_a_job_that_has_run_as_often_as_it_should_is_not_affected(count: int, affected: list[str]) -> None:
    _, app = an_empty_place()  # on 2 March, after the time of that day
    recurrence = {**DAILY_AT_HALF_PAST_TWO, "count": count}
    path = f"{a_collection(app, 'jc1')}/jobs/j1"
    a_local_job(app, path, timeZone=BERLIN, startTime="2026-03-02T12:00", recurrence=recurrence)

    (change,) = changes(app, until=SPRING)

    assert [in_short(job) for job in change["jobs"]] == affected


def test_jobs_that_do_not_run_and_those_of_others_are_not_told() -> None:
    world, app = an_empty_place()
    for subscription in ("r", "s", "s1"):
        collection = a_collection(app, "jc1", subscription=subscription)
        for name in "abc":
            a_local_job(app, f"{collection}/jobs/{subscription}-{name}", timeZone=BERLIN)
    mine, off = f"{OVER_ALL}/".replace("providers", "resourceGroups/rg/providers"), a_collection(app, "off")
    a_local_job(app, f"{mine}jobCollections/jc1/jobs/disabled", timeZone="Europe/Paris", state="disabled")
    a_local_job(app, f"{off}/jobs/idle", timeZone="Europe/Rome")
    call(app, "POST", f"{off}/disable", params=EXTENDED)
    spoil(world, "j|s|rg|jc1|s-a", definition="{")
    spoil(world, "j|s|rg|jc1|s-b", extensions='{"time_zone": "Mars/Phobos"}')

    assert told(app, until=SPRING) == ["Europe/Berlin 2026-03-29 s-c:moved"]


def test_of_many_times_some_are_told_and_the_others_counted() -> None:
    _, app = an_empty_place()
    every_minute = {"frequency": "minute", "schedule": {"hours": [2]}}
    a_local_job(app, f"{a_collection(app, 'jc1')}/jobs/j1", timeZone=BERLIN, recurrence=every_minute)

    (change,) = changes(app, until=SPRING)

    (job,) = change["jobs"]
    assert (in_short(job), len(job["times"]), job["moreTimes"]) == ("j1:moved", 12, 48)
    assert job["times"][-1]["named"] == ["2026-03-29T02:11:00"]


def test_jobs_of_all_shards_come_by_their_names_and_every_shard_is_read_once() -> None:
    world, app = an_empty_place(table := CountingTable())
    for number in reversed(range(8)):
        a_local_job(app, f"{a_collection(app, f'jc{number}')}/jobs/j{number}", timeZone=BERLIN)
    table.calls = 0

    (change,) = changes(app, until=SPRING)

    assert [job["id"].split("/")[-1] for job in change["jobs"]] == [f"j{number}" for number in range(8)]
    assert table.calls == 2 * world.store.shards


def test_how_many_other_jobs_are_affected_is_said() -> None:
    at, hour = datetime(2026, 3, 8, 7, tzinfo=UTC), timedelta(hours=1)
    change = ClockChange(zone="America/New_York", at=at, before=-5 * hour, after=-4 * hour, more=17)

    assert render_clock_change(change) == {
        "properties": {
            "zone": "America/New_York",
            "at": "2026-03-08T07:00:00Z",
            "offsetBefore": "-05:00",
            "offsetAfter": "-04:00",
            "jobs": [],
            "moreJobs": 17,
        }
    }


@pytest.mark.parametrize(
    ("until", "words"),
    [
        pytest.param("soon", "until: 'soon' is not a date-time like 2026-01-31T09:30:00Z", id="none"),
        pytest.param("2026-03-02T09:00Z", "until: is not later than now", id="now"),
        pytest.param("2027-03-03T09:00:01Z", "until: is more than 366 days ahead", id="far"),
        pytest.param("9999-12-31", "until: is more than 366 days ahead", id="the end of time"),
    ],
)
def test_what_is_wrong_with_a_parameter_is_said(until: str, words: str) -> None:
    _, app = an_empty_place()

    assert refusal(app, CHANGES, until=until) == words


def test_without_until_the_next_two_changes_of_a_zone_are_told() -> None:
    _, app = an_empty_place()
    a_local_job(app, f"{a_collection(app, 'jc1')}/jobs/j1", timeZone=BERLIN)

    expected = ["Europe/Berlin 2026-03-29 j1:moved", "Europe/Berlin 2026-10-25"]
    assert told(app) == told(app, until="2027-03-03T09:00Z") == told(app, UNTIL=" ") == expected
