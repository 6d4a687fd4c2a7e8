"""The proxy, between the real SDK and a real Azurite."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest
import requests
from azure.core.exceptions import AzureError, HttpResponseError, ResourceExistsError
from azure.data.tables import TableClient, TableServiceClient
from azure.storage.queue import QueueServiceClient

from local.dev.azurite import ACCOUNT, Azurite, free_ports
from proofs.faults import storage_proxy, wire
from proofs.faults.storage_proxy import Fault, FaultKind, StorageProxy, at_random, summary
from proofs.harness.transport import Moment

NO_RETRIES = {"retry_total": 0, "retry_connect": 0, "retry_read": 0, "retry_status": 0}
ROW = {"PartitionKey": "p", "RowKey": "r"}
EVERY_FAULT = [Fault(kind, moment) for kind in FaultKind for moment in Moment]


@pytest.fixture
def proxy(azurite: Azurite, monkeypatch: pytest.MonkeyPatch) -> Iterator[StorageProxy]:
    monkeypatch.setattr(storage_proxy, "SECONDS_OF_SILENCE", 0.1)
    proxy = StorageProxy(free_ports(), azurite.ports)
    with proxy.running():
        yield proxy


@pytest.fixture
def table(proxy: StorageProxy) -> Iterator[TableClient]:
    """A new table, seen through the proxy by a client that repeats nothing."""
    connection = proxy.ports.connection_string
    with TableServiceClient.from_connection_string(connection, **NO_RETRIES) as service:
        yield service.create_table(f"Proxied{uuid4().hex}")


def test_without_faults_the_proxy_is_not_noticed(proxy: StorageProxy, table: TableClient) -> None:
    connection, name = proxy.ports.connection_string, uuid4().hex
    rows = [{"PartitionKey": "p", "RowKey": f"{number:04d}", "text": "ä" * 500} for number in range(90)]

    table.submit_transaction([("create", row) for row in rows])
    with QueueServiceClient.from_connection_string(connection) as queues:
        queue = queues.create_queue(f"q{name}")
        queue.send_message("hello")
        received = [message.content for message in queue.receive_messages()]
    refused = requests.get(f"http://127.0.0.1:{proxy.ports.blob}/{ACCOUNT}/unknown", timeout=10)

    assert [dict(row) for row in table.query_entities("PartitionKey eq 'p'")] == rows
    assert received == ["hello"]
    assert refused.headers["Server"].startswith("Azurite-Blob")
    assert (sum(proxy.injected.values()), proxy.passed > 5) == (0, True)


@pytest.mark.parametrize("fault", EVERY_FAULT, ids=lambda fault: f"{fault.kind} {fault.moment}")
def test_a_request_that_breaks_was_done_only_if_it_broke_afterwards(
    proxy: StorageProxy, table: TableClient, fault: Fault
) -> None:
    proxy.choose = lambda request: fault

    with pytest.raises(AzureError) as broken:
        table.create_entity(ROW)

    proxy.choose = storage_proxy.no_faults
    status = broken.value.status_code if isinstance(broken.value, HttpResponseError) else None
    assert str(status) == fault.kind or fault.kind in (FaultKind.SILENCE, FaultKind.RESET)
    assert proxy.injected == {fault: 1}
    assert len(list(table.list_entities())) == (1 if fault.moment is Moment.AFTER else 0)


def test_a_client_that_repeats_meets_its_own_work(proxy: StorageProxy, table: TableClient) -> None:
    plan = iter([Fault(FaultKind.ERROR_503, Moment.AFTER)])
    connection = proxy.ports.connection_string
    with TableServiceClient.from_connection_string(connection, retry_backoff_factor=0) as service:
        proxy.choose = lambda request: next(plan, None)

        with pytest.raises(ResourceExistsError):
            service.get_table_client(table.table_name).create_entity(ROW)


def test_faults_come_at_the_rate_asked_for_and_the_same_for_the_same_seed() -> None:
    request = wire.Message(first_line=("GET", "/", "HTTP/1.1"), content=b"")

    first, second, other = (at_random(0.2, seed) for seed in (1, 1, 2))
    chosen = [first(request) for _ in range(5_000)]

    assert [second(request) for _ in range(5_000)] == chosen
    assert [other(request) for _ in range(5_000)] != chosen
    assert 900 < sum(fault is not None for fault in chosen) < 1_100
    assert set(chosen) == {None, *EVERY_FAULT}


def test_what_was_injected_is_told_by_kind() -> None:
    injected = {Fault(FaultKind.RESET, Moment.AFTER): 2, Fault(FaultKind.ERROR_500, Moment.BEFORE): 1}

    assert summary(injected) == "500 before 1, reset after 2"
    assert summary({}) == "none"


def test_a_proxy_before_nothing_cuts_the_connection(azurite: Azurite) -> None:
    with_nobody = StorageProxy(free_ports(), replace(azurite.ports, table=1))
    connection = with_nobody.ports.connection_string
    with (
        with_nobody.running(),
        TableServiceClient.from_connection_string(connection, **NO_RETRIES) as service,
        pytest.raises(AzureError),
    ):
        service.create_table("nowhere")
