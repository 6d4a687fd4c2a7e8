"""Messages that are sent with tokens of the managed identity, to services that check them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from azure.core.credentials import AzureNamedKeyCredential
from azure.storage.queue import QueueClient

from local.dev.azurite import ACCOUNT, ACCOUNT_KEY, Azurite, free_ports
from local.dev.node import ensure_azurite, ensure_broker
from local.dev.service_bus import ServiceBusBroker
from local.dev.tcp_ports import find_free
from shared.actions.runner import Runner
from shared.actions.service_bus.bus import ServiceBusSettings
from shared.actions.storage_queue import QueueSettings
from shared.domain.action import StorageQueueAction
from shared.domain.attempt import Completed, Failed
from shared.domain.identity import MessageIdentity
from shared.domain.messages import StorageQueueMessage
from tests.actions.identities import NOT_NAMED, the_runner
from tests.actions.running import an_attempt
from tests.actions.service_bus_actions import to_queue, to_topic
from tests.identity import FOR_ACTIONS, SIGNING_KEY, IdentityEndpoint, claims_of
from tests.receiver import Answer, a_receiver
from tests.tls import Authority

STORAGE = f"https://storage.azure.com/|{ACCOUNT}.queue.core.windows.net"
BUS = "https://servicebus.azure.net/|ns1.servicebus.windows.net"


@pytest.fixture(scope="module")
def encrypted(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Azurite]:
    """An Azurite that speaks TLS and takes tokens."""
    folder = tmp_path_factory.mktemp("azurite")
    storage = Azurite(ensure_azurite(), folder, free_ports(), certificate=authority.server_file())
    storage.start()
    yield storage
    storage.stop()


@pytest.fixture
def to_azurite(encrypted: Azurite, authority: Authority) -> Runner:
    settings = QueueSettings(emulator=encrypted.queue_address, ca_file=authority.ca_file)
    return the_runner(authority, STORAGE, queues=settings)


@pytest.fixture
def queue(encrypted: Azurite, authority: Authority) -> Iterator[QueueClient]:
    name = f"queue-{uuid4().hex}"
    address, key = f"{encrypted.queue_address}/{ACCOUNT}", AzureNamedKeyCredential(ACCOUNT, ACCOUNT_KEY)
    with QueueClient(address, name, credential=key, connection_verify=authority.ca_file) as client:
        client.create_queue()
        yield client


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        pytest.param({}, "succeeded", id="right"),
        pytest.param({"aud": "https://vault.azure.net"}, "failed: 403 AuthenticationFailed", id="audience"),
        pytest.param({"iss": "https://evil.example/"}, "failed: 403 AuthenticationFailed", id="issuer"),
        pytest.param({"exp": 1_700_000_000}, "failed: 403 AuthenticationFailed", id="expired"),
    ],
)
def test_a_message_to_a_storage_queue_is_sent_with_a_token(
    endpoint: IdentityEndpoint,
    to_azurite: Runner,
    queue: QueueClient,
    claims: dict[str, Any],
    expected: str,
) -> None:
    endpoint.claims = claims

    outcome = to_azurite.perform(to_storage(queue.queue_name))

    assert outcome.message.endswith(expected)
    assert len(queue.peek_messages()) == int(expected == "succeeded")
    assert endpoint.asked() == [("https://storage.azure.com/", FOR_ACTIONS)]


@pytest.mark.parametrize(
    ("targets", "emulator", "reason"),
    [
        pytest.param(
            [STORAGE],
            "http://127.0.0.1:1",
            "a token of the managed identity is never sent over http",
            id="http",
        ),
        pytest.param(
            [BUS],
            "https://127.0.0.1:1",
            f"{NOT_NAMED} 'https://storage.azure.com|{ACCOUNT}.queue.",
            id="host",
        ),
    ],
)
def test_a_storage_queue_that_may_not_have_a_token(
    authority: Authority, endpoint: IdentityEndpoint, targets: list[str], emulator: str, reason: str
) -> None:
    runner = the_runner(authority, *targets, queues=QueueSettings(emulator=emulator))

    outcome = runner.perform(to_storage("queue1"))

    assert f"failed: {reason}" in outcome.message


def test_a_service_that_asks_for_a_token_for_another_audience_gets_none(
    authority: Authority, endpoint: IdentityEndpoint
) -> None:
    challenge = 'Bearer authorization_uri="https://login.invalid/t" resource_id="https://vault.azure.net"'
    refusal = Answer(status=401, headers={"WWW-Authenticate": challenge})
    with a_receiver(lambda _: refusal, tls=authority.server_context()) as receiver:
        settings = QueueSettings(emulator=receiver.uri, ca_file=authority.ca_file)

        outcome = the_runner(authority, STORAGE, queues=settings).perform(to_storage("queue1"))

        seen = [receiver.requests.get() for _ in range(receiver.requests.qsize())]
    assert isinstance(outcome, Failed)
    tokens = [claims_of(request.headers["authorization"].removeprefix("Bearer ")) for request in seen]
    assert {token["aud"] for token in tokens} == {"https://storage.azure.com/"}
    assert endpoint.asked() == [("https://storage.azure.com/", FOR_ACTIONS)]


def test_a_redirect_of_the_service_is_not_followed(authority: Authority, endpoint: IdentityEndpoint) -> None:
    with a_receiver(tls=authority.server_context()) as elsewhere:
        astray = Answer(status=307, headers={"Location": f"{elsewhere.uri}/{ACCOUNT}/queue1/messages"})
        with a_receiver(lambda _: astray, tls=authority.server_context()) as receiver:
            settings = QueueSettings(emulator=receiver.uri, ca_file=authority.ca_file)

            outcome = the_runner(authority, STORAGE, queues=settings).perform(to_storage("queue1"))

        assert outcome.message.endswith("failed: 307, a redirect, which is not followed")
        assert elsewhere.requests.empty()


def test_without_a_token_nothing_is_called(authority: Authority, endpoint: IdentityEndpoint) -> None:
    endpoint.claims = {"refused": True}
    with a_receiver(tls=authority.server_context()) as receiver:
        settings = QueueSettings(emulator=receiver.uri, ca_file=authority.ca_file)

        outcome = the_runner(authority, STORAGE, queues=settings).perform(to_storage("queue1"))

        assert outcome.message.endswith("no token of the managed identity for 'https://storage.azure.com/'")
        assert receiver.requests.empty()


def to_storage(queue: str) -> Any:
    message = StorageQueueMessage(
        account=ACCOUNT, queue=queue, message="hello", managed_identity=MessageIdentity()
    )
    return an_attempt(StorageQueueAction(message=message))


@pytest.fixture(scope="module")
def trusting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceBusBroker]:
    """A broker that takes tokens of the issuer of the tests, and no keys."""
    (port,) = find_free(1)
    configuration = {"keys": {}, "identities": {"key": SIGNING_KEY}}
    broker = ServiceBusBroker(ensure_broker(), tmp_path_factory.mktemp("broker"), port, configuration)
    broker.start()
    broker.create_queue("orders")
    broker.create_topic("events", "all")
    yield broker
    broker.stop()


@pytest.fixture
def to_broker(trusting: ServiceBusBroker, authority: Authority) -> Iterator[Runner]:
    runner = the_runner(authority, BUS, bus=ServiceBusSettings(emulator=trusting.address))
    yield runner
    runner.bus.close()


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        pytest.param({}, "", id="right"),
        pytest.param({"aud": "https://vault.azure.net"}, "the identity was refused", id="audience"),
        pytest.param({"exp": 1_700_000_000}, "the identity was refused", id="expired"),
    ],
)
@pytest.mark.parametrize("kind", ["queue", "topic"])
def test_a_message_to_service_bus_is_sent_with_a_token(
    endpoint: IdentityEndpoint, to_broker: Runner, claims: dict[str, Any], expected: str, kind: str
) -> None:
    endpoint.claims = claims
    identity: dict[str, Any] = {"key_name": "", "managed_identity": MessageIdentity()}
    action = to_queue("orders", **identity) if kind == "queue" else to_topic("events", **identity)

    outcome = to_broker.perform(an_attempt(action))

    assert isinstance(outcome, Failed) == bool(expected)
    assert outcome.message.endswith(expected)
    assert endpoint.asked() == [("https://servicebus.azure.net/", FOR_ACTIONS)]


def test_a_kept_connection_serves_all_messages_of_the_identity(
    endpoint: IdentityEndpoint, to_broker: Runner, trusting: ServiceBusBroker
) -> None:
    attempt = an_attempt(to_queue("orders", key_name="", managed_identity=MessageIdentity()))
    before = trusting.connections()["made"]

    for _ in range(3):
        assert isinstance(to_broker.perform(attempt), Completed)

    assert trusting.connections()["made"] == before + 1


@pytest.mark.parametrize("emulator", ["broker.example:5672", "localhost.example:5672", "127.0.0.1.example:1"])
def test_no_token_leaves_the_machine_without_tls(
    authority: Authority, endpoint: IdentityEndpoint, emulator: str
) -> None:
    runner = the_runner(authority, BUS, bus=ServiceBusSettings(emulator=emulator))

    outcome = runner.perform(an_attempt(to_queue("orders", key_name="", managed_identity=MessageIdentity())))

    assert outcome.message.endswith("a token of the managed identity is never sent without TLS")


def test_a_namespace_that_is_not_named_gets_no_token(
    authority: Authority, endpoint: IdentityEndpoint
) -> None:
    action = to_queue("orders", namespace="other", key_name="", managed_identity=MessageIdentity())

    outcome = the_runner(authority, BUS).perform(an_attempt(action))

    assert outcome.message.endswith(
        f"{NOT_NAMED} 'https://servicebus.azure.net|other.servicebus.windows.net'"
    )
    assert endpoint.asked() == []


def test_the_proof_of_an_identity_holds_no_token_when_it_is_printed(
    authority: Authority, endpoint: IdentityEndpoint
) -> None:
    runner = the_runner(authority, BUS)
    action = to_queue("orders", key_name="", managed_identity=MessageIdentity())

    proof = runner.identity.proof_for(action)

    assert repr(proof) == "Proof(audience='https://servicebus.azure.net/')"
    assert proof == replace(proof)
