"""`dev.py run` as a new user meets it: start, paste, stop, start again."""

import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import requests

from local.dev.tcp_ports import find_free, is_free
from tests.end_to_end.app_process import LONGEST_WAIT, ROOT, a_job, call, wait_for
from tests.receiver import a_receiver

JOB = "/subscriptions/local/resourceGroups/demo/providers/Microsoft.Scheduler/jobCollections/first/jobs"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A clone with its installations in place, its own folder for data and settings, and nothing built."""
    for name in ("dev.py", "function_app.py", "host.json", "local.settings.json.example", "package.json"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("package-lock.json", "requirements.txt", "requirements-dev.txt", "requirements-node.txt"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("local", "migrate", "shared", "portal"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for built in ("portal/made", "shared/portal"):
        shutil.rmtree(tmp_path / built, ignore_errors=True)
    for name in (".venv", "node_modules"):
        (tmp_path / name).symlink_to(ROOT / name, target_is_directory=True)
    return tmp_path


def test_the_printed_commands_work_and_everything_survives_a_restart(project: Path) -> None:
    (port, broker_port), storage_port = find_free(2), three_free_ports()
    with a_receiver() as receiver:
        with dev_run(project, port, storage_port) as printed:
            page = requests.get(portal_in(printed), timeout=LONGEST_WAIT)
            assert (page.status_code, "/portal.js" in page.text) == (200, True)
            create_collection, create_job, read_history = commands_in(printed)
            assert paste(create_collection).status_code == 201
            assert paste(create_job).status_code == 201
            first_runs = wait_for(lambda: paste(read_history).json()["value"])
            due = datetime.now(UTC) + timedelta(seconds=10)
            planned = f"http://127.0.0.1:{port}{JOB}/planned"
            assert call("PUT", planned, a_job(receiver.uri, startTime=due.isoformat())).status_code == 201
        assert receiver.requests.empty(), "the job was not to be due before the app had ended"

        broker = ["--service-bus", "--service-bus-port", str(broker_port)]
        with dev_run(project, port, storage_port, *broker) as printed_again:
            seen = receiver.next_request(within=LONGEST_WAIT)
            *_, read_history, create_message_job, read_queue = commands_in(printed_again)
            history = paste(read_history).json()["value"]
            assert paste(create_message_job).status_code == 201
            (arrived,) = wait_for(lambda: paste(read_queue).json())

    assert first_runs[0]["properties"]["status"] == "Completed"
    assert history[-1] == first_runs[-1]
    assert seen.at >= due
    assert arrived["body"] == "hello"
    assert is_free(broker_port)


@contextmanager
def dev_run(project: Path, port: int, storage_port: int, *more: str) -> Iterator[str]:
    """Start, yield what is printed until the app is up, end it with SIGTERM, and see that it ended well."""
    options = ["--port", str(port), "--storage-port", str(storage_port), *more]
    command = [sys.executable, "dev.py", "run", *options]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = []
        for line in process.stdout:
            printed.append(line)
            if line.startswith("Ctrl+C"):
                break
        try:
            yield "".join(printed)
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(LONGEST_WAIT) == 0


def portal_in(printed: str) -> str:
    """Return the address that a person is to open."""
    return next(line for line in printed.splitlines() if "Open the portal" in line).rpartition(" ")[2]


def commands_in(printed: str) -> list[str]:
    return [line for line in printed.splitlines() if line.startswith("curl ")]


def paste(command: str) -> requests.Response:
    """Do what a shell and curl do with the command."""
    method, body, headers, address = "GET", None, {}, ""
    words = iter(shlex.split(command)[1:])
    for word in words:
        match word:
            case "-X":
                method = next(words)
            case "-d":
                body = next(words)
            case "-H":
                name, _, value = next(words).partition(": ")
                headers[name] = value
            case _:
                address = word
    return requests.request(method, address, data=body, headers=headers, timeout=LONGEST_WAIT)


def three_free_ports() -> int:
    """Return the first of three free ports in a row."""
    return wait_for(
        lambda: next((port for port in find_free(20) if is_free(port + 1) and is_free(port + 2)), None)
    )
