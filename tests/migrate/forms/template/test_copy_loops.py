"""Copy loops of templates: of resources, of properties and of variables."""

from typing import Any, Final

import pytest

from migrate.found import FoundJob, Json
from shared.domain.errors import Fault
from tests.migrate.forms.template.templates import (
    COLLECTION,
    JOB,
    a_collection,
    a_deployment,
    a_job,
    a_template,
    all_in,
    found_in,
    only_job,
    told_in,
)

NOT_A_COUNT: Final = "the count of a copy loop is not a whole number from 0 to 800"


def a_loop(count: object = 3, **values: object) -> Json:
    return {"name": "Loop", "count": count, **values}


def names_in(template: Json) -> list[str]:
    return [f"{one.names.collection}/{one.names.job}" for one in found_in(template)]


@pytest.mark.parametrize(
    ("written", "names"),
    [
        pytest.param("[copyIndex()]", ["c/0", "c/1", "c/2"], id="from 0"),
        pytest.param("[copyIndex(1)]", ["c/1", "c/2", "c/3"], id="with an offset"),
        pytest.param("[copyIndex('loop')]", ["c/0", "c/1", "c/2"], id="by name, in any case"),
        pytest.param("[copyIndex('loop', 10)]", ["c/10", "c/11", "c/12"], id="by name with an offset"),
        pytest.param("[variables('hours')[copyIndex()]]", ["c/6", "c/12", "c/18"], id="as an index"),
        pytest.param("[padLeft(copyIndex(1), 3, '0')]", ["c/001", "c/002", "c/003"], id="padded"),
    ],
)
def test_a_loop_makes_a_job_for_each_turn(written: str, names: list[str]) -> None:
    name = f"[concat('c/', {written[1:-1]})]"
    template = a_template(a_job(name=name, copy=a_loop()), variables={"hours": [6, 12, 18]})

    assert names_in(template) == names
    assert [one.faults for one in found_in(template)] == [()] * 3


def test_each_turn_has_its_place() -> None:
    template = a_template(a_collection(), a_job(name="[concat('c/', copyIndex())]", copy=a_loop(2)))

    places = [one.origin.place for one in found_in(template)]

    assert places == ["resources[0]", "resources[1] (copyIndex 0)", "resources[1] (copyIndex 1)"]


@pytest.mark.parametrize(
    ("count", "made"),
    [
        pytest.param(1, 1, id="one"),
        pytest.param("[length(variables('list'))]", 2, id="the length of an array"),
        pytest.param(800, 800, id="as many as ARM makes"),
    ],
)
def test_a_count_may_be_computed(count: object, made: int) -> None:
    job = a_job(name="[format('c/{0}', copyIndex())]", copy=a_loop(count, mode="serial", batchSize=2))

    assert len(found_in(a_template(job, variables={"list": ["a", "b"]}))) == made


@pytest.mark.parametrize(
    ("loop", "reason"),
    [
        pytest.param(a_loop(-1), NOT_A_COUNT, id="less than nothing"),
        pytest.param(a_loop(801), NOT_A_COUNT, id="more than ARM makes"),
        pytest.param(a_loop(10**30), NOT_A_COUNT, id="a huge count"),
        pytest.param(a_loop(True), NOT_A_COUNT, id="true"),
        pytest.param(a_loop("3"), NOT_A_COUNT, id="a text"),
        pytest.param(a_loop(None), NOT_A_COUNT, id="none"),
        pytest.param(a_loop(1.5), NOT_A_COUNT, id="a fraction"),
        pytest.param(
            a_loop("[parameters('many')]"),
            "the count of a copy loop: parameter 'many' has no value: give it in a parameters file",
            id="unresolved",
        ),
        pytest.param(
            a_loop("[copyIndex()]"),
            "the count of a copy loop: the function copyIndex is not inside the copy loop that it means",
            id="its own index",
        ),
        pytest.param({"count": 3}, "a copy loop has no name", id="no name"),
        pytest.param({"name": 5, "count": 3}, "a copy loop has no name", id="a name that is a number"),
        pytest.param(5, "a copy loop has no name", id="a number"),
        pytest.param([a_loop()], "a copy loop has no name", id="a list"),
    ],
)
@pytest.mark.parametrize("resource", [a_job(), a_collection(), a_deployment(a_template(a_job()))])
def test_a_loop_that_cannot_be_read_is_told_with_its_place(resource: Json, loop: object, reason: str) -> None:
    template = a_template({**resource, "copy": loop})

    assert (found_in(template), told_in(template)) == ([], [f"resources[0]: copy: {reason}"])


def test_a_loop_that_makes_none_is_named() -> None:
    template = a_template(a_job(copy=a_loop(0)), a_collection(copy=a_loop("[length(createArray())]")))

    assert found_in(template) == []
    assert told_in(template) == [
        f"passed over resources[0]: {JOB} is not deployed: its copy loop makes none",
        f"passed over resources[1]: {COLLECTION} is not deployed: its copy loop makes none",
    ]


def test_a_loop_of_another_type_is_passed_over_as_a_whole() -> None:
    site = {"type": "Microsoft.Web/sites", "copy": {"name": "a", "count": "[utcNow()]"}}

    assert told_in(a_template(site)) == ["passed over resources[0]: Microsoft.Web/sites"]


def test_a_condition_counts_for_each_turn() -> None:
    job = a_job(name="[format('c/{0}', copyIndex())]", copy=a_loop(), condition="[equals(copyIndex(), 1)]")

    assert names_in(a_template(job)) == ["c/1"]


def test_a_loop_of_collections_holds_jobs_and_loops() -> None:
    child = {
        "type": "jobs",
        "name": "[format('j{0}{1}', copyIndex('outer'), copyIndex())]",
        "copy": a_loop(2),
    }
    outer = {"name": "outer", "count": 2}

    template = a_template(a_collection(name="[format('c{0}', copyIndex())]", copy=outer, resources=[child]))

    jobs = [
        f"{one.names.collection}/{one.names.job}" for one in found_in(template) if isinstance(one, FoundJob)
    ]
    assert jobs == ["c0/j00", "c0/j01", "c1/j10", "c1/j11"]
    assert found_in(template)[2].origin.place == "resources[0] (copyIndex 0).resources[0] (copyIndex 1)"


def properties_of(properties: object, **sections: object) -> Json:
    job = only_job(a_template(a_job(properties=properties), **sections))
    assert job.faults == ()
    return job.properties


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        pytest.param(
            {"copy": [{"name": "hours", "count": 3, "input": "[mul(copyIndex('hours'), 6)]"}], "a": 1},
            {"hours": [0, 6, 12], "a": 1},
            id="beside others",
        ),
        pytest.param(
            {"a": {"Copy": [{"Name": "b", "Count": 2, "Input": {"x": "[copyIndex('B', 1)]"}}]}},
            {"a": {"b": [{"x": 1}, {"x": 2}]}},
            id="further in, of objects, in any case",
        ),
        pytest.param(
            {"copy": [{"name": "a", "count": 0, "input": 1}, {"name": "b", "count": 1, "input": 2}]},
            {"a": [], "b": [2]},
            id="none, and several loops",
        ),
        pytest.param(
            {
                "copy": [
                    {
                        "name": "a",
                        "count": 2,
                        "input": {
                            "copy": [
                                {
                                    "name": "b",
                                    "count": "[copyIndex('a', 1)]",
                                    "input": "[add(mul(copyIndex('a'), 10), copyIndex('b'))]",
                                }
                            ]
                        },
                    }
                ]
            },
            {"a": [{"b": [0]}, {"b": [10, 11]}]},
            id="loops in loops",
        ),
        pytest.param({"headers": {"copy": "a text"}}, {"headers": {"copy": "a text"}}, id="no loop"),
    ],
)
def test_a_loop_of_properties_makes_an_array(properties: Json, expected: Json) -> None:
    assert properties_of(properties) == expected


def test_a_loop_of_properties_stands_in_a_loop_of_resources() -> None:
    minutes = {"name": "minutes", "count": 2, "input": "[add(copyIndex(), copyIndex('minutes', 10))]"}
    job = a_job(name="[format('c/{0}', copyIndex())]", copy=a_loop(2), properties={"copy": [minutes]})

    found = found_in(a_template(job))

    assert [one.properties for one in found if isinstance(one, FoundJob)] == [
        {"minutes": [10, 11]},
        {"minutes": [11, 12]},
    ]


@pytest.mark.parametrize(
    ("loop", "fault"),
    [
        pytest.param(
            {"name": "hours", "count": "[utcNow()]"},
            Fault("properties.hours", "the count of a copy loop: the function utcNow is not understood"),
            id="unresolved",
        ),
        pytest.param({"name": "hours", "count": 801}, Fault("properties.hours", NOT_A_COUNT), id="too many"),
        pytest.param(5, Fault("properties.copy", "a copy loop has no name"), id="a number"),
        pytest.param({"count": 1}, Fault("properties.copy", "a copy loop has no name"), id="no name"),
        pytest.param(
            {"name": "hours", "count": 1, "input": "[copyIndex()]"},
            Fault("properties.hours[0]", "the function copyIndex is not inside the copy loop that it means"),
            id="copyIndex without a name means the loop of the resource",
        ),
        pytest.param(
            {"name": "hours", "count": 1, "input": "[copyIndex('other')]"},
            Fault("properties.hours[0]", "the function copyIndex is not inside the copy loop that it means"),
            id="the name of no loop",
        ),
        pytest.param(
            {"name": "hours", "count": 1, "input": "[copyIndex('hours', 1, 2)]"},
            Fault("properties.hours[0]", "the function copyIndex is given too many or too few arguments"),
            id="too many arguments",
        ),
        pytest.param(
            {"name": "hours", "count": 1, "input": "[copyIndex('hours', 'a')]"},
            Fault("properties.hours[0]", "the function copyIndex takes whole numbers"),
            id="an offset that is a text",
        ),
    ],
)
def test_a_loop_of_properties_that_cannot_be_read_is_a_fault(loop: object, fault: Fault) -> None:
    job = only_job(a_template(a_job(properties={"copy": [loop]})))

    assert job.faults == (fault,)


@pytest.mark.parametrize(
    ("variables", "written", "expected"),
    [
        pytest.param(
            {"copy": [{"name": "Names", "count": 2, "input": "[format('n{0}', copyIndex('names'))]"}]},
            "[variables('names')]",
            ["n0", "n1"],
            id="a variable",
        ),
        pytest.param(
            {"one": {"copy": [{"name": "two", "count": 2, "input": "[copyIndex('two')]"}], "three": 3}},
            "[variables('one')]",
            {"two": [0, 1], "three": 3},
            id="inside a variable",
        ),
        pytest.param(
            {
                "list": ["x", "y"],
                "copy": [
                    {
                        "name": "both",
                        "count": "[length(variables('list'))]",
                        "input": "[variables('list')[copyIndex('both')]]",
                    }
                ],
            },
            "[join(variables('both'), '+')]",
            "x+y",
            id="of other variables",
        ),
        pytest.param({"copy": "plain"}, "[variables('copy')]", "plain", id="a variable called copy"),
        pytest.param({"copy": [5], "a": 1}, "[variables('a')]", 1, id="a loop that is a number"),
    ],
)
def test_a_loop_of_variables_makes_an_array(variables: Json, written: str, expected: object) -> None:
    assert properties_of({"a": written}, variables=variables) == {"a": expected}


def test_a_loop_of_variables_that_cannot_be_read_is_a_fault_where_it_is_used() -> None:
    variables = {"copy": [{"name": "a", "count": -1}, {"name": "b", "count": 1, "input": "[variables('b')]"}]}
    properties = {"a": "[variables('a')]", "b": "[variables('b')[0]]"}

    job = only_job(a_template(a_job(properties=properties), variables=variables))

    assert job.faults == (
        Fault("properties.a", NOT_A_COUNT),
        Fault("properties.b", "variable 'b' refers to itself"),
    )


def test_variables_do_not_see_the_loop_of_a_resource() -> None:
    job = a_job(name="[concat('c/', variables('late'))]", copy=a_loop(2))

    found = found_in(a_template(job, variables={"late": "[copyIndex()]"}))

    reason = "the function copyIndex is not inside the copy loop that it means"
    assert [one.faults for one in found] == [(Fault("name", reason),)] * 2


def loops_in(depth: int, input: object) -> Any:
    for level in range(depth):
        input = {"copy": [{"name": f"level{level}", "count": 800, "input": input}]}
    return input


@pytest.mark.parametrize("input", ["[copyIndex('level0')]", 1], ids=["an expression", "a number"])
@pytest.mark.parametrize("where", ["properties", "variables"])
def test_loops_in_loops_of_properties_come_to_an_end(where: str, input: object) -> None:
    loops = loops_in(4, input)
    properties = loops if where == "properties" else {"a": "[variables('a')]"}

    job = only_job(a_template(a_job(properties=properties), variables={"a": loops}))

    assert any("10,000,000 characters" in fault.rule or "100,000" in fault.rule for fault in job.faults)


def test_loops_in_loops_of_resources_come_to_an_end() -> None:
    template = a_template(a_job(name="[format('c/{0}', copyIndex())]", copy=a_loop(800)))
    for level in range(3):
        template = a_template(a_deployment(template, copy={"name": f"level{level}", "count": 800}))

    *found, last = all_in(template)

    assert len(found) < 10_000
    assert str(last.origin).startswith("a.json, resources[0] (copyIndex 0).properties.template.resources[0]")
    assert "more than 10,000 resources, or very large ones: the rest is not read" in str(last)


def test_long_values_in_a_loop_come_to_an_end() -> None:
    job = a_job(name="[concat('c/', copyIndex(), variables('long'))]", copy=a_loop(800))

    found = found_in(a_template(job, variables={"long": "x" * 90_000}))

    assert len(found) == 800
    assert "10,000,000 characters" in found[-1].faults[0].rule
