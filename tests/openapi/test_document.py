"""The document is valid, complete, and says what the app answers."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from local.openapi.generated import generated
from shared.functions.route_table import ROUTES
from tests.functions.calls import an_app, call
from tests.openapi.conformity import faults, violations
from tests.openapi.document import DOCUMENT, OPERATIONS
from tests.openapi.examples import Example, read_examples, replayed

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
        "openapi",
    ]


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
    taken = OPERATIONS[example["operation"]].takes
    answer = DOCUMENT if example["operation"] == "openapi" else example.get("answer")

    assert taken is None or violations(taken, example["body"]) == []
    assert faults(example["operation"], example["status"], answer) == []


def test_no_example_shows_a_secret() -> None:
    answers = json.dumps([example.get("answer") for example in EXAMPLES])

    assert "made-up" in json.dumps(EXAMPLES)
    assert "made-up" not in answers


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(found := value.get("$ref"), str):
            yield found
        for item in value.values():
            yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)
