"""Connections for HTTP actions: to permitted addresses only, within the time limit, for short answers.

All threads share the pools. The connection itself enforces the rules, so that they hold for redirects, for
connections that are kept open, and for names whose address changes.
"""

import http.client
import io
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, Final

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError, NameResolutionError, NewConnectionError

from shared.actions.kept import KeepingAdapter, Kept, Pools, keeping_pools
from shared.domain.outbound import ANYWHERE, Address, Outbound

Resolver = Callable[[str, int], list[Address]]

LONGEST_HEADERS: Final = 65_536
"""In bytes, of everything that comes before a body."""
_LONGEST_WIRE_BODY: Final = 65_536
"""In bytes, including the sizes of chunks and the trailers. It is far more than is read of any body."""
_WITHOUT_BODY: Final = ("GET", "HEAD", "DELETE", "OPTIONS")
_exchange = threading.local()


class Forbidden(HTTPError):
    """The host's name leads to no address that actions may reach."""


class TimeIsUp(HTTPError):
    """The whole exchange has taken longer than it may."""


class TooLong(HTTPError):
    """Says which part of an answer is too long."""


def resolve(host: str, port: int) -> list[Address]:
    """Return the addresses of a host, in the order in which the system prefers them."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ip_address(str(where[0]).partition("%")[0]) for *_, where in answers))


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Limit the time for everything that this thread sends and receives within the block."""
    _exchange.deadline = time.monotonic() + seconds
    try:
        yield
    finally:
        del _exchange.deadline


def time_left() -> float:
    """Return how many seconds the exchange still has; raise TimeIsUp if none."""
    left: float = _exchange.deadline - time.monotonic()
    if left <= 0:
        raise TimeIsUp
    return left


class GuardedAdapter(KeepingAdapter):
    """Sends requests over guarded connections; `context` holds a client's certificate, if any."""

    def __init__(
        self, outbound: Outbound, resolver: Resolver, kept: Kept, context: ssl.SSLContext | None = None
    ) -> None:
        self._by_proxy = _guarded_pools(ANYWHERE, resolve, kept)
        self._context = context
        super().__init__(_guarded_pools(outbound, resolver, kept))

    def init_poolmanager(
        self, connections: int, maxsize: int, block: bool = False, **pool_kwargs: Any
    ) -> None:
        certificate = {} if self._context is None else {"ssl_context": self._context}
        super().init_poolmanager(connections, maxsize, block, **certificate, **pool_kwargs)

    def proxy_manager_for(self, proxy: str, **proxy_kwargs: Any) -> Any:
        """Whoever sets up a proxy trusts it, so the proxy decides which addresses may be reached."""
        manager = super().proxy_manager_for(proxy, **proxy_kwargs)
        manager.pool_classes_by_scheme = self._by_proxy
        return manager


class _Reader(io.RawIOBase):
    """Reads from a socket within limits of time and size, even if the server sends byte by byte."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._raw = sock.makefile("rb", buffering=0)
        self._left = LONGEST_HEADERS
        self._part = "the header section"

    def readable(self) -> bool:
        return True

    def go_on_to_body(self) -> None:
        self._left = _LONGEST_WIRE_BODY
        self._part = "what surrounds the body"

    def readinto(self, buffer: Any) -> int | None:
        if not self._left:
            raise TooLong(f"{self._part} of the answer is too long")
        self._socket.settimeout(time_left())
        try:
            read = self._raw.readinto(memoryview(buffer)[: self._left])
        except TimeoutError as exc:
            raise TimeIsUp from exc
        self._left -= read or 0
        return read

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Response(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        self.fp.close()
        self._reader = _Reader(sock)
        self.fp = io.BufferedReader(self._reader)

    def begin(self) -> None:
        super().begin()
        self._reader.go_on_to_body()
        if self.status == HTTPStatus.SWITCHING_PROTOCOLS:  # nobody asked for it, so the connection is useless
            self.will_close = True

    def _read_status(self) -> tuple[str, int, str]:
        """Skip interim answers. Otherwise the real answer would be taken for the answer to the next job."""
        while True:
            version, status, reason = super()._read_status()  # type: ignore[misc]  # it has no public name
            if not HTTPStatus.SWITCHING_PROTOCOLS < status < HTTPStatus.OK:
                return version, status, reason
            http.client.parse_headers(self.fp)


def _guarded_pools(outbound: Outbound, resolver: Resolver, kept: Kept) -> Pools:
    class Guarded(HTTPConnection):
        response_class = _Response
        fit_to_keep = True

        def _new_conn(self) -> socket.socket:
            return _connect_guarded(self, outbound, resolver)

        def request(self, method: str, url: str, body: Any = None, *args: Any, **kwargs: Any) -> None:
            """Keep no connection on which a method without a body sent one.

            A server that expects no body may take it for a request, and its answer for the next job's.
            """
            self.fit_to_keep = not body or method not in _WITHOUT_BODY
            super().request(method, url, body, *args, **kwargs)

    class GuardedEncrypted(Guarded, HTTPSConnection):
        pass

    return keeping_pools(kept, Guarded, GuardedEncrypted)


def _connect_guarded(wanted: HTTPConnection, outbound: Outbound, resolver: Resolver) -> socket.socket:
    """Connect to the first permitted address of the host that answers."""
    host, port = wanted.host, wanted.port or wanted.default_port
    try:
        addresses = resolver(host, port)
    except (OSError, UnicodeError) as exc:
        raise NameResolutionError(host, wanted, socket.gaierror(str(exc))) from exc
    permitted = [address for address in addresses if outbound.permits(host, address)]
    if not permitted:
        raise Forbidden(host)
    refusal: OSError = OSError("no address")
    for address in permitted:
        try:
            return _connect(address, port, wanted.socket_options)
        except OSError as exc:
            refusal = exc
            time_left()
    raise NewConnectionError(wanted, str(refusal)) from refusal


def _connect(address: Address, port: int, options: Any) -> socket.socket:
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        for option in options or ():
            sock.setsockopt(*option)
        sock.settimeout(time_left())
        sock.connect((str(address), port))
    except BaseException:
        sock.close()
        raise
    return sock
