"""The clients for storage: as many connections are kept as threads use them."""

import logging
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from shared.storage.account import StorageAccount
from tests.receiver import Answer, Received, a_receiver

THREADS = 24


def test_a_burst_finds_the_connections_of_the_one_before(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    together = Barrier(THREADS, timeout=20)

    def meet(request: Received) -> Answer:
        together.wait()
        return Answer(status=204)

    with a_receiver(meet) as receiver:
        connection_string = (
            "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=c2VjcmV0;"
            f"QueueEndpoint={receiver.uri}/devstoreaccount1"
        )
        account = StorageAccount(connection_string=connection_string, threads=THREADS)
        with account.queues() as service, ThreadPoolExecutor(THREADS) as threads:
            for _ in range(2):
                list(threads.map(lambda _: service.get_queue_client("q").clear_messages(), range(THREADS)))

        ports = {receiver.next_request(within=5).client for _ in range(2 * THREADS)}

    assert len(ports) == THREADS
    assert "Connection pool is full" not in caplog.text
