"""What a caller may not send, though a row that was stored before may hold it."""

from typing import Any

import pytest

from shared.api.parse import parse_collection, parse_job
from shared.domain.action import HttpAction, HttpRequest
from shared.domain.errors import Invalid
from shared.domain.messages import StorageQueueMessage
from tests.api.action_bodies import BUS_QUEUE, BUS_TOPIC, HTTP, QUEUE, REQUEST, changed, faults_of, parsed
from tests.builders import NINE, PlainVault

TOKEN = "its name is not made of letters, digits and !#$%&'*+-.^_`|~ alone"
SHARED = "it belongs to the connection, which jobs share"
CONTROL = "its value holds control characters"
ABSOLUTE = "must be absolute, with scheme http or https and a host"
UNSENDABLE = "must not hold blanks or control characters"
QUEUE_RULE = (
    "is not 3 to 63 lower-case letters, digits and single hyphens, with a letter or digit at either end"
)


@pytest.mark.parametrize(
    ("headers", "faults"),
    [
        ({"Transfer-Encoding": "chunked"}, [f"Transfer-Encoding: {SHARED}"]),
        ({"content-length": "5"}, [f"content-length: {SHARED}"]),
        ({"Proxy-Authorization": "x"}, [f"Proxy-Authorization: {SHARED}"]),
        ({"X Y": "1"}, [f"X Y: {TOKEN}"]),
        ({"": "1"}, [f": {TOKEN}"]),
        ({"X\r\nY": "1"}, [f"X��Y: {TOKEN}"]),
        ({"a": "b\r\nc: d"}, [f"a: {CONTROL}"]),
        ({"a": "b\0", "TE": "x"}, [f"a: {CONTROL}", f"TE: {SHARED}"]),
        ({"x" * 200: "\n"}, [f"{'x' * 100}…: {CONTROL}"]),
    ],
)
def test_headers_that_would_harm_a_shared_connection_are_refused(
    headers: dict[str, str], faults: list[str]
) -> None:
    path = "action.request.headers."

    assert faults_of({"type": "Http", "request": {**REQUEST, "headers": headers}}) == [
        f"{path}{fault}" for fault in faults
    ]


def test_other_headers_are_kept_as_they_are() -> None:
    headers = {"Host": "other.example", "x-tab": "a\tb", "Authorization": "Bearer x"}

    action = parsed({"type": "Http", "request": {**REQUEST, "headers": headers}}).action

    assert isinstance(action, HttpAction)
    assert dict(action.request.headers) == headers


@pytest.mark.parametrize(
    ("uri", "faults"),
    [
        ("http://receiver.example/a b", [UNSENDABLE]),
        ("http://receiver.example/\0", [UNSENDABLE]),
        ("http://receiver.example/a\r\nHost: x", [UNSENDABLE]),
        ("http://rece\tiver.example/", [UNSENDABLE]),
        ("http://receiver.example/\x85x", [UNSENDABLE]),
        ("http:///path", [ABSOLUTE]),
        ("http://:80/", [ABSOLUTE]),
        ("http:// /", [UNSENDABLE]),
        ("   ", [ABSOLUTE]),
    ],
)
def test_an_address_that_cannot_be_called_is_refused(uri: str, faults: list[str]) -> None:
    expected = [f"action.request.uri: {fault}" for fault in faults]

    assert faults_of({"type": "Http", "request": {**REQUEST, "uri": uri}}) == expected


def test_blanks_around_an_address_are_cut_and_escapes_kept() -> None:
    action = parsed({"type": "Http", "request": {**REQUEST, "uri": " \thttp://h.example/%2d%00\n"}}).action

    assert isinstance(action, HttpAction)
    assert action.request.uri == "http://h.example/%2d%00"


@pytest.mark.parametrize("name", ["../../x", "Queue", "a--b", "-ab", "ab", "a" * 64, "a b", "a\nb", "abc\n"])
def test_a_storage_queue_is_named_as_azure_allows(name: str) -> None:
    (fault,) = faults_of(changed(QUEUE, queueName=name))

    assert fault.startswith("action.queueMessage.queueName: '")
    assert fault.endswith(f"' {QUEUE_RULE}")


@pytest.mark.parametrize(
    ("action", "path"),
    [
        (changed(BUS_QUEUE, queueName="a?b"), "action.serviceBusQueueMessage.queueName"),
        (changed(BUS_QUEUE, queueName="a#b"), "action.serviceBusQueueMessage.queueName"),
        (changed(BUS_TOPIC, topicPath="a\\b"), "action.serviceBusTopicMessage.topicPath"),
        (changed(BUS_TOPIC, topicPath="a/../b"), "action.serviceBusTopicMessage.topicPath"),
        (changed(BUS_TOPIC, topicPath=".."), "action.serviceBusTopicMessage.topicPath"),
        (changed(BUS_TOPIC, topicPath="a\0b"), "action.serviceBusTopicMessage.topicPath"),
    ],
)
def test_an_entity_of_service_bus_leads_nowhere_else(action: Any, path: str) -> None:
    (fault,) = faults_of(action)

    assert fault.startswith(f"{path}: '")
    assert fault.endswith("' holds control characters, '?', '#', '\\' or a part '..'")


@pytest.mark.parametrize("path", ["orders", "shop/orders", "a.b_c-D", "a..b"])
def test_an_entity_of_service_bus_may_be_a_path(path: str) -> None:
    assert parsed(changed(BUS_TOPIC, topicPath=path))


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"location": "x" * 91}, "location: is longer than 90 characters"),
        ({"location": "West\0US"}, "location: holds control characters"),
        ({"tags": {str(n): "" for n in range(51)}}, "tags: are more than 50"),
        ({"tags": {"n" * 513: ""}}, f"tags.{'n' * 100}…: its name is longer than 512 characters"),
        ({"tags": {"a": "v" * 257}}, "tags.a: is longer than 256 characters"),
        ({"tags": {"a": "v\n"}}, "tags.a: holds control characters"),
        (
            {"tags": {"a": "1", "A": "2"}},
            "tags.A: stands there twice, as 'a' too: case does not tell keys apart",
        ),
    ],
)
def test_location_and_tags_have_limits(body: dict[str, Any], fault: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_collection(body, PlainVault(), now=NINE)

    assert str(refused.value) == fault


def test_location_and_tags_on_their_limits_are_accepted() -> None:
    tags = {f"{n:0512}": "v" * 256 for n in range(50)}

    assert parse_collection({"location": "x" * 90, "tags": tags}, PlainVault(), now=NINE)


def test_what_was_stored_before_can_still_be_read() -> None:
    assert HttpRequest(uri="http://h.example/a b", method="GET", headers=(("TE", "\n"), ("te", "")))
    assert StorageQueueMessage(account="acct", queue="../../X", message="m")


@pytest.mark.parametrize(
    ("properties", "paths"),
    [
        pytest.param(
            {"recurrence": {"frequency": "day", "schedule": {"hours": [24], "weekDays": ["noday"]}}},
            ["weekDays[0]", "hours[0]", "weekDays"],
            id="wrong hours, and weekdays that do not fit",
        ),
        pytest.param(
            {"recurrence": {"frequency": "week", "schedule": {"hours": [24], "monthDays": [1]}}},
            ["hours[0]", "monthDays"],
            id="days of another frequency",
        ),
        pytest.param(
            {"recurrence": {"count": 0, "interval": "x", "schedule": {"hours": [24]}}},
            ["frequency", "interval", "hours[0]", "count"],
            id="no frequency",
        ),
        pytest.param(
            {"recurrence": {"frequency": "day", "interval": 0, "endTime": "2020-01-01"}},
            ["interval", "endTime"],
            id="an end that is past",
        ),
        pytest.param(
            {
                "recurrence": {
                    "frequency": "month",
                    "schedule": {"monthlyOccurrences": [{"occurrence": 9}]},
                }
            },
            ["day", "occurrence"],
            id="no day",
        ),
        pytest.param(
            {"action": {"request": {"uri": "x", "method": "BREW"}, "errorAction": {"type": "x"}}},
            ["type", "uri", "method", "type"],
            id="no type of action",
        ),
        pytest.param(
            {"action": {"type": "Http", "request": {"method": "BREW", "headers": {"TE": "x"}}}},
            ["uri", "TE", "method"],
            id="no address",
        ),
        pytest.param(
            {"action": {"type": "StorageQueue", "queueMessage": {"storageAccount": "-", "queueName": "Q"}}},
            ["message", "queueName", "storageAccount"],
            id="no message",
        ),
        pytest.param(
            {"action": changed(BUS_QUEUE, queueName=None, namespace="a.b", transportType="x")},
            ["queueName", "transportType", "namespace"],
            id="no queue",
        ),
        pytest.param(
            {"action": {**HTTP, "retryPolicy": {"retryCount": 0, "retryInterval": "00:00:01"}}},
            ["retryType", "retryInterval", "retryCount"],
            id="no type of retry",
        ),
        pytest.param(
            {"action": None, "errorAction": {"type": "Http", "request": {"uri": "x", "method": "GET"}}},
            ["type", "uri"],
            id="no action",
        ),
    ],
)
def test_a_fault_in_one_field_does_not_hide_one_in_another(
    properties: dict[str, Any], paths: list[str]
) -> None:
    with pytest.raises(Invalid) as refused:
        parse_job({"properties": {"action": HTTP, **properties}}, PlainVault(), now=NINE)

    assert [fault.path.rpartition(".")[2] for fault in refused.value.faults] == paths


def test_faults_of_a_quota_are_told_together() -> None:
    with pytest.raises(Invalid) as refused:
        parse_collection(
            {"properties": {"quota": {"maxJobCount": 0, "maxRecurrence": {"interval": 0}}}},
            PlainVault(),
            now=NINE,
        )

    assert [fault.path.rpartition(".")[2] for fault in refused.value.faults] == [
        "frequency",
        "interval",
        "maxJobCount",
    ]
