"""Where the queue trigger finds its queues, as the real host would."""

import pytest

from local.host.queue_trigger.storage import QueueConnection, is_usable, read_connection

URI = "https://acct.queue.core.windows.net"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, None),
        ({"S__credential": "managedidentity"}, None),
        ({"S": "text"}, QueueConnection(text="text")),
        ({"S__accountName": "acct"}, QueueConnection(address=URI)),
        (
            {"S__queueServiceUri": "https://q/", "S__accountName": "acct"},
            QueueConnection(address="https://q/"),
        ),
        (
            {"S__accountName": "acct", "S__credential": "ManagedIdentity", "S__clientId": "id"},
            QueueConnection(address=URI, managed_identity=True, client_id="id"),
        ),
    ],
)
def test_a_connection_is_read_from_settings(
    settings: dict[str, str], expected: QueueConnection | None
) -> None:
    assert read_connection("S", settings) == expected


@pytest.mark.parametrize(
    ("connection", "usable"),
    [
        (QueueConnection(text="UseDevelopmentStorage=true"), True),
        (QueueConnection(text="no connection string"), False),
        (QueueConnection(address=URI, managed_identity=True), True),
        (QueueConnection(address="http://acct.queue.core.windows.net", managed_identity=True), False),
    ],
)
def test_what_can_be_used(connection: QueueConnection, *, usable: bool) -> None:
    assert is_usable(connection) is usable
