"""Azurite and the app with the demo's jobs, as long as somebody looks at them."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import requests

from local.demo.settings import KEYS, VIEWER, settings_for
from local.demo.store import store_demo
from local.dev import children
from local.dev.app_process import is_healthy
from local.dev.azurite import Azurite, free_ports
from local.dev.environment import PYTHON, ROOT
from local.dev.node import ensure_azurite
from local.dev.tcp_ports import LOOPBACK, find_free
from local.dev.terminal import Problem, last_lines, say

LONGEST_START: Final = 30.0  # seconds; usually two
LONGEST_STOP: Final = 3.0
LONGEST_WAIT: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Where the portal is, and the keys that open it."""

    address: str
    key: str = KEYS["ops"]
    reading_key: str = VIEWER


@contextmanager
def a_site(*, port: int | None = None) -> Iterator[Site]:
    """Start storage, play the demo's past into it, start the app, and end both afterwards."""
    with TemporaryDirectory(prefix="pictures-", ignore_cleanup_errors=True) as folder:
        storage = Azurite(ensure_azurite(), Path(folder) / "azurite", free_ports())
        say("Starting Azurite …")
        storage.start()
        try:
            say("Playing three days …")
            store_demo(storage.connection_string, end=datetime.now(UTC).replace(microsecond=0))
            number = port or find_free(1)[0]
            with _app(settings_for(storage.connection_string), number, Path(folder) / "app.log"):
                site = Site(address=f"http://{LOOPBACK}:{number}")
                _wait_for_scan(site)
                yield site
        finally:
            storage.stop()


@contextmanager
def _app(settings: Mapping[str, str], port: int, log: Path) -> Iterator[None]:
    """Run the app until the end; its output goes into a file."""
    command: list[str | Path] = [PYTHON, "-m", "local.demo.host", "--port", str(port)]
    environment = {**os.environ, **settings, "LOCAL_HOST_WATCH_STDIN": "1"}
    with log.open("wb") as output:
        child = children.start(command, ROOT, environment=environment, log=output)
    try:
        _wait_for(child, port, log)
        yield
    finally:
        children.ask_to_stop(child)
        if not children.has_ended(child, within=LONGEST_STOP):
            children.kill(child)  # its storage is thrown away
            children.has_ended(child, within=LONGEST_STOP)


def _wait_for(child: children.Child, port: int, log: Path) -> None:
    deadline = time.monotonic() + LONGEST_START
    while not is_healthy(port):
        if child.poll() is not None or time.monotonic() > deadline:
            raise Problem(f"The app does not start:\n{last_lines(log.read_text(encoding='utf-8'))}")
        time.sleep(0.1)


def _wait_for_scan(site: Site) -> None:
    """Wait until the app scans: before that it says that it does not."""
    deadline = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < deadline:
        status = requests.get(
            f"{site.address}/status", headers={"x-functions-key": site.key}, timeout=LONGEST_WAIT
        )
        if status.json().get("scanning"):
            return
        time.sleep(0.2)
    raise Problem("The app does not scan.")
