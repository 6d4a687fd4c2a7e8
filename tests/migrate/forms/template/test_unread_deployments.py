"""Deployments that are linked, left out or wrong: told with their place, never lost, at a bounded cost."""

from typing import Any, Final

import pytest

from migrate.found import Json
from tests.migrate.forms.template.templates import (
    DEPLOYMENT,
    a_deployment,
    a_job,
    a_template,
    all_in,
    found_in,
    told_in,
)


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
