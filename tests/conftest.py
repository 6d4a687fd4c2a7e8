"""What tests of several rooms share."""

from collections.abc import Iterator

import pytest

from local.dev.azurite import Azurite, free_ports
from local.dev.node import ensure_azurite


@pytest.fixture(scope="session")
def azurite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Azurite]:
    """An Azurite of the tests' own; a test that stops it starts it again."""
    storage = Azurite(ensure_azurite(), tmp_path_factory.mktemp("azurite"), free_ports())
    storage.start()
    yield storage
    storage.stop()
