"""What README.md tells a reader to type to move in works, from top to bottom."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.documents import LOCAL, ROOT, code_blocks, section
from tests.migrate.moving import ARM, KEY, collection_id, collections_of, jobs_of, own_copies

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
