"""Nested deployments: whose values count in them, and where their jobs belong."""

from typing import Final

import pytest

from migrate.found import FoundCollection, FoundJob, Json, Names
from shared.domain.errors import Fault
from tests.migrate.forms.template.templates import (
    HERE,
    SCHEMA,
    a_collection,
    a_deployment,
    a_job,
    a_template,
    all_in,
    found_in,
    only_job,
    told_in,
)

NAMED: Final = a_job(name="[concat('c/', parameters('a'))]", properties={"v": "[variables('b')]"})
VALUES: Final = {"parameters": {"a": {"defaultValue": "inner"}}, "variables": {"b": "inner"}}


@pytest.mark.parametrize(
    ("scope", "name", "value"),
    [
        pytest.param(None, "outer", "outer", id="the outer scope, unless told otherwise"),
        pytest.param("Outer", "outer", "outer", id="the outer scope"),
        pytest.param("NotSpecified", "outer", "outer", id="no scope"),
        pytest.param("inner", "inner", "inner", id="a scope of its own"),
        pytest.param("[toUpper('inner')]", "inner", "inner", id="a scope that is an expression"),
    ],
)
def test_a_scope_decides_whose_values_count(scope: str | None, name: str, value: str) -> None:
    outside = {"parameters": {"a": {"defaultValue": "outer"}}, "variables": {"b": "outer"}}

    job = only_job(a_template(a_deployment(a_template(NAMED, **VALUES), scope=scope), **outside))

    assert (job.names.job, job.properties, job.faults) == (name, {"v": value}, ())
    assert job.origin.place == "resources[0].properties.template.resources[0]"


@pytest.mark.parametrize(
    ("passed", "defined", "expected"),
    [
        pytest.param({"a": {"value": "plain"}}, {}, "plain", id="a value"),
        pytest.param({"A": {"Value": "plain"}}, {}, "plain", id="in any case"),
        pytest.param({"a": {"value": "[parameters('given')]"}}, {}, "[from outside]", id="from outside"),
        pytest.param({"a": {"value": ["[variables('v')]"]}}, {}, ["outer"], id="an array"),
        pytest.param({"a": {"value": "plain"}}, {"defaultValue": "b"}, "plain", id="before the default"),
        pytest.param({}, {"defaultValue": "[toUpper('b')]"}, "B", id="the default, inside"),
        pytest.param({"a": {"value": None}}, {"defaultValue": "b"}, "b", id="null counts as missing"),
        pytest.param({"a": {"value": "[null()]"}}, {"defaultValue": "b"}, "b", id="so does null()"),
        pytest.param({"a": {"value": None}}, {"nullable": True}, None, id="a parameter that may be null"),
    ],
)
def test_a_deployment_passes_parameters(passed: Json, defined: Json, expected: object) -> None:
    nested = a_template(a_job(properties={"v": "[parameters('a')]"}), parameters={"a": defined})
    template = a_template(a_deployment(nested, scope="inner", parameters=passed), variables={"v": "outer"})

    job = only_job(template, {"given": "[from outside]", "a": "of no use here"})

    assert (job.properties, job.faults) == ({"v": expected}, ())


@pytest.mark.parametrize(
    ("passed", "reason"),
    [
        pytest.param(
            {},
            "parameter 'a' has no value: the deployment that holds the template gives it none",
            id="none is passed",
        ),
        pytest.param(
            {"a": {"reference": {"keyVault": {"id": "x"}, "secretName": "hunter2"}}},
            "parameter 'a' is in a key vault",
            id="in a key vault",
        ),
        pytest.param(
            {"a": {"value": "[parameters('none')]"}},
            "parameter 'none' has no value: give it in a parameters file",
            id="from outside, where it has none",
        ),
        pytest.param({"a": {"value": "[copyIndex()]"}}, "copyIndex", id="unresolved"),
        pytest.param({"a": 5}, "gives it none", id="a number"),
    ],
)
def test_a_parameter_without_a_value_is_a_fault_and_a_secret_is_missing(passed: Json, reason: str) -> None:
    authentication = {"type": "Basic", "password": "[parameters('a')]"}
    properties = {"v": "[parameters('a')]", "authentication": authentication}
    nested = a_template(a_job(properties=properties), parameters={"a": {"type": "secureString"}})

    job = only_job(a_template(a_deployment(nested, scope="inner", parameters=passed)))

    assert job.properties == {"authentication": {"type": "Basic"}}
    assert [fault.path for fault in job.faults] == ["properties.v"]
    assert reason in job.faults[0].rule
    assert job.notes == (f"properties.authentication.password: {job.faults[0].rule}",)
    assert "hunter2" not in str(all_in(a_template(a_deployment(nested, scope="inner", parameters=passed))))


@pytest.mark.parametrize(
    ("values", "names"),
    [
        pytest.param({}, Names(), id="where the outer one goes"),
        pytest.param({"resourceGroup": "g"}, Names(resource_group="g"), id="a resource group"),
        pytest.param(
            {"resourceGroup": "[concat('g', 1)]", "subscriptionId": "[subscription().subscriptionId]"},
            Names(subscription="sub-1", resource_group="g1"),
            id="expressions",
        ),
        pytest.param({"subscriptionId": "s"}, Names(subscription="s"), id="a subscription"),
        pytest.param({"resourceGroup": ""}, Names(), id="an empty name"),
    ],
)
def test_a_deployment_says_where_its_jobs_belong(values: Json, names: Names) -> None:
    nested = a_template(a_collection(), a_job())

    collection, job = found_in(a_template(a_deployment(nested, **values)), defaults=HERE)

    assert collection.names == Names(
        subscription=names.subscription, resource_group=names.resource_group, collection="c"
    )
    assert job.names == Names(
        subscription=names.subscription, resource_group=names.resource_group, collection="c", job="j"
    )


@pytest.mark.parametrize(
    ("scope", "expected"),
    [("inner", "g in sub-1, West US"), ("outer", "group-1 in sub-1, West US")],
    ids=["the target of the deployment, inside", "the target of the outer template"],
)
def test_a_scope_decides_which_resource_group_is_meant(scope: str, expected: str) -> None:
    target = "resourceGroup().name, subscription().subscriptionId, resourceGroup().location"
    written = f"[format('{{0}} in {{1}}, {{2}}', {target})]"
    nested = a_template(a_job(properties={"v": written}))

    (job,) = found_in(a_template(a_deployment(nested, scope=scope, resourceGroup="g")), defaults=HERE)

    assert isinstance(job, FoundJob)
    assert job.properties == {"v": expected}


def test_deployments_in_deployments_pass_on_where_they_go() -> None:
    innermost = a_deployment(a_template(a_job()), scope="inner")
    middle = a_deployment(a_template(innermost, a_deployment(a_template(a_job()), subscriptionId="t")))

    outer = a_deployment(a_template(middle), subscriptionId="s", resourceGroup="g")

    assert [(job.names.subscription, job.names.resource_group) for job in found_in(a_template(outer))] == [
        ("s", "g"),
        ("t", None),
    ]


def test_a_name_that_only_the_command_line_knows_is_asked_for() -> None:
    template = a_template(a_deployment(a_template(a_job()), resourceGroup="[resourceGroup().name]"))

    assert (found_in(template), told_in(template)) == (
        [],
        ["resources[0]: resourceGroup: needs --resource-group"],
    )


@pytest.mark.parametrize("scope", ["inner", "outer"])
def test_a_deployment_may_stand_in_a_loop(scope: str) -> None:
    written = "[concat('c/', parameters('a'))]" if scope == "inner" else "[concat('c/', copyIndex(1))]"
    nested = a_template(a_job(name=written), parameters={"a": {"type": "int"}})
    loop = {"name": "loop", "count": 2}

    found = found_in(
        a_template(
            a_deployment(
                nested, scope=scope, copy=loop, parameters={"a": {"value": "[copyIndex('loop', 1)]"}}
            )
        )
    )

    assert [job.names.job for job in found] == ["1", "2"]
    assert found[1].origin.place == "resources[0] (copyIndex 1).properties.template.resources[0]"


def test_a_scope_of_its_own_sees_no_loop_around_it() -> None:
    nested = a_template(a_job(properties={"v": "[copyIndex()]"}))

    job = only_job(a_template(a_deployment(nested, scope="inner", copy={"name": "loop", "count": 1})))

    reason = "the function copyIndex is not inside the copy loop that it means"
    assert job.faults == (Fault("properties.v", reason),)


def test_a_deployment_may_stand_in_a_collection() -> None:
    nested = a_template(a_job(), {"type": "jobs", "name": "short"})
    template = a_template(a_collection(name="d", resources=[a_deployment(nested)]))

    _, job = found_in(template)

    assert job.names == Names(collection="c", job="j")
    assert told_in(template) == [
        "passed over resources[0].resources[0].properties.template.resources[1]: jobs"
    ]


def test_templates_with_symbolic_names_nest_too() -> None:
    nested = {"$schema": SCHEMA, "languageVersion": "2.0", "resources": {"nightly": a_job()}}
    template = {"$schema": SCHEMA, "languageVersion": "2.0", "resources": {"module": a_deployment(nested)}}

    assert only_job(template).origin.place == "resources.module.properties.template.resources.nightly"


def test_functions_of_a_nested_template_are_its_own() -> None:
    def functions(text: str) -> list[Json]:
        return [{"namespace": "n", "members": {"f": {"output": {"type": "string", "value": text}}}}]

    job = a_job(properties={"v": "[n.f()]"})
    inner = a_deployment(a_template(job, functions=functions("inner")), scope="inner")
    outer = a_deployment(a_template(job, functions=functions("inner")))

    found = found_in(a_template(inner, outer, functions=functions("outer")))

    assert [one.properties for one in found if isinstance(one, FoundJob)] == [{"v": "inner"}, {"v": "outer"}]


def test_a_made_up_name_is_noted_and_a_made_up_address_keeps_a_job_disabled() -> None:
    made_up = "holds a value of uniqueString, which is made up here and differs from Azure's"
    unique = "[concat('x', uniqueString('a'))]"
    job = a_job(name="[concat('c/', parameters('a'))]", properties={"uri": "[parameters('a')]"})
    nested = a_template(a_collection(name="[parameters('a')]"), job, parameters={"a": {}})

    collection, found = found_in(
        a_template(
            a_deployment(nested, scope="inner", parameters={"a": {"value": unique}}, resourceGroup=unique)
        )
    )

    assert isinstance(collection, FoundCollection)
    assert collection.notes == (f"resourceGroup {made_up}", f"name {made_up}")
    assert isinstance(found, FoundJob)
    assert found.notes == (f"resourceGroup {made_up}", f"name {made_up}")
    assert found.lost == (f"properties {made_up}",)
