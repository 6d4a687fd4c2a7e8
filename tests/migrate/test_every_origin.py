"""A folder with exports of every origin: one command brings it over, and under git it is applied again."""

import json
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

from tests.migrate.exports import FILES
from tests.migrate.moving import collection_id, jobs_of, migrate, own_copies

SUBSCRIPTION: Final = "every-origin"
EXPORTS: Final = (
    *("arm-collections.json", "arm-jobs-two-pages.json", "classic-jobs.json"),
    *("powershell-7-collections.json", "powershell-7-jobs.json", "terraform-show-state.json"),
    *("template-handwritten.json", "template-handwritten.parameters.json"),
    *("eventbridge-schedules.json", "eventbridge-api-destination.json", "eventbridge-connection.json"),
    *("crontab-of-a-system.txt", "kubernetes-cronjobs.yaml"),
    *("logic-apps-show.json", "logic-apps-template.json"),
)
FILLED: Final = (
    *("--subscription", SUBSCRIPTION, "--resource-group", "g", "--collection", "moved"),
    *("--location", "West Europe", "--sku", "Standard", "--time-zone", "Europe/Berlin"),
    *("--url-template", "https://run.example.com/{name}", "--accept-loss"),
)
MOVED: Final = collection_id(SUBSCRIPTION, "moved")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Lay down exports as tools wrote them, without what cannot be imported."""
    own_copies(tmp_path, SUBSCRIPTION, *EXPORTS)
    standard = shutil.ignore_patterns("ask-stock")  # which needs settings of the app that allow its identity
    shutil.copytree(FILES / "logic-apps-standard", tmp_path / "logic-apps-standard", ignore=standard)
    google = json.loads((FILES / "google-jobs.json").read_bytes())
    _write(tmp_path / "google-jobs.json", [job for job in google if not job["name"].endswith("/tidy")])
    return tmp_path


def test_a_folder_of_exports_becomes_jobs_and_is_then_the_truth(app: str, folder: Path) -> None:
    to = ("--to", app, *FILLED)

    moved = migrate("import", folder, *to)
    unchanged = migrate("plan", folder, *to)
    _let_google_ping_at(folder, "*/15 * * * mon-fri")
    planned = migrate("plan", folder, *to)
    applied = migrate("apply", folder, *to, "--yes")
    again = migrate("apply", folder, *to)

    assert moved.returncode == 0, moved.stdout + moved.stderr
    assert "8 collections: 8 created.\n29 jobs: 29 created.\n" in moved.stdout
    assert (unchanged.returncode, unchanged.stdout.splitlines()[-1]) == (0, "Plan: 29 unchanged.")
    assert planned.returncode == 3, planned.stdout + planned.stderr
    assert (
        "~   ping\n      recurrence.schedule.minutes: [0, 10, 20, 30, 40, 50] → [0, 15, 30, 45]\n"
        in planned.stdout
    )
    assert "startTime" not in planned.stdout
    assert (applied.returncode, again.returncode) == (0, 0), applied.stderr
    assert "Jobs: 1 changed.\n" in applied.stdout
    jobs = jobs_of(app, MOVED)
    assert jobs["ping"]["recurrence"]["schedule"]["minutes"] == [0, 15, 30, 45]
    assert {name: job["state"] for name, job in jobs.items()} == {
        "build-report": "enabled",
        "farewell": "disabled",
        "hourly": "enabled",
        "invoices": "enabled",
        "nightly-report": "disabled",
        "orders": "disabled",
        "ping": "disabled",
        "poll": "disabled",
        "run-parts": "enabled",
        "send-orders": "enabled",
        "sweep": "disabled",
        "sync-partner": "disabled",
        "test": "enabled",
        "testFromPSScenarioJob": "completed",
        "yearly": "disabled",
    }


def _let_google_ping_at(folder: Path, cron: str) -> None:
    file = folder / "google-jobs.json"
    jobs = json.loads(file.read_bytes())
    (ping,) = [job for job in jobs if job["name"].endswith("/ping")]
    ping["schedule"] = cron
    _write(file, jobs)


def _write(file: Path, content: Any) -> None:
    file.write_text(json.dumps(content), encoding="utf-8")
