"""Secrets, taken out of a job and put back."""

from copy import deepcopy
from typing import Any

import pytest

from migrate.secret_fields import take_secrets, with_secrets
from shared.domain.errors import Fault, Faults

PLACES = [
    pytest.param({"request": {"authentication": {"password": "s3cret"}}}, id="password"),
    pytest.param({"request": {"authentication": {"pfx": "s3cret"}}}, id="pfx"),
    pytest.param({"request": {"authentication": {"secret": "s3cret"}}}, id="client secret"),
    pytest.param({"queueMessage": {"sasToken": "s3cret"}}, id="SAS token"),
    pytest.param({"serviceBusQueueMessage": {"authentication": {"sasKey": "s3cret"}}}, id="key of a queue"),
    pytest.param({"serviceBusTopicMessage": {"authentication": {"sasKey": "s3cret"}}}, id="key of a topic"),
]
PASSWORD = "action.request.authentication.password"


def basic(**authentication: Any) -> dict[str, Any]:
    return {"action": {"request": {"authentication": {"type": "Basic", **authentication}}}}


def taken(properties: dict[str, Any]) -> dict[str, str]:
    return take_secrets(properties, Faults())[1]


@pytest.mark.parametrize("action", PLACES)
def test_secrets_are_taken_out_and_put_back(action: dict[str, Any]) -> None:
    properties = {"action": {"type": "any", **action}, "state": "enabled"}

    bare, secrets = take_secrets(properties, Faults())

    assert list(secrets.values()) == ["s3cret"]
    assert "s3cret" not in str(bare)
    assert with_secrets(bare, secrets) == properties


@pytest.mark.parametrize("action", PLACES)
def test_those_of_the_error_action_too(action: dict[str, Any]) -> None:
    properties = {"action": {"type": "http", "errorAction": {"type": "any", **action}}}

    bare, secrets = take_secrets(properties, Faults())

    assert [field.startswith("action.errorAction.") for field in secrets] == [True]
    assert "s3cret" not in str(bare)
    assert with_secrets(bare, secrets) == properties


def test_both_actions_keep_their_own() -> None:
    properties = basic(password="one")
    properties["action"]["errorAction"] = {"queueMessage": {"sasToken": "two"}}

    assert taken(properties) == {PASSWORD: "one", "action.errorAction.queueMessage.sasToken": "two"}


def test_what_was_given_is_left_as_it_was() -> None:
    properties = basic(password="s3cret")
    before = deepcopy(properties)

    bare, secrets = take_secrets(properties, Faults())
    with_secrets(bare, secrets)

    assert properties == before
    assert bare == {"action": {"request": {"authentication": {"type": "Basic"}}}}


@pytest.mark.parametrize("value", ["", None], ids=["empty", "null"])
def test_what_is_empty_is_missing(value: str | None) -> None:
    bare, secrets = take_secrets(basic(password=value), Faults())

    assert (bare, secrets) == (basic(), {})


@pytest.mark.parametrize(
    "properties",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"action": None}, id="null"),
        pytest.param({"action": {"request": "GET"}}, id="a text in the place of an object"),
        pytest.param({"action": [{"queueMessage": {"sasToken": "x"}}]}, id="an array"),
    ],
)
def test_a_job_of_another_shape_is_left_alone(properties: dict[str, Any]) -> None:
    assert take_secrets(properties, Faults()) == (properties, {})


def test_keys_may_be_spelled_in_another_case() -> None:
    properties = {"Action": {"REQUEST": {"Authentication": {"PassWord": "s3cret"}}}}

    bare, secrets = take_secrets(properties, Faults())

    assert (bare, secrets) == ({"Action": {"REQUEST": {"Authentication": {}}}}, {PASSWORD: "s3cret"})


@pytest.mark.parametrize(
    "properties",
    [
        pytest.param(basic(password="first", Password="s3cret"), id="both filled in"),
        pytest.param(basic(password=None, Password="s3cret"), id="the first null"),
        pytest.param(
            {**basic(password="first"), "Action": basic(password="s3cret")["action"]}, id="above it"
        ),
    ],
)
def test_none_is_left_behind_if_a_key_stands_there_in_two_spellings(properties: dict[str, Any]) -> None:
    bare, secrets = take_secrets(properties, Faults())

    assert secrets == {PASSWORD: "s3cret"}
    assert "s3cret" not in str(bare)
    assert "first" not in str(bare)


def test_what_is_no_text_is_a_fault_that_does_not_show_it() -> None:
    faults = Faults()

    bare, secrets = take_secrets(basic(password=12345), faults)

    assert faults.found == (Fault("properties.action.request.authentication.password", "is not a string"),)
    assert (bare, secrets) == (basic(), {})


def test_a_secret_without_a_place_is_not_put_anywhere() -> None:
    assert with_secrets({"action": {"type": "http"}}, {PASSWORD: "s3cret"}) == {"action": {"type": "http"}}
