"""Runs functions as the Python worker does: sync ones on a pool of threads, async ones on the loop."""

import asyncio
import concurrent.futures
import contextvars
import inspect
import logging
import time
from dataclasses import dataclass

from local.host.functions import Target
from local.host.logs import current_function

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Invocation:
    """A function that runs or waits for a thread."""

    result: asyncio.Future[object]
    _waiting: "concurrent.futures.Future[object] | None" = None

    def withdraw(self) -> bool:
        """Take the invocation back if the function has not begun; say whether that worked."""
        return self._waiting is not None and self._waiting.cancel()


class Worker:
    """Invokes the functions of all triggers. They share one pool of threads."""

    def __init__(self, threads: int) -> None:
        self._pool = concurrent.futures.ThreadPoolExecutor(threads, thread_name_prefix="function")

    def invoke(self, target: Target, argument: object) -> Invocation:
        call = {target.argument: argument}
        context = contextvars.copy_context()
        context.run(current_function.set, target.name)
        if inspect.iscoroutinefunction(target.body):
            return Invocation(asyncio.get_running_loop().create_task(target.body(**call), context=context))
        waiting = self._pool.submit(context.run, lambda: target.body(**call))
        return Invocation(asyncio.wrap_future(waiting), waiting)


class Stopwatch:
    """Writes the one line that each invocation of a timer or queue function leaves in the log."""

    def __init__(self, kind: str, target: Target) -> None:
        self._what = f"Executed {kind} '{target.name}'"
        self._started = time.monotonic()

    def log_success(self) -> None:
        log.info("%s in %d ms", self._what, self._milliseconds())

    def log_failure(self, exc: BaseException) -> None:
        log.error("%s in %d ms: failed", self._what, self._milliseconds(), exc_info=exc)

    def _milliseconds(self) -> int:
        return round((time.monotonic() - self._started) * 1000)
