"""Jobs as code: what people write by hand, read into the form of ARM."""

from typing import Any, Final

import pytest

from migrate.forms import code
from migrate.found import FoundCollection, FoundJob, Names, Origin

ORIGIN: Final = Origin(file="reports.yaml")
JOB: Final = {"action": {"type": "Https"}, "recurrence": {"cron": "30 6 * * *"}, "tags": {"team": "finance"}}


def read(**document: Any) -> list[Any]:
    whole = {"collection": "reports", "jobs": {"daily": JOB}, **document}
    assert code.matches(whole)
    return list(code.read(whole, ORIGIN))


@pytest.mark.parametrize(
    ("document", "is_code"),
    [
        pytest.param({"collection": "c", "jobs": {}}, True, id="the two keys that mark it"),
        pytest.param({"Collection": "c", "JOBS": None}, True, id="in any case"),
        pytest.param({"collection": "c"}, False, id="no jobs"),
        pytest.param({"jobs": {}}, False, id="no collection, as in a workflow"),
        pytest.param({"collection": "c", "jobs": {}, "properties": {}}, False, id="a resource"),
        pytest.param([], False, id="a list"),
    ],
)
def test_the_form_is_known_by_its_keys(document: object, is_code: bool) -> None:
    assert code.matches(document) is is_code


def test_a_job_has_its_tags_beside_its_properties() -> None:
    _, job = read(subscription="prod", resourceGroup="finance")

    assert isinstance(job, FoundJob)
    assert job.names == Names(
        subscription="prod", resource_group="finance", collection="reports", job="daily"
    )
    assert job.body == {
        "tags": {"team": "finance"},
        "properties": {"action": {"type": "Https"}, "recurrence": {"cron": "30 6 * * *"}},
    }
    assert (str(job.origin), job.version) == ("reports.yaml, jobs.daily", "2026-11-01")


def test_without_keys_of_its_own_the_collection_is_only_named() -> None:
    collection, _ = read()

    assert isinstance(collection, FoundCollection)
    assert (collection.names, collection.body) == (Names(collection="reports"), {})


def test_what_is_said_of_the_collection_has_the_form_of_arm() -> None:
    collection, _ = read(location="West Europe", sku="Free", state="Disabled", tags={"a": "b"})

    assert isinstance(collection, FoundCollection)
    assert collection.body == {
        "location": "West Europe",
        "tags": {"a": "b"},
        "properties": {"sku": {"name": "Free"}, "state": "Disabled"},
    }


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        pytest.param(
            {"locaton": "West US"}, "locaton: is not known here: a collection has", id="a misspelt key"
        ),
        pytest.param({"jobs": None}, "jobs: is not an object of jobs by their names", id="all commented out"),
        pytest.param({"jobs": [JOB]}, "jobs: is not an object of jobs by their names", id="a list of jobs"),
        pytest.param({"jobs": {"daily": "06:30"}}, "jobs.daily: is not an object", id="no job"),
        pytest.param({"collection": 7}, "collection: is not a string", id="no name"),
        pytest.param({"collection": None}, "collection: is required", id="no collection"),
    ],
)
def test_what_is_wrong_is_a_fault_of_the_collection(document: dict[str, Any], fault: str) -> None:
    collection = read(**document)[0]

    assert isinstance(collection, FoundCollection)
    assert str(collection.faults[0]).startswith(fault)


def test_faults_are_told_with_the_keys_of_the_file() -> None:
    collection, job = read(location="West Europe")

    assert job.keys == {"properties": "jobs.daily"}
    assert collection.keys["properties.quota"] == "quota"
