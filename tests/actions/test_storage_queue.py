"""Storage queue actions against Azurite, with SAS tokens as users have them."""

import base64
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from azure.storage.queue import QueueClient, QueueSasPermissions, generate_queue_sas

from local.dev.azurite import ACCOUNT, ACCOUNT_KEY, Azurite
from shared.actions.runner import Runner
from shared.actions.storage_queue import QueueSettings, envelope
from shared.domain.action import StorageQueueAction
from shared.domain.attempt import Attempt, Completed, Failed
from shared.domain.messages import StorageQueueMessage
from tests.actions.running import TAG, a_runner, an_attempt, sealed
from tests.receiver import Answer, a_receiver


@pytest.fixture
def queue(azurite: Azurite) -> Iterator[QueueClient]:
    name = f"queue-{uuid4().hex}"
    with QueueClient.from_connection_string(azurite.connection_string, name) as client:
        client.create_queue()
        yield client


@pytest.fixture
def runner(azurite: Azurite) -> Runner:
    return a_runner(queues=QueueSettings(emulator=azurite.queue_address))


def a_token(queue: str, *, permission: str = "a", valid_for: timedelta = timedelta(hours=1)) -> str:
    return generate_queue_sas(
        ACCOUNT,
        queue,
        ACCOUNT_KEY,
        permission=QueueSasPermissions.from_string(permission),
        start=datetime.now(UTC) - timedelta(days=2),
        expiry=datetime.now(UTC) + valid_for,
    )


def a_message(
    queue: str, text: str = "hello", *, token: str | None = None, account: str = ACCOUNT
) -> Attempt:
    secret = sealed(a_token(queue) if token is None else token)
    message = StorageQueueMessage(account=account, queue=queue, message=text, sas_token=secret)
    return an_attempt(StorageQueueAction(message=message))


def content(queue: QueueClient) -> str:
    (message,) = queue.receive_messages()
    return base64.b64decode(message.content).decode()


def elements(text: str) -> dict[str, str | None]:
    """Read the envelope as XML; its declaration speaks of the encoding that a string has in .NET."""
    root = ElementTree.fromstring(text.replace('encoding="utf-16"', 'encoding="utf-8"').encode())
    assert root.tag == "StorageQueueMessage"
    return {element.tag: element.text for element in root}


def test_the_message_arrives_in_its_envelope(runner: Runner, queue: QueueClient) -> None:
    outcome = runner.perform(a_message(queue.queue_name, "größe & <more>"))

    target = f"account '{ACCOUNT}' queue '{queue.queue_name}'"
    assert outcome == Completed(f"StorageQueue Action - Message to {target} succeeded")
    text = content(queue)
    assert text.startswith('<?xml version="1.0" encoding="utf-16"?>\r\n<StorageQueueMessage xmlns:xsd="http:')
    found = elements(text)
    assert len(str(found.pop("ClientRequestId"))) == 36
    assert found == {
        "ExecutionTag": TAG,
        "ExpectedExecutionTime": "2026-03-02T09:00:00",
        "SchedulerJobId": "Job.1",
        "SchedulerJobCollectionId": "First Collection",
        "Region": "West Europe",
        "Message": "größe & <more>",
    }


def test_the_bare_text_arrives_where_the_settings_say_so(azurite: Azurite, queue: QueueClient) -> None:
    bare = a_runner(queues=QueueSettings(emulator=azurite.queue_address, envelope=False))

    bare.perform(a_message(queue.queue_name, "größe & <more>"))

    assert content(queue) == "größe & <more>"


@pytest.mark.parametrize("text", ["", "a\r\nb\tc", "aGVsbG8=", "]]>", "🎉"])
def test_any_text_comes_out_of_the_envelope_as_it_went_in(text: str) -> None:
    assert (elements(envelope(text, a_message("q")))["Message"] or "") == text


def test_what_xml_does_not_allow_becomes_a_reference_as_it_did() -> None:
    assert "<Message>a&#x1;b&#xB;c</Message>" in envelope("a\x01b\x0bc", a_message("q"))


def test_a_leading_question_mark_of_the_token_does_no_harm(runner: Runner, queue: QueueClient) -> None:
    outcome = runner.perform(a_message(queue.queue_name, token="?" + a_token(queue.queue_name)))

    assert isinstance(outcome, Completed)


def test_a_queue_that_is_missing(runner: Runner) -> None:
    outcome = runner.perform(a_message("not-there"))

    assert outcome == Failed("StorageQueue Action - The queue 'not-there' does not exist", status=404)


@pytest.mark.parametrize(
    "token",
    [
        pytest.param({"valid_for": timedelta(days=-1)}, id="expired"),
        pytest.param({"permission": "r"}, id="for reading only"),
    ],
)
def test_a_token_that_does_not_allow_it(runner: Runner, queue: QueueClient, token: dict[str, Any]) -> None:
    outcome = runner.perform(a_message(queue.queue_name, token=a_token(queue.queue_name, **token)))

    assert isinstance(outcome, Failed)
    target = f"account '{ACCOUNT}' queue '{queue.queue_name}'"
    assert outcome.message.startswith(f"StorageQueue Action - Message to {target} failed: 403")
    assert list(queue.receive_messages()) == []


@pytest.mark.parametrize("token", ["rubbish", "sig=%%%", "a=b&c", ""])
def test_a_token_that_is_none(runner: Runner, queue: QueueClient, token: str) -> None:
    outcome = runner.perform(a_message(queue.queue_name, token=token))

    assert isinstance(outcome, Failed)
    assert outcome.message.startswith("StorageQueue Action - ")


def test_an_account_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)  # no test leaves loopback, not even to ask for a name

    outcome = a_runner().perform(a_message("queue1", account="Nobody123"))

    assert outcome == Failed("StorageQueue Action - The account 'Nobody123' could not be found")


def test_an_account_that_does_not_answer() -> None:
    nobody = a_runner(queues=QueueSettings(emulator="http://127.0.0.1:1"))

    outcome = nobody.perform(a_message("queue1"))

    target = f"account '{ACCOUNT}' queue 'queue1'"
    assert outcome == Failed(f"StorageQueue Action - Message to {target} failed: the connection was refused")


@pytest.mark.parametrize(
    "queue_name",
    ["../other", "../../x", "a/b", "UPPER", "a?b=c", "x" * 70, "ä", "q1", "a--b", "-abc", "abc-", "abc\n"],
)
def test_a_name_that_no_queue_can_have_is_refused_and_nothing_is_sent(queue_name: str) -> None:
    with a_receiver() as receiver:
        runner = a_runner(queues=QueueSettings(emulator=receiver.uri))
        outcome = runner.perform(a_message(queue_name, token="sv=1&sig=2"))

        assert receiver.requests.empty()
    assert isinstance(outcome, Failed)
    assert outcome.message.startswith("StorageQueue Action - ")
    assert outcome.message.endswith("failed: no queue can have this name")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_for_nobody_else_is_to_see_the_token(status: int) -> None:
    with (
        a_receiver() as other,
        a_receiver(lambda _: Answer(status=status, headers={"Location": other.uri})) as receiver,
    ):
        outcome = a_runner(queues=QueueSettings(emulator=receiver.uri)).perform(
            a_message("queue1", token="sv=1")
        )

        assert other.requests.empty()
    reason = f"{status}, a redirect, which is not followed"
    target = f"account '{ACCOUNT}' queue 'queue1'"
    assert outcome == Failed(f"StorageQueue Action - Message to {target} failed: {reason}", status=status)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("AuthenticationFailed", "403 AuthenticationFailed"),
        ("SomethingNew", "403 SomethingNew"),
        ("x" * 200, f"403 {'x' * 96}"),
    ],
)
def test_the_services_own_word_for_a_refusal_is_told(code: str, said: str) -> None:
    with a_receiver(lambda _: Answer(status=403, headers={"x-ms-error-code": code})) as receiver:
        outcome = a_runner(queues=QueueSettings(emulator=receiver.uri)).perform(
            a_message("queue1", token="sv=1")
        )

    assert isinstance(outcome, Failed)
    assert outcome.message.endswith(f"failed: {said}")
    assert outcome.status == 403
