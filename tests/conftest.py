"""What tests of several rooms share."""

from collections.abc import Iterator

import pytest

from local.dev.azurite import Azurite, StoragePorts
from local.dev.node import ensure_azurite
from local.dev.ports import find_free


@pytest.fixture(scope="session")
def azurite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Azurite]:
    """An Azurite of the tests' own; a test that stops it starts it again."""
    blob, queue, table = find_free(3)
    where = StoragePorts(blob=blob, queue=queue, table=table)
    storage = Azurite(ensure_azurite(), tmp_path_factory.mktemp("azurite"), where)
    storage.start()
    yield storage
    storage.stop()
