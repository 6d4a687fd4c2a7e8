"""Overlap: what becomes of an occurrence while an earlier one is open."""

from typing import Any

import pytest

from tests.builders import at
from tests.functions.calls import JOB
from tests.functions.extended import a_place, extended, put, shown
from tests.functions.policies.days import BROKEN, FINE, KEY, expected, pass_time, skips, starts, taking

MINUTELY: dict[str, Any] = {"frequency": "minute"}
START = "2026-03-02T09:00:00Z"


def a_job(**more: Any) -> dict[str, Any]:
    return {"startTime": START, "recurrence": MINUTELY, **more}


def test_without_a_policy_runs_overlap() -> None:
    world, app = a_place()
    put(app, **a_job())
    world.answer = taking(world, t0901="09:03:20")

    pass_time(world, "09:04:10")

    assert expected(world) == ["09:00:00", "09:01:00", "09:02:00", "09:03:00", "09:04:00"]
    assert skips(world) == []


def test_an_occurrence_is_skipped_while_an_earlier_one_is_open() -> None:
    world, app = a_place()
    put(app, **a_job(overlap="skip"))
    world.answer = taking(world, t0901="09:03:20")

    pass_time(world, "09:05:10")

    assert expected(world) == ["09:00:00", "09:01:00", "09:04:00", "09:05:00"]
    assert skips(world) == [("overlap", "09:02:00", "09:03:00")]


def test_one_occurrence_waits_and_further_ones_are_skipped() -> None:
    world, app = a_place()
    put(app, **a_job(overlap="wait"))
    world.answer = taking(world, t0901="09:03:20")

    pass_time(world, "09:05:10")

    assert expected(world) == ["09:00:00", "09:01:00", "09:02:00", "09:04:00", "09:05:00"]
    assert starts(world)[2] == "09:03:21"  # the hint of the wake is seen a second later
    assert skips(world) == [("overlap", "09:03:00", "09:03:20")]


def test_what_waits_is_not_overdue_and_is_told() -> None:
    world, app = a_place()
    put(app, **a_job(overlap="wait"))
    told: list[Any] = []

    def look(attempt: Any) -> Any:
        if f"{attempt.expected:%H:%M}" == "09:01":
            pass_time(world, "09:03:20")
            told.append(extended(app, "GET", "status").get_body())
            told.append(extended(app, "GET", f"{JOB}/upcomingRuns").get_body())
        return taking(world)(attempt)

    world.answer = look
    pass_time(world, "09:01:10")

    assert b'"oldestOverdue": null' in told[0]
    assert b"waits for an earlier one" in told[1]


def test_retries_keep_an_occurrence_open() -> None:
    world, app = a_place()
    retries = {"retryType": "fixed", "retryInterval": "00:01:30", "retryCount": 1}
    put(
        app,
        **a_job(overlap="skip"),
        action={
            "type": "Http",
            "request": {"uri": "http://receiver.example/", "method": "GET"},
            "retryPolicy": retries,
        },
    )
    world.answer = lambda attempt: BROKEN

    pass_time(world, "09:02:10")

    assert expected(world) == ["09:00:00", "09:00:00", "09:02:00"]
    assert skips(world) == [("overlap", "09:01:00", "09:01:00")]


def test_a_run_by_hand_neither_waits_nor_is_waited_for() -> None:
    world, app = a_place()
    put(app, **a_job(overlap="skip"))

    def ask_meanwhile(attempt: Any) -> Any:
        if attempt.expected == at("09:01:00") and len(world.receiver) == 2:
            pass_time(world, "09:01:10")
            extended(app, "POST", f"{JOB}/run")
            pass_time(world, "09:01:20")
        return FINE

    world.answer = ask_meanwhile
    pass_time(world, "09:02:10")

    assert expected(world) == ["09:00:00", "09:01:00", "09:01:10", "09:02:00"]
    assert skips(world) == []


@pytest.mark.parametrize("before", ["allow", "wait"])
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_a_job_that_is_changed_does_not_overlap_what_runs_in_its_former_form(
    before: str, method: str
) -> None:
    world, app = a_place()
    put(app, **a_job(overlap=before))

    def change_meanwhile(attempt: Any) -> Any:
        if f"{attempt.expected:%H:%M}" == "09:01":
            pass_time(world, "09:01:10")
            body = {"properties": {"overlap": "skip"}}
            if method == "PATCH":
                assert extended(app, "PATCH", JOB, body).status_code == 200
            else:
                put(app, **a_job(overlap="skip"))
            pass_time(world, "09:03:20")
        return taking(world)(attempt)

    world.answer = change_meanwhile
    pass_time(world, "09:04:10")

    assert expected(world) == ["09:00:00", "09:01:00", "09:04:00"]
    assert skips(world) == [("overlap", "09:02:00", "09:03:00")]
    assert world.job(KEY).course.running == ()


def test_a_waiting_occurrence_is_superseded_by_a_change_and_disabled_by_a_disable() -> None:
    for body, reason in (({"overlap": "allow"}, "superseded"), ({"state": "disabled"}, "disabled")):
        world, app = a_place()
        put(app, **a_job(overlap="wait"))
        change = {"properties": body}

        def change_meanwhile(attempt: Any, change: Any = change, app: Any = app, world: Any = world) -> Any:
            if f"{attempt.expected:%H:%M}" == "09:01":
                pass_time(world, "09:03:20")
                assert extended(app, "PATCH", JOB, change).status_code == 200
            return taking(world)(attempt)

        world.answer = change_meanwhile
        pass_time(world, "09:01:10")

        assert skips(world) == [(reason, "09:02:00", "09:03:20")]


def test_a_first_run_that_is_owed_waits_even_where_others_are_skipped() -> None:
    world, app = a_place()
    put(app, **a_job(overlap="skip"))

    def put_anew(attempt: Any) -> Any:
        if f"{attempt.expected:%H:%M:%S}" == "09:01:00":
            pass_time(world, "09:01:10")
            put(app, recurrence=MINUTELY, overlap="skip")
            pass_time(world, "09:01:40")
        return taking(world)(attempt)

    world.answer = put_anew
    pass_time(world, "09:01:50")

    assert starts(world) == ["09:00:00", "09:01:00", "09:01:41"]
    assert shown(app)["status"]["executionCount"] == 1


def test_a_job_that_may_no_longer_overlap_waits_for_all_that_is_under_way() -> None:
    world, app = a_place()
    put(app, **a_job())

    def answer(attempt: Any) -> Any:
        if attempt.expected == at("09:01:00"):
            pass_time(world, "09:03:20")  # the run of 09:02 comes and goes meanwhile
        if attempt.expected == at("09:02:00"):
            assert extended(app, "PATCH", JOB, {"properties": {"overlap": "skip"}}).status_code == 200
            pass_time(world, "09:02:40")
        return FINE

    world.answer = answer
    pass_time(world, "09:04:10")

    assert expected(world) == ["09:00:00", "09:01:00", "09:02:00", "09:04:00"]
    assert skips(world) == [("overlap", "09:03:00", "09:03:00")]
