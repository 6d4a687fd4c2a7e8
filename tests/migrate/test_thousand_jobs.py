"""A thousand jobs: a process that dies half-way, one that is asked to stop, an app that goes away."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from local.dev.azurite import Azurite
from tests.end_to_end.app_process import LONGEST_WAIT, ROOT, a_running_app, wait_for
from tests.migrate.moving import (
    KEY,
    a_collection,
    a_job,
    a_page,
    collection_id,
    jobs_of,
    migrate,
    settings,
)

WEEKLY: Final[dict[str, Any]] = {
    "startTime": "2015-07-13T00:00:00Z",
    "recurrence": {"frequency": "week", "interval": 1},
}
COLLECTIONS = [collection_id("thousand", f"c{number}") for number in range(20)]


@pytest.fixture
def thousand(tmp_path: Path) -> Path:
    """Twenty collections of fifty jobs each, as many as their plan allows."""
    jobs = [a_job(one, f"job {number}", **WEEKLY) for one in COLLECTIONS for number in range(50)]
    return a_page(tmp_path / "thousand.json", [*(a_collection(one) for one in COLLECTIONS), *jobs])


def start(file: Path, app: str, report: Path, *, program: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *program, "import", file, "--to", app, "--report", report],
        cwd=ROOT,
        env={**os.environ, "SCHEDULER_KEY": KEY},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def test_what_was_killed_or_stopped_half_way_is_finished_by_the_same_command(
    app: str, thousand: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    with start(thousand, app, report, program=["-m", "migrate"]) as killed:
        wait_for(lambda: has_jobs(app, COLLECTIONS[1], at_least=25))
        killed.kill()

    with start(thousand, app, report, program=["dev.py"]) as stopped:
        wait_for(lambda: has_jobs(app, COLLECTIONS[8]))
        stopped.send_signal(signal.SIGTERM)
        printed, _ = stopped.communicate(timeout=LONGEST_WAIT)
    there = jobs_in(app)
    half = json.loads(report.read_text(encoding="utf-8"))["jobs"]

    finished = migrate("import", thousand, "--to", app)
    again = migrate("import", thousand, "--to", app)

    assert stopped.returncode == 130
    assert "The same command goes on where this one ended." in printed
    assert half["exists and is the same"] >= 25  # what the killed one had done
    assert half["exists and is the same"] + half["created"] == there < 1_000
    assert half["was not reached"] == 1_000 - there
    assert finished.returncode == 0, finished.stdout
    assert f": {1_000 - there} created, {there} exist and are the same." in finished.stdout
    assert "1000 jobs: 1000 exist and are the same.\n" in again.stdout
    assert jobs_in(app) == 1_000


def has_jobs(app: str, collection: str, at_least: int = 1) -> bool:
    try:
        return len(jobs_of(app, collection)) >= at_least
    except AssertionError:  # the collection is not there yet
        return False


def jobs_in(app: str) -> int:
    return sum(len(jobs_of(app, one)) for one in COLLECTIONS)


def test_an_app_that_goes_away_ends_the_import_with_what_was_not_reached(
    azurite: Azurite, thousand: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    file = tmp_path / "elsewhere.json"
    file.write_text(
        thousand.read_text(encoding="utf-8").replace("/thousand/", "/elsewhere/"), encoding="utf-8"
    )
    first = COLLECTIONS[0].replace("/thousand/", "/elsewhere/")

    with a_running_app(settings(azurite.connection_string)) as app:
        importing = start(file, app, report, program=["-m", "migrate"])
        wait_for(lambda: has_jobs(app, first))
    with importing:
        printed, _ = importing.communicate(timeout=LONGEST_WAIT)

    assert importing.returncode == 1
    assert f"Stopped: {app} does not answer" in printed
    outcomes = json.loads(report.read_text(encoding="utf-8"))["jobs"]
    assert sum(outcomes.values()) == 1_000
    assert outcomes["created"] >= 1
    assert outcomes["was not reached"] >= 1
