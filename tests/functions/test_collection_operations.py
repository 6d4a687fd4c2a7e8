"""Operations on job collections, in process."""

from typing import Any

import pytest

from tests.functions.calls import (
    COLLECTION,
    EVERY_MINUTE,
    JOB,
    a_job_body,
    a_world_and_its_app,
    call,
    content,
    error_of,
    properties,
)

GROUP = "subscriptions/s/resourceGroups/rg/providers/Microsoft.Scheduler/jobCollections"
BASIC = {"type": "Basic", "username": "u", "password": "p"}


def test_a_patch_changes_what_it_names_and_keeps_the_rest() -> None:
    _, app = a_world_and_its_app(sku={"name": "P10Premium"}, quota={"maxJobCount": 7})

    patched = call(
        app, "PATCH", COLLECTION, {"tags": {"a": "b"}, "Properties": {"Quota": {"maxJobCount": 9}}}
    )

    assert patched.status_code == 200
    assert content(patched) == {
        "id": f"/{COLLECTION}",
        "type": "Microsoft.Scheduler/jobCollections",
        "name": "jc1",
        "location": "West US",
        "tags": {"a": "b"},
        "properties": {"sku": {"name": "P10Premium"}, "state": "Enabled", "quota": {"maxJobCount": 9}},
    }
    call(app, "PATCH", COLLECTION, {"tags": None, "properties": {"quota": None}})
    assert content(call(app, "GET", COLLECTION)).keys() == {
        "id",
        "type",
        "name",
        "location",
        "properties",
    }


def test_enable_and_disable_answer_with_nothing() -> None:
    _, app = a_world_and_its_app()

    for verb, state in (("disable", "Disabled"), ("enable", "Enabled")):
        answer = call(app, "POST", f"{COLLECTION}/{verb}")

        assert (answer.status_code, answer.get_body()) == (200, b"")
        assert properties(app, COLLECTION)["state"] == state


def test_the_collections_of_a_group_are_listed() -> None:
    _, app = a_world_and_its_app()
    call(app, "PUT", f"{GROUP}/another", {"location": "westus"})
    call(app, "PUT", f"{GROUP.replace('rg', 'rg2')}/elsewhere", {"location": "westus"})

    listed = content(call(app, "GET", GROUP.replace("rg", "RG")))

    assert [collection["name"] for collection in listed["value"]] == ["another", "jc1"]


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"quota": {"maxJobCount": 51}}, "maxJobCount: 51 is more than the 50 jobs"),
        (
            {
                "sku": {"name": "Free"},
                "quota": {"maxRecurrence": {"frequency": "minute", "interval": 59}},
            },
            "'00:59:00' is beyond the limit '01:00:00' of Free collections",
        ),
        ({"sku": {"name": "Free"}}, "would run again after 00:01:00"),
        ({"quota": {"maxRecurrence": {"frequency": "hour"}}}, "would run again after 00:01:00"),
    ],
)
def test_a_plan_or_quota_that_does_not_fit_is_a_conflict(wanted: dict[str, Any], reason: str) -> None:
    _, app = a_world_and_its_app()
    call(app, "PUT", JOB, EVERY_MINUTE)

    for method in ("PUT", "PATCH"):
        refused = call(app, method, COLLECTION, {"location": "westus", "properties": wanted})

        assert error_of(refused) == (409, "Conflict")
        assert reason in content(refused)["error"]["message"]


def test_a_subscription_has_one_free_collection() -> None:
    _, app = a_world_and_its_app(sku={"name": "Free"})
    second = {"location": "westus", "properties": {"sku": {"name": "Free"}}}

    assert call(app, "PUT", COLLECTION, second).status_code == 200
    assert error_of(call(app, "PUT", f"{GROUP}/second", second)) == (409, "Conflict")


def test_a_free_collection_takes_no_authentication() -> None:
    _, app = a_world_and_its_app(sku={"name": "Free"})
    body = a_job_body()
    body["properties"]["action"]["request"]["authentication"] = BASIC

    assert error_of(call(app, "PUT", JOB, body)) == (409, "Conflict")


def test_a_state_may_be_set_and_an_old_plan_is_understood() -> None:
    _, app = a_world_and_its_app(sku={"name": "premium"}, state="suspended")

    assert properties(app, COLLECTION) == {"sku": {"name": "P10Premium"}, "state": "Suspended"}


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_an_unknown_key_of_a_collection_is_refused(method: str) -> None:
    _, app = a_world_and_its_app()

    refused = call(app, method, COLLECTION, {"location": "westus", "sku": {"name": "Free"}})

    assert error_of(refused) == (400, "BadRequest")
    assert content(refused)["error"]["message"] == "sku: is not known here: it belongs into properties"


def test_a_collection_as_it_was_answered_can_be_put_and_patched() -> None:
    _, app = a_world_and_its_app(sku={"name": "Free"})

    answered = content(call(app, "GET", COLLECTION))

    assert [call(app, method, COLLECTION, answered).status_code for method in ("PUT", "PATCH")] == [200, 200]
