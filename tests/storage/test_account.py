"""The clients for storage: as many connections are kept as threads use them."""

import logging
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from shared.storage.account import StorageAccount, StorageSession
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


def test_proxies_of_the_environment_are_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = StorageSession()
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("no_proxy", "inside.example")

    def proxies(url: str) -> object:
        return session.merge_environment_settings(url, {}, False, True, None)["proxies"].get("https")

    first = proxies("https://account.table.core.windows.net/a")
    monkeypatch.delenv("https_proxy")

    assert first == proxies("https://account.table.core.windows.net/b") == "http://proxy.example:3128"
    assert proxies("https://inside.example/") is None


def test_a_password_of_netrc_does_not_replace_the_signature(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password secret\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(netrc))

    with a_receiver(lambda request: Answer(status=204)) as receiver, StorageSession() as session:
        session.get(receiver.uri, headers={"Authorization": "SharedKey ours"})
        received = receiver.next_request(within=5)

    assert received.headers["authorization"] == "SharedKey ours"
