"""What GET answers, in all the ways in which people keep it."""

import json
from typing import Any

import pytest

from migrate.forms import arm, classic
from migrate.found import FoundCollection, FoundJob, Names, Origin
from tests.migrate.exports import FILES

SUBSCRIPTION = "12345678-1234-1234-1234-123456789012"
ID = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c"
PROPERTIES = {"action": {"type": "Http"}}
HERE = Origin(file="a.json")


@pytest.mark.parametrize(
    ("document", "names"),
    [
        pytest.param({"id": f"{ID}/jobs/j", "name": "c/j"}, Names(job="j"), id="by its id"),
        pytest.param({"id": f"{ID.upper()}/JOBS/J"}, Names(job="J"), id="in any case"),
        pytest.param({"id": f"{ID}/jobs/my%20job"}, Names(job="my job"), id="escaped"),
    ],
)
def test_a_job_is_known_by_its_id(document: dict[str, Any], names: Names) -> None:
    whole = {**document, "properties": PROPERTIES}

    (job,) = arm.read(whole, HERE) if arm.matches(whole) else []

    assert isinstance(job, FoundJob)
    assert (job.names.subscription, job.names.job) == (SUBSCRIPTION, names.job)
    assert (job.properties, job.faults, job.origin.form) == (PROPERTIES, (), "ARM")


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("c/j", Names(collection="c", job="j")),
        ("j", Names(job="j")),
        (None, Names()),
    ],
)
def test_without_an_id_the_type_and_the_name_say_what_they_can(name: str | None, names: Names) -> None:
    document = {"type": "Microsoft.Scheduler/JobCollections/Jobs", "name": name, "properties": PROPERTIES}

    (job,) = arm.read(document, HERE) if arm.matches(document) else []

    assert job.names == names


def test_tags_of_a_job_stand_beside_its_properties() -> None:
    document = {"id": f"{ID}/jobs/j", "Tags": {"a": "b"}, "properties": PROPERTIES}

    (job,) = arm.read(document, HERE)

    assert job.body == {"tags": {"a": "b"}, "properties": PROPERTIES}


def test_a_collection_keeps_what_a_put_takes() -> None:
    document = {
        "id": ID,
        "type": "Microsoft.Scheduler/jobCollections",
        "name": "c",
        "location": "West US",
        "tags": {"a": "b"},
        "properties": {"sku": {"name": "Free"}, "state": "Enabled"},
    }

    (collection,) = arm.read(document, HERE)

    assert isinstance(collection, FoundCollection)
    assert collection.names == Names(subscription=SUBSCRIPTION, resource_group="g", collection="c")
    assert collection.body == {
        "location": "West US",
        "tags": {"a": "b"},
        "properties": {"sku": {"name": "Free"}, "state": "Enabled"},
    }


@pytest.mark.parametrize(
    ("properties", "rule"),
    [
        (5, "is not an object"),
        ("text", "is not an object"),
        ([], "is not an object"),
        (None, "is missing; lists of resources leave it out"),
    ],
)
def test_properties_that_are_no_object_are_a_fault(properties: object, rule: str) -> None:
    document = {"type": "Microsoft.Scheduler/jobCollections/jobs", "name": "c/j", "properties": properties}

    (job,) = arm.read(document, HERE)

    assert [str(fault) for fault in job.faults] == [f"properties: {rule}"]


def test_a_collection_in_a_list_of_resources_has_no_properties() -> None:
    document = {
        "type": "Microsoft.Scheduler/jobCollections",
        "id": ID,
        "location": "westus",
        "properties": None,
    }

    (collection,) = arm.read(document, HERE)

    assert isinstance(collection, FoundCollection)
    assert (collection.body, collection.faults) == ({"location": "westus"}, ())


@pytest.mark.parametrize("wrong", [5, [], {}, True])
def test_names_of_another_type_are_faults(wrong: object) -> None:
    document = {
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "id": wrong,
        "name": wrong,
        "properties": PROPERTIES,
    }

    (job,) = arm.read(document, HERE)

    assert [str(fault) for fault in job.faults] == ["id: is not a string", "name: is not a string"]


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(None, id="nothing"),
        pytest.param("text", id="a text"),
        pytest.param({"type": "Microsoft.Web/sites", "properties": {}}, id="another resource"),
        pytest.param({"id": ID}, id="an id alone"),
        pytest.param({"type": "Microsoft.Scheduler/jobCollections/jobs/history"}, id="history"),
    ],
)
def test_anything_else_is_not_taken_for_it(document: object) -> None:
    assert not arm.matches(document)


def test_the_classic_api_gave_bare_objects_with_the_name_as_id() -> None:
    first, hourly, yearly = json.loads((FILES / "classic-jobs.json").read_text(encoding="utf-8"))

    (job,) = classic.read(hourly, HERE)

    assert all(classic.matches(document) for document in (first, hourly, yearly))
    assert isinstance(job, FoundJob)
    assert (job.names, job.origin.form, job.faults) == (Names(job="hourly"), "classic API", ())
    assert job.properties["recurrence"] == {"frequency": "hour", "interval": 1}
    assert "id" not in job.properties


def test_a_classic_id_of_another_type_is_a_fault() -> None:
    (job,) = classic.read({"id": 7, "action": {}}, HERE)

    assert [str(fault) for fault in job.faults] == ["id: is not a string"]


@pytest.mark.parametrize(
    "document",
    [
        pytest.param([], id="no object"),
        pytest.param({"id": "a"}, id="no action"),
        pytest.param({"action": {}}, id="no name"),
        pytest.param({"id": "a", "action": {}, "properties": {}}, id="with properties"),
    ],
)
def test_what_is_no_classic_job_is_not_taken_for_one(document: object) -> None:
    assert not classic.matches(document)


def test_what_stands_beside_the_properties_of_a_job_and_belongs_there_is_lost() -> None:
    document = {"id": f"{ID}/jobs/j", "properties": PROPERTIES, "recurrence": {}, "resourceGroup": "g"}

    (job,) = arm.read(document, HERE)

    assert isinstance(job, FoundJob)
    assert job.lost == ("recurrence: it belongs into properties (dropped)",)
