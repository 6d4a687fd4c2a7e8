"""A proxy between the app and Azurite that injects faults, before a request is done and after it.

Signatures do not cover the host's name, so that requests can be passed on as they came.
"""

import asyncio
import random
import socket
import struct
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from local.dev.azurite import StoragePorts
from local.dev.tcp_ports import LOOPBACK
from proofs.faults import wire
from proofs.harness.transport import Moment

SECONDS_OF_SILENCE: Final = 3.0
_CUT: Final = struct.pack("ii", 1, 0)  # close with a reset, and send nothing that is still to be sent


class FaultKind(StrEnum):
    ERROR_500 = "500"
    ERROR_503 = "503"
    SILENCE = "silence"
    """Nothing comes for seconds, then the connection is cut."""
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens, and when: after a call, storage has done what was asked, but its answer never comes."""

    kind: FaultKind
    moment: Moment


Choose = Callable[[wire.Message], Fault | None]


def no_faults(request: wire.Message) -> None:
    """Choose none, ever."""


def at_random(rate: float, seed: int) -> Choose:
    """Choose a fault for this share of the requests; silence, which takes seconds, more rarely."""
    generator = random.Random(seed)  # noqa: S311 - it decides what breaks, and keeps no secret
    swift = [kind for kind in FaultKind if kind is not FaultKind.SILENCE]
    kinds = [*(kind for kind in swift for _ in range(8)), FaultKind.SILENCE]

    def choose(request: wire.Message) -> Fault | None:
        if generator.random() >= rate:
            return None
        return Fault(generator.choice(kinds), generator.choice(list(Moment)))

    return choose


@dataclass(slots=True)
class StorageProxy:
    """Passes on what comes to its own ports; `choose`, which may be set at any time, says what breaks."""

    ports: StoragePorts
    target: StoragePorts
    choose: Choose = no_faults
    injected: Counter[Fault] = field(default_factory=Counter)
    injected_at: list[datetime] = field(default_factory=list)
    passed: int = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Serve in a thread of its own."""
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, daemon=True)
        thread.start()
        try:
            servers = asyncio.run_coroutine_threadsafe(self._serve(), loop).result()
            yield
            asyncio.run_coroutine_threadsafe(_close(servers), loop).result()
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    async def _serve(self) -> list[asyncio.Server]:
        pairs = zip(self.ports.all(), self.target.all(), strict=True)
        return [await self._serve_port(port, target) for port, target in pairs]

    async def _serve_port(self, port: int, target: int) -> asyncio.Server:
        async def on_connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await self._converse(reader, writer, target)
            except (OSError, asyncio.IncompleteReadError):
                _cut(writer)  # Azurite is down, or the caller has gone
            except asyncio.CancelledError:
                pass  # the end of the proxy
            finally:
                writer.close()

        return await asyncio.start_server(on_connection, LOOPBACK, port, limit=wire.LONGEST_HEAD, backlog=512)

    async def _converse(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: int
    ) -> None:
        while (request := await wire.read_request(reader)) is not None:
            fault = self.choose(request)
            if fault is None or fault.moment is Moment.AFTER:
                answer = await _forward(request, target)
            if fault is None:
                self.passed += 1
                writer.write(answer.content)
                await writer.drain()
            elif not await self._inject(fault, writer):
                return

    async def _inject(self, fault: Fault, writer: asyncio.StreamWriter) -> bool:
        """Answer with an error or cut the connection; say whether it still stands."""
        self.injected[fault] += 1
        self.injected_at.append(datetime.now(UTC))
        match fault.kind:
            case FaultKind.ERROR_500:
                writer.write(wire.error(500, "InternalError"))
            case FaultKind.ERROR_503:
                writer.write(wire.error(503, "ServerBusy"))
            case FaultKind.SILENCE:
                await asyncio.sleep(SECONDS_OF_SILENCE)
                _cut(writer)
            case FaultKind.RESET:
                _cut(writer)
        return fault.kind in (FaultKind.ERROR_500, FaultKind.ERROR_503)


async def _forward(request: wire.Message, port: int) -> wire.Message:
    """Ask Azurite, on a connection of the request's own: one that is kept may be closed as it is used."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port, limit=wire.LONGEST_HEAD)
    try:
        writer.write(request.content)
        return await wire.read_answer(reader, to=request)
    finally:
        writer.close()


def _cut(writer: asyncio.StreamWriter) -> None:
    connection: socket.socket | None = writer.get_extra_info("socket")
    if connection is not None and connection.fileno() >= 0:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _CUT)
    writer.transport.abort()


async def _close(servers: list[asyncio.Server]) -> None:
    for server in servers:
        server.close()
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def summary(injected: Mapping[Fault, int]) -> str:
    """Return a line of what was injected, of which kind and when."""
    parts = [f"{fault.kind} {fault.moment} {count}" for fault, count in sorted(injected.items(), key=str)]
    return ", ".join(parts) or "none"
