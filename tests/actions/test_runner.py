"""Actions that are not carried out leave a message that old clients can read; nothing is ever raised."""

import traceback
from dataclasses import replace
from typing import Any

import pytest

from shared.actions.runner import refused
from shared.domain.action import Action, ActionType, ServiceBusAction, StorageQueueAction
from shared.domain.attempt import Failed
from shared.domain.authentication import Basic
from shared.domain.messages import ServiceBusMessage, StorageQueueMessage, TransportType
from shared.domain.secret import Secret
from tests.actions.running import a_runner, an_attempt, an_http_attempt, sealed
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


def test_a_bug_is_a_failure_that_carries_what_was_raised() -> None:
    def stumble(*_: object) -> str:
        raise ZeroDivisionError("a bug")

    runner = replace(a_runner(), open_secret=stumble)
    authentication = Basic(username="u", password=sealed("p"))

    outcome = runner.perform(an_http_attempt("http://receiver.example/", authentication=authentication))

    reason = "something went wrong here: ZeroDivisionError"
    assert outcome == Failed(f"Http Action - Request to host 'receiver.example' failed: {reason}")
    assert isinstance(outcome, Failed)
    assert outcome.bug is not None
    assert "in stumble" in "".join(traceback.format_exception(outcome.bug))
    assert "ZeroDivisionError" not in repr(replace(outcome, message=""))


def with_forced(value: Any, **fields: object) -> Any:
    """Put into a value what no check lets in, as a row that was edited by hand may hold it."""
    for name, content in fields.items():
        object.__setattr__(value, name, content)
    return value


@pytest.mark.parametrize("uri", ["http://[", "http://a:b/", "", "\x00", None, 5, 1.5, b"x", [], {}], ids=repr)
def test_no_address_of_a_stored_job_makes_the_runner_raise(uri: object) -> None:
    action = an_action()
    with_forced(action.request, uri=uri)

    performed = a_runner().perform(an_attempt(action))
    given_up = a_runner().perform(an_attempt(action, given_up=True))

    for outcome in (performed, given_up, refused(action, "no")):
        assert isinstance(outcome, Failed)
        assert outcome.message.startswith("Http Action - Request to host '")


@pytest.mark.parametrize(
    "parts",
    [{"method": 5}, {"method": None}, {"headers": None}, {"headers": ((1, 2),)}, {"body": 5}],
    ids=repr,
)
def test_no_other_part_of_a_stored_request_makes_it_raise(parts: dict[str, object]) -> None:
    action = an_action(uri="http://127.0.0.1:1/")
    with_forced(action.request, **parts)

    outcome = a_runner().perform(an_attempt(action))

    assert isinstance(outcome, Failed)
    assert outcome.bug is not None


@pytest.mark.parametrize(
    ("action", "beginning"),
    [
        (
            StorageQueueAction(message=with_forced(replace(QUEUE.message), account=None, queue=5)),
            "StorageQueue Action - ",
        ),
        (
            replace(
                service_bus(ActionType.SERVICE_BUS_QUEUE),
                message=with_forced(
                    replace(service_bus(ActionType.SERVICE_BUS_QUEUE).message), entity=None, namespace=5
                ),
            ),
            "ServiceBusQueue Action - failed: ",
        ),
        (None, "Http Action - Request to host 'unknown' failed: "),
        (5, "Http Action - Request to host 'unknown' failed: "),
    ],
    ids=["queue", "bus", "nothing", "a number"],
)
def test_nothing_that_is_stored_as_an_action_makes_it_raise(action: Any, beginning: str) -> None:
    sealed_secret = Secret("sealed:secret", size=6)
    if isinstance(action, StorageQueueAction | ServiceBusAction):
        with_forced(action.message, **{_secret_of(action): sealed_secret})

    for outcome in (a_runner().perform(an_attempt(action)), refused(action, "no")):
        assert isinstance(outcome, Failed)
        assert outcome.message.startswith(beginning)


def _secret_of(action: Action) -> str:
    return "sas_token" if isinstance(action, StorageQueueAction) else "key"


def test_no_control_characters_of_a_stored_job_get_into_a_message() -> None:
    message = replace(QUEUE.message, queue="a\x00b\x1b\ud800c")

    outcome = a_runner().perform(an_attempt(StorageQueueAction(message=message), given_up=True))

    assert "queue 'a�b��c'" in outcome.message
