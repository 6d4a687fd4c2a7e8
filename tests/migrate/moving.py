"""The commands as a person runs them, against a running app."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
import requests

from migrate.__main__ import main
from tests.end_to_end.app_process import LONGEST_WAIT, ROOT, call
from tests.migrate.exports import FILES

KEY: Final = "0123456789abcdef0123456789abcdef"
ENCRYPTION_KEY: Final = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
ARM: Final = ("arm-collections.json", "arm-jobs-two-pages.json", "arm-job-with-comments.jsonc")
Json = dict[str, Any]
CALENDARS: Final = {"closed": {"dates": ["--12-24"], "ranges": [{"from": "2030-08-01", "to": "2030-08-14"}]}}
SAVING: Final = {"missing": "skip", "repeated": "both"}
DEFAULTS: Final = {"timeZone": "America/New_York", "daylightSaving": SAVING}


def settings(connection_string: str) -> dict[str, str]:
    return {
        "AzureWebJobsStorage": connection_string,
        "SCHEDULER_KEYS": f"test={KEY}",
        "SCHEDULER_ENCRYPTION_KEYS": f"test={ENCRYPTION_KEY}",
        "SCAN_SCHEDULE": "* * * * * *",
    }


def migrate(*arguments: str | Path, key: str = KEY) -> subprocess.CompletedProcess[str]:
    """Run a command as `python -m migrate` does, but in this process: a new one takes longer than the work.

    Commands in processes of their own are in test_commands.py, test_installed.py and test_thousand_jobs.py.
    """
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv("SCHEDULER_KEY", key)
        patch.delenv("SCHEDULER_PROGRAM", raising=False)
        patch.setattr("sys.argv", [str(ROOT / "migrate" / "__main__.py")])
        code = _exit_code([str(argument) for argument in arguments])
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def _exit_code(arguments: list[str]) -> int:
    try:
        return main(arguments)
    except SystemExit as ended:  # argparse
        return ended.code if isinstance(ended.code, int) else 1


def run_tool(module: str, *arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, "SCHEDULER_KEY": KEY, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=5 * LONGEST_WAIT,
        check=False,
    )


def ask(method: str, app: str, path: str, body: object = None) -> requests.Response:
    return call(method, f"{app}{path}", body, **{"x-functions-key": KEY})


def get(app: str, path: str) -> Json:
    answer = ask("GET", app, path)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def collections_of(app: str, subscription: str) -> list[Json]:
    path = f"/subscriptions/{subscription}/providers/Microsoft.Scheduler/jobCollections"
    found: list[Json] = get(app, path)["value"]
    return found


def jobs_of(app: str, collection_id: str) -> dict[str, Json]:
    """Return the properties of the jobs of a collection, by their names."""
    jobs = get(app, f"{collection_id}/jobs")["value"]
    return {job["name"].partition("/")[2]: job["properties"] for job in jobs}


def collection_id(subscription: str, name: str, group: str = "g") -> str:
    return (
        f"/subscriptions/{subscription}/resourceGroups/{group}"
        f"/providers/Microsoft.Scheduler/jobCollections/{name}"
    )


def own_copies(folder: Path, subscription: str, *names: str) -> list[Path]:
    """Lay down exports as a user has them, under a subscription of their own: tests share an app."""
    folder.mkdir(exist_ok=True)
    own = f"/subscriptions/{subscription}/".encode()
    for name in names:
        (folder / name).write_bytes(re.sub(rb"/subscriptions/[^/]+/", own, (FILES / name).read_bytes()))
    return [folder / name for name in names]


def a_page(file: Path, resources: Iterable[Json]) -> Path:
    """Write an answer of the REST API into a file."""
    file.write_text(json.dumps({"value": list(resources), "nextLink": None}), encoding="utf-8")
    return file


def without_status(file: Path) -> list[Json]:
    """Return what an export holds, but for what is another after every import."""
    found: list[Json] = json.loads(file.read_text(encoding="utf-8"))["value"]
    for one in found:
        one["properties"].pop("status", None)
        for echo in ("by", "since"):
            one["properties"].get("disabled", {}).pop(echo, None)
    return found


def a_collection(id: str, sku: str = "Standard", **properties: Any) -> Json:
    return {
        "id": id,
        "type": "Microsoft.Scheduler/jobCollections",
        "name": id.rpartition("/")[2],
        "location": "West US",
        "properties": {"sku": {"name": sku}, "state": "Enabled", **properties},
    }


def a_job(collection: str, name: str, uri: str = "http://example.com/", **properties: Any) -> Json:
    action = {"type": "Http", "request": {"uri": uri, "method": "GET"}}
    return {
        "id": f"{collection}/jobs/{name}",
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "name": f"{collection.rpartition('/')[2]}/{name}",
        "properties": {"action": action, "state": "enabled", **properties},
    }


def a_local_job(collection: str, name: str) -> Json:
    """A job with everything that the original did not have, as the app answers it."""
    at_nine = {"frequency": "day", "interval": 1, "schedule": {"minutes": [0], "hours": [9]}}
    return a_job(
        collection,
        name,
        startTime="2026-01-01T08:00:00",
        recurrence={**at_nine, "endTime": "2040-01-01T00:00:00"},
        timeZone="W. Europe Standard Time",
        daylightSaving=SAVING,
        exclude={"weekDays": ["sunday"], "dates": ["2030-01-01"], "calendars": ["closed"], "then": "after"},
    )
