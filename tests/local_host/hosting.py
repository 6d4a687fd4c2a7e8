"""A local host of the tests' own, as a process."""

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
SECONDS_TO_END: Final = 30  # generous: no test waits that long unless it fails


class HostProcess:
    """`python -m local.host` with an app in a folder of its own."""

    def __init__(
        self, folder: Path, app: str, environment: Mapping[str, str] | None = None, port: int = 0
    ) -> None:
        (folder / "function_app.py").write_text(app, encoding="utf-8")
        (folder / "host.json").write_text(json.dumps({"extensions": {"http": {"routePrefix": ""}}}))
        self.log = folder / "host.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "local.host", "--port", str(port), "--root", str(folder)],
                cwd=ROOT,
                env={**os.environ, **(environment or {})},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def wait_until_it_listens(self) -> None:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line.startswith("Listening on http://127.0.0.1:"), self.log.read_text()
        self.port = int(line.rpartition(":")[2])

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS_TO_END)

    def accepts(self) -> bool:
        connection = self.connect()
        with suppress(ConnectionError):
            connection.connect()
            connection.close()
            return True
        return False

    def wait(self) -> int:
        return self.process.wait(SECONDS_TO_END)

    def close(self) -> None:
        with self.process:  # closes the pipes and waits
            if self.process.poll() is None:
                self.process.kill()


@contextmanager
def hosted(folder: Path, app: str, environment: Mapping[str, str] | None = None) -> Iterator[HostProcess]:
    """A host that listens; it is killed if it still runs at the end."""
    host = HostProcess(folder, app, environment)
    try:
        host.wait_until_it_listens()
        yield host
    finally:
        host.close()


def failed(folder: Path, app: str, port: int = 0) -> tuple[int, str]:
    """Return the exit code and the complaint of a host that cannot start."""
    host = HostProcess(folder, app, port=port)
    try:
        return host.wait(), host.log.read_text()
    finally:
        host.close()
