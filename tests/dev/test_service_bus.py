import signal
import subprocess
import sys
from pathlib import Path

import pytest

from local.dev.node import ensure_broker
from local.dev.service_bus import ServiceBusBroker
from local.dev.tcp_ports import find_free, is_free
from local.dev.terminal import Problem


def test_it_starts_again_where_it_was(broker: ServiceBusBroker) -> None:
    broker.stop()
    broker.start()
    broker.create_queue("again")

    assert broker.messages("again") == []


def test_one_that_ends_while_starting_is_quoted(broker: ServiceBusBroker, tmp_path: Path) -> None:
    taken = int(broker.address.rpartition(":")[2])
    second = ServiceBusBroker(ensure_broker(), tmp_path, taken)

    with pytest.raises(Problem, match=r"(?s)broker ended by itself.*EADDRINUSE"):
        second.start()

    second.stop()


def test_stopping_what_was_never_started_is_fine(tmp_path: Path) -> None:
    ServiceBusBroker(ensure_broker(), tmp_path, 1).stop()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it(sign: signal.Signals) -> None:
    (port,) = find_free(1)
    node, script = ensure_broker()
    command = [node, str(script), "--port", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"Listening on amqp://127.0.0.1:{port}\n".encode()
        process.send_signal(sign)

        assert process.wait(10) == 0

    assert is_free(port)
