"""The document is valid, complete, and says what the app answers."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from local.openapi.generated import generated
from shared.domain.about import EXTENDED, ORIGINAL
from shared.functions.route_table import ROUTES
from tests.functions.calls import an_app, call
from tests.openapi.conformity import faults, violations
from tests.openapi.document import DOCUMENT, OPERATIONS, SINCE, Schema
from tests.openapi.examples import Example, read_examples, replayed
from tests.openapi.sending import send
from tests.openapi.site import HTTP

EXAMPLES = read_examples()


def named(example: Example) -> str:
    return f"{example['operation']} {example['status']}"


def test_the_document_is_valid() -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(DOCUMENT).iter_errors()] == []


def test_the_document_that_is_served_is_the_one_that_the_code_makes() -> None:
    assert generated() == DOCUMENT, "after a change that is meant: python -m local.openapi"


def test_the_document_lists_every_operation_of_the_route_table() -> None:
    served = {(f"/{route.template}", method) for route in ROUTES for method in route.operations}

    assert {(operation.path, operation.method) for operation in OPERATIONS.values()} == served
    assert len(OPERATIONS) == len(served)


def test_the_document_is_open_to_all_and_says_so() -> None:
    response = call(an_app(), "GET", "OpenAPI.json", headers={}, params={})

    assert response.status_code == 200
    assert [name for name, operation in OPERATIONS.items() if operation.says.get("security") == []] == [
        "health",
        "healthScan",
        "openapi",
        "signIn",
    ]


def test_the_portal_is_no_part_of_the_api() -> None:
    assert [path for path in DOCUMENT["paths"] if path == "/" or path.startswith("/portal")] == []


def test_every_component_is_used() -> None:
    used = set(references(DOCUMENT))

    kinds = ("schemas", "parameters", "responses", "headers")
    components = {f"#/components/{kind}/{name}" for kind in kinds for name in DOCUMENT["components"][kind]}
    assert components - used == {"#/components/responses/Error405"}  # the answer of any other method


def test_every_operation_has_an_example() -> None:
    assert {example["operation"] for example in EXAMPLES} == set(OPERATIONS)


def test_the_examples_are_what_the_app_answers() -> None:
    assert replayed(EXAMPLES) == EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_an_example_is_as_described(example: Example) -> None:
    described, version = OPERATIONS[example["operation"]], example["query"].get("api-version", EXTENDED)
    answer = DOCUMENT if example["operation"] == "openapi" else example.get("answer")

    assert "body" in example or not described.needs_body
    assert "body" not in example or violations(described.takes or {}, example["body"], version) == []
    assert faults(example["operation"], example["status"], answer, version) == []


def test_several_examples_of_an_operation_have_titles_of_their_own() -> None:
    content = OPERATIONS["previewRuns"].says["requestBody"]["content"]["application/json"]
    calls = [example for example in EXAMPLES if example["operation"] == "previewRuns"]

    assert len(calls) > 1
    assert content["examples"] == {call["title"]: {"value": call["body"]} for call in calls}


def test_what_older_versions_do_not_know_says_so() -> None:
    newer = [found for found in everything(DOCUMENT) if SINCE in found and "description" in found]

    assert len(newer) > 10
    assert {found[SINCE] for found in newer} == {EXTENDED}
    assert all(f"Known from api-version {EXTENDED} on." in found["description"] for found in newer)


@pytest.mark.parametrize(
    ("operation", "body"),
    [
        ("putJob", {"properties": {"timeZone": "Europe/Berlin", "action": HTTP}}),
        ("putJob", {"properties": {"recurrence": {"cron": "0 9 * * *"}, "action": HTTP}}),
        ("patchJob", {"properties": {"exclude": None}}),
        ("putCollection", {"location": "West Europe", "properties": {"calendars": {}}}),
        ("patchCollection", {"properties": {"defaults": None}}),
        ("previewRuns", {"timeZone": "Europe/Berlin"}),
        ("putJob", {"properties": {"action": {**HTTP, "retryOptions": {"backoff": 2.5}}}}),
        ("putJob", {"properties": {"action": {**HTTP, "errorAction": {**HTTP, "retryOptions": {}}}}}),
        ("putJob", {"properties": {"action": HTTP, "missedRuns": {"policy": "one"}}}),
        ("putJob", {"properties": {"action": HTTP, "overlap": "wait"}}),
        ("putJob", {"properties": {"action": HTTP, "spread": "PT5M"}}),
        ("putJob", {"properties": {"action": HTTP, "useDefaults": False}}),
        ("putJob", {"tags": {"team": "billing"}, "properties": {"action": HTTP}}),
        ("patchJob", {"tags": {"team": None}}),
        ("patchJob", {"properties": {"description": "text", "keepFinishedFor": "P30D"}}),
        ("patchJob", {"properties": {"disableAfterFaults": 3, "missedRuns": {"within": None}}}),
        ("patchJob", {"properties": {"state": "disabled", "disabled": {"note": "text"}}}),
        ("putCollection", {"location": "West Europe", "properties": {"disabled": {"by": "ops"}}}),
        ("patchCollection", {"properties": {"defaults": {"errorAction": HTTP}}}),
        ("previewRuns", {"recurrence": {"frequency": "day"}, "spread": "01:00:00", "disabled": {}}),
    ],
)
def test_the_document_tells_what_older_versions_refuse(operation: str, body: Any) -> None:
    taken = OPERATIONS[operation].takes or {}

    assert violations(taken, body, EXTENDED) == []
    assert violations(taken, body, ORIGINAL) != []


@pytest.mark.parametrize("operation", ["enableJob", "disableJob"])
def test_operations_of_newer_versions_say_so(operation: str) -> None:
    assert OPERATIONS[operation].since == EXTENDED
    assert f"Known from api-version {EXTENDED} on." in OPERATIONS[operation].says["description"]


def test_older_versions_disable_a_collection_without_a_body() -> None:
    body = OPERATIONS["disableCollection"].says["requestBody"]

    assert OPERATIONS["disableCollection"].since == ORIGINAL
    assert (body[SINCE], body["required"]) == (EXTENDED, False)


@pytest.mark.parametrize(
    ("missed", "right"),
    [
        ({"policy": "one"}, True),
        ({"policy": "none", "within": "00:15:00"}, True),
        ({"policy": "all", "within": "PT1H"}, True),
        ({"policy": "one", "within": "00:15:00"}, False),
        ({"policy": "none"}, False),
        ({"within": "00:15:00"}, False),
    ],
)
def test_every_policy_for_missed_runs_but_one_needs_a_time_span(missed: Any, right: bool) -> None:
    taken = OPERATIONS["putJob"].takes or {}
    body = {"properties": {"action": HTTP, "recurrence": {"frequency": "day"}, "missedRuns": missed}}

    assert (violations(taken, body) == []) is right
    assert (send("putJob", json.dumps(body).encode()) < 300) is right


def test_cron_stands_alone_or_not_at_all() -> None:
    taken = OPERATIONS["previewRuns"].takes or {}
    cron = {"cron": "0 9 * * *", "count": 3}

    assert violations(taken, {"recurrence": cron}) == []
    for key, value in (("frequency", "day"), ("interval", 1), ("schedule", {"hours": [9]})):
        assert violations(taken, {"recurrence": {**cron, key: value}}) != []


def test_no_example_shows_a_secret() -> None:
    answers = json.dumps([example.get("answer") for example in EXAMPLES])

    assert "made-up" in json.dumps(EXAMPLES)
    assert "made-up" not in answers


def references(value: Any) -> Iterator[str]:
    yield from (found["$ref"] for found in everything(value) if isinstance(found.get("$ref"), str))


def everything(value: Any) -> Iterator[Schema]:
    """Yield every object in a document."""
    if isinstance(value, dict):
        yield value
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in items:
        yield from everything(item)
