"""Spread: every run is put off by a delay that is always the same."""

from datetime import timedelta
from typing import Any

from tests.builders import at
from tests.functions.calls import COLLECTION, JOB, content
from tests.functions.extended import a_place, extended, next_run, put, shown
from tests.functions.policies.days import KEY, expected, pass_time, skips, starts

HOURLY: dict[str, Any] = {"frequency": "hour"}
START = "2026-03-02T09:00:00Z"
PREVIEW = "subscriptions/s/providers/Microsoft.Scheduler/previewRuns"
DELAY = timedelta(minutes=9, seconds=15, milliseconds=71)
"""That of the job j1 in a spread of ten minutes."""


def test_a_run_is_due_later_than_the_time_that_the_schedule_names() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence=HOURLY, spread="00:10:00")

    pass_time(world, "10:10:00", step=5)

    assert expected(world) == ["09:00:00", "10:00:00"]
    assert starts(world) == ["09:09:15", "10:09:15"]
    assert [entry.lateness for entry in world.store.history(world.job(KEY))] == [timedelta()] * 2


def test_the_next_run_is_the_due_time_in_every_version() -> None:
    _, app = a_place()
    put(app, startTime=START, recurrence=HOURLY, spread="00:10:00")

    old = shown(app, version="2016-03-01")["status"]["nextExecutionTime"]

    assert old == next_run(app) == "2026-03-02T09:09:15.071Z"


def test_upcoming_runs_and_previews_tell_both_times() -> None:
    _, app = a_place()
    put(app, startTime=START, recurrence=HOURLY, spread="00:10:00")
    wish = {"startTime": START, "recurrence": HOURLY, "spread": "00:10:00", "job": f"/{JOB}", "top": 2}

    upcoming = content(extended(app, "GET", f"{JOB}/upcomingRuns", **{"$top": "2"}))
    preview = content(extended(app, "POST", PREVIEW, wish))
    old = content(extended(app, "GET", f"{JOB}/upcomingRuns", **{"$top": "1", "api-version": "2016-03-01"}))

    assert upcoming["runs"] == preview["runs"]
    assert upcoming["runs"][1] == {
        "at": "2026-03-02T10:00:00Z",
        "local": "2026-03-02T10:00:00+00:00",
        "due": "2026-03-02T10:09:15.071Z",
    }
    assert old["runs"] == ["2026-03-02T09:09:15.071Z"]
    assert upcoming["sentence"] == "Every hour from 09:00 UTC, spread over 10 minutes"


def test_an_immediate_first_run_a_one_time_job_and_a_run_by_hand_have_no_delay() -> None:
    world, app = a_place()
    put(app, recurrence=HOURLY, spread="00:10:00")
    pass_time(world, "09:00:05")
    extended(app, "POST", f"{JOB}/run")
    pass_time(world, "09:00:15")

    assert starts(world) == ["09:00:00", "09:00:05"]
    assert next_run(app) == "2026-03-02T10:09:15.071Z"


def test_a_change_while_a_run_is_put_off_loses_nothing_and_repeats_nothing() -> None:
    for minute, spread, expected_next in (
        ("09:02:00", "00:10:00", "2026-03-02T09:09:15.071Z"),
        ("09:02:00", None, "2026-03-02T09:00:00Z"),
        ("09:10:00", "00:10:00", "2026-03-02T10:09:15.071Z"),
        ("09:10:00", None, "2026-03-02T10:00:00Z"),
    ):
        world, app = a_place()
        put(app, startTime=START, recurrence=HOURLY, spread="00:10:00")
        pass_time(world, minute, step=5)

        extended(app, "PATCH", JOB, {"properties": {"spread": spread, "startTime": START}})

        assert next_run(app) == expected_next, (minute, spread)


def test_a_spread_that_is_added_later_repeats_no_run() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence=HOURLY)
    pass_time(world, "09:01:00", step=5)

    extended(app, "PATCH", JOB, {"properties": {"spread": "00:10:00"}})

    assert next_run(app) == "2026-03-02T10:09:15.071Z"


def test_a_job_that_is_disabled_and_enabled_while_its_run_is_put_off_makes_it() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence=HOURLY, spread="00:10:00")
    pass_time(world, "09:01:00", step=5)

    extended(app, "POST", f"{JOB}/disable")
    extended(app, "POST", f"{JOB}/enable")
    pass_time(world, "09:10:00", step=5)

    assert starts(world) == ["09:09:15"]
    assert skips(world) == []


def test_rescheduling_leaves_alone_what_is_only_put_off() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence=HOURLY, spread="00:10:00")
    pass_time(world, "09:01:00", step=5)

    extended(app, "PATCH", COLLECTION, {"properties": {"defaults": {"timeZone": "Europe/Berlin"}}})
    pass_time(world, "09:10:00", step=5)

    assert starts(world) == ["09:09:15"]
    assert world.job(KEY).next_run == at("10:00:00") + DELAY
