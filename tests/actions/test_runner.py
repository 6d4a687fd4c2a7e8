"""Actions that are not carried out leave a message that old clients can read."""

import pytest

from shared.domain.action import Action, ActionType, ServiceBusAction, StorageQueueAction
from shared.domain.attempt import Failed
from shared.domain.messages import ServiceBusMessage, StorageQueueMessage, TransportType
from tests.actions.running import a_runner, an_attempt
from tests.builders import an_action

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
    outcome = a_runner().perform(an_attempt(action, given_up=True))

    assert outcome == Failed(message.format("given up, for the app ended each time it was tried"))
