"""The app as a state machine, over the table in memory many times and over the real one a few times."""

import logging
from collections.abc import Iterator
from typing import Final
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from local.dev.azurite import Azurite
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from tests.machines.machine import SchedulerMachine

BOUNDED: Final = settings(
    deadline=None,
    derandomize=True,  # the same steps every time; to hunt, take this out and raise the examples
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """What is set aside, lost or put off is logged, which is most of what happens here."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_whatever_happens_over_the_table_in_memory_everything_holds() -> None:
    run_state_machine_as_test(
        SchedulerMachine, settings=settings(BOUNDED, max_examples=150, stateful_step_count=30)
    )


def test_whatever_happens_over_azurite_everything_holds(azurite: Azurite) -> None:
    with StorageAccount(connection_string=azurite.connection_string).tables() as service:

        class OverAzurite(SchedulerMachine):
            def __init__(self) -> None:
                super().__init__(AzureTable(service, name=f"Machine{uuid4().hex}"))

        run_state_machine_as_test(
            OverAzurite, settings=settings(BOUNDED, max_examples=6, stateful_step_count=20)
        )
