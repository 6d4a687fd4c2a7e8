"""Defaults of a collection: what holds for jobs that have none of their own."""

from typing import Any

import pytest

from tests.functions.calls import COLLECTION, JOB, call, content, error_of
from tests.functions.extended import a_place, extended, message, put, shown
from tests.functions.policies.days import BROKEN, KEY, pass_time, starts

START = "2026-03-02T09:00:00Z"
HOURLY: dict[str, Any] = {"startTime": START, "recurrence": {"frequency": "hour"}}
ONCE_MORE = {"retryType": "fixed", "retryInterval": "00:00:20", "retryCount": 1}
MOURN = {"type": "Http", "request": {"uri": "http://mourner.example/", "method": "POST"}}
QUEUED = {
    "type": "StorageQueue",
    "queueMessage": {"storageAccount": "account", "queueName": "queue", "sasToken": "sig=1", "message": "m"},
}
GUARDED = {
    "type": "Http",
    "request": {
        "uri": "http://mourner.example/",
        "method": "POST",
        "authentication": {"type": "Basic", "username": "u", "password": "s3cret"},
    },
}


def mourners(world: Any) -> list[str]:
    calls = [(when, attempt.action.request.uri) for when, attempt in world.receiver]
    return [f"{when:%H:%M:%S}" for when, uri in calls if "mourner" in uri]


def failing(world: Any) -> Any:
    world.answer = lambda attempt: BROKEN
    return world


def test_a_job_is_tried_again_and_mourned_as_the_defaults_say() -> None:
    world, app = a_place(defaults={"retryPolicy": ONCE_MORE, "errorAction": MOURN})
    put(app, **HOURLY)

    pass_time(failing(world), "09:02:00")

    assert starts(world) == ["09:00:00", "09:00:20"]
    assert mourners(world) == ["09:00:21", "09:00:41"]  # by the same policy
    assert shown(app)["effective"] == {"retryPolicy": ONCE_MORE, "errorAction": MOURN}
    assert "retryPolicy" not in shown(app)["action"]


def test_what_a_job_says_itself_wins_whole() -> None:
    world, app = a_place(defaults={"retryPolicy": ONCE_MORE, "errorAction": MOURN})
    request = {"uri": "http://receiver.example/", "method": "GET"}
    put(app, **HOURLY, action={"type": "Http", "request": request, "retryPolicy": {"retryType": "none"}})

    pass_time(failing(world), "09:02:00")

    assert starts(world) == ["09:00:00"]
    assert mourners(world) == ["09:00:01"]
    assert shown(app)["effective"] == {"errorAction": MOURN}


def test_a_job_can_do_without_defaults() -> None:
    world, app = a_place(defaults={"retryPolicy": ONCE_MORE, "errorAction": MOURN, "timeZone": "Asia/Tokyo"})
    put(app, **HOURLY, useDefaults=False)

    pass_time(failing(world), "09:01:10")

    assert starts(world) == ["09:00:00", "09:00:30", "09:01:00"]  # the app's own policy
    assert "effective" not in shown(app)
    assert shown(app)["status"]["nextExecutionTimeLocal"].endswith("+00:00")


def test_defaults_that_change_hold_from_the_next_claim_on() -> None:
    world, app = a_place(defaults={"retryPolicy": ONCE_MORE, "errorAction": MOURN})
    put(app, **HOURLY)
    pass_time(failing(world), "09:00:10")

    extended(app, "PATCH", COLLECTION, {"properties": {"defaults": {"errorAction": None}}})
    pass_time(world, "09:02:00")

    assert starts(world) == ["09:00:00", "09:00:20"]
    assert mourners(world) == []


def test_a_default_error_action_that_is_gone_by_then_is_not_done() -> None:
    world, app = a_place(defaults={"retryPolicy": {"retryType": "none"}, "errorAction": MOURN})
    put(app, **HOURLY)

    def take_it_away(attempt: Any) -> Any:
        extended(app, "PATCH", COLLECTION, {"properties": {"defaults": {"errorAction": None}}})
        return BROKEN

    world.answer = take_it_away
    pass_time(world, "09:02:00")

    assert (starts(world), mourners(world)) == (["09:00:00"], [])


def test_secrets_of_defaults_are_sealed_never_shown_and_kept() -> None:
    world, app = a_place(defaults={"errorAction": GUARDED})
    put(app, **HOURLY)

    answered = extended(app, "GET", COLLECTION).get_body() + extended(app, "GET", JOB).get_body()
    patched = extended(app, "PATCH", COLLECTION, {"tags": {"a": "b"}})
    put_back = extended(app, "PUT", COLLECTION, content(extended(app, "GET", COLLECTION)))

    assert b"s3cret" not in answered
    assert (patched.status_code, put_back.status_code) == (200, 200)
    pass_time(failing(world), "09:03:00", step=5)
    actions: list[Any] = [attempt.action for _, attempt in world.receiver]
    kept = [one.request.authentication for one in actions if "mourner" in one.request.uri]
    assert {one.password.sealed for one in kept} == {"sealed:s3cret"}
    keepers = {attempt.keeps_secrets for _, attempt in world.receiver}
    assert keepers == {KEY, KEY.collection}


def test_a_secret_of_defaults_is_not_kept_for_another_target() -> None:
    _, app = a_place(defaults={"errorAction": GUARDED})
    elsewhere = {"defaults": {"errorAction": {"request": {"uri": "http://elsewhere.example/"}}}}

    answer = extended(app, "PATCH", COLLECTION, {"properties": elsewhere})

    assert answer.status_code == 400
    assert message(answer).startswith("properties.defaults.errorAction.request.authentication.password:")


@pytest.mark.parametrize(
    ("properties", "status", "told"),
    [
        ({"sku": {"name": "Free"}, "defaults": {"errorAction": GUARDED}}, 409, "a Free collection"),
        (
            {"defaults": {"errorAction": {**MOURN, "request": {"uri": "http://10.0.0.1/", "method": "GET"}}}},
            400,
            "properties.defaults.errorAction.request.uri: actions may not reach '10.0.0.1'",
        ),
        ({"defaults": {"errorAction": {**MOURN, "errorAction": MOURN}}}, 400, "cannot have an error action"),
        ({"defaults": {"retryOptions": {"backoff": 0.5}}}, 400, "backoff: 0.5 is not between 1 and 10"),
        (
            {"defaults": {"errorAction": {**QUEUED, "retryOptions": {"stopOn": [500]}}}},
            400,
            "properties.defaults.errorAction.retryOptions.stopOn: is looked at for HTTP actions only",
        ),
        ({"defaults": {"overlap": "skip"}}, 400, "properties.defaults.overlap: is not known"),
    ],
)
def test_defaults_are_checked_as_jobs_are(properties: Any, status: int, told: str) -> None:
    _, app = a_place()

    answer = extended(app, "PUT", COLLECTION, {"location": "westus", "properties": properties})

    assert answer.status_code == status
    assert told in message(answer)


def test_older_versions_keep_the_defaults() -> None:
    _, app = a_place(defaults={"retryPolicy": ONCE_MORE, "errorAction": GUARDED})

    old = content(call(app, "GET", COLLECTION))
    assert call(app, "PUT", COLLECTION, old).status_code == 200

    assert "defaults" not in old["properties"]
    assert shown(app, COLLECTION)["defaults"]["retryPolicy"] == ONCE_MORE
    refused = call(app, "PATCH", COLLECTION, {"properties": {"defaults": {"retryPolicy": ONCE_MORE}}})
    assert error_of(refused) == (400, "BadRequest")


def test_a_change_of_retries_alone_reschedules_nothing() -> None:
    world, app = a_place(defaults={"retryPolicy": ONCE_MORE})
    put(app, **HOURLY)
    before = world.job(KEY).computed

    extended(app, "PATCH", COLLECTION, {"properties": {"defaults": {"retryPolicy": {"retryCount": 2}}}})
    pass_time(world, "09:00:10")

    assert world.job(KEY).computed == before
