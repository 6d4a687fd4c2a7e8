"""The app as a process: Microsoft's `func` or the project's own host around it."""

import http.client
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from local.dev import children, tcp_ports
from local.dev.environment import PYTHON, ROOT, SCRIPTS
from local.dev.terminal import Problem, say

LONGEST_START = {"local": 30.0, "func": 120.0}  # seconds; func downloads its extensions first
LONGEST_STOP = 8.0
FIRST_ON_LOOPBACK = (4, 14)  # the first func that listens on the loopback address only


class AppProcess:
    """The app in the host of this name. It listens on this port of this machine."""

    def __init__(self, host: str, port: int, environment: Mapping[str, str]) -> None:
        self._host = host
        self._port = port
        self._environment = environment
        self._child: children.Child | None = None

    @property
    def base(self) -> str:
        return f"http://{tcp_ports.LOOPBACK}:{self._port}"

    def start(self) -> None:
        """Start, and return when the app says that it is healthy."""
        command, extra = host_command(self._host, self._port)
        self._child = children.start(command, ROOT, environment={**self._environment, **extra})
        longest = LONGEST_START[self._host]
        deadline = time.monotonic() + longest
        while not is_healthy(self._port):
            self.check()
            if time.monotonic() > deadline:
                raise Problem(f"The app did not answer {self.base}/health within {longest:.0f} seconds.")
            time.sleep(0.1)

    def check(self) -> None:
        """Raise a problem if the app has ended."""
        if self._child is not None and (code := self._child.poll()) is not None:
            raise Problem(f"The app ended by itself with exit code {code}: its last lines, above, say why.")

    def stop(self) -> None:
        """Let the app finish what it is doing; after LONGEST_STOP seconds, kill it."""
        if self._child is None:
            return
        children.ask_to_stop(self._child)
        if not children.has_ended(self._child, within=LONGEST_STOP):
            say(f"The app did not end within {LONGEST_STOP:.0f} seconds, and was killed.")
            children.kill(self._child)


def check_host(host: str) -> None:
    """Raise a problem if the host cannot be started on this machine."""
    if host == "func" and shutil.which("func") is None:
        raise Problem(
            "`func`, of the Azure Functions Core Tools, is not on the PATH: "
            "install the tools, or leave out `--host func` for the project's own host."
        )


def func_version() -> str:
    """Return what `func --version` prints, or nothing if it does not run."""
    try:
        asked = [shutil.which("func") or "func", "--version"]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def listens_everywhere(version: str) -> bool:
    """Say whether a `func` of this version lets other machines connect. If in doubt, it does."""
    numbers = re.match(r"(\d+)\.(\d+)\.", version)
    return numbers is None or (int(numbers[1]), int(numbers[2])) < FIRST_ON_LOOPBACK


def host_command(host: str, port: int) -> tuple[list[str | Path], dict[str, str]]:
    """Return the command that starts the host, and the variables that it needs."""
    if host == "local":
        return [PYTHON, "-m", "local.host", "--port", str(port)], {"LOCAL_HOST_WATCH_STDIN": "1"}
    # func takes the first Python on the PATH.
    path = os.pathsep.join([str(SCRIPTS), os.environ.get("PATH", "")])
    return [shutil.which("func") or "func", "start", "--port", str(port)], {"PATH": path}


def is_healthy(port: int) -> bool:
    """Say whether the app answers that all is well; raise a problem if it says what is wrong."""
    connection = http.client.HTTPConnection(tcp_ports.LOOPBACK, port, timeout=10)
    try:
        connection.request("GET", "/health")
        response = connection.getresponse()
        return response.status == 200 or refuse(response.read())
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def refuse(body: bytes) -> bool:
    """Raise a problem if the body is the app's own error. Any other body is from a host that still starts."""
    try:
        reason = json.loads(body)["error"]["message"]
    except (ValueError, LookupError, TypeError):
        return False
    raise Problem(f"The app is not well: {reason}")
