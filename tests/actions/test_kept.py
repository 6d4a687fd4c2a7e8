"""Connections that are kept: few in the whole process, closed when idle, and used again."""

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier

import pytest
import requests

from shared.actions.http.certificates import Identity
from shared.actions.http.client_adapters import ClientAdapters
from shared.actions.http.connections import GuardedAdapter, resolve, time_limit
from shared.actions.kept import Kept
from shared.actions.storage_queue import QueueSettings
from shared.domain.action import StorageQueueAction
from shared.domain.attempt import Attempt
from shared.domain.authentication import ClientCertificate
from shared.domain.messages import StorageQueueMessage
from tests.actions.running import LOOPBACK, a_runner, an_attempt, an_http_attempt, sealed
from tests.end_to_end.app_process import wait_for
from tests.receiver import Answer, Received, Receiver, a_receiver
from tests.tls import an_authority

SIGNATURE = "c2lnbmF0dXJl"


def a_queue_message() -> Attempt:
    token = sealed(f"sv=1&sig={SIGNATURE}")
    message = StorageQueueMessage(account="devstoreaccount1", queue="queue1", message="m", sas_token=token)
    return an_attempt(StorageQueueAction(message=message))


def test_a_burst_finds_the_connections_of_the_one_before() -> None:
    together = Barrier(24, timeout=20)

    def meet(request: Received) -> Answer:
        together.wait()
        return Answer()

    with a_receiver(meet) as receiver, ThreadPoolExecutor(24) as threads:
        runner = a_runner(kept=Kept())
        for _ in range(2):
            list(threads.map(runner.perform, [an_http_attempt(receiver.uri)] * 24))

        ports = {receiver.next_request(within=5).client for _ in range(48)}
        assert len(ports) == 24


def test_a_few_are_kept_of_all_that_a_burst_needed() -> None:
    together = Barrier(8, timeout=20)

    def meet(request: Received) -> Answer:
        together.wait()
        return Answer()

    with a_receiver(meet) as receiver, ThreadPoolExecutor(8) as threads:
        runner = a_runner(kept=Kept(most=3))
        list(threads.map(runner.perform, [an_http_attempt(receiver.uri)] * 8))

        wait_for(lambda: len(receiver.connections) == 3)


def test_all_kinds_of_targets_share_one_limit_and_the_longest_idle_makes_room(tmp_path: Path) -> None:
    authority = an_authority(tmp_path)
    asking = authority.server_context(asks_for_certificates=True)
    certificate = ClientCertificate(pfx=sealed(authority.client_pfx("client-1")), password=sealed("open"))
    with ExitStack() as opened:
        first, queue = (opened.enter_context(a_receiver()) for _ in range(2))
        secured = opened.enter_context(a_receiver(tls=asking))
        runner = a_runner(
            kept=Kept(most=2), ca_file=authority.ca_file, queues=QueueSettings(emulator=queue.uri)
        )

        runner.perform(an_http_attempt(first.uri))
        runner.perform(an_http_attempt(secured.uri, authentication=certificate))
        runner.perform(a_queue_message())

        wait_for(lambda: open_at(first, secured, queue) == [0, 1, 1])


def open_at(*receivers: Receiver) -> list[int]:
    return [len(receiver.connections) for receiver in receivers]


@pytest.mark.parametrize("kind", ["http", "queue"])
def test_an_idle_connection_is_closed_although_nothing_else_happens(kind: str) -> None:
    with a_receiver() as receiver:
        runner = a_runner(kept=Kept(idle_limit=0.05), queues=QueueSettings(emulator=receiver.uri))
        attempt = a_queue_message() if kind == "queue" else an_http_attempt(receiver.uri)

        for _ in range(2):  # whoever watches over them comes back
            runner.perform(attempt)
            receiver.next_request(within=5)
            wait_for(lambda: not receiver.connections)


def test_a_certificate_that_makes_room_for_another_takes_its_connections_along(tmp_path: Path) -> None:
    authority = an_authority(tmp_path)
    kept = Kept()
    adapters = ClientAdapters(lambda context: GuardedAdapter(LOOPBACK, resolve, kept, context), most=1)
    with a_receiver(tls=authority.server_context(asks_for_certificates=True)) as receiver:
        for name in ("client-1", "client-2"):
            adapter, _ = adapters.get(Identity(authority.client_pfx(name), "open"))
            with time_limit(20):
                request = requests.Request("GET", receiver.uri).prepare()
                assert adapter.send(request, verify=authority.ca_file).content == b""

        wait_for(lambda: len(receiver.connections) == 1)
        adapters.close()
        wait_for(lambda: not receiver.connections)


def test_closing_lets_nothing_open() -> None:
    with a_receiver() as receiver:
        runner = a_runner(kept=Kept(), queues=QueueSettings(emulator=receiver.uri))
        runner.perform(an_http_attempt(receiver.uri))
        runner.perform(a_queue_message())
        runner.http.close()
        runner.queues.close()

        wait_for(lambda: not receiver.connections)


def test_no_level_of_the_log_shows_a_signature(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    odd = Answer(
        status=503, headers={" odd header": "1"}
    )  # urllib3 complains about it, and quotes the address
    with a_receiver(lambda _: odd) as receiver:
        runner = a_runner(queues=QueueSettings(emulator=receiver.uri))
        runner.perform(a_queue_message())
        runner.perform(an_http_attempt(f"{receiver.uri}/?sig={SIGNATURE}"))

    assert SIGNATURE not in caplog.text
