"""The app's host and the receiver as processes that can be ended in every way."""

import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from local.dev import children, ports
from local.dev.environment import ROOT
from local.dev.terminal import Problem, last_lines

LONGEST_START: Final = 60.0  # seconds; usually one or two
LONGEST_STOP: Final = 10.0


class Server:
    """A Python module that serves on a port; its output goes to a log file.

    It ends with this process, however that ends, for its standard input is a pipe that it watches.
    """

    def __init__(self, command: list[str], port: int, log: Path, settings: Mapping[str, str]) -> None:
        self.port = port
        self._command = [sys.executable, "-m", *command, "--port", str(port)]
        self._log = log
        self._environment = {**os.environ, **settings}
        self._child: children.Child | None = None

    @property
    def base(self) -> str:
        return f"http://{ports.LOOPBACK}:{self.port}"

    def start(self) -> None:
        """Start and return at once, unless it runs already."""
        if self._child is None:
            with self._log.open("ab") as log:
                self._child = children.start(self._command, ROOT, environment=self._environment, log=log)

    def wait_until_it_listens(self) -> None:
        deadline = time.monotonic() + LONGEST_START
        while not ports.answers(self.port):
            ended = self._child is None or self._child.poll() is not None
            if ended or time.monotonic() > deadline:
                end = last_lines(self._log.read_text(encoding="utf-8", errors="replace"))
                raise Problem(f"{self._command[2]} does not listen; its log ends:\n{end}")
            time.sleep(0.05)

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


def a_host(folder: Path, settings: Mapping[str, str], *, comes_back: int) -> Server:
    """A host of the app, with settings of its own; a message that failed comes back after so many seconds."""
    folder.mkdir(parents=True, exist_ok=True)
    content = json.loads((ROOT / "host.json").read_text(encoding="utf-8"))
    content["extensions"]["queues"]["visibilityTimeout"] = f"00:00:{comes_back:02d}"
    (folder / "host.json").write_text(json.dumps(content), encoding="utf-8")
    the_app = f"import runpy\n\napp = runpy.run_path({str(ROOT / 'function_app.py')!r})['app']\n"
    (folder / "function_app.py").write_text(the_app, encoding="utf-8")
    (port,) = ports.find_free(1)
    command = ["local.host", "--root", str(folder)]
    return Server(command, port, folder / "log", {**settings, "LOCAL_HOST_WATCH_STDIN": "1"})


def a_receiver(log: Path, calls: Path) -> Server:
    """A receiver that writes a line of JSON per call to the file `calls`."""
    (port,) = ports.find_free(1)
    return Server(["local.receiver", "--log", str(calls)], port, log, {})
