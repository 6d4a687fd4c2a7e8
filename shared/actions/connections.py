"""Connections for HTTP actions: only to addresses that are permitted, and never beyond the time limit.

The pools are shared by all threads. Both rules sit in the connection itself, so that redirects, connections
kept open and names that change their address are held to them too.
"""

import http.client
import io
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any, Final

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError, NewConnectionError
from urllib3.poolmanager import PoolManager

from shared.actions.outbound import ANYWHERE, Address, Outbound

Resolver = Callable[[str, int], list[Address]]

_MOST_HOSTS: Final = 256
_MOST_KEPT_PER_HOST: Final = 64
_exchange = threading.local()


class Forbidden(HTTPError):
    """The host's name stands for no address that actions may reach."""


class TimeIsUp(HTTPError):
    """The whole exchange has taken longer than it may."""


def resolve(host: str, port: int) -> list[Address]:
    """Return the addresses of a host, in the order in which the system prefers them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ip_address(str(where[0]).partition("%")[0]) for *_, where in found))


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Let everything that this thread sends and receives within the block be over in time."""
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


class GuardedAdapter(HTTPAdapter):
    """Sends requests over guarded connections; `context` holds a client's certificate, if any."""

    def __init__(
        self, outbound: Outbound, resolver: Resolver = resolve, context: ssl.SSLContext | None = None
    ) -> None:
        self._guarded = _guarded_pools(outbound, resolver)
        self._context = context
        super().__init__(pool_connections=_MOST_HOSTS, pool_maxsize=_MOST_KEPT_PER_HOST)

    def init_poolmanager(
        self, connections: int, maxsize: int, block: bool = False, **pool_kwargs: Any
    ) -> None:
        if self._context is not None:
            pool_kwargs["ssl_context"] = self._context
        self.poolmanager = PoolManager(num_pools=connections, maxsize=maxsize, block=block, **pool_kwargs)
        self.poolmanager.pool_classes_by_scheme = self._guarded

    def proxy_manager_for(self, proxy: str, **proxy_kwargs: Any) -> Any:
        """Whoever sets up a proxy trusts it: where it goes to is the proxy's to decide."""
        manager = super().proxy_manager_for(proxy, **proxy_kwargs)
        manager.pool_classes_by_scheme = _guarded_pools(ANYWHERE, resolve)
        return manager


class _Reader(io.RawIOBase):
    """Reads from a socket for as long as the exchange may last: also from a server that drips bytes."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._socket.settimeout(time_left())
        try:
            return self._raw.readinto(buffer)
        except TimeoutError as exc:
            raise TimeIsUp from exc

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Response(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        self.fp.close()
        self.fp = io.BufferedReader(_Reader(sock))


def _guarded_pools(outbound: Outbound, resolver: Resolver) -> dict[str, type[HTTPConnectionPool]]:
    class Plain(HTTPConnection):
        response_class = _Response

        def _new_conn(self) -> socket.socket:
            return _connect_guarded(self, outbound, resolver)

    class Encrypted(HTTPSConnection):
        response_class = _Response

        def _new_conn(self) -> socket.socket:
            return _connect_guarded(self, outbound, resolver)

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class EncryptedPool(HTTPSConnectionPool):
        ConnectionCls = Encrypted

    return {"http": PlainPool, "https": EncryptedPool}


def _connect_guarded(wanted: HTTPConnection, outbound: Outbound, resolver: Resolver) -> socket.socket:
    """Connect to a permitted address of the host, the first that answers."""
    host, port = wanted.host, wanted.port or wanted.default_port
    try:
        found = resolver(host, port)
    except (OSError, UnicodeError) as exc:
        raise NewConnectionError(wanted, f"{host} is not known") from exc
    permitted = [address for address in found if outbound.permits(host, address)]
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
