"""Putting the local host together and running it."""

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import NoReturn, assert_never

from local.host.functions import HostedFunction, HttpFunction, QueueFunction, TimerFunction
from local.host.host_settings import HostSettings, thread_count
from local.host.queue_trigger.listener import QueueListener
from local.host.server import ADDRESS, WebServer
from local.host.stop import SECONDS_TO_FINISH, Stop, StopRequests
from local.host.timers import TimerListener
from local.host.web import WebApp
from local.host.worker import Worker

STORAGE_THREADS = 8  # fewer than the ten connections that an SDK client keeps

log = logging.getLogger(__name__)


async def host(functions: Sequence[HostedFunction], settings: HostSettings, bound: socket.socket) -> None:
    """Serve the functions until a stop is requested; then end the process."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(STORAGE_THREADS))
    stop = Stop()
    worker = Worker(thread_count(os.environ))
    listeners = _listeners(functions, settings, worker, stop)
    server = WebServer(WebApp((f for f in functions if isinstance(f, HttpFunction)), worker))
    _watch_for_stop_requests(stop)

    parts = [server.run_until(stop, bound), *(listener.run() for listener in listeners)]
    running = [asyncio.create_task(part) for part in parts]
    await server.listening.wait()
    print(f"Listening on http://{ADDRESS}:{bound.getsockname()[1]}", flush=True)
    await _run_until(stop, running)


def _listeners(
    functions: Iterable[HostedFunction], settings: HostSettings, worker: Worker, stop: Stop
) -> list[TimerListener | QueueListener]:
    listeners: list[TimerListener | QueueListener] = []
    for function in functions:
        match function:
            case TimerFunction():
                listeners.append(TimerListener(function, worker, _now, stop.wait))
            case QueueFunction():
                listeners.append(QueueListener(function, settings.queues, worker, stop))
            case HttpFunction():
                pass  # the web server serves it
            case _:
                assert_never(function)
    return listeners


def _watch_for_stop_requests(stop: Stop) -> None:
    requests = StopRequests(stop)
    requests.watch_signals()
    if os.environ.get("LOCAL_HOST_WATCH_STDIN") == "1":
        requests.watch_stdin()


async def _run_until(stop: Stop, running: Sequence[asyncio.Task[None]]) -> NoReturn:
    """Wait for the stop, give running work some time, and end the process."""
    stopped = asyncio.create_task(stop.wait())
    await asyncio.wait({stopped, *running}, return_when=asyncio.FIRST_COMPLETED)
    for task in running:
        if task.done() and (exc := task.exception()):  # only a bug ends a part before the stop
            log.error("The local host has failed", exc_info=exc)
            _exit_at_once(1)
    await asyncio.wait(running, timeout=SECONDS_TO_FINISH)
    _exit_at_once(0)


def _exit_at_once(code: int) -> NoReturn:
    """End the process without waiting for threads. A thread that hangs would keep it alive."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _now() -> datetime:
    return datetime.now(UTC)
