"""Modules of this project as processes, which can be ended in every way and started again."""

import os
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from local.dev import children
from local.dev.environment import ROOT
from local.dev.tcp_ports import LOOPBACK, find_free
from local.dev.terminal import Problem, last_lines

LISTENING: Final = "Listening on "
LONGEST_START: Final = 60.0  # seconds; usually two
LONGEST_STOP: Final = 10.0
_NO_SETTINGS: Final[Mapping[str, str]] = {}


class Process:
    """A Python module, named first in its command; its output goes to a log file.

    It ends with this process, however that ends: its standard input is a pipe that it watches.
    It is ready when it has printed the text `ready`.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        log: Path,
        settings: Mapping[str, str] = _NO_SETTINGS,
        *,
        ready: str = LISTENING,
    ) -> None:
        self._command = command
        self._log = log
        self._environment = {**os.environ, "PYTHONUNBUFFERED": "1", **settings}
        self._ready = ready
        self._child: children.Child | None = None
        self._printed_before = 0

    def start(self) -> None:
        """Start and return at once, unless it runs already."""
        if self._child is not None:
            return
        command = [sys.executable, "-m", *self._command]
        with self._log.open("ab") as log:
            self._printed_before = log.tell()
            self._child = children.start(command, ROOT, environment=self._environment, log=log)

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + LONGEST_START
        while self._ready not in self.printed():
            self.check()
            if time.monotonic() > deadline:
                raise self._problem(f"did not start within {LONGEST_START:.0f} seconds")
            time.sleep(0.05)

    def check(self) -> None:
        """Raise a problem if the process does not run."""
        if self._child is None:
            raise self._problem("was not started")
        if (code := self._child.poll()) is not None:
            raise self._problem(f"ended by itself with exit code {code}")

    def peak_memory(self) -> float | None:
        """Return the most memory it held so far, in megabytes, or None where the system does not tell."""
        if self._child is None:
            return None
        try:
            status = Path(f"/proc/{self._child.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return None
        peak = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(peak[1]) / 1024 if peak else None

    def cpu_seconds(self) -> float | None:
        """Return the processor time it took so far, or None where the system does not tell."""
        if self._child is None:
            return None
        try:
            status = Path(f"/proc/{self._child.pid}/stat").read_text(encoding="utf-8")
        except OSError:
            return None
        user, system = status.rpartition(")")[2].split()[11:13]  # what stands before may hold spaces
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def printed(self) -> str:
        """Return what it has printed since it was started last."""
        return self._log.read_bytes()[self._printed_before :].decode("utf-8", errors="replace")

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._child is not None:
            children.kill(self._child)
            children.has_ended(self._child, LONGEST_STOP)
            self._child = None

    def stop(self) -> None:
        """Let it finish what it does, within bounds."""
        if self._child is not None:
            children.ask_to_stop(self._child)
            children.has_ended(self._child, LONGEST_STOP)
            self.kill()

    def _problem(self, what: str) -> Problem:
        return Problem(f"{self._command[0]} {what}; its output ends:\n{last_lines(self.printed())}")


class Server(Process):
    """A process that listens on a port, the same one each time that it is started."""

    def __init__(
        self, command: Sequence[str | Path], log: Path, settings: Mapping[str, str] = _NO_SETTINGS
    ) -> None:
        (port,) = find_free(1)
        super().__init__([*command, "--port", str(port)], log, settings)
        self.address = f"http://{LOOPBACK}:{port}"


AnyProcess = TypeVar("AnyProcess", bound=Process)


@contextmanager
def running(process: AnyProcess) -> Iterator[AnyProcess]:
    """Start the process, yield it when it is ready, and end it afterwards, whatever happens."""
    try:
        process.start()
        process.wait_until_ready()
        yield process
    finally:
        process.stop()


def a_host(folder: Path, settings: Mapping[str, str], *, root: Path = ROOT) -> Server:
    """A host of the app that is in the root; its log goes into the folder."""
    watching = {**settings, "LOCAL_HOST_WATCH_STDIN": "1"}
    return Server(["local.host", "--root", root], folder / "host.log", watching)
