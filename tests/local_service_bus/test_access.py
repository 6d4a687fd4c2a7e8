"""Who may do what at the broker: tokens as the real service checks them, rights, and web pages."""

import base64
import hashlib
import hmac
import socket
import time
from urllib.parse import quote_plus

import pytest
import requests
from azure.core.credentials import AzureSasCredential
from azure.servicebus import ServiceBusClient, ServiceBusMessage
from azure.servicebus.exceptions import ServiceBusAuthorizationError, ServiceBusError

from local.dev.service_bus import KEY, KEY_NAME, ServiceBusBroker
from shared.actions.service_bus.senders import Sender
from tests.service_bus import QUICKLY_CLOSED, bodies, open_receiver

HOUR = 3_600


@pytest.fixture
def queue(broker: ServiceBusBroker) -> str:
    broker.create_queue("guarded")
    return "guarded"


def a_token(address: str, *, expires_in: int = HOUR, key: str = KEY, key_name: str = KEY_NAME) -> str:
    resource, expiry = quote_plus(f"sb://{address}"), int(time.time()) + expires_in
    digest = hmac.new(key.encode(), f"{resource}\n{expiry}".encode(), hashlib.sha256).digest()
    signature = quote_plus(base64.b64encode(digest))
    return f"SharedAccessSignature sr={resource}&sig={signature}&se={expiry}&skn={key_name}"


def send_with(token: str, broker: ServiceBusBroker, queue: str) -> None:
    """Send with the SDK; the app's own sender leaves no socket behind where the SDK's does."""
    credential = AzureSasCredential(token)
    sender = Sender(
        broker.address,
        credential,
        queue_name=queue,
        use_tls=False,
        retry_total=0,
        keep_alive=QUICKLY_CLOSED,
    )
    with sender:
        sender.send_messages(ServiceBusMessage("hello"))


@pytest.mark.parametrize("path", ["/GUARDED", "/"])
def test_a_token_for_the_entity_or_its_namespace_opens(
    broker: ServiceBusBroker, queue: str, path: str
) -> None:
    send_with(a_token(broker.address + path), broker, queue)

    assert bodies(broker, queue) == ["hello"]


@pytest.mark.parametrize(
    ("token", "status", "description"),
    [
        pytest.param(a_token("h/guarded", key="wrong"), 401, "InvalidSignature", id="wrong key"),
        pytest.param(
            a_token("h/guarded").replace("&se=", "&se=1"), 401, "InvalidSignature", id="expiry put off"
        ),
        pytest.param(a_token("h/guarded", expires_in=-1), 401, "ExpiredToken", id="expired"),
        pytest.param(a_token("h/guard"), 401, "InvalidAudience", id="for an entity that begins alike"),
    ],
)
def test_any_other_token_is_refused(
    broker: ServiceBusBroker, queue: str, token: str, status: int, description: str
) -> None:
    with pytest.raises(ServiceBusError) as refused:
        send_with(token, broker, queue)

    answer = refused.value.inner_exception
    assert getattr(answer, "status_code", None) == status
    assert description in str(answer)
    assert broker.messages(queue) == []


def test_an_entity_that_does_not_exist_is_not_found(broker: ServiceBusBroker) -> None:
    with pytest.raises(ServiceBusError) as refused:
        send_with(a_token(f"{broker.address}/missing"), broker, "missing")

    assert getattr(refused.value.inner_exception, "status_code", None) == 404


def test_a_key_may_do_only_what_it_is_for(broker: ServiceBusBroker, queue: str) -> None:
    listener = broker.connection_string("listener", KEY)
    with (
        ServiceBusClient.from_connection_string(listener, retry_total=0) as client,
        open_receiver(client, queue) as receiver,
    ):
        assert receiver.receive_messages(max_wait_time=0.1) == []

    with pytest.raises(ServiceBusAuthorizationError):
        send_with(a_token(f"{broker.address}/{queue}", key_name="listener"), broker, queue)


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://page.example"}, {"Host": "page.example"}], ids=["page", "rebound name"]
)
def test_web_pages_cannot_look_into_queues(
    broker: ServiceBusBroker, queue: str, headers: dict[str, str]
) -> None:
    answer = requests.get(f"http://{broker.address}/queues/{queue}/messages", headers=headers, timeout=10)

    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/queues/missing/messages", "", 404),
        ("GET", "/", "", 404),
        ("PUT", "/fault", "{", 400),
        ("PUT", "/fault", '{"kind": "none such"}', 400),
    ],
)
def test_what_cannot_be_answered_is_refused(
    broker: ServiceBusBroker, method: str, path: str, body: str, status: int
) -> None:
    answer = requests.request(method, f"http://{broker.address}{path}", data=body, timeout=10)

    assert answer.status_code == status
    assert "error" in answer.json()


def test_what_is_no_amqp_does_not_end_the_broker(broker: ServiceBusBroker) -> None:
    host, _, port = broker.address.partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(b"AMQP but not really, and long enough to be read as frames")
        while connection.recv(1_024):
            pass

    assert broker.connections()["made"] > 0
