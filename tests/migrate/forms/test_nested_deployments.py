"""Templates inside templates: inline ones are read, linked ones are named."""

import json
from typing import Any, Final

import pytest

from migrate.found import Defaults, FoundCollection, FoundJob, Json, Names
from shared.domain.errors import Fault
from tests.migrate.exports import FILES
from tests.migrate.forms.templates import (
    DEPLOYMENT,
    JOB,
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

HERE: Final = Defaults(subscription="sub-1", resource_group="group-1", location="West US")
NAMED: Final = a_job(name="[concat('c/', parameters('a'))]", properties={"v": "[variables('b')]"})
VALUES: Final = {"parameters": {"a": {"defaultValue": "inner"}}, "variables": {"b": "inner"}}


def stored(name: str) -> Json:
    document: Json = json.loads((FILES / name).read_text(encoding="utf-8"))
    return document


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


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        pytest.param(
            False,
            f"passed over resources[0]: {DEPLOYMENT} is not deployed: its condition is false",
            id="false",
        ),
        pytest.param(
            "[parameters('on')]",
            "resources[0]: condition: parameter 'on' has no value: give it in a parameters file",
            id="unresolved",
        ),
        pytest.param("yes", "resources[0]: condition: is not true or false", id="a text"),
    ],
)
def test_a_condition_holds_for_what_is_inside(condition: object, told: str) -> None:
    template = a_template(a_deployment(a_template(a_job()), condition=condition))

    assert (found_in(template), told_in(template)) == ([], [told])


@pytest.mark.parametrize(
    ("link", "told"),
    [
        pytest.param(
            {"uri": "https://example.com/jobs.json", "contentVersion": "1.0.0.0"},
            "https://example.com/jobs.json",
            id="an address",
        ),
        pytest.param(
            {"uri": "https://user:hunter2@example.com/jobs.json?sv=1&sig=hunter2#hunter2"},
            "https://example.com/jobs.json",
            id="without what opens it",
        ),
        pytest.param(
            {"uri": "[concat('https://example.com/jobs.json', parameters('token'))]"},
            "https://example.com/jobs.json",
            id="an expression",
        ),
        pytest.param(
            {"uri": "https://example.com/jobs.jsonsig=hunter2"}, "https://example.com/jobs.jsonsig", id="odd"
        ),
        pytest.param({"relativePath": "nested/jobs.json"}, "nested/jobs.json", id="a path"),
        pytest.param(
            {"id": "/subscriptions/s/x/versions/1.0"}, "/subscriptions/s/x/versions/1.0", id="a spec"
        ),
        pytest.param(
            {"uri": "[uri(deployment().properties.templateLink.uri, 'jobs.json')]"},
            "the linked template (the function deployment is not understood)",
            id="unresolved",
        ),
        pytest.param(5, "the linked template", id="a number"),
        pytest.param({"uri": {"a": "[utcNow()]"}}, "the linked template", id="an object"),
    ],
)
def test_a_linked_template_is_named_and_cannot_be_imported(link: object, told: str) -> None:
    deployment = {"type": DEPLOYMENT, "name": "linked", "properties": {"templateLink": link}}
    template = a_template(deployment, parameters={"token": {"defaultValue": "?sig=hunter2"}})

    assert found_in(template) == []
    rule = f"{told} is not read: import that template by itself"
    assert told_in(template) == [f"resources[0]: properties.templateLink: {rule}"]


@pytest.mark.parametrize(
    ("properties", "told"),
    [
        pytest.param(None, "properties.template: is required", id="no properties"),
        pytest.param(5, "properties.template: is required", id="properties that are a number"),
        pytest.param({}, "properties.template: is required", id="no template"),
        pytest.param(
            {"template": "[variables('t')]"}, "properties.template: is not written out", id="computed"
        ),
        pytest.param({"template": []}, "properties.template: is not written out", id="a list"),
        pytest.param(
            {"template": {}, "expressionEvaluationOptions": {"scope": "both"}},
            "properties.expressionEvaluationOptions.scope: is neither inner nor outer",
            id="another scope",
        ),
        pytest.param(
            {"template": {}, "expressionEvaluationOptions": {"scope": "[utcNow()]"}},
            "properties.expressionEvaluationOptions.scope: is neither inner nor outer",
            id="a scope that cannot be told",
        ),
        pytest.param(
            {
                "template": {},
                "expressionEvaluationOptions": {"scope": "inner"},
                "parameters": "[variables('x')]",
            },
            "properties.parameters: is not an object",
            id="parameters that are computed",
        ),
        pytest.param(
            {
                "template": {},
                "expressionEvaluationOptions": {"scope": "inner"},
                "parametersLink": {"uri": "https://example.com/?sig=hunter2"},
            },
            "properties.parametersLink: of the template are in another file: write them out",
            id="parameters in another file",
        ),
    ],
)
def test_a_deployment_that_cannot_be_read_is_told(properties: object, told: str) -> None:
    template = a_template({"type": DEPLOYMENT, "name": "nested", "properties": properties})

    assert told_in(template) == [f"resources[0]: {told}"]


def test_what_a_nested_template_holds_beside_jobs_is_named() -> None:
    nested = a_template({"type": "Microsoft.Web/sites"}, outputs={"a": {"value": "[utcNow()]"}})

    told = told_in(a_template(a_deployment(nested), a_deployment({"resources": 5})))

    assert told == [
        "passed over resources[0].properties.template.resources[0]: Microsoft.Web/sites",
        "resources[1].properties.template.resources: is neither a list nor an object",
    ]


@pytest.mark.parametrize(("levels", "found"), [(10, 1), (11, 0), (200, 0)])
def test_deployments_nest_ten_deep(levels: int, found: int) -> None:
    template = a_template(a_job())
    for _ in range(levels):
        template = a_template(a_deployment(template, scope="inner"))

    assert len(found_in(template)) == found
    assert (
        "properties.template: is nested deeper than 10 deployments" in str(told_in(template))
    ) is not found


@pytest.mark.parametrize("where", ["variables", "parameters", "resource"])
def test_a_large_template_in_a_loop_comes_to_an_end(where: str) -> None:
    many: Json = {f"k{number}": {} for number in range(20_000)}
    nested = a_template(
        a_job(**many) if where == "resource" else a_job(), **({where: many} if where != "resource" else {})
    )
    deployment = a_deployment(nested, scope="inner", copy={"name": "loop", "count": 800})

    told = told_in(a_template(deployment))

    assert len(found_in(a_template(deployment))) <= 800
    assert bool(told) is (where == "resource")


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


def test_a_module_of_bicep_with_loops_is_read() -> None:
    collection, berlin, lyon = found_in(stored("template-nested.json"), {"apikey": "made-up"}, HERE)

    assert isinstance(collection, FoundCollection)
    assert (collection.names, collection.faults) == (Names(collection="shop-jobs"), ())
    assert collection.body == {"location": "West US", "properties": {"sku": {"name": "Standard"}}}
    assert isinstance(berlin, FoundJob)
    assert (berlin.names, berlin.faults) == (Names(collection="shop-jobs", job="berlin"), ())
    assert berlin.properties["recurrence"]["schedule"] == {"hours": [8, 12], "minutes": [0, 30]}
    assert isinstance(lyon, FoundJob)
    assert lyon.origin.place == "resources[2] (copyIndex 1).properties.template.resources[0]"
    assert lyon.properties == {
        "action": {
            "type": "Https",
            "request": {
                "uri": "https://lyon.example.com/stock",
                "method": "POST",
                "authentication": {"type": "Basic", "username": "stock", "password": "made-up"},
            },
        },
        "recurrence": {
            "frequency": "Day",
            "interval": 1,
            "schedule": {"hours": [8, 12, 16], "minutes": [0, 30]},
        },
    }
    assert told_in(stored("template-nested.json"), HERE) == [
        "passed over resources[0]: Microsoft.Insights/components"
    ]


def test_a_template_of_the_portal_with_an_outer_scope_is_read() -> None:
    collection, shop, intranet = found_in(stored("template-nested-outer.json"))

    target = {"subscription": "0b1c2d3e-0000-4000-8000-000000000001", "resource_group": "jobs-rg"}
    assert isinstance(collection, FoundCollection)
    assert collection.names == Names(**target, collection="ops")
    assert collection.body["properties"] == {"sku": {"name": "Standard"}, "state": "Enabled"}
    assert isinstance(shop, FoundJob)
    assert shop.names == Names(**target, collection="ops", job="probe-shop")
    assert shop.properties["recurrence"] == {"frequency": "Minute", "interval": 5}
    assert isinstance(intranet, FoundJob)
    assert intranet.properties["action"]["request"]["uri"] == "https://intranet.example.com/health"
    inside = "resources[0].properties.template.resources"
    assert intranet.origin.place == f"{inside}[0].resources[0] (copyIndex 1)"
    assert told_in(stored("template-nested-outer.json")) == [
        f"passed over {inside}[1]: {JOB} is not deployed: its condition is false"
    ]


WRONG: Final[list[Any]] = [
    5,
    1.5,
    True,
    "a",
    "[",
    "[]",
    "[copyIndex()]",
    [],
    [5],
    {},
    {"a": {"b": "[c()]"}},
    None,
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_no_wrong_type_raises(wrong: object) -> None:
    keys = ["type", "name", "condition", "copy", "resourceGroup", "subscriptionId", "properties", "existing"]
    inner = [
        "template",
        "parameters",
        "expressionEvaluationOptions",
        "templateLink",
        "parametersLink",
        "mode",
    ]
    whole = a_deployment(a_template(a_job()), scope="inner", parameters={"a": {"value": 1}})
    sections = [
        {**a_template(a_job()), key: wrong} for key in ("resources", "parameters", "variables", "functions")
    ]
    loops = [
        {"name": wrong, "count": 1},
        {"name": "a", "count": wrong},
        {"name": "a", "count": 1, "input": wrong},
    ]
    resources = [
        *({**whole, key: wrong} for key in keys),
        *({**whole, "properties": {**whole["properties"], key: wrong}} for key in inner),
        *(a_deployment(template, scope="inner", parameters={"a": wrong}) for template in sections),
        *(a_job(copy=loop, properties={"copy": [loop]}) for loop in loops),
    ]

    found = all_in(a_template(*resources))

    assert len(found) >= len(resources) - 2  # no resources, and none in a template
    assert all(str(one) for one in found)
