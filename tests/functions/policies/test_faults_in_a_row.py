"""disableAfterFaults: a job that only fails is switched off."""

from typing import Any

from tests.builders import at
from tests.functions.calls import JOB
from tests.functions.extended import a_place, extended, put, shown
from tests.functions.policies.days import BROKEN, FINE, KEY, pass_time, starts

MINUTELY: dict[str, Any] = {"frequency": "minute"}
MOURNER = {"type": "Http", "request": {"uri": "http://mourner.example/", "method": "POST"}}
ACTION: dict[str, Any] = {
    "type": "Http",
    "request": {"uri": "http://receiver.example/", "method": "GET"},
    "retryPolicy": {"retryType": "none"},
    "errorAction": MOURNER,
}
JOB_OF_THREE: dict[str, Any] = {
    "startTime": "2026-03-02T09:00:00Z",
    "recurrence": MINUTELY,
    "disableAfterFaults": 3,
    "action": ACTION,
}


def mourned(world: Any) -> int:
    return sum("mourner" in attempt.action.request.uri for _, attempt in world.receiver)


def test_a_job_is_disabled_after_so_many_faults_and_the_last_is_mourned() -> None:
    world, app = a_place()
    put(app, **JOB_OF_THREE)
    world.answer = lambda attempt: BROKEN

    pass_time(world, "09:06:00", step=2)

    assert starts(world) == ["09:00:00", "09:01:00", "09:02:00"]
    assert shown(app)["state"] == "disabled"
    assert shown(app)["disabled"] == {
        "note": "Disabled because 3 occurrences in a row have failed.",
        "by": "the scheduler",
        "since": "2026-03-02T09:02:00Z",
    }
    assert shown(app)["status"]["faultedCount"] == 3
    assert mourned(world) == 3


def test_a_success_in_between_starts_the_count_anew() -> None:
    world, app = a_place()
    put(app, **JOB_OF_THREE)
    world.answer = lambda attempt: FINE if attempt.expected == at("09:02:00") else BROKEN

    pass_time(world, "09:04:30", step=2)
    enabled = shown(app)["state"]
    pass_time(world, "09:06:00", step=2)

    assert (enabled, shown(app)["state"]) == ("enabled", "disabled")
    assert starts(world)[-1] == "09:05:00"


def test_enabling_starts_at_zero() -> None:
    world, app = a_place()
    put(app, **JOB_OF_THREE)
    world.answer = lambda attempt: BROKEN
    pass_time(world, "09:03:00", step=2)

    extended(app, "POST", f"{JOB}/enable")
    pass_time(world, "09:05:30", step=2)

    assert shown(app)["state"] == "enabled"
    pass_time(world, "09:06:30", step=2)
    assert shown(app)["state"] == "disabled"


def test_a_run_by_hand_does_not_count() -> None:
    world, app = a_place()
    put(app, **{**JOB_OF_THREE, "recurrence": {"frequency": "hour"}})
    world.answer = lambda attempt: BROKEN
    for _ in range(4):
        extended(app, "POST", f"{JOB}/run")
        pass_time(world, f"{world.now.replace(second=0):%H:%M}:30", step=5)
        world.now = world.now.replace(minute=world.now.minute + 1)

    assert world.job(KEY).counters.faults == 5
    assert shown(app)["state"] == "enabled"
