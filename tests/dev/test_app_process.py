from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from local.dev.app_process import host_command, is_healthy, listens_everywhere
from local.dev.environment import SCRIPTS
from local.dev.tcp_ports import find_free
from local.dev.terminal import Problem


@contextmanager
def a_server(status: int, body: bytes = b"") -> Iterator[int]:
    """Answer every call like this, on the port that is given."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_an_app_that_is_well() -> None:
    with a_server(200) as port:
        assert is_healthy(port)


def test_an_app_that_is_not_well_says_why() -> None:
    body = b'{"error": {"code": "NotConfigured", "message": "SCHEDULER_SHARDS must be a number."}}'

    with a_server(503, body) as port, pytest.raises(Problem, match="SCHEDULER_SHARDS must be a number"):
        is_healthy(port)


@pytest.mark.parametrize("body", [b"", b"Function host is not running.", b'{"error": "starting"}', b"[]"])
def test_a_host_that_is_still_starting_is_waited_for(body: bytes) -> None:
    with a_server(503, body) as port:
        assert not is_healthy(port)


def test_an_app_that_does_not_listen_yet_is_waited_for() -> None:
    assert not is_healthy(find_free(1)[0])


def test_func_finds_the_python_of_the_project_first() -> None:
    command, environment = host_command("func", 7071)

    assert command[1:] == ["start", "--port", "7071"]
    assert environment["PATH"].startswith(str(SCRIPTS))


@pytest.mark.parametrize(
    ("version", "everywhere"),
    [
        ("4.13.9\n", True),
        ("4.14.0\n", False),
        ("4.100.1\n", False),
        ("5.0.0\n", False),
        ("3.20.1\n", True),
        ("", True),
    ],
)
def test_an_old_func_lets_other_machines_connect(version: str, everywhere: bool) -> None:
    assert listens_everywhere(version) is everywhere
