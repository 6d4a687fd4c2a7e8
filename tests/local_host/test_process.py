"""The host as a process: how it starts, and how it ends."""

import json
import signal
import socket
import sys
import threading
import uuid
from pathlib import Path

import pytest
from azure.storage.queue import QueueClient

from local.dev.azurite import Azurite
from tests.local_host.hosting import HostProcess, failed, hosted

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without asking it")

APP = """
import time
from pathlib import Path
import azure.functions as func

app = func.FunctionApp()


@app.route(route="slow")
def slow(req: func.HttpRequest) -> func.HttpResponse:
    print("begun", flush=True)
    while not Path("go").exists():
        time.sleep(0.01)
    return func.HttpResponse("done")
"""

QUEUE_APP = """
import time
import azure.functions as func

app = func.FunctionApp()


@app.queue_trigger(arg_name="message", queue_name="%QUEUE%", connection="")
def hang(message: func.QueueMessage) -> None:
    print("begun", flush=True)
    time.sleep(600)
"""


@needs_signals
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_takes_no_more_requests_but_finishes_those_in_flight(
    tmp_path: Path, how: signal.Signals
) -> None:
    with hosted(tmp_path, APP) as host:
        answers: list[bytes] = []
        asking = start_slow_request(host, answers)
        host.process.send_signal(how)
        wait_until_it_refuses(host)
        (tmp_path / "go").touch()
        asking.join()

        assert host.wait() == 0
        assert answers == [b"done"]


@needs_signals
def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    with hosted(tmp_path, APP) as host:
        answers: list[bytes] = []
        asking = start_slow_request(host, answers)
        host.process.send_signal(signal.SIGTERM)
        wait_until_it_refuses(host)
        host.process.send_signal(signal.SIGTERM)

        assert host.wait() == 0
        asking.join()
        assert answers == []


def test_it_stops_when_its_parent_is_gone(tmp_path: Path) -> None:
    with hosted(tmp_path, APP, {"LOCAL_HOST_WATCH_STDIN": "1"}) as host:
        assert host.process.stdin
        host.process.stdin.close()

        assert host.wait() == 0


@needs_signals
def test_it_ends_although_a_function_hangs_and_leaves_the_message(tmp_path: Path, azurite: Azurite) -> None:
    name = f"test-{uuid.uuid4().hex}"
    with QueueClient.from_connection_string(azurite.connection_string, name) as queue:
        queue.create_queue()
        queue.send_message("aGVsbG8=")
        with hosted(
            tmp_path, QUEUE_APP, {"QUEUE": name, "AzureWebJobsStorage": azurite.connection_string}
        ) as host:
            assert host.process.stdout
            assert host.process.stdout.readline() == "begun\n"
            host.process.send_signal(signal.SIGTERM)

            assert host.wait() == 0
        assert queue.get_queue_properties().approximate_message_count == 1


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, complaint = failed(tmp_path, APP, port)

    assert code == 1
    assert complaint.startswith(f"Port {port} on 127.0.0.1 cannot be used: ")
    assert len(complaint.splitlines()) == 1


def test_an_app_that_cannot_be_imported_is_reported_with_its_traceback(tmp_path: Path) -> None:
    code, complaint = failed(tmp_path, "import nowhere_to_be_found")

    assert code == 1
    assert 'function_app.py", line 1, in <module>' in complaint
    assert complaint.endswith(
        f"function_app.py in {tmp_path} cannot be imported: "
        "ModuleNotFoundError(\"No module named 'nowhere_to_be_found'\").\n"
    )


def test_local_settings_reach_the_app(tmp_path: Path) -> None:
    values = {"LOCAL_HOST_TEST_GREETING": "hello"}
    (tmp_path / "local.settings.json").write_text(json.dumps({"IsEncrypted": False, "Values": values}))
    app = APP + "import os\nprint(os.environ['LOCAL_HOST_TEST_GREETING'], flush=True)\n"
    host = HostProcess(tmp_path, app)

    assert host.process.stdout
    assert host.process.stdout.readline() == "hello\n"
    host.close()


def start_slow_request(host: HostProcess, answers: list[bytes]) -> threading.Thread:
    """Ask for /slow in a thread, and return when the function has begun."""

    def ask() -> None:
        connection = host.connect()
        try:
            connection.request("GET", "/slow")
            answers.append(connection.getresponse().read())
        except ConnectionError:
            pass  # the host has ended
        finally:
            connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    assert host.process.stdout
    assert host.process.stdout.readline() == "begun\n"
    return thread


def wait_until_it_refuses(host: HostProcess) -> None:
    for _ in range(100_000):
        if not host.accepts():
            return
    raise AssertionError("it still takes connections")
