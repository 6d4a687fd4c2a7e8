"""Missed runs: what becomes of occurrences that come late."""

from typing import Any

import pytest

from tests.builders import at
from tests.functions.calls import COLLECTION, JOB, call
from tests.functions.extended import a_place, extended, put
from tests.functions.policies.days import KEY, expected, pass_time, skips, starts

EVERY_TEN_MINUTES: dict[str, Any] = {"frequency": "minute", "interval": 10}
START = "2026-03-02T09:00:00Z"


def after_an_outage(until: str, **policies: Any) -> Any:
    """A job every ten minutes that ran at nine; then nothing happened until an instant."""
    world, app = a_place()
    put(app, startTime=START, recurrence=EVERY_TEN_MINUTES, **policies)
    pass_time(world, "09:00:10")
    world.now = at(until)
    pass_time(world, f"{until[:-2]}30", step=2)
    return world


def test_without_a_policy_missed_occurrences_become_one_late_run() -> None:
    world = after_an_outage("12:05:00")

    assert expected(world) == ["09:00:00", "09:10:00"]
    assert starts(world) == ["09:00:00", "12:05:00"]
    assert skips(world) == []
    late, on_time = world.store.history(world.job(KEY))
    assert (late.collapsed_until, on_time.collapsed_until) == (at("12:05:00"), None)


def test_what_is_too_late_is_skipped_and_the_rest_becomes_one_late_run() -> None:
    world = after_an_outage("12:05:00", missedRuns={"policy": "none", "within": "00:30:00"})

    assert expected(world) == ["09:00:00", "11:40:00"]
    assert skips(world) == [("tooLate", "09:10:00", "11:34:59")]


def test_what_is_too_late_is_skipped_altogether_if_nothing_is_left() -> None:
    world = after_an_outage("12:08:00", missedRuns={"policy": "none", "within": "00:05:00"})
    pass_time(world, "12:10:10", step=2)

    assert expected(world) == ["09:00:00", "12:10:00"]
    assert skips(world) == [("tooLate", "09:10:00", "12:02:59")]


def test_each_missed_occurrence_is_made_up_for() -> None:
    world = after_an_outage("10:05:00", missedRuns={"policy": "all", "within": "02:00:00"})

    made = ["09:00:00", "09:10:00", "09:20:00", "09:30:00", "09:40:00", "09:50:00", "10:00:00"]
    assert expected(world) == made
    assert skips(world) == []


def test_only_what_is_not_too_old_is_made_up_for() -> None:
    world = after_an_outage("12:05:00", missedRuns={"policy": "all", "within": "00:30:00"})

    assert expected(world) == ["09:00:00", "11:40:00", "11:50:00", "12:00:00"]
    assert skips(world) == [("tooLate", "09:10:00", "11:34:59")]


def test_skipped_occurrences_do_not_count() -> None:
    world, app = a_place()
    recurrence = {**EVERY_TEN_MINUTES, "count": 3}
    missed = {"policy": "none", "within": "00:05:00"}
    put(app, startTime=START, recurrence=recurrence, missedRuns=missed)
    pass_time(world, "09:00:10")
    world.now = at("12:08:00")
    pass_time(world, "12:30:10", step=5)

    assert expected(world) == ["09:00:00", "12:10:00", "12:20:00"]
    assert str(world.job(KEY).state) == "completed"


@pytest.mark.parametrize(
    ("missed", "fault"),
    [
        ({"policy": "one", "within": "01:00:00"}, "within: belongs to 'none' and 'all'"),
        ({"policy": "none"}, "within: is required for 'none'"),
        ({"policy": "all", "within": "00:04:59"}, "within: is not between 00:05:00 and 548.00:00:00"),
        ({"within": "01:00:00"}, "policy: is required"),
        ({"policy": "some"}, "policy: 'some' is none of one, none, all"),
    ],
)
def test_a_policy_that_makes_no_sense_is_refused(missed: Any, fault: str) -> None:
    _, app = a_place()

    answer = put(app, recurrence=EVERY_TEN_MINUTES, missedRuns=missed)

    assert answer.status_code == 400
    assert f"properties.missedRuns.{fault}" in answer.get_body().decode()


def test_the_history_under_older_versions_says_nothing_of_it() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence=EVERY_TEN_MINUTES)
    world.now = at("12:05:00")
    pass_time(world, "12:05:20")

    assert b"collapsed" not in call(app, "GET", f"{JOB}/history").get_body()
    assert b'"collapsedUntil": "2026-03-02T12:05:00Z"' in extended(app, "GET", f"{JOB}/history").get_body()


def test_what_came_due_while_the_collection_was_disabled_is_not_made_up_for() -> None:
    world, app = a_place(state="Disabled")
    every_minute = {"frequency": "minute"}
    put(app, recurrence=every_minute, missedRuns={"policy": "all", "within": "02:00:00"})
    pass_time(world, "09:03:30")

    extended(app, "POST", f"{COLLECTION}/enable")
    pass_time(world, "09:06:10")

    assert starts(world) == ["09:04:00", "09:04:01", "09:05:00", "09:06:00"]
    assert expected(world) == ["09:00:00", "09:04:00", "09:05:00", "09:06:00"]
    assert skips(world) == [("collectionDisabled", "09:01:00", "09:03:00")]


def test_a_put_records_what_was_only_put_off() -> None:
    world, app = a_place()
    hourly: dict[str, Any] = {"startTime": START, "recurrence": {"frequency": "hour"}}
    put(app, **hourly, spread="00:10:00")
    pass_time(world, "09:05:00", step=10)

    put(app, **hourly)

    assert skips(world) == [("superseded", "09:00:00", "09:04:59")]
