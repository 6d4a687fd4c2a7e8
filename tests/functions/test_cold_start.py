"""What starting the app reads: rules of time zones cost time and memory, and most apps need none."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from local.dev.environment import ROOT

RULES: Final = Path(str(files("tzdata"))) / "zoneinfo"


def what_was_read(**zone: str) -> dict[str, Any]:
    watched = subprocess.run(
        [sys.executable, "-m", "tests.functions.watched_start", json.dumps(zone)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found: dict[str, Any] = json.loads(watched.stdout)
    return found


def test_an_app_whose_jobs_have_no_zone_reads_nothing_of_time_zones() -> None:
    assert what_was_read() == {"read": [], "loaded": []}


def test_utc_is_no_zone_to_read() -> None:
    assert what_was_read(timeZone="Etc/UTC") == {"read": [], "loaded": []}


def test_a_job_in_a_zone_reads_the_rules_of_that_zone_only() -> None:
    found = what_was_read(timeZone="Europe/Berlin")

    rules = [Path(name) for name in found["read"] if Path(name).is_relative_to(RULES)]
    assert rules == [RULES / "Europe" / "Berlin"]
    assert {"tzdata", "zoneinfo"} <= set(found["loaded"])
