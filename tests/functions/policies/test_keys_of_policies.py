"""The keys of policies: how they travel, and what is refused."""

from typing import Any

import pytest

from tests.functions.calls import JOB, a_job_body, call, content
from tests.functions.extended import a_place, extended, message, put, shown

MINUTELY: dict[str, Any] = {"frequency": "minute"}
REQUEST: dict[str, Any] = {"uri": "http://receiver.example/", "method": "GET"}
OPTIONS = {
    "backoff": 2.0,
    "maxInterval": "01:00:00",
    "retryAfter": True,
    "stopOn": [404, 410],
}
POLICIES: dict[str, Any] = {
    "missedRuns": {"policy": "all", "within": "01:00:00"},
    "overlap": "wait",
    "spread": "00:10:00",
    "disableAfterFaults": 5,
    "keepFinishedFor": "1.00:00:00",
    "useDefaults": False,
    "description": "calls home",
}
ACTION: dict[str, Any] = {
    "type": "Http",
    "request": REQUEST,
    "retryOptions": OPTIONS,
    "errorAction": {"type": "Http", "request": REQUEST, "retryOptions": {"backoff": 3.0}},
}


def test_every_key_is_stored_and_shown() -> None:
    _, app = a_place()

    created = extended(
        app, "PUT", JOB, {**a_job_body(recurrence=MINUTELY, **POLICIES, action=ACTION), "tags": {"a": "b"}}
    )

    assert created.status_code == 201
    properties = shown(app)
    assert {key: properties[key] for key in POLICIES} == POLICIES
    assert properties["action"]["retryOptions"] == OPTIONS
    assert properties["action"]["errorAction"]["retryOptions"] == {"backoff": 3.0}
    assert content(extended(app, "GET", JOB))["tags"] == {"a": "b"}


def test_older_versions_neither_show_nor_lose_them() -> None:
    _, app = a_place()
    extended(
        app, "PUT", JOB, {**a_job_body(recurrence=MINUTELY, **POLICIES, action=ACTION), "tags": {"a": "b"}}
    )
    whole = content(extended(app, "GET", JOB))

    old = content(call(app, "GET", JOB))
    assert call(app, "PUT", JOB, old).status_code == 200
    assert call(app, "PATCH", JOB, {"properties": {"recurrence": {"interval": 2}}}).status_code == 200

    assert not {*POLICIES, "tags", "effective", "disabled"} & {*old, *old["properties"]}
    assert "retryOptions" not in old["properties"]["action"]
    assert "retryOptions" not in old["properties"]["action"]["errorAction"]
    now = content(extended(app, "GET", JOB))
    assert now["tags"] == {"a": "b"}
    assert now["properties"]["action"] == whole["properties"]["action"]
    assert {key: now["properties"][key] for key in POLICIES} == POLICIES


@pytest.mark.parametrize("key", [*POLICIES, "disabled"])
def test_older_versions_are_told_which_version_knows_a_key(key: str) -> None:
    _, app = a_place()
    value = POLICIES.get(key, {"note": "x"})

    answer = call(app, "PUT", JOB, a_job_body(recurrence=MINUTELY, **{key: value}))

    assert answer.status_code == 400
    known = "is known from api-version 2026-11-01 on: send the request with that version"
    assert message(answer) == f"properties.{key}: {known}"


@pytest.mark.parametrize("path", ["action.retryOptions", "action.errorAction.retryOptions"])
def test_older_versions_are_told_of_keys_inside_actions(path: str) -> None:
    _, app = a_place()
    inner: Any = {"retryOptions": {"backoff": 2}}
    action = {"type": "Http", "request": REQUEST}
    wanted = {**action, "errorAction": {**action, **inner}} if "error" in path else {**action, **inner}

    answer = call(app, "PUT", JOB, a_job_body(action=wanted))

    assert answer.status_code == 400
    assert message(answer).startswith(f"properties.{path}: is known from api-version 2026-11-01 on")


@pytest.mark.parametrize("key", POLICIES)
def test_null_removes_a_key(key: str) -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY, **POLICIES)

    assert extended(app, "PATCH", JOB, {"properties": {key: None}}).status_code == 200

    assert key not in shown(app)


@pytest.mark.parametrize(
    ("properties", "fault"),
    [
        ({"spread": "1.00:00:01"}, "spread: is not between 00:00:00.0010000 and 1.00:00:00"),
        ({"spread": "00:00:00"}, "spread: is not between 00:00:00.0010000 and 1.00:00:00"),
        ({"disableAfterFaults": 0}, "disableAfterFaults: 0 is not between 1 and 100"),
        ({"disableAfterFaults": 101}, "disableAfterFaults: 101 is not between 1 and 100"),
        ({"keepFinishedFor": "00:59:59"}, "keepFinishedFor: is not between 01:00:00 and 3650.00:00:00"),
        ({"overlap": "queue"}, "overlap: 'queue' is none of allow, skip, wait"),
        ({"description": "x" * 1025}, "description: is longer than 1024 characters"),
        ({"useDefaults": "no"}, "useDefaults: is not true or false"),
        ({"disabled": True}, "disabled: is not an object"),
        (
            {"action": {"type": "Http", "request": REQUEST, "retryOptions": {"stopOn": [200]}}},
            "action.retryOptions.stopOn: 200 is not between 300 and 599",
        ),
        (
            {"action": {"type": "Http", "request": REQUEST, "retryOptions": {"backoff": "2"}}},
            "action.retryOptions.backoff: is not a number",
        ),
        (
            {"action": {"type": "Http", "request": REQUEST, "retryOptions": {"maxInterval": "00:00:14"}}},
            "action.retryOptions.maxInterval: is not between 00:00:15 and 548.00:00:00 (18 months)",
        ),
    ],
)
def test_values_beyond_their_limits_are_refused(properties: Any, fault: str) -> None:
    _, app = a_place()

    answer = put(app, **{"recurrence": MINUTELY, **properties})

    assert answer.status_code == 400
    assert message(answer) == f"properties.{fault}"


@pytest.mark.parametrize("key", ["missedRuns", "overlap", "spread", "disableAfterFaults"])
def test_what_has_no_effect_on_a_one_time_job_is_refused(key: str) -> None:
    _, app = a_place()

    answer = put(app, startTime="2026-03-03T09:00:00Z", **{key: POLICIES[key]})

    assert answer.status_code == 400
    assert message(answer) == f"properties.{key}: has no effect on a job without a recurrence"


def test_options_that_listen_to_answers_are_for_http_alone() -> None:
    _, app = a_place()
    queue = {"storageAccount": "account", "queueName": "queue", "sasToken": "sig=1", "message": "m"}
    options = {"retryAfter": True, "stopOn": [404], "backoff": 2}

    answer = put(app, action={"type": "StorageQueue", "queueMessage": queue, "retryOptions": options})

    assert answer.status_code == 400
    assert message(answer) == (
        "properties.action.retryOptions.retryAfter: is heard by HTTP actions only; "
        "properties.action.retryOptions.stopOn: is looked at for HTTP actions only"
    )


def test_what_no_longer_fits_after_a_change_in_an_older_version_is_listed() -> None:
    _, app = a_place()
    put(app, startTime="2026-03-03T09:00:00Z", recurrence=MINUTELY, overlap="skip", spread="00:10:00")

    call(app, "PATCH", JOB, {"properties": {"recurrence": None}})

    assert shown(app)["status"]["noEffect"] == ["overlap", "spread"]


def test_a_status_that_is_named_twice_is_kept_once() -> None:
    _, app = a_place()
    put(app, action={"type": "Http", "request": REQUEST, "retryOptions": {"stopOn": [500, 404, 500]}})

    assert shown(app)["action"]["retryOptions"] == {"stopOn": [500, 404]}


def test_a_job_as_it_is_answered_can_be_previewed() -> None:
    _, app = a_place()
    extended(app, "PUT", JOB, {**a_job_body(recurrence=MINUTELY, **POLICIES), "tags": {"a": "b"}})
    answered = content(extended(app, "GET", JOB))

    preview = extended(app, "POST", "subscriptions/s/providers/Microsoft.Scheduler/previewRuns", answered)

    assert preview.status_code == 200


def test_the_sentence_tells_the_policies() -> None:
    _, app = a_place()
    put(app, startTime="2026-03-02T09:00:00Z", recurrence={"frequency": "hour"}, **POLICIES)

    upcoming = content(extended(app, "GET", f"{JOB}/upcomingRuns"))

    assert upcoming["sentence"] == (
        "Every hour from 09:00 UTC, spread over 10 minutes, waiting while an earlier run is open, "
        "made up for if missed and no more than 1 hour late, disabled after 5 failed runs in a row"
    )
