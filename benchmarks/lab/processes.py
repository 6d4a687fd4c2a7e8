"""Processes that a measurement starts, and that end with it."""

import os
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from local.dev import children
from local.dev.app_settings import ALLOWED_TARGETS, FILE, LOOPBACK_TARGETS, STORAGE, read_values
from local.dev.environment import ROOT
from local.dev.terminal import Problem, last_lines

LONGEST_START: Final = 60.0  # seconds; usually two
LONGEST_STOP: Final = 10.0


class Process:
    """A Python module that runs, and what it prints."""

    def __init__(self, name: str, child: children.Child, output: Path) -> None:
        self._name = name
        self._child = child
        self._output = output

    def wait_for(self, pattern: str) -> str:
        """Wait until the process prints this, and return the first group of it."""
        deadline = time.monotonic() + LONGEST_START
        while (found := re.search(pattern, self._printed())) is None:
            self.check()
            if time.monotonic() > deadline:
                raise self._problem(f"did not start within {LONGEST_START:.0f} seconds")
            time.sleep(0.05)
        return found[1]

    def check(self) -> None:
        """Raise a problem if the process has ended."""
        if (code := self._child.poll()) is not None:
            raise self._problem(f"ended by itself with exit code {code}")

    def peak_memory(self) -> float | None:
        """Return the most memory it held so far, in megabytes, or None where the system does not tell."""
        try:
            status = Path(f"/proc/{self._child.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return None
        peak = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(peak[1]) / 1024 if peak else None

    def stop(self) -> None:
        children.ask_to_stop(self._child)
        if not children.has_ended(self._child, LONGEST_STOP):
            children.kill(self._child)
            children.has_ended(self._child, LONGEST_STOP)

    def _printed(self) -> str:
        return self._output.read_text(encoding="utf-8", errors="replace")

    def _problem(self, what: str) -> Problem:
        return Problem(f"{self._name} {what}; its output ends:\n{last_lines(self._printed())}")


@contextmanager
def a_process(
    command: Sequence[str | Path], folder: Path, settings: Mapping[str, str] | None = None
) -> Iterator[Process]:
    """Run a module of this project, named first, and end it afterwards, whatever happens."""
    output = folder / f"{command[0]}.out"
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(settings or {})}
    with output.open("wb") as log:
        child = children.start([sys.executable, "-m", *command], ROOT, environment=environment, log=log)
    process = Process(str(command[0]), child, output)
    try:
        yield process
    finally:
        process.stop()


@contextmanager
def a_receiver(folder: Path, log: Path) -> Iterator[str]:
    """Start the receiver and yield its address; it logs every call."""
    with a_process(["local.receiver", "--log", log], folder) as process:
        yield process.wait_for(r"Listening on (\S+)\n")


@contextmanager
def a_host(folder: Path, connection_string: str, settings: Mapping[str, str]) -> Iterator[Process]:
    """Start the app in the local host, with the settings that a new user gets."""
    defaults = read_values((ROOT / f"{FILE}.example").read_text(encoding="utf-8"))
    own = {"LOCAL_HOST_WATCH_STDIN": "1", ALLOWED_TARGETS: LOOPBACK_TARGETS}
    wanted = {**defaults, STORAGE: connection_string, **own, **settings}
    with a_process(["local.host", "--port", "0"], folder, wanted) as process:
        process.wait_for(r"Listening on (\S+)\n")
        yield process
