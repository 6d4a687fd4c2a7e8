"""The resources of an ARM template, one by one."""

import json
from typing import Any, Final

import pytest

from migrate.found import FoundCollection, FoundJob, Json, Names
from shared.domain.errors import Fault
from tests.migrate.forms.template.templates import (
    COLLECTION,
    JOB,
    SCHEMA,
    a_collection,
    a_job,
    a_template,
    found_in,
    only_collection,
    only_job,
    told_in,
)


@pytest.mark.parametrize(
    ("values", "names"),
    [
        pytest.param({"type": "jobs", "name": "j"}, Names(collection="c", job="j"), id="short"),
        pytest.param({"type": JOB, "name": "c/j"}, Names(collection="c", job="j"), id="full"),
        pytest.param({"type": JOB.upper(), "name": "j"}, Names(collection="c", job="j"), id="in any case"),
        pytest.param(
            {"type": "jobs", "name": "d/j"}, Names(collection="d", job="j"), id="its own collection"
        ),
    ],
)
def test_nested_jobs_are_found_in_their_collection(values: Json, names: Names) -> None:
    _, job = found_in(a_template(a_collection(resources=[values])))

    assert (job.names, job.faults) == (names, ())
    assert job.origin.place == "resources[0].resources[0]"


def test_a_nested_job_says_why_its_collection_has_no_name() -> None:
    child = {"type": "jobs", "name": "j"}

    _, job = found_in(a_template(a_collection(name="[utcNow()]", resources=[child])))

    assert job.names == Names(job="j")
    assert job.faults == (Fault("name", "of the collection: the function utcNow is not understood"),)


@pytest.mark.parametrize(
    ("name", "names", "rule"),
    [
        pytest.param("j", Names(collection="j"), "must be the names of", id="one name"),
        pytest.param("c/j/k", Names(collection="c", job="j/k"), "must be the names of", id="three names"),
        pytest.param("/j", Names(job="j"), "must be the names of", id="an empty collection"),
        pytest.param("c/", Names(collection="c"), "must be the names of", id="an empty job"),
        pytest.param("", Names(), "must be the names of", id="empty"),
        pytest.param(None, Names(), "is required", id="none"),
        pytest.param(5, Names(), "is not a text", id="a number"),
        pytest.param({"a": "[utcNow()]"}, Names(), "is not a text", id="an object"),
        pytest.param("[true]", Names(), "is not a text", id="true"),
        pytest.param("[guid('a')]", Names(), "the function guid is not understood", id="unresolved"),
    ],
)
def test_a_job_without_both_names_has_a_fault(name: object, names: Names, rule: str) -> None:
    job = only_job(a_template(a_job(name=name)))

    assert job.names == names
    assert [fault.path for fault in job.faults] == ["name"]
    assert rule in job.faults[0].rule


@pytest.mark.parametrize("name", ["c/d", ""])
def test_a_collection_has_one_name(name: str) -> None:
    collection = only_collection(a_template(a_collection(name=name)))

    assert collection.names == Names()
    assert collection.faults == (Fault("name", "must be one name, without '/'"),)


@pytest.mark.parametrize(
    ("condition", "count", "faults"),
    [
        pytest.param(True, 1, (), id="true"),
        pytest.param(None, 1, (), id="null"),
        pytest.param(False, 0, (), id="false"),
        pytest.param("[false()]", 0, (), id="an expression"),
        pytest.param("[parameters('on')]", 0, (), id="a parameter"),
        pytest.param("[equals(1, 2)]", 0, (), id="a comparison"),
        pytest.param(
            "[equals(utcNow(), 1)]",
            1,
            (Fault("condition", "the function utcNow is not understood"),),
            id="unresolved",
        ),
        pytest.param("false", 1, (Fault("condition", "is not true or false"),), id="a text"),
    ],
)
def test_what_a_condition_rules_out_is_passed_over(
    condition: object, count: int, faults: tuple[Fault, ...]
) -> None:
    template = a_template(a_job(condition=condition), parameters={"on": {"defaultValue": False}})

    found = found_in(template)

    assert [each.faults for each in found] == [faults] * count


def test_a_condition_of_a_collection_does_not_hold_for_its_jobs() -> None:
    child = {"type": "jobs", "name": "j"}

    found = found_in(a_template(a_collection(condition=False, resources=[child])))

    assert [each.names for each in found] == [Names(collection="c", job="j")]


@pytest.mark.parametrize(
    ("properties", "note"),
    [
        pytest.param(
            {"authentication": {"Password": "[parameters('x')]"}}, "authentication.Password", id="password"
        ),
        pytest.param({"authentication": {"pfx": "[parameters('x')]"}}, "authentication.pfx", id="pfx"),
        pytest.param(
            {"authentication": {"secret": "[parameters('x')]"}}, "authentication.secret", id="secret"
        ),
        pytest.param(
            {"authentication": {"sasKey": "[parameters('x')]"}}, "authentication.sasKey", id="sasKey"
        ),
        pytest.param(
            {"queueMessage": {"sasToken": "[parameters('x')]"}}, "queueMessage.sasToken", id="sasToken"
        ),
    ],
)
def test_a_secret_without_a_value_is_only_noted(properties: Json, note: str) -> None:
    job = only_job(a_template(a_job(properties=properties)))

    reason = "parameter 'x' has no value: give it in a parameters file"
    assert (job.notes, job.faults) == ((f"properties.{note}: {reason}",), ())
    assert list(job.properties.values()) == [{}]


def test_a_header_that_is_called_secret_is_no_secret() -> None:
    job = only_job(a_template(a_job(properties={"headers": {"secret": "[newGuid()]"}})))

    assert job.notes == ()
    assert job.faults == (Fault("properties.headers.secret", "the function newGuid is not understood"),)


def test_a_secure_parameter_is_resolved_wherever_it_is_used() -> None:
    parameters = {"key": {"type": "secureString"}}
    properties = {"headers": {"x-key": "[parameters('key')]"}}

    job = only_job(a_template(a_job(properties=properties), parameters=parameters), {"key": "made-up"})

    assert job.properties == {"headers": {"x-key": "made-up"}}


def test_no_fault_or_note_tells_a_secret() -> None:
    properties = {
        "authentication": {"password": "[hunter2(1)]", "secret": "[hunter2]", "pfx": "['hunter2'.a]"},
        "uri": "[variables(parameters('key'))]",
        "body": "[parameters('object')[parameters('key')]]",
        "message": "[int(parameters('key'))]",
    }

    job = only_job(a_template(a_job(properties=properties)), {"key": "hunter2", "object": {"a": "hunter2"}})

    assert len(job.notes) == len(job.faults) == 3
    assert "hunter2" not in f"{job.notes}{job.faults}{job!r}"


def test_items_of_an_array_are_left_out_one_by_one() -> None:
    job = only_job(a_template(a_job(properties={"hours": [1, "[utcNow()]", "[int('3')]"]})))

    assert job.properties == {"hours": [1, 3]}
    assert job.faults == (Fault("properties.hours[1]", "the function utcNow is not understood"),)


@pytest.mark.parametrize("location", ["[resourceGroup().location]", "[parameters('where')]", None])
def test_a_location_that_cannot_be_told_is_no_fault(location: object) -> None:
    collection = only_collection(a_template(a_collection(location=location)))

    assert (collection.body, collection.faults) == ({"properties": {}}, ())


def test_the_sku_of_the_properties_goes_before_the_one_beside_them() -> None:
    resource = a_collection(sku={"name": "Free"}, properties={"Sku": {"name": "Standard"}})

    collection = only_collection(a_template(resource))

    assert collection.body["properties"] == {"Sku": {"name": "Standard"}}


def test_properties_may_be_one_expression() -> None:
    variables = {"job": {"state": "[parameters('state')]"}}
    parameters = {"state": {"defaultValue": "disabled"}}

    job = only_job(
        a_template(a_job(properties="[variables('job')]"), variables=variables, parameters=parameters)
    )

    assert (job.properties, job.faults) == ({"state": "disabled"}, ())


@pytest.mark.parametrize(
    ("resource", "fault"),
    [
        pytest.param(a_job(properties=5), Fault("properties", "is not an object"), id="properties, a number"),
        pytest.param(a_job(properties=["a"]), Fault("properties", "is not an object"), id="an array"),
        pytest.param(
            a_job(properties="[utcNow()]"),
            Fault("properties", "the function utcNow is not understood"),
            id="properties, unresolved",
        ),
        pytest.param(
            a_collection(location={"a": "[utcNow()]"}),
            Fault("location.a", "the function utcNow is not understood"),
            id="a location, an object",
        ),
        pytest.param(
            a_collection(tags={"a": "[utcNow()]"}),
            Fault("tags.a", "the function utcNow is not understood"),
            id="a tag, unresolved",
        ),
    ],
)
def test_a_wrong_shape_is_a_fault(resource: Json, fault: Fault) -> None:
    (found,) = found_in(a_template(resource))

    assert found.faults == (fault,)


@pytest.mark.parametrize(
    ("version", "tags"),
    [("2026-11-01", {"team": "sales"}), ("2016-03-01", {"team": "[variables('team')]"})],
    ids=["resolved", "not looked at where they are dropped"],
)
def test_a_job_has_tags(version: str, tags: Json) -> None:
    resource = a_job(apiVersion=version, tags={"team": "[variables('team')]"})

    job = only_job(a_template(resource, variables={"team": "sales"}))

    assert (job.tags, job.faults) == (tags, ())


def test_a_secret_of_a_collection_without_a_value_is_only_noted() -> None:
    error_action = {"type": "StorageQueue", "queueMessage": {"sasToken": "[utcNow()]"}}

    collection = only_collection(
        a_template(a_collection(properties={"defaults": {"errorAction": error_action}}))
    )

    place = "properties.defaults.errorAction.queueMessage.sasToken"
    assert collection.notes == (f"{place}: the function utcNow is not understood",)
    assert collection.faults == ()


@pytest.mark.parametrize(
    ("resource", "what"),
    [
        pytest.param(5, "no resource", id="a number"),
        pytest.param(None, "no resource", id="null"),
        pytest.param({}, "no resource", id="no type"),
        pytest.param({"type": 5}, "no resource", id="a type that is a number"),
        pytest.param({"type": "jobs", "name": "c/j"}, "jobs", id="a short type outside a collection"),
        pytest.param({"type": "Microsoft.Web/sites"}, "Microsoft.Web/sites", id="another type"),
        pytest.param(
            {"type": "Microsoft.Web/sites", "resources": [{"type": "config"}]},
            "Microsoft.Web/sites",
            id="with what is in it",
        ),
        pytest.param({"type": "[concat('a', '/b')]"}, "a/b", id="a type that is an expression"),
        pytest.param({"type": "x" * 200}, f"{'x' * 100}…", id="a type without end"),
        pytest.param(
            {**a_collection(), "existing": True}, f"{COLLECTION}, which is only referred to", id="existing"
        ),
    ],
)
def test_other_resources_are_passed_over(resource: object, what: str) -> None:
    template = a_template(resource, outputs={"id": {"type": "string", "value": "[reference('x').id]"}})

    assert found_in(template) == []
    assert told_in(template) == [f"passed over resources[0]: {what}"]


def test_what_is_not_deployed_is_named() -> None:
    template = a_template(a_job(condition=False), a_collection(condition="[equals(1, 2)]"))

    assert told_in(template) == [
        f"passed over resources[0]: {JOB} is not deployed: its condition is false",
        f"passed over resources[1]: {COLLECTION} is not deployed: its condition is false",
    ]


def test_a_type_that_cannot_be_told_may_be_that_of_a_job() -> None:
    template = a_template({"type": "[utcNow()]", "name": "a"})

    assert told_in(template) == ["resources[0]: type: the function utcNow is not understood"]


def test_a_job_inside_a_resource_of_another_type_is_not_lost() -> None:
    template = a_template({"type": "Microsoft.Web/sites", "resources": [a_job()]})

    assert [job.origin.place for job in found_in(template)] == ["resources[0].resources[0]"]


def test_other_resources_in_a_collection_are_named() -> None:
    template = a_template(a_collection(resources=[{"type": "providers/locks", "name": "keep"}]))

    assert told_in(template) == ["passed over resources[0].resources[0]: providers/locks"]


def test_resources_may_have_names_as_bicep_gives_them() -> None:
    (job,) = found_in({"$schema": SCHEMA, "languageVersion": "2.0", "resources": {"nightly": a_job()}})

    assert (job.names.job, job.origin.place) == ("j", "resources.nightly")


@pytest.mark.parametrize(
    ("resources", "told"),
    [
        pytest.param(None, [], id="none"),
        pytest.param([], [], id="an empty list"),
        pytest.param({"a": 5}, ["passed over resources.a: no resource"], id="a number with a name"),
        pytest.param(5, ["resources: is neither a list nor an object"], id="a number"),
        pytest.param("[variables('a')]", ["resources: is neither a list nor an object"], id="an expression"),
    ],
)
def test_resources_that_are_none_hold_nothing(resources: object, told: list[str]) -> None:
    template = {"$schema": SCHEMA, "resources": resources}

    assert (found_in(template), told_in(template)) == ([], told)


def test_a_collection_keeps_what_is_known_if_its_resources_are_none() -> None:
    template = a_template(a_collection(resources=5))

    assert only_collection(template).faults == ()
    assert told_in(template) == ["resources[0].resources: is neither a list nor an object"]


WRONG: Final[list[Any]] = [5, 1.5, True, "a", "[", "[]", [], [5], {}, {"a": {"b": "[c()]"}}, None]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_no_wrong_type_raises(wrong: object) -> None:
    keys = ["name", "type", "location", "tags", "sku", "properties", "condition", "copy", "resources"]
    children = [{"type": "jobs", "name": "j", key: wrong} for key in keys]
    resources = [{**resource, key: wrong} for key in keys for resource in (a_job(), a_collection())]
    using = a_job(properties={"a": "[parameters('a')]", "b": "[variables('b').c]"})
    template = a_template(*resources, a_collection(resources=children), using)

    found = found_in({**template, "parameters": wrong, "variables": wrong}, {"b": wrong})
    found += found_in({**template, "parameters": {"a": wrong}, "variables": {"b": wrong}}, {"a": wrong})

    assert len(found) > 20
    assert all(json.dumps(each.properties) for each in found if isinstance(each, FoundJob))
    assert all(json.dumps(each.body) for each in found if isinstance(each, FoundCollection))
