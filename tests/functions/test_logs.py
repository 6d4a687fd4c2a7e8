import logging
from collections.abc import Iterator

import pytest

from shared.functions.logs import LIBRARIES, quiet_libraries


@pytest.fixture(autouse=True)
def levels_as_before() -> Iterator[None]:
    before = {name: logging.getLogger(name).level for name in (*LIBRARIES, "")}
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.parametrize(
    "name",
    [
        "azure.core.pipeline.policies.http_logging_policy",
        "azure.data.tables._generated._serialization",
        "azure.identity._credentials.managed_identity",
        "azure.servicebus._pyamqp._connection",
        "azure.storage.queue._shared.authentication",
        "msal.region",
        "urllib3.connectionpool",
    ],
)
@pytest.mark.parametrize("root", [logging.INFO, logging.DEBUG])
def test_a_library_only_warns_whatever_the_level_of_all(name: str, root: int) -> None:
    logging.getLogger().setLevel(root)

    quiet_libraries()

    assert logging.getLogger(name).getEffectiveLevel() == logging.WARNING


@pytest.mark.parametrize("name", ["azure", "azure.functions", "shared.flow.journal"])
def test_the_runtime_and_the_app_are_heard(name: str) -> None:
    logging.getLogger().setLevel(logging.INFO)

    quiet_libraries()

    assert logging.getLogger(name).getEffectiveLevel() == logging.INFO
