"""Secrets by name: where they come from, and what is said when they are not given."""

from typing import Any

import pytest

from migrate.code.secret_names import resolve
from migrate.found import FoundCollection, FoundJob, Json
from migrate.secret_fields import needed_secrets, secret_name
from tests.migrate.builders import PASSWORD
from tests.migrate.exports import BASIC, REQUEST, a_found_collection, a_found_job


def secured(password: Any) -> Json:
    return {"type": "Http", "request": {**REQUEST, "authentication": {**BASIC, "password": password}}}


def password_of(job: object) -> object:
    assert isinstance(job, FoundJob)
    return job.properties["action"]["request"]["authentication"].get("password")


@pytest.mark.parametrize(
    ("value", "name"),
    [
        pytest.param("${ERP_PASSWORD}", "ERP_PASSWORD", id="a name"),
        pytest.param("${erp2}", "erp2", id="in lower case"),
        pytest.param("$ERP_PASSWORD", "", id="without braces"),
        pytest.param("x${ERP}", "", id="with something before it"),
        pytest.param("${ERP}\n", "", id="with a line break behind it"),
        pytest.param("${2}", "", id="a number"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_only_a_whole_value_is_a_name(value: str, name: str) -> None:
    assert secret_name(value) == name


def test_a_name_is_replaced_by_what_was_given() -> None:
    resolved = resolve([a_found_job(action=secured("${ERP}"))], {"ERP": "s3cret"})

    assert (password_of(resolved.definitions[0]), resolved.warnings) == ("s3cret", ())


@pytest.mark.parametrize(
    "given", [pytest.param({}, id="nothing"), pytest.param({"ERP": ""}, id="an empty text")]
)
def test_what_is_not_given_is_left_out_and_told(given: dict[str, str]) -> None:
    resolved = resolve([a_found_job(action=secured("${ERP}"))], given)

    (job,) = resolved.definitions
    assert isinstance(job, FoundJob)
    assert (password_of(job), job.notes) == (None, (f"${{ERP}} is not given: {PASSWORD}",))
    assert resolved.warnings == (f"jobs.json: ${{ERP}} is not given: {PASSWORD}",)


def test_a_secret_in_the_file_is_used_and_told_without_its_value() -> None:
    resolved = resolve([a_found_job(action=secured("Top5ecret"))], {})

    assert password_of(resolved.definitions[0]) == "Top5ecret"
    assert resolved.warnings == (f"jobs.json: a secret stands in the file: {PASSWORD}",)


def test_what_is_no_text_is_left_for_the_plan_to_refuse() -> None:
    job = a_found_job(action=secured(7))

    assert resolve([job], {}).definitions == (job,)


def test_the_defaults_of_a_collection_have_secrets_too() -> None:
    collection = a_found_collection(defaults={"errorAction": secured("${ERP}")})

    (resolved,) = resolve([collection], {"ERP": "s3cret"}).definitions

    assert isinstance(resolved, FoundCollection)
    request = resolved.body["properties"]["defaults"]["errorAction"]["request"]
    assert request["authentication"]["password"] == "s3cret"


def test_elsewhere_a_name_is_what_stands_there() -> None:
    job = a_found_job(action={"type": "Http", "request": {**REQUEST, "body": "${ERP}"}})

    assert resolve([job], {"ERP": "s3cret"}).definitions == (job,)


def test_an_import_takes_a_name_for_no_secret() -> None:
    assert needed_secrets([PASSWORD], {PASSWORD: "${ERP}"}) == ({}, (PASSWORD,))
