"""Stopping: the host takes no more work, finishes what is in flight, and ends in time."""

import asyncio
import os
import signal
import stat
import sys
import threading
from types import FrameType

SECONDS_TO_FINISH = 6.0
SECONDS_TO_EXIT = 7.5  # even if something hangs; then half a second of the eight is left


class Stop:
    """Tells all listeners to take no more work."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()

    @property
    def requested(self) -> bool:
        return self._event.is_set()

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait for the request, at most `seconds`; say whether it has come."""
        if self.requested or (seconds is not None and seconds <= 0):
            return self.requested
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def request(self) -> None:
        """Ask for the stop, from any thread."""
        self._loop.call_soon_threadsafe(self._event.set)


class StopRequests:
    """Turns signals and the end of stdin into a stop. A second request ends the process at once."""

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._asked = False

    def watch_signals(self) -> None:
        for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
            if hasattr(signal, name):  # SIGBREAK exists on Windows only
                signal.signal(getattr(signal, name), self._on_signal)

    def watch_stdin(self) -> None:
        """Stop when the process at the other end of stdin is gone."""
        if _stdin_is_pipe():
            threading.Thread(target=self._wait_for_end_of_stdin, daemon=True).start()

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        if self._asked:
            os._exit(0)
        self._ask()

    def _wait_for_end_of_stdin(self) -> None:
        while os.read(sys.stdin.fileno(), 4096):
            pass
        if not self._asked:
            self._ask()

    def _ask(self) -> None:
        self._asked = True
        _exit_later()
        self._stop.request()


def _stdin_is_pipe() -> bool:
    mode = os.fstat(sys.stdin.fileno()).st_mode if sys.stdin else 0
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _exit_later() -> None:
    """End the process in time even if the event loop itself hangs."""
    watchdog = threading.Timer(SECONDS_TO_EXIT, os._exit, args=[0])
    watchdog.daemon = True
    watchdog.start()
