"""The HTTP server: uvicorn on our own socket, without its signal handlers and log lines."""

import asyncio
import contextlib
import socket
import sys
from collections.abc import Generator

import uvicorn

from local.host.errors import HostError
from local.host.stop import Stop
from local.host.web import WebApp

ADDRESS = "127.0.0.1"
SECONDS_OF_KEEP_ALIVE = 130  # as the real host
LONGEST_HEADERS = 48 * 1024  # bytes; the real host takes 8 KB of request line and 32 KB of headers


def bind(port: int) -> socket.socket:
    """Return a socket on the port; 0 means any free one. Nobody can connect before the server listens."""
    # Nagle's algorithm would cost 40 ms a request. asyncio switches it off only if TCP is named.
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform == "win32":
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((ADDRESS, port))
    except OSError as exc:
        bound.close()
        raise HostError(f"Port {port} on {ADDRESS} cannot be used: {exc.strerror}.") from exc
    return bound


class WebServer(uvicorn.Server):
    def __init__(self, app: WebApp) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="warning",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                h11_max_incomplete_event_size=LONGEST_HEADERS,
                timeout_keep_alive=SECONDS_OF_KEEP_ALIVE,
            )
        )
        self.listening = asyncio.Event()

    async def run_until(self, stop: Stop, bound: socket.socket) -> None:
        """Serve until a stop is requested, then finish the requests in flight."""
        serving = asyncio.create_task(self.serve([bound]))
        await stop.wait()
        self.should_exit = True
        await serving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield  # the host listens to signals itself
