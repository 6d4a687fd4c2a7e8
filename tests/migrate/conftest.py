"""The app that tests of this folder move into."""

from collections.abc import Iterator

import pytest

from local.dev.azurite import Azurite
from tests.end_to_end.app_process import a_running_app
from tests.migrate.moving import settings


@pytest.fixture(scope="module")
def app(azurite: Azurite) -> Iterator[str]:
    """Yield the address of an app that the tests of a file share; each uses a subscription of its own.

    It ends with the file: it would run the jobs of other tests too, for which it has not the keys.
    """
    with a_running_app(settings(azurite.connection_string)) as address:
        yield address
