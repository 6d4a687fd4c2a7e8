"""The app as a state machine, over the table in memory many times and over the real one a few times."""

import logging
from collections.abc import Iterator
from typing import Final, cast
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from local.dev.azurite import Azurite
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from tests.machines.early_machine import EarlyReadMachine
from tests.machines.machine import SchedulerMachine
from tests.machines.policy_machine import PolicyMachine

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


def test_whatever_comes_between_an_early_read_and_its_instant_everything_holds() -> None:
    run_state_machine_as_test(
        EarlyReadMachine, settings=settings(BOUNDED, max_examples=80, stateful_step_count=8)
    )


def test_whatever_policies_jobs_have_everything_holds() -> None:
    run_state_machine_as_test(
        PolicyMachine, settings=settings(BOUNDED, max_examples=60, stateful_step_count=15)
    )


@pytest.mark.parametrize(
    ("machine", "examples", "steps"),
    [
        pytest.param(SchedulerMachine, 6, 20, id="everything"),
        pytest.param(PolicyMachine, 3, 12, id="policies"),
        pytest.param(EarlyReadMachine, 3, 8, id="early reads"),
    ],
)
def test_whatever_happens_over_azurite_everything_holds(
    azurite: Azurite, machine: type[EarlyReadMachine], examples: int, steps: int
) -> None:
    # To shrink what fails would take minutes, and look like a slow test.
    bounded = settings(BOUNDED, max_examples=examples, stateful_step_count=steps, phases=[Phase.generate])
    with StorageAccount(connection_string=azurite.connection_string).tables() as service:

        def over_azurite() -> EarlyReadMachine:
            return machine(AzureTable(service, name=f"Machine{uuid4().hex}"))

        # Anything that makes machines will do, though its type says otherwise.
        run_state_machine_as_test(cast("type[EarlyReadMachine]", over_azurite), settings=bounded)
