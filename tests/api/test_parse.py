from typing import Any

import pytest

from shared.api.parse import parse_collection, parse_job
from shared.domain.action import ActionType, HttpAction
from shared.domain.collection import Sku
from shared.domain.definition import Definition
from shared.domain.errors import Invalid
from shared.domain.job import JobState
from shared.domain.recurrence import Frequency, Recurrence
from shared.domain.wanted_collection import WantedCollection
from tests.builders import NINE, PlainVault, an_action, at

REQUEST = {"uri": "http://receiver.example/hook", "method": "GET"}
ACTION = {"type": "http", "request": REQUEST}


def job_body(**properties: Any) -> dict[str, Any]:
    return {"properties": {"action": ACTION, **properties}}


def faults_of_job(body: dict[str, Any]) -> list[str]:
    with pytest.raises(Invalid) as refused:
        parse_job(body, PlainVault(), now=NINE)
    return [str(fault) for fault in refused.value.faults]


def test_the_smallest_job() -> None:
    assert parse_job(job_body(), PlainVault(), now=NINE) == (Definition(action=an_action()), JobState.ENABLED)


def test_a_whole_job() -> None:
    body = {
        "id": "ignored",
        "Properties": {
            "STARTTIME": "2026-03-02T01:00:00-08:00",
            "Action": {
                "Type": "HTTPS",
                "Request": {**REQUEST, "Headers": {"X-Own": "1"}, "body": "text", "authentication": None},
            },
            "recurrence": {"Frequency": "WEEK", "interval": 2},
            "state": "Disabled",
            "status": {"executionCount": 7},
        },
    }

    definition, state = parse_job(body, PlainVault(), now=NINE)

    assert state is JobState.DISABLED
    assert definition.start_time == at("09:00:00")
    assert definition.recurrence == Recurrence(frequency=Frequency.WEEK, interval=2)
    assert isinstance(definition.action, HttpAction)
    assert definition.action.type is ActionType.HTTPS
    assert definition.action.request == an_action(headers=(("X-Own", "1"),), body="text").request


@pytest.mark.parametrize(
    ("properties", "fault"),
    [
        ({"action": None}, "properties.action: is required"),
        ({"action": 5}, "properties.action: is not an object"),
        ({"action": {"request": REQUEST}}, "properties.action.type: is required"),
        (
            {"action": {"type": "Carrier", "request": REQUEST}},
            "properties.action.type: "
            "'Carrier' is none of Http, Https, StorageQueue, ServiceBusQueue, ServiceBusTopic",
        ),
        ({"action": {"type": "Http"}}, "properties.action.request: is required"),
        (
            {"action": {"type": "Http", "request": {"method": "GET"}}},
            "properties.action.request.uri: is required",
        ),
        (
            {"action": {"type": "Http", "request": {**REQUEST, "uri": "/relative"}}},
            "properties.action.request.uri: must be absolute, with scheme http or https and a host",
        ),
        (
            {"action": {"type": "Http", "request": {**REQUEST, "uri": "ftp://x/"}}},
            "properties.action.request.uri: must be absolute, with scheme http or https and a host",
        ),
        (
            {"action": {"type": "Http", "request": {**REQUEST, "uri": "http://h/" + "x" * 2_040}}},
            "properties.action.request.uri: is longer than 2048 characters",
        ),
        (
            {"action": {"type": "Http", "request": {**REQUEST, "method": "BREW"}}},
            "properties.action.request.method: "
            "'BREW' is none of GET, POST, PUT, DELETE, PATCH, HEAD, OPTIONS",
        ),
        (
            {"action": {"type": "Http", "request": {**REQUEST, "headers": {"a": 1}}}},
            "properties.action.request.headers.a: is not a string",
        ),
        (
            {"action": {"type": "Http", "request": {**REQUEST, "headers": {"a": "x" * 4_096}}}},
            "properties.action.request.headers: hold more than 4096 characters",
        ),
        (
            {"action": {"type": "Http", "request": {**REQUEST, "headers": {str(n): "" for n in range(51)}}}},
            "properties.action.request.headers: are more than 50",
        ),
        (
            {"action": {"type": "Http", "request": {**REQUEST, "body": "x" * 8_193}}},
            "properties.action.request.body: is longer than 8192 characters",
        ),
        ({"state": 1}, "properties.state: is not a string"),
        (
            {"startTime": "soon"},
            "properties.startTime: 'soon' is not a date-time like 2026-01-31T09:30:00Z",
        ),
    ],
)
def test_a_fault_is_named_with_its_path(properties: dict[str, Any], fault: str) -> None:
    assert faults_of_job(job_body(**properties)) == [fault]


def test_all_faults_come_in_one_answer() -> None:
    body = job_body(
        startTime="soon",
        recurrence={"frequency": "minute", "interval": 0},
        action={"type": "Http", "request": {"uri": "x", "method": "BREW"}},
    )

    assert [fault.partition(":")[0] for fault in faults_of_job(body)] == [
        "properties.startTime",
        "properties.recurrence.interval",
        "properties.action.request.uri",
        "properties.action.request.method",
    ]


def test_a_collection() -> None:
    body = {
        "name": "ignored",
        "Location": "West US",
        "tags": {"a": "b"},
        "properties": {"sku": {"name": "free"}},
    }

    assert parse_collection(body, PlainVault(), now=NINE) == WantedCollection(
        location="West US", sku=Sku.FREE, tags=(("a", "b"),)
    )
    assert parse_collection({}, PlainVault(), now=NINE) == WantedCollection(
        location=None, sku=Sku.STANDARD, tags=None
    )


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"location": 1}, "location: is not a string"),
        ({"location": " "}, "location: must not be empty"),
        ({"tags": {"a": 1}}, "tags.a: is not a string"),
        ({"properties": []}, "properties: is not an object"),
        (
            {"properties": {"sku": {"name": "Gold"}}},
            "properties.sku.name: 'Gold' is none of Standard, Free, P10Premium, P20Premium",
        ),
        ({"properties": {"state": "deleted"}}, "properties.state: 'Deleted' cannot be set; use DELETE"),
        ({"properties": {"quota": {"maxJobCount": 0}}}, "properties.quota.maxJobCount: 0 is not 1 or more"),
        (
            {"properties": {"quota": {"maxRecurrence": {"interval": 5}}}},
            "properties.quota.maxRecurrence.frequency: is required",
        ),
    ],
)
def test_a_fault_of_a_collection_is_named_with_its_path(body: dict[str, Any], fault: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_collection(body, PlainVault(), now=NINE)

    assert str(refused.value) == fault
