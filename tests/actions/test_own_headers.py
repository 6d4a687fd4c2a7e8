"""A job's own headers leave the connection as it is: jobs share it, and each gets its own answer."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event

import pytest

from shared.domain.attempt import Completed
from tests.actions.raw_server import a_raw_server
from tests.actions.running import a_runner, an_http_attempt
from tests.receiver import a_receiver

SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"


@dataclass
class Strict:
    """A server that goes by the letter: it reads as much as the headers say, and answers with the address."""

    uri: str = ""
    asked: list[tuple[int, bytes]] = field(default_factory=list)
    """The caller's port, and the address asked for."""

    def talk(self, connection: socket.socket, over: Event) -> None:
        port, left = connection.getpeername()[1], b""
        while not over.is_set():
            while b"\r\n\r\n" not in left:
                if not (more := connection.recv(65_536)):
                    return
                left += more
            head, _, left = left.partition(b"\r\n\r\n")
            path = head.split()[1]
            left = self._after_body(connection, head.lower(), left)
            self.asked.append((port, path))
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(path), path))

    def _after_body(self, connection: socket.socket, head: bytes, left: bytes) -> bytes:
        headers = dict(line.split(b":", 1) for line in head.split(b"\r\n")[1:] if b":" in line)
        if b"chunked" in headers.get(b"transfer-encoding", b""):
            while b"0\r\n\r\n" not in left:
                left += connection.recv(65_536)
            return left.partition(b"0\r\n\r\n")[2]
        size = int(headers.get(b"content-length", b"0"))
        while len(left) < size:
            left += connection.recv(65_536)
        return left[size:]


@contextmanager
def a_strict_server() -> Iterator[Strict]:
    strict = Strict()
    with a_raw_server(strict.talk) as strict.uri:
        yield strict


@pytest.mark.parametrize(
    "header",
    [
        ("Content-Length", "0"),
        ("content-length", "5"),
        ("Transfer-Encoding", "chunked"),
        ("Transfer-Encoding", "identity"),
        ("Connection", "close"),
        ("Connection", "upgrade"),
        ("Keep-Alive", "max=1"),
        ("TE", "trailers"),
        ("Trailer", "X-Sum"),
        ("Upgrade", "h2c"),
        ("Expect", "100-continue"),
        ("Proxy-Connection", "close"),
        ("Proxy-Authorization", "Basic YTpi"),
        ("X Y", "1"),
        ("Content-Length ", "0"),
        ("X-A: 1\r\nContent-Length", "0"),
        ("X-A", "1\r\nContent-Length: 0"),
        ("X-A", f"1\r\n\r\n{SMUGGLED}"),
        ("X-A", "1\nTransfer-Encoding: chunked"),
        ("X-A", "1\rContent-Length: 0"),
        ("X-A", "1\0"),
        ("X-A", "1\r\n Content-Length: 0"),
        ("", "1"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("body", [None, "0\r\n\r\n" + SMUGGLED])
def test_no_header_of_a_stored_job_lets_the_next_one_get_its_answer(
    header: tuple[str, str], body: str | None
) -> None:
    with a_strict_server() as server:
        runner = a_runner()
        first = runner.perform(
            an_http_attempt(f"{server.uri}/first", method="POST", headers=(header, ("X-B", "2")), body=body)
        )
        second = runner.perform(an_http_attempt(f"{server.uri}/second"))

    assert [outcome.message.partition("Body: ")[2] for outcome in (first, second)] == ["/first", "/second"]
    assert [path for _, path in server.asked] == [b"/first", b"/second"]
    assert len({port for port, _ in server.asked}) == 1


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "OPTIONS"])
def test_a_connection_is_not_kept_after_a_body_that_a_server_may_not_expect(method: str) -> None:
    """Some leave such a body unread and take it for the next request."""
    with a_strict_server() as server:
        runner = a_runner()
        runner.perform(an_http_attempt(f"{server.uri}/first", method=method, body=SMUGGLED))
        runner.perform(an_http_attempt(f"{server.uri}/second"))

    assert [path for _, path in server.asked] == [b"/first", b"/second"]
    assert len({port for port, _ in server.asked}) == 2


def test_the_last_of_two_headers_that_differ_by_case_is_sent() -> None:
    with a_receiver() as receiver:
        headers = (("X-Own", "first"), ("x-own", "last"))
        outcome = a_runner().perform(an_http_attempt(receiver.uri, headers=headers))

        assert receiver.next_request(within=5).headers["x-own"] == "last"
    assert isinstance(outcome, Completed)


@pytest.mark.parametrize(
    ("name", "value", "received"),
    [
        ("Host", "inner.example", "inner.example"),
        ("X-Tab", "a\tb", "a\tb"),
        ("X-Blanks", "  a ", "a"),
        ("X-Umlaut", "größe", "größe"),
    ],
)
def test_ordinary_headers_are_sent(name: str, value: str, received: str) -> None:
    with a_receiver() as receiver:
        a_runner().perform(an_http_attempt(receiver.uri, headers=((name, value),)))

        assert receiver.next_request(within=5).headers[name.lower()] == received
