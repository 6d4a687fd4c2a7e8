"""Plans of folders for tests, made without an app unless one is given."""

import json
from pathlib import Path
from typing import Any, Final

from migrate.code.plan import CodePlan, plan_folder
from migrate.found import Defaults
from migrate.planning.job import Wishes
from migrate.remote_app import RemoteApp
from tests.migrate.exports import NOW

Json = dict[str, Any]
ACTION: Final[Json] = {"type": "Https", "request": {"method": "GET", "uri": "https://erp.example.com/stock"}}
CRON: Final[Json] = {
    "timeZone": "Europe/Berlin",
    "recurrence": {"cron": "30 6 * * mon-fri"},
    "action": ACTION,
}
NAMED: Final = {"collection": "reports", "subscription": "prod", "resourceGroup": "finance"}


def write(folder: Path, jobs: Any, name: str = "reports.json", **collection: Any) -> Path:
    """Write a file of jobs into a folder, which is returned."""
    folder.mkdir(exist_ok=True)
    text = json.dumps({**NAMED, "location": "West Europe", "jobs": jobs, **collection})
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def plan(
    folder: Path, app: RemoteApp | None = None, given: dict[str, str] | None = None, **wishes: Any
) -> CodePlan:
    asked = Wishes(now=NOW, secrets={}, replace=True, as_written=True, **wishes)
    return plan_folder(str(folder), Defaults(), given or {}, app, asked)
