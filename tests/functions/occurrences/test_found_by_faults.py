"""Answers that were wrong: what `dev.py faults` and its crash points have found."""

from typing import Any

from tests.builders import at
from tests.functions.calls import COLLECTION
from tests.functions.extended import a_place, extended, put
from tests.functions.occurrences.told import asked, told
from tests.functions.policies.days import pass_time

MINUTELY: dict[str, Any] = {"frequency": "minute"}
START = "2026-03-02T09:00:00Z"
ONE_DAY = {"holidays": {"dates": ["2026-12-24"]}}
TODAY = {"holidays": {"dates": ["2026-03-02"]}}


def test_a_run_that_a_change_met_is_still_one_of_the_schedule() -> None:
    world, app = a_place()
    put(app, recurrence=MINUTELY, startTime=START)
    pass_time(world, "09:01:00")

    put(app, recurrence=MINUTELY, startTime="2026-03-02T09:02:30Z")

    assert told(app, "09:00:00", "09:03:00") == ["09:00 ran", "09:01 ran", "09:02:30 upcoming"]


def test_a_run_on_a_day_that_was_excluded_meanwhile_is_told_once() -> None:
    world, app = a_place(calendars=ONE_DAY)
    put(app, recurrence=MINUTELY, startTime=START, exclude={"calendars": ["holidays"]})
    pass_time(world, "09:01:00")

    extended(app, "PATCH", COLLECTION, {"properties": {"calendars": TODAY}})
    pass_time(world, "09:01:30")

    assert told(app, "09:00:00", "09:03:00") == ["09:00 ran", "09:01 ran", "09:02 excluded"]


def test_who_disabled_a_collection_is_told_to_the_last_instant() -> None:
    world, app = a_place()
    put(app, recurrence=MINUTELY, startTime=START)
    pass_time(world, "09:00:30")
    extended(app, "POST", f"{COLLECTION}/disable", {"note": "holidays"})
    pass_time(world, "09:01:00")

    extended(app, "POST", f"{COLLECTION}/enable")
    pass_time(world, "09:02:10")

    assert told(app, "09:00:00", "09:03:00") == ["09:00 ran", "09:01 collectionDisabled", "09:02 ran"]
    assert asked(app, "2026-03-02T09:01:00Z")["sentence"] == (
        "The job collection was disabled by ops at 2026-03-02 09:00:30 UTC: “holidays”."
    )


def test_who_disabled_a_collection_is_told_of_what_was_due_before_and_claimed_after() -> None:
    world, app = a_place()
    put(app, recurrence=MINUTELY, startTime=START)
    pass_time(world, "09:00:30")
    world.now = at("09:01:01")

    extended(app, "POST", f"{COLLECTION}/disable", {"note": "holidays"})
    pass_time(world, "09:01:10")

    assert asked(app, "2026-03-02T09:01:00Z")["sentence"] == (
        "The job collection was disabled by ops at 2026-03-02 09:01:01 UTC: “holidays”."
    )


def test_a_job_of_the_same_name_in_a_deleted_collection_does_not_hide_a_creation() -> None:
    """Who got no answer creates the job again, and so replaces it, on a machine whose clock is behind."""
    world, app = a_place()
    put(app, recurrence=MINUTELY, startTime=START)
    pass_time(world, "09:00:30")
    extended(app, "DELETE", COLLECTION)
    pass_time(world, "09:01:30")
    extended(app, "PUT", COLLECTION, {"location": "westus"})

    put(app, recurrence=MINUTELY, startTime=START)
    world.now = at("09:01:29")
    put(app, recurrence=MINUTELY, startTime=START)
    pass_time(world, "09:02:30")

    assert told(app, "09:00:00", "09:03:00") == ["09:02 ran"]
