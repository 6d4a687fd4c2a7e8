"""GET /subscriptions: those that have collections."""

from dataclasses import replace

import pytest

from shared.domain.changes import Update
from shared.domain.collection import CollectionState
from shared.functions.settings import AccessKey
from tests.functions.calls import an_app, call, content, error_of
from tests.functions.extended import EXTENDED
from tests.functions.overviews.lists import OVER_ALL, a_collection, a_job, an_empty_place, listed, spoil

OPERATIONS = ("subscriptions", *(f"{OVER_ALL}/{name}" for name in ("jobs", "failures", "upcomingRuns")))
OPERATIONS = (*OPERATIONS, *(f"{OVER_ALL}/{name}" for name in ("running", "expiring", "clockChanges")))


def test_there_are_none_at_first() -> None:
    _, app = an_empty_place()

    assert listed(app, "subscriptions") == []


def test_they_are_listed_by_name_with_what_is_in_them() -> None:
    _, app = an_empty_place()
    a_collection(app, "jc1", subscription="T")
    first = a_collection(app, "jc1", subscription="S-1")
    a_collection(app, "jc2", subscription="s-1")
    a_job(app, f"{first}/jobs/j1")
    a_job(app, f"{first}/jobs/j2")

    assert listed(app, "subscriptions") == [
        {
            "id": "/subscriptions/S-1",
            "subscriptionId": "S-1",
            "properties": {"jobCollections": 2, "jobs": 2},
        },
        {"id": "/subscriptions/T", "subscriptionId": "T", "properties": {"jobCollections": 1, "jobs": 0}},
    ]


def test_a_collection_that_is_being_deleted_or_cannot_be_read_does_not_count() -> None:
    world, app = an_empty_place()
    for subscription in "abc":
        a_collection(app, "jc1", subscription=subscription)
    (deleted,) = world.store.collections("a")
    world.store.commit([Update(deleted, replace(deleted, state=CollectionState.DELETED))])
    spoil(world, "c|b|", state=5)

    assert [one["subscriptionId"] for one in listed(app, "subscriptions")] == ["c"]


@pytest.mark.parametrize("path", OPERATIONS)
def test_a_read_key_may_ask_and_nobody_without_a_key(path: str) -> None:
    world, _ = an_empty_place()
    app = an_app(world, read_keys=(AccessKey("eyes", "r" * 32),))

    read = call(app, "GET", path, params=EXTENDED, headers={"x-functions-key": "r" * 32})
    refused = call(app, "GET", path, params=EXTENDED, headers={})

    assert (read.status_code, content(read)) == (200, {"value": [], "nextLink": None})
    assert error_of(refused) == (401, "AuthenticationFailed")


@pytest.mark.parametrize("path", OPERATIONS)
def test_older_api_versions_do_not_have_it(path: str) -> None:
    _, app = an_empty_place()

    assert error_of(call(app, "GET", path))[0] == 404
