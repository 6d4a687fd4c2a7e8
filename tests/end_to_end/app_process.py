"""The app as a process in the local host, and calls to it as a user makes them."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, TypeVar

import requests

ROOT: Final = Path(__file__).parents[2]
COLLECTION: Final = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c"
LOOPBACK: Final = {"SCHEDULER_ALLOWED_TARGETS": "127.0.0.1"}
LONGEST_WAIT: Final = 60.0  # seconds until a test gives up; what is waited for takes a few

_Found = TypeVar("_Found")


@contextmanager
def a_running_app(
    settings: Mapping[str, str], *, log: IO[str] | None = None, root: Path = ROOT
) -> Iterator[str]:
    """Start the app in that folder, yield its address, and end it as a user does."""
    command = [sys.executable, "-m", "local.host", "--port", "0", "--root", str(root)]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **LOOPBACK, **settings},
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    ) as host:
        assert host.stdout is not None
        line = host.stdout.readline()
        assert line.startswith("Listening on http://127.0.0.1:"), "the host did not start"
        try:
            yield line.split()[-1]
        finally:
            host.terminate()
            host.wait(LONGEST_WAIT)


def call(method: str, address: str, body: object = None, **headers: str) -> requests.Response:
    return requests.request(
        method,
        address,
        json=body,
        params={"api-version": "2016-03-01"},
        headers=headers,
        timeout=LONGEST_WAIT,
    )


def a_job(uri: str, **properties: Any) -> dict[str, Any]:
    request = {"uri": uri, "method": "POST", "body": "hello"}
    return {"properties": {"action": {"type": "Http", "request": request}, **properties}}


def wait_for(look: Callable[[], _Found | None]) -> _Found:
    """Look again and again until something is found."""
    deadline = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < deadline:
        found = look()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"nothing found within {LONGEST_WAIT} seconds")
