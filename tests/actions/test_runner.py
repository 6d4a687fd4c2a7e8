"""Actions that are not carried out leave a message that old clients can read."""

import pytest

from shared.actions.runner import perform
from shared.domain.action import Action, ActionType, ServiceBusAction, StorageQueueAction
from shared.domain.attempt import Attempt, Failed
from shared.domain.messages import ServiceBusMessage, StorageQueueMessage, TransportType
from tests.builders import KEY, NINE, an_action

QUEUE = StorageQueueAction(message=StorageQueueMessage(account="acct", queue="q1", message="m"))


def service_bus(type_: ActionType) -> ServiceBusAction:
    return ServiceBusAction(
        type=type_,
        message=ServiceBusMessage(
            entity="e1", namespace="ns1", transport=TransportType.AMQP, message="m", key_name="k"
        ),
    )


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (an_action(), "Http Action - Request to host 'receiver.example' failed: {}"),
        (QUEUE, "StorageQueue Action - Message to account 'acct' queue 'q1' failed: {}"),
        (
            service_bus(ActionType.SERVICE_BUS_QUEUE),
            "ServiceBusQueue Action - failed: queue 'e1' in namespace 'ns1': {}",
        ),
        (
            service_bus(ActionType.SERVICE_BUS_TOPIC),
            "ServiceBusTopic Action - failed: topic 'e1' in namespace 'ns1': {}",
        ),
    ],
)
def test_what_was_given_up_says_so(action: Action, message: str) -> None:
    attempt = Attempt(job=KEY, action=action, expected=NINE, execution_tag="t", region="r", given_up=True)

    assert perform(attempt) == Failed(message.format("given up, for the app ended each time it was tried"))


@pytest.mark.parametrize("action", [QUEUE, service_bus(ActionType.SERVICE_BUS_TOPIC)])
def test_what_cannot_be_done_yet_fails_and_says_so(action: Action) -> None:
    attempt = Attempt(job=KEY, action=action, expected=NINE, execution_tag="t", region="r")

    assert perform(attempt).message.endswith(": this kind of action cannot be carried out yet")
