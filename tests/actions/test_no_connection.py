"""Why there is no connection is told apart: no such host, refused, or TLS with its reason."""

import socket
import ssl
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest
from azure.core.credentials import AzureNamedKeyCredential
from azure.servicebus import ServiceBusMessage as Message
from azure.servicebus import TransportType
from azure.servicebus.exceptions import ServiceBusConnectionError, ServiceBusError

from shared.actions.no_connection import no_connection_because
from shared.actions.service_bus.reasons import reason_for
from shared.actions.service_bus.senders import Sender
from shared.actions.storage_queue import QueueSettings
from shared.domain.action import StorageQueueAction
from shared.domain.attempt import Failed, Outcome
from shared.domain.messages import StorageQueueMessage
from tests.actions.raw_server import a_raw_server
from tests.actions.running import a_runner, an_attempt, an_http_attempt, sealed
from tests.receiver import a_receiver
from tests.tls import Authority, an_authority

NO_TLS = "the TLS connection could not be made"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return an_authority(tmp_path_factory.mktemp("tls"))


def reason_of(outcome: Outcome) -> str:
    assert isinstance(outcome, Failed)
    assert outcome.bug is None
    return outcome.message.partition(" failed: ")[2]


def test_a_certificate_that_has_expired(authority: Authority) -> None:
    expired = authority.server_context(expires=datetime(2016, 1, 1, tzinfo=UTC))
    with a_receiver(tls=expired) as receiver:
        outcome = a_runner(ca_file=authority.ca_file).perform(an_http_attempt(receiver.uri))

    assert reason_of(outcome) == f"{NO_TLS}: its certificate has expired"


def test_a_certificate_of_an_authority_that_another_app_trusts(authority: Authority, tmp_path: Path) -> None:
    with a_receiver(tls=an_authority(tmp_path).server_context()) as receiver:
        outcome = a_runner(ca_file=authority.ca_file).perform(an_http_attempt(receiver.uri))

    assert reason_of(outcome) == f"{NO_TLS}: its certificate is from an unknown authority"


def test_a_server_that_does_not_speak_tls() -> None:
    def greet(connection: socket.socket, over: Event) -> None:
        connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with a_raw_server(greet) as address:
        outcome = a_runner().perform(an_http_attempt(address.replace("http://", "https://")))

    assert reason_of(outcome).startswith(f"{NO_TLS}: ")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (9, "its certificate is not valid yet"),
        (10, "its certificate has expired"),
        (18, "its certificate is signed by itself alone"),
        (19, "its certificate is from an unknown authority"),
        (20, "its certificate is from an unknown authority"),
        (62, "its certificate is for another host name"),
        (64, "its certificate is for another address"),
        (66, "its certificate is refused, CA md too weak"),
    ],
)
def test_what_is_wrong_with_a_certificate(code: int, words: str) -> None:
    fault = ssl.SSLCertVerificationError(1, "certificate verify failed")
    fault.verify_code, fault.verify_message = code, "CA md too weak"

    assert no_connection_because([fault]) == f"{NO_TLS}: {words}"


@pytest.mark.parametrize(
    ("raised", "words"),
    [
        (socket.gaierror(socket.EAI_NONAME, "not known"), "no such host"),
        (ConnectionRefusedError(111, "refused"), "the connection was refused"),
        (ssl.SSLError("odd"), NO_TLS),
        (ConnectionResetError(104, "reset"), "the connection failed"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_the_same_words_for_service_bus(raised: Exception, words: str) -> None:
    failed = ServiceBusConnectionError(message="no", error=raised)

    assert reason_for(failed, "hello", "key") == words


def a_queue_message() -> StorageQueueAction:
    token = sealed("sv=1")
    message = StorageQueueMessage(account="devstoreaccount1", queue="queue1", message="m", sas_token=token)
    return StorageQueueAction(message=message)


def test_the_same_words_for_storage_queues(authority: Authority) -> None:
    with a_receiver(tls=authority.server_context()) as receiver:
        runner = a_runner(queues=QueueSettings(emulator=receiver.uri))
        outcome = runner.perform(an_attempt(a_queue_message()))

    assert reason_of(outcome) == f"{NO_TLS}: its certificate is from an unknown authority"


def test_a_bus_whose_certificate_nobody_vouches_for(authority: Authority) -> None:
    with a_receiver(tls=authority.server_context()) as receiver:
        host = receiver.uri.removeprefix("https://")
        sender = Sender(
            host,
            AzureNamedKeyCredential("name", "key"),
            queue_name="queue1",
            retry_total=0,
            transport_type=TransportType.AmqpOverWebsocket,
            custom_endpoint_address=f"sb://{host}",
        )
        with pytest.raises(ServiceBusError) as refused:
            sender.send_messages(Message("hello"), timeout=20)

    reason = f"{NO_TLS}: its certificate is from an unknown authority"
    assert reason_for(refused.value, "hello", "key") == reason
