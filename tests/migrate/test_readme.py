"""What README.md tells a reader to type to move in works, from top to bottom."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from migrate.__main__ import main
from tests.documents import LOCAL, ROOT, code_blocks, section
from tests.migrate.moving import (
    ARM,
    KEY,
    a_collection,
    a_job,
    a_page,
    collection_id,
    collections_of,
    jobs_of,
    migrate,
    own_copies,
)

SUBSCRIPTION = "moving-in-by-the-book"


def test_the_lines_for_moving_in_work_from_top_to_bottom(app: str, tmp_path: Path) -> None:
    own_copies(tmp_path / "exports", SUBSCRIPTION, *ARM)
    dry_run, ask, bring, enable = lines(app)

    run(dry_run, tmp_path)
    nothing_yet = collections_of(app, SUBSCRIPTION)
    run(ask, tmp_path)
    fill_in(tmp_path / "secrets.json")
    run(bring, tmp_path)
    run(enable, tmp_path)

    assert nothing_yet == []
    assert "Every week on Monday at 05:00 UTC" in (tmp_path / "plan.html").read_text(encoding="utf-8")
    states = {one["name"]: one["properties"]["state"] for one in collections_of(app, SUBSCRIPTION)}
    assert states == {"billing": "Enabled", "reports": "Disabled"}
    billing = collection_id(SUBSCRIPTION, "billing", "CS-WestUS-scheduler")
    assert jobs_of(app, billing)["weekly"]["state"] == "enabled"


def test_the_lines_for_jobs_as_code_work(app: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = code_blocks(section("README.md", "Jobs as code"), "")
    plan, apply = (words(line, app) for line in block.splitlines())
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("SCHEDULER_KEY", KEY)
    monkeypatch.setenv("ERP_PASSWORD", "sesame")

    codes = [main(line) for line in (plan, [*apply, "--yes"], plan)]

    assert codes == [3, 0, 0]
    assert set(jobs_of(app, collection_id("prod", "reports", "finance"))) == {"stock", "month-end"}


def test_the_lines_for_looking_work(
    app: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The job is the one that the lines under "Try it" make, in a subscription of its own."""
    first, hourly = collection_id("looking", "first"), {"frequency": "hour", "interval": 1}
    a_page(tmp_path / "job.json", [a_collection(first), a_job(first, "heartbeat", recurrence=hourly)])
    assert migrate("import", tmp_path / "job.json", "--to", app).returncode == 0
    (block,) = code_blocks(section("README.md", "Looking"), "shell")
    monkeypatch.setenv("SCHEDULER_KEY", KEY)
    monkeypatch.setenv("SCHEDULER_CONFIG", str(tmp_path / "config.json"))

    told = {}
    for line in block.splitlines():
        command, *arguments = words(line.replace("--subscription local", "--subscription looking"), app)
        assert main([command, *arguments]) == 0, line
        told[command] = capsys.readouterr().out

    assert [*told] == ["login", "jobs", "next", "failures", "why", "audit"]
    assert "first/heartbeat" in told["jobs"]
    assert "first/heartbeat" in told["next"]
    assert "It is to come, and is due at " in told["why"]
    assert "put" in told["audit"]


def words(line: str, app: str) -> list[str]:
    """Return what a line of the document says behind `python3 dev.py`, for this app."""
    python, dev, *rest = shlex.split(line.replace(LOCAL, app))
    assert (python, dev) == ("python3", "dev.py")
    return rest


def lines(app: str) -> list[list[str]]:
    """Return the commands of the section, for this app and a collection of ours."""
    (block,) = code_blocks(section("README.md", "Moving in"), "")
    text = block.replace(LOCAL, app).replace("<id>", SUBSCRIPTION).replace("<name>", "billing")
    return [shlex.split(line) for line in text.splitlines()]


def run(command: list[str], folder: Path) -> None:
    python, dev, *arguments = command
    assert (shutil.which(python) is not None, dev) == (True, "dev.py")
    subprocess.run(
        [sys.executable, ROOT / dev, *arguments],
        cwd=folder,
        env={**os.environ, "SCHEDULER_KEY": KEY},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def fill_in(file: Path) -> None:
    asked = json.loads(file.read_text(encoding="utf-8"))
    for secret in asked["secrets"]:
        secret["value"] = "sesame"
    file.write_text(json.dumps(asked), encoding="utf-8")
