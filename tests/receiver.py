"""A real HTTP receiver on loopback, for tests of what actions send."""

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A request as it arrived; header names in lower case."""

    at: datetime
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    client: int = 0
    """The port it came from: the same as long as the connection is."""
    certificate: str = ""
    """The name in the certificate that the caller has presented, if any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receiver:
    """Where to call, and what came, in order."""

    uri: str
    requests: Queue[Received]
    connections: set[int]
    """The ports from which connections are open."""

    def next_request(self, *, within: float) -> Received:
        """Return the next request; raise queue.Empty if none comes within so many seconds."""
        return self.requests.get(timeout=within)


@contextmanager
def a_receiver(
    answer: Callable[[Received], Answer] = lambda _: Answer(), *, tls: ssl.SSLContext | None = None
) -> Iterator[Receiver]:
    requests: Queue[Received] = Queue()
    connections: set[int] = set()
    server = _Server(("127.0.0.1", 0), _handler(requests, connections, answer))
    if tls is not None:
        # The handshake is made by the connection's own thread: one that fails must not end the server.
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        scheme = "http" if tls is None else "https"
        uri = f"{scheme}://127.0.0.1:{server.server_port}"
        yield Receiver(uri=uri, requests=requests, connections=connections)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Keep the tests' output clean: callers that go, or refuse, are what tests are about."""


def _name_in_certificate(connection: object) -> str:
    presented = connection.getpeercert() if isinstance(connection, ssl.SSLSocket) else None
    subject = presented.get("subject", ()) if presented else ()
    return str(subject[0][0][1]) if subject else ""


def _handler(
    requests: Queue[Received], connections: set[int], answer: Callable[[Received], Answer]
) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # the body would wait for the caller to confirm the headers

        def handle(self) -> None:
            connections.add(self.client_address[1])
            try:
                super().handle()
            finally:
                connections.discard(self.client_address[1])

        def handle_any(self) -> None:
            received = Received(
                at=datetime.now(UTC),
                method=self.command,
                path=self.path,
                headers={name.lower(): value for name, value in self.headers.items()},
                body=self.rfile.read(int(self.headers.get("Content-Length", 0))),
                client=self.client_address[1],
                certificate=_name_in_certificate(self.connection),
            )
            reply = answer(received)
            requests.put(received)
            self.send_response(reply.status)
            for name, value in {**reply.headers, "Content-Length": str(len(reply.body))}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(reply.body)

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = handle_any  # noqa: N815 - http.server's names

        def log_message(self, format: str, *args: object) -> None:
            """Keep the tests' output clean."""

    return Handler
