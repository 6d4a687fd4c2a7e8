from collections.abc import Iterator
from typing import Any

import pytest

from migrate.forms.terraform.form import read
from migrate.found import FoundJob, Names, Origin
from shared.domain.errors import Fault
from tests.migrate.forms.terraform.files import STATES, document, read_collection, read_job, state_of, web


def test_names_that_are_not_attributes_are_taken_from_the_id() -> None:
    id = "/subscriptions/s1/resourceGroups/rg/providers/Microsoft.Scheduler/jobCollections/c/jobs/j"

    assert read_job(id=id).names == Names(subscription="s1", resource_group="rg", collection="c", job="j")


def test_an_id_of_something_else_says_nothing() -> None:
    assert read_job(id="/subscriptions/s1/resourceGroups/rg", name="j").names == Names(job="j")


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        pytest.param("-7", -7, id="a number stays what it is, for the parser to refuse"),
        pytest.param("1.5", "1.5", id="no whole number"),
        pytest.param("often", "often", id="no number"),
        pytest.param("\u0669", "\u0669", id="no ASCII digit"),
        pytest.param("9" * 5000, "9" * 5000, id="longer than Python reads"),
        pytest.param(True, True, id="a boolean"),
        pytest.param([1], [1], id="a list"),
    ],
)
def test_a_text_becomes_a_number_only_if_it_is_one(interval: object, expected: object) -> None:
    job = read_job(action_web=web(), recurrence=[{"frequency": "hour", "interval": interval}])

    assert job.properties["recurrence"]["interval"] == expected


@pytest.mark.parametrize("unset", [None, "", 0, "0", []], ids=repr)
def test_a_value_that_is_not_set_is_absent(unset: object) -> None:
    job = read_job(
        action_web=web(),
        retry=[{"interval": "00:01:00", "count": unset}],
        recurrence=[{"frequency": "hour", "interval": unset, "count": unset}],
    )

    assert job.properties["action"]["retryPolicy"] == {"retryType": "fixed", "retryInterval": "00:01:00"}
    assert job.properties["recurrence"] == {"frequency": "hour"}


def test_an_audience_that_is_given_is_kept() -> None:
    directory = {
        "tenant_id": "t",
        "client_id": "c",
        "secret": "made-up",
        "audience": "https://a.example.com/",
    }

    job = read_job(action_web=web(authentication_active_directory=[directory]))

    assert job.properties["action"]["request"]["authentication"]["audience"] == "https://a.example.com/"


def test_the_newer_name_of_a_quota_goes_before_the_older() -> None:
    quota = {"max_recurrence_frequency": "day", "max_recurrence_interval": 2, "max_retry_interval": 3}

    collection = read_collection(name="c", quota=[quota])

    assert collection.body["properties"]["quota"] == {"maxRecurrence": {"frequency": "day", "interval": 2}}


def test_a_job_without_action_is_refused_with_its_reason() -> None:
    job = read_job(name="bus", action_web=[], action_storage_queue=[], retry=[])

    assert job.names == Names(job="bus")
    assert job.faults == (
        Fault(
            "action",
            "is missing: the provider knew web and storage queue actions only, "
            "so a Service Bus job must come from another export",
        ),
    )


@pytest.mark.parametrize(
    ("attributes", "fault"),
    [
        pytest.param({"action_web": 5}, "action_web: is not a list of one block", id="block is a number"),
        pytest.param({"action_web": [5]}, "action_web: is not a list of one block", id="list of numbers"),
        pytest.param({"action_web": [{}, {}]}, "action_web: is not a list of one block", id="two blocks"),
        pytest.param(
            {"action_web": web(authentication_basic=["made-up-password"])},
            "action_web.authentication_basic: is not a list of one block",
            id="nothing of a secret is shown",
        ),
        pytest.param(
            {"action_web": web(), "recurrence": "daily"},
            "recurrence: is not a list of one block",
            id="recurrence is a text",
        ),
        pytest.param({"action_web": web(), "name": 5}, "name: is not a string", id="name is a number"),
        pytest.param({"action_web": web(), "id": ["x"]}, "id: is not a string", id="id is a list"),
    ],
)
def test_a_wrong_shape_is_a_fault_of_the_job(attributes: dict[str, Any], fault: str) -> None:
    assert [str(found) for found in read_job(**attributes).faults] == [fault]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        pytest.param(
            {"format_version": "1.0", "values": 5},
            [("values", "is not an object")],
            id="values",
        ),
        pytest.param(
            {"format_version": "1.0", "values": {"root_module": {"resources": [5], "child_modules": {}}}},
            [
                ("values.root_module.resources[0]", "is not an object"),
                ("values.root_module.child_modules", "is not a list"),
            ],
            id="resources and modules",
        ),
        pytest.param(
            {"version": 4, "resources": {}},
            [("resources", "is not a list")],
            id="version 4, resources",
        ),
        pytest.param(
            state_of("azurerm_scheduler_job", 5),
            [("azurerm_scheduler_job.x", "its attributes are missing, or no object")],
            id="version 4, attributes",
        ),
        pytest.param(
            state_of("azurerm_scheduler_job_collection", None),
            [("azurerm_scheduler_job_collection.x", "its attributes are missing, or no object")],
            id="version 4, no attributes of a collection",
        ),
        pytest.param(
            {"version": 3, "modules": [{"path": 5, "resources": {"azurerm_scheduler_job.x": []}}]},
            [("azurerm_scheduler_job.x", "its attributes are missing, or no object")],
            id="version 3, resource",
        ),
        pytest.param(
            {"version": 3, "modules": [{"path": ["root"], "resources": []}, None]},
            [("modules[1]", "is not an object"), ("modules[0].resources", "is not an object")],
            id="version 3, module",
        ),
    ],
)
def test_a_wrong_shape_above_the_resources_is_a_fault(
    wrong: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    found = read(wrong, Origin(file="wrong"))

    assert [(one.origin.place, str(one.faults[0])) for one in found] == expected


@pytest.mark.parametrize("wrong", [5, 1.5, "text", True, None, [], [None], [[{}]], {}, {"#": {}}], ids=repr)
@pytest.mark.parametrize("name", STATES)
def test_a_wrong_value_anywhere_raises_nothing_and_shows_no_secret(name: str, wrong: object) -> None:
    whole = document(name)

    for holder, key in places_in(whole):
        kept, holder[key] = holder[key], wrong
        found = read(whole, Origin(file=name))
        holder[key] = kept

        assert "made-up" not in " ".join(f"{one.faults} {one.origin}" for one in found)
        assert "made-up" not in repr([one for one in found if isinstance(one, FoundJob)])


def test_modules_may_nest_deeper_than_python_does() -> None:
    module: dict[str, Any] = {"resources": []}
    for _ in range(5000):
        module = {"child_modules": [module]}

    assert read({"format_version": "1.0", "values": {"root_module": module}}, Origin(file="deep")) == []


def test_flat_attributes_may_nest_deeper_than_python_does() -> None:
    flat = {"action_web" + ".0" * 5000: "x", "name": "deep"}
    resource = {"type": "azurerm_scheduler_job", "primary": {"id": "x", "attributes": flat}}
    state = {
        "version": 3,
        "modules": [{"path": ["root"], "resources": {"azurerm_scheduler_job.x": resource}}],
    }

    (job,) = read(state, Origin(file="deep"))

    assert job.names == Names(job="deep")
    assert [str(fault) for fault in job.faults] == ["action_web: is not a list of one block"]


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a document: the holder and the key or index."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from places_in(value[key])
