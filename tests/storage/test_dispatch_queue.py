from datetime import timedelta
from uuid import uuid4

import pytest
from azure.storage.queue import QueueMessage, QueueServiceClient, TextBase64DecodePolicy

from local.dev.azurite import Azurite
from shared.domain.errors import StorageUnavailable
from shared.domain.ticket import Dispatch
from shared.storage.account import StorageAccount
from shared.storage.dispatch_queue import DispatchQueue, delay_seconds, read_dispatch, write_dispatch
from tests.builders import NINE, a_ticket, at

PACK = Dispatch(due=NINE, tickets=(a_ticket().key,))


def test_a_message_brings_back_the_pack() -> None:
    assert read_dispatch(write_dispatch(PACK)) == PACK


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"due": 1, "tickets": []}', '{"due": "2026-03-02", "tickets": ["x"]}']
)
def test_a_message_that_is_no_pack_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_dispatch(text)


@pytest.mark.parametrize(
    ("now", "seconds"),
    [
        pytest.param("08:59:50", 10, id="whole seconds"),
        pytest.param("08:59:50.000001", 9, id="rounded down"),
        pytest.param("09:00:00", 0, id="due"),
        pytest.param("10:00:00", 0, id="overdue"),
        pytest.param("2026-01-01T00:00:00", 7 * 86_400, id="no longer than a queue takes"),
    ],
)
def test_the_delay_of_a_message(now: str, seconds: int) -> None:
    assert delay_seconds(NINE, at(now)) == seconds


def test_the_first_send_creates_the_queue_and_messages_live_for_ever(azurite: Azurite) -> None:
    name = f"dispatch-{uuid4()}"
    account = StorageAccount(connection_string=azurite.connection_string)
    with account.queues() as service:
        DispatchQueue(service, name).check()
        DispatchQueue(service, name).send(PACK, now=NINE)

        (message,) = received(service, name)

    assert read_dispatch(message.content) == PACK
    assert message.expires_on is not None
    assert message.expires_on.year == 9999


def test_a_message_is_not_visible_before_its_time(azurite: Azurite) -> None:
    name = f"dispatch-{uuid4()}"
    with StorageAccount(connection_string=azurite.connection_string).queues() as service:
        DispatchQueue(service, name).send(PACK, now=NINE - timedelta(hours=1))

        assert received(service, name) == []
        assert service.get_queue_client(name).get_queue_properties().approximate_message_count == 1


def test_a_queue_that_does_not_answer_is_said_to_be_unavailable() -> None:
    nobody_there = (
        "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=c2VjcmV0;"
        "QueueEndpoint=http://127.0.0.1:1/devstoreaccount1"
    )
    with StorageAccount(connection_string=nobody_there).queues() as service:
        queue = DispatchQueue(service)

        with pytest.raises(StorageUnavailable, match="AzureWebJobsStorage") as refused:
            queue.send(PACK, now=NINE)
        with pytest.raises(StorageUnavailable):
            queue.check()

    assert "c2VjcmV0" not in str(refused.value)


def received(service: QueueServiceClient, name: str) -> list[QueueMessage]:
    client = service.get_queue_client(name, message_decode_policy=TextBase64DecodePolicy())
    return list(client.receive_messages())
