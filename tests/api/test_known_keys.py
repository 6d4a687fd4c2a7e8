"""Unknown keys are refused, wherever they stand, with what to write instead; what says nothing may stand."""

from typing import Any

import pytest

from shared.api.parse import parse_collection, parse_job, read_job, read_timing
from shared.domain.errors import Invalid
from tests.api.action_bodies import BUS_QUEUE, HTTP, QUEUE, REQUEST, with_authentication
from tests.builders import NINE, PlainVault

DAILY = {"frequency": "day"}
CRON = (
    "is not known: write frequency, interval and schedule instead of cron: '30 9 * * 1' is "
    '{"frequency": "week", "schedule": {"weekDays": ["monday"], "hours": [9], "minutes": [30]}}; '
    "api-version 2026-11-01 reads cron"
)
UTC = (
    "is not known: all times are UTC. Convert startTime, endTime, hours and days to UTC, and leave this out; "
    "or name a timeZone in the properties, with api-version 2026-11-01"
)
NEWER = "is known from api-version 2026-11-01 on: send the request with that version"


def faults_of_job(body: Any) -> list[str]:
    with pytest.raises(Invalid) as refused:
        parse_job(body, PlainVault(), now=NINE)
    return [str(fault) for fault in refused.value.faults]


def a_job(**properties: Any) -> dict[str, Any]:
    return {"properties": {"action": HTTP, **properties}}


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (a_job(recurence=DAILY), "properties.recurence: is not known; did you mean 'recurrence'?"),
        (a_job(startAt="2026-03-03"), "properties.startAt: is not known; did you mean 'startTime'?"),
        (a_job(timeZone="Europe/Berlin"), f"properties.timeZone: {NEWER}"),
        (a_job(daylightSaving={"missing": "skip"}), f"properties.daylightSaving: {NEWER}"),
        (a_job(EXCLUDE={"weekDays": ["sunday"]}), f"properties.EXCLUDE: {NEWER}"),
        (a_job(recurrence={**DAILY, "timezone": "UTC"}), f"properties.recurrence.timezone: {UTC}"),
        (a_job(cron="30 9 * * 1"), f"properties.cron: {CRON}"),
        (a_job(recurrence={**DAILY, "cron": "* * * * *"}), f"properties.recurrence.cron: {CRON}"),
        (a_job(enabled=False), 'properties.enabled: is not known: write "state": "disabled"'),
        (a_job(enabled=True), 'properties.enabled: is not known: write "state": "enabled"'),
        (a_job(disabled=True), 'properties.disabled: is not known: write "state": "disabled"'),
        (
            {**a_job(), "enabled": False},
            'enabled: is not known: write "state": "disabled", which belongs into properties',
        ),
        (
            a_job(recurrence=DAILY, schedule={"hours": [5]}),
            "properties.schedule: is not known here: it belongs into recurrence",
        ),
        (
            a_job(recurrence={**DAILY, "hours": [5]}),
            "properties.recurrence.hours: is not known here: it belongs into schedule",
        ),
        (
            a_job(recurrence={**DAILY, "startTime": "2026-03-03"}),
            "properties.recurrence.startTime: is not known here: it belongs one level up",
        ),
        (
            a_job(recurrence={**DAILY, "startAt": "2026-03-03"}),
            "properties.recurrence.startAt: is not known; "
            "did you mean 'startTime', which belongs one level up?",
        ),
        (
            a_job(recurrence={**DAILY, "schedule": {"startTime": "2026-03-03"}}),
            "properties.recurrence.schedule.startTime: is not known here: it belongs two levels up",
        ),
        ({**a_job(), "recurrence": DAILY}, "recurrence: is not known here: it belongs into properties"),
        (
            {**a_job(), "startAt": "2026-03-03"},
            "startAt: is not known; did you mean 'startTime', which belongs into properties?",
        ),
        (
            {**a_job(), "tags": {}},
            "tags: is known from api-version 2026-11-01 on: send the request with that version",
        ),
        (
            a_job(disabled={"note": "holidays"}),
            "properties.disabled: is known from api-version 2026-11-01 on: "
            "send the request with that version",
        ),
        (a_job(recurence=None), "properties.recurence: is not known; did you mean 'recurrence'?"),
        (
            a_job(action={**HTTP, "uri": "http://x.example/"}),
            "properties.action.uri: is not known here: it belongs into request",
        ),
        (
            a_job(action={"type": "Http", "request": {**REQUEST, "heders": {}}}),
            "properties.action.request.heders: is not known; did you mean 'headers'?",
        ),
        (
            a_job(action=with_authentication({"type": "Basic", "username": "u", "user": "u"})),
            "properties.action.request.authentication.user: is not known; did you mean 'username'?",
        ),
        (
            a_job(action={**HTTP, "errorAction": {**HTTP, "retrypolicies": {}}}),
            "properties.action.errorAction.retrypolicies: is not known; known here: type, request, "
            "queueMessage, serviceBusQueueMessage, serviceBusTopicMessage, retryPolicy",
        ),
        (
            a_job(errorAction={**HTTP, "retries": 1}),
            "properties.errorAction.retries: is not known; known here: type, request, "
            "queueMessage, serviceBusQueueMessage, serviceBusTopicMessage, retryPolicy",
        ),
        (
            a_job(
                action={"type": "Http", "request": {**REQUEST, "retryPolicy": {"retryType": "none", "n": 1}}}
            ),
            "properties.action.request.retryPolicy.n: is not known; "
            "known here: retryType, retryInterval, retryCount",
        ),
    ],
)
def test_an_unknown_key_of_a_job_is_refused_with_what_to_write_instead(body: Any, fault: str) -> None:
    assert faults_of_job(body) == [fault]


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"sku": {"name": "Free"}}, "sku: is not known here: it belongs into properties"),
        ({"state": "Disabled"}, "state: is not known here: it belongs into properties"),
        ({"maxJobCount": 5}, "maxJobCount: is not known here: it belongs into properties.quota"),
        ({"locaton": "West US"}, "locaton: is not known; did you mean 'location'?"),
        (
            {"properties": {"tags": {"a": "b"}}},
            "properties.tags: is not known here: it belongs one level up",
        ),
        (
            {"properties": {"quota": {"maxRecurrence": {"frequency": "day", "intervall": 1}}}},
            "properties.quota.maxRecurrence.intervall: is not known; did you mean 'interval'?",
        ),
    ],
)
def test_an_unknown_key_of_a_collection_is_refused(body: Any, fault: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_collection(body, PlainVault(), now=NINE)

    assert str(refused.value) == fault


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"recurence": DAILY}, "recurence: is not known; did you mean 'recurrence'?"),
        ({"schedule": {"hours": [5]}}, "schedule: is not known here: it belongs into recurrence"),
        (
            {"properties": {}, "recurrence": DAILY},
            "recurrence: is not known here: it belongs into properties",
        ),
        ({"properties": {"top": 5}}, "properties.top: is not known here: it belongs one level up"),
        (
            {"action": {"type": "Http", "request": {**REQUEST, "url": "x"}}},
            "action.request.url: is not known; did you mean 'uri'?",
        ),
    ],
)
def test_an_unknown_key_of_a_preview_is_refused(body: Any, fault: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_timing(body, now=NINE)

    assert str(refused.value) == fault


OF_ARM = {
    key: {"own": 1, "Own": 2}
    for key in (
        *("id", "name", "type", "etag", "kind", "identity", "plan", "managedBy", "systemData", "zones"),
        *("apiVersion", "dependsOn", "comments", "$schema", "odata.type"),
    )
}
CERTIFIED = {
    "type": "ClientCertificate",
    "certificateThumbprint": "AB" * 20,
    "certificateExpiration": "2026-03-03",
    "certificateExpirationDate": "2026-03-03",
    "certificateSubjectName": "CN=x",
}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({**OF_ARM, "sku": {"name": "x"}, **a_job()}, id="what ARM adds to any resource"),
        pytest.param({"ID": "x", "Properties": {"ACTION": HTTP}}, id="in any case"),
        pytest.param(a_job(status={"executionCount": 1, "own": 2}), id="the status of an answer"),
        pytest.param(a_job(**{"$a": 1, "odata.b": 2}), id="annotations further in"),
        pytest.param(
            a_job(action={**HTTP, "queueMessage": {"own": 1}, "serviceBusQueueMessage": 7}),
            id="the objects of other actions",
        ),
        pytest.param(
            a_job(action={**QUEUE, "request": {"a": 1, "A": 2}}), id="also with a key in two spellings"
        ),
        pytest.param(a_job(action=with_authentication(CERTIFIED)), id="what answers say of a certificate"),
        pytest.param(
            a_job(
                action=with_authentication({"type": "Basic", "username": "u", "tenant": "x"}),
                state="disabled",
            ),
            id="keys of other authentications",
        ),
        pytest.param(
            a_job(action={**HTTP, "request": {**REQUEST, "headers": {"own": "1", "uri": "2"}}}),
            id="headers of any name",
        ),
    ],
)
def test_what_says_nothing_may_stand_in_a_job(body: Any) -> None:
    assert parse_job(body, PlainVault(), now=NINE)


def test_what_says_nothing_may_stand_in_a_collection_or_preview() -> None:
    assert parse_collection({**OF_ARM, "tags": {"own": "1"}, "location": "West US"}, PlainVault(), now=NINE)
    assert read_timing({**OF_ARM, "properties": {"action": BUS_QUEUE, "status": {}}}, now=NINE)
    assert read_timing({**OF_ARM, "action": HTTP, "status": {}, "sku": 1, "now": "2026", "top": 1}, now=NINE)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({**a_job(), "Properties": a_job()["properties"]}, "Properties"),
        (a_job(state="enabled", State="disabled"), "properties.State"),
        (
            a_job(action={"type": "Http", "request": {**REQUEST, "headers": {"x-a": "1", "X-A": "2"}}}),
            "properties.action.request.headers.X-A",
        ),
    ],
)
def test_two_keys_that_differ_only_in_case_are_refused(body: Any, path: str) -> None:
    (fault,) = faults_of_job(body)

    assert fault.startswith(f"{path}: stands there twice, as '")


def test_a_patch_is_looked_at_as_it_was_sent() -> None:
    patch = {"properties": {"state": "disabled", "STATE": "enabled", "recurence": None}}

    with pytest.raises(Invalid) as refused:
        read_job(a_job(), PlainVault(), now=NINE, sent=patch)

    assert str(refused.value) == (
        "properties.STATE: stands there twice, as 'state' too: case does not tell keys apart; "
        "properties.recurence: is not known; did you mean 'recurrence'?"
    )


@pytest.mark.parametrize(
    ("action", "fault"),
    [
        (
            {**HTTP, "request": {**REQUEST, "body": {"a": 1}}},
            "request.body: is not a string; send it as a string",
        ),
        (
            {"type": "StorageQueue", "queueMessage": {**QUEUE["queueMessage"], "message": [1]}},  # type: ignore[dict-item]
            "queueMessage.message: is not a string; send it as a string",
        ),
        ({**HTTP, "request": {**REQUEST, "uri": {"a": 1}}}, "request.uri: is not a string"),
    ],
)
def test_a_body_or_message_that_is_an_object_is_to_be_sent_as_a_string(action: Any, fault: str) -> None:
    assert faults_of_job(a_job(action=action)) == [f"properties.action.{fault}"]


@pytest.mark.parametrize(
    ("recurrence", "path"),
    [("*/5 * * * *", "recurrence"), ({**DAILY, "schedule": "0 9 * * *"}, "recurrence.schedule")],
)
def test_a_cron_string_in_place_of_an_object_is_answered_with_what_to_write(
    recurrence: Any, path: str
) -> None:
    (fault,) = faults_of_job(a_job(recurrence=recurrence))

    hint = CRON.removeprefix("is not known: ").removesuffix("; api-version 2026-11-01 reads cron")
    assert fault == f"properties.{path}: is not an object; {hint}"
