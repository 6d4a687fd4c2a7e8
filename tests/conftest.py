"""What tests of several rooms share."""

from collections.abc import Iterator
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling, Scheduling

from local.dev.azurite import Azurite, free_ports
from local.dev.node import ensure_azurite, ensure_broker
from local.dev.service_bus import KEY, KEY_NAME, ServiceBusBroker
from local.dev.tcp_ports import find_free

LONGEST = ("tests/proofs/test_scenarios", "tests/portal", "tests/proofs", "tests/machines", "tests/client")
"""What takes longest. It begins first, so that no worker is left alone with it in the end."""


class OneWorkerForARoom(LoadFileScheduling):  # type: ignore[misc]  # it has no types
    """Keeps the tests of a file together, and those of a room that share what is costly to make.

    Browser tests share an app and a browser, those of infra what the checks found.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = str(super()._split_scope(nodeid))
        rooms = [room for room in ("tests/portal", "tests/infra") if file.startswith(f"{room}/")]
        return rooms[0] if rooms else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling | None:
    """Take ours where the tests of a file are kept together, in the order in which they were collected."""
    config.option.loadscopereorder = False
    return OneWorkerForARoom(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        starts = (number for number, start in enumerate(LONGEST) if item.nodeid.startswith(start))
        return next(starts, len(LONGEST))

    items.sort(key=place)


@pytest.fixture(scope="session", autouse=True)
def no_login(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the logins of whoever runs the tests out of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCHEDULER_CONFIG", str(tmp_path_factory.mktemp("logins") / "config.json"))
        yield


@pytest.fixture(scope="session")
def azurite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Azurite]:
    """An Azurite of the tests' own; a test that stops it starts it again."""
    storage = Azurite(ensure_azurite(), tmp_path_factory.mktemp("azurite"), free_ports())
    storage.start()
    yield storage
    storage.stop()


@pytest.fixture(scope="session")
def a_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceBusBroker]:
    """A broker of the tests' own, with the usual key; only the entities that tests create exist."""
    (port,) = find_free(1)
    configuration = {"keys": {KEY_NAME: {"key": KEY}, "listener": {"key": KEY, "rights": ["listen"]}}}
    broker = ServiceBusBroker(ensure_broker(), tmp_path_factory.mktemp("broker"), port, configuration)
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def broker(a_broker: ServiceBusBroker) -> Iterator[ServiceBusBroker]:
    """The broker, from which no fault is left behind; a test that stops it starts it again."""
    yield a_broker
    a_broker.clear_fault()
