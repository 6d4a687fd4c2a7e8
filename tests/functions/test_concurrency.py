"""Writers at once, on a real Azurite, through the HTTP function."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import uuid4

import pytest

from local.dev.azurite import Azurite
from shared.functions.wiring import App
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from tests.functions.calls import COLLECTION, EVERY_MINUTE, an_app, call, content
from tests.world import World


@pytest.fixture
def app(azurite: Azurite) -> Iterator[App]:
    with StorageAccount(connection_string=azurite.connection_string).tables() as service:
        world = World(table=AzureTable(service, name=f"Race{uuid4().hex}"))
        # The world counts its ids, and without a lock.
        world.ports = replace(world.ports, new_id=lambda: uuid4().hex)
        yield an_app(world)


def test_forty_creations_at_once_fill_the_seven_places_left_and_no_more(app: App) -> None:
    call(app, "PUT", COLLECTION, {"location": "West Europe", "properties": {"quota": {"maxJobCount": 10}}})
    for number in range(3):
        call(app, "PUT", f"{COLLECTION}/jobs/first-{number}", EVERY_MINUTE)

    with ThreadPoolExecutor(40) as writers:
        answers = list(
            writers.map(lambda n: call(app, "PUT", f"{COLLECTION}/jobs/job-{n}", EVERY_MINUTE), range(40))
        )

    statuses = sorted(answer.status_code for answer in answers)
    created = [answer for answer in answers if answer.status_code == 201]
    listed = content(call(app, "GET", f"{COLLECTION}/jobs"))["value"]
    assert len(created) == 7
    assert len(listed) == 10
    assert set(statuses) == {201, 409}


def test_two_writers_at_once_end_in_one_of_the_two_states(app: App) -> None:
    call(app, "PUT", COLLECTION, {"location": "West Europe"})
    job = f"{COLLECTION}/jobs/contested"
    call(app, "PUT", job, EVERY_MINUTE)
    forms = [
        {"properties": {"action": an_action(name), "recurrence": {"frequency": "day", "interval": interval}}}
        for name, interval in (("one", 1), ("two", 2))
    ]

    with ThreadPoolExecutor(2) as writers:
        list(writers.map(lambda form: call(app, "PUT", job, form), forms * 5))

    properties = content(call(app, "GET", job))["properties"]
    ended = (properties["action"]["request"]["uri"], properties["recurrence"]["interval"])
    assert ended in {("http://one.example/", 1), ("http://two.example/", 2)}


def an_action(name: str) -> dict[str, object]:
    return {"type": "Http", "request": {"uri": f"http://{name}.example/", "method": "GET"}}
