import json
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from azure.storage.queue import QueueMessage, QueueServiceClient, TextBase64DecodePolicy

from local.dev.azurite import Azurite
from shared.domain.errors import StorageUnavailable
from shared.domain.ticket import Dispatch
from shared.storage.account import StorageAccount
from shared.storage.dispatch_queue import DispatchQueue, delay_seconds, read_dispatch, write_dispatch
from tests.builders import KEY, NINE, a_ticket, at

PACK = Dispatch(due=NINE, tickets=(a_ticket().key,))


def test_a_message_brings_back_the_pack() -> None:
    assert read_dispatch(write_dispatch(PACK)) == PACK


def test_a_message_of_the_first_version_is_still_read() -> None:
    row = "d|2026-03-02T09:00:00.000000Z|sub-1|group (a)|first collection|job.1|{}|{}|{}|{}"
    revision, id = "0f8fad5bd9cb469fa16570867728950e", "7c9e6679742540de944be07fc1f90ae7"
    rows = [row.format(revision, "occurrence", 0, ""), row.format(revision, "runNow", 0, id)]

    pack = read_dispatch(json.dumps({"due": "2026-03-02T09:00:00.000000Z", "tickets": rows}).encode())

    assert pack.due == NINE
    assert [(key.job, key.due, key.kind, key.id) for key in pack.tickets] == [
        (KEY, NINE, "occurrence", ""),
        (KEY, NINE, "runNow", id),
    ]


ROW = "d|2026-03-02T09:00:00.000000Z|s|g|c|j|r|occurrence|0|"


def a_message(*rows: object, **changes: object) -> str:
    return json.dumps({"due": "2026-03-02T09:00:00.000000Z", "tickets": rows} | changes)


def test_the_row_that_others_spoil_is_good() -> None:
    assert len(read_dispatch(a_message(ROW)).tickets) == 1


@pytest.mark.parametrize(
    "message",
    [
        pytest.param("", id="empty"),
        pytest.param("hello", id="not JSON"),
        pytest.param(b"\xff\xfe{}", id="not UTF-8"),
        pytest.param(a_message(ROW).encode("utf-16"), id="UTF-16"),
        pytest.param("[" * 60_000, id="deep nesting"),
        pytest.param("[]", id="an array"),
        pytest.param("null", id="null"),
        pytest.param("{}", id="an empty object"),
        pytest.param('{"due": 1, "tickets": []}', id="a number as its due instant"),
        pytest.param(a_message(ROW, due=None), id="no due instant"),
        pytest.param(a_message(ROW, due="2026-03-02"), id="a date"),
        pytest.param(a_message(ROW, due="2026-03-02T09:00:00"), id="no offset"),
        pytest.param(a_message(), id="no tickets"),
        pytest.param(a_message(tickets=ROW), id="a text as its tickets"),
        pytest.param(a_message(tickets={ROW: 1}), id="an object as its tickets"),
        pytest.param(a_message(5), id="a number as a ticket"),
        pytest.param(a_message([ROW]), id="an array as a ticket"),
        pytest.param(a_message("x"), id="no row key"),
        pytest.param(a_message(*[ROW] * 33), id="more tickets than a pack has"),
        pytest.param(a_message(ROW) + " " * 70_000, id="huge"),
        pytest.param(a_message(ROW.replace("09:00:00", "25:00:00")), id="an hour that is none"),
        pytest.param(a_message(ROW.replace("000Z", "000+00:00")), id="another spelling of the instant"),
        pytest.param(
            a_message(ROW.replace("2026-03-02T09:00:00.000000Z", "9999-12-31T23:59:59-23:59")),
            id="an instant that UTC does not have",
        ),
        pytest.param(a_message(ROW.replace("occurrence", "lottery")), id="an unknown kind"),
        pytest.param(a_message(ROW.replace("|j|", "|J|")), id="a name in capitals"),
        pytest.param(a_message(ROW.replace("|j|", "|j/k|")), id="a name with a slash"),
        pytest.param(a_message(ROW.replace("|0|", "|00|")), id="another spelling of the attempt"),
        pytest.param(a_message(ROW.replace("|0|", "|\u0660|")), id="an Arabic nought"),
        pytest.param(a_message(ROW.replace("|0|", "|-1|")), id="an attempt below nought"),
        pytest.param(a_message(ROW.replace("|0|", f"|{'9' * 5_000}|")), id="an attempt of many digits"),
        pytest.param(a_message(ROW.replace("|r|", "|r#?|")), id="a revision that no row key may hold"),
        pytest.param(a_message(f"{ROW}{'i' * 65}"), id="an id that is too long"),
        pytest.param(a_message(f"x{ROW[1:]}"), id="the row of something else"),
        pytest.param(a_message(f"{ROW}|"), id="one part too many"),
    ],
)
def test_a_message_that_is_no_pack_is_refused(message: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"it is (no pack of tickets|too large)"):
        read_dispatch(message)


@pytest.mark.parametrize(
    ("now", "seconds"),
    [
        pytest.param("08:59:50", 8, id="two seconds early"),
        pytest.param("08:59:50.000001", 7, id="rounded down"),
        pytest.param("08:59:58.500000", 0, id="due within two seconds"),
        pytest.param("09:00:00", 0, id="due"),
        pytest.param("10:00:00", 0, id="overdue"),
        pytest.param("2026-01-01T00:00:00", 7 * 86_400, id="no longer than a queue takes"),
    ],
)
def test_the_delay_of_a_message(now: str, seconds: int) -> None:
    assert delay_seconds(replace(PACK, due=NINE), at(now)) == seconds


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
