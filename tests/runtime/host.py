"""The host's part: it starts the worker, and hands invocations over as Microsoft's host does."""

import base64
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlsplit

ROOT: Final = Path(__file__).resolve().parents[2]
DEPLOYED: Final = ("function_app.py", "host.json", "shared")
LONGEST_CONVERSATION: Final = 60.0  # seconds; then the worker is taken to hang
NEEDED_ANYWHERE: Final = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "HOME", "USERPROFILE")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an HTTP function returned."""

    status: int
    headers: Mapping[str, str]
    body: Any  # JSON, read
    log: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Invoked:
    """What came of an invocation: no error, if it succeeded, and the lines that a host would show of it."""

    error: str | None
    log: list[str]
    returned: Json | None


class Host:
    """A worker that has indexed the app, and the invocations it can be asked for."""

    def __init__(self, worker: "subprocess.Popen[str]", folder: Path) -> None:
        self._worker = worker
        self.folder = folder
        indexed = self._read()
        self.error: str | None = indexed["error"]
        self.shared: str | None = indexed["shared"]
        self.functions: list[Json] = indexed["functions"]

    def invoke(self, name: str, inputs: Json, metadata: Json | None = None) -> Invoked:
        assert self.error is None, self.error
        function = next(function for function in self.functions if function["name"] == name)
        asked = {"id": function["id"], "inputs": inputs, "metadata": metadata or {}}
        assert self._worker.stdin is not None
        print(json.dumps(asked), file=self._worker.stdin, flush=True)
        done = self._read()
        return Invoked(error=done["error"], log=done["log"], returned=done["returned"])

    def call(self, method: str, path: str, body: object = None) -> Answer:
        """Invoke the HTTP function, as the host does for a request from this machine."""
        content = b"" if body is None else json.dumps(body).encode()
        parts = urlsplit(path)
        request = {
            "method": method,
            "url": f"http://localhost{quote(parts.path)}?{parts.query}",
            "headers": {"host": "localhost", "content-length": str(len(content))},
            "query": dict(parse_qsl(parts.query)),
            "params": {"path": parts.path.lstrip("/")},
            "body": base64.b64encode(content).decode(),
        }
        done = self.invoke("api", {"req": {"http": request}})
        assert done.error is None, done.error
        assert done.returned is not None
        text = base64.b64decode(done.returned["body"])
        return Answer(
            status=done.returned["status"],
            headers=done.returned["headers"],
            body=json.loads(text) if text else None,
            log=done.log,
        )

    def tick(self) -> Invoked:
        """Invoke the timer function; a host keeps no account of schedules with several ticks a minute."""
        tick = {"Schedule": {"AdjustForDST": True}, "ScheduleStatus": None, "IsPastDue": False}
        return self.invoke("scan", {"timer": {"json": json.dumps(tick)}})

    def deliver(self, text: str, metadata: Json | None = None) -> Invoked:
        """Invoke the queue function with the decoded text of a message."""
        return self.invoke("dispatch", {"message": {"string": text}}, metadata)

    def _read(self) -> Json:
        assert self._worker.stdout is not None
        line = self._worker.stdout.readline()
        assert line, "the worker ended or hung: what it wrote says why"
        found: Json = json.loads(line)
        return found


@contextmanager
def hosted(runtime: Path, folder: Path, settings: Mapping[str, str]) -> Iterator[Host]:
    """Deploy the app to a folder and start a worker there that sees these settings, and no others."""
    deploy(folder)
    everywhere = {name: os.environ[name] for name in NEEDED_ANYWHERE if name in os.environ}
    worker = subprocess.Popen(
        [sys.executable, "-m", "tests.runtime.worker", runtime, folder],
        cwd=ROOT,
        env={**everywhere, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1", **settings},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    alarm = threading.Timer(LONGEST_CONVERSATION, worker.kill)
    alarm.start()
    try:
        with worker:  # in the end its input is closed, and so it ends
            yield Host(worker, folder)
    finally:
        alarm.cancel()


def deploy(folder: Path) -> None:
    """Copy what is deployed, and nothing else: an import of anything else then fails."""
    for name in DEPLOYED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
