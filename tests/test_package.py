"""What is deployed: all that is committed or built and that .funcignore does not name, and it works alone."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from pathspec import GitIgnoreSpec

from local.dev.azurite import Azurite
from local.dev.build import PORTAL, ensure_portal
from local.dev.environment import ROOT
from tests.end_to_end.app_process import COLLECTION, a_job, a_running_app, call, wait_for
from tests.receiver import a_receiver

ASK: Final = """
import json
import azure.functions as func
import function_app, shared
from shared.functions.http import answer
from shared.functions.wiring import wiring

page = answer(func.HttpRequest(method="GET", url="http://app.example/", route_params={}, body=b""), wiring)
told = {
    "functions": [function.get_function_name() for function in function_app.app.get_functions()],
    "from": shared.__file__,
    "status": page.status_code,
    "page": page.get_body().decode(),
}
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def packed() -> list[str]:
    """The paths of the files that a deployment packs."""
    ensure_portal()
    committed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, encoding="utf-8").splitlines()
    ignored = GitIgnoreSpec.from_lines((ROOT / ".funcignore").read_text(encoding="utf-8").splitlines())
    there = [name for name in (*committed, *PORTAL.makes) if (ROOT / name).is_file()]
    return list(ignored.match_files(there, negate=True))


@pytest.fixture(scope="module")
def package(packed: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    for name in packed:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def test_what_lies_at_the_top(packed: list[str]) -> None:
    assert {name.partition("/")[0] for name in packed} == {
        *("function_app.py", "host.json", "requirements.txt"),
        *("LICENSE", "shared"),
    }


def test_the_built_portal_is_packed_and_its_sources_are_not(packed: list[str]) -> None:
    assert {name for name in packed if "portal" in name} == {
        *("shared/portal/index.html", "shared/portal/portal.js", "shared/portal/portal.css"),
        "shared/functions/portal.py",
    }


@pytest.mark.parametrize(
    "room", ["portal", "tests", "local", "migrate", "proofs", "node_modules", "docs", "infra"]
)
def test_a_room_that_only_developers_need_stays_at_home(packed: list[str], room: str) -> None:
    assert [name for name in packed if name.startswith(f"{room}/")] == []


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("local.settings.json", id="keys of this machine"),
        pytest.param("local.settings.json.before-1", id="keys of earlier days"),
        pytest.param(".azure/mine/.env", id="what azd knows"),
        pytest.param(".venv/bin/python", id="the developer's Python"),
        pytest.param("scheduler_env/bin/python", id="what azd restore makes"),
        pytest.param("node_modules/preact/package.json", id="packages of the portal"),
        pytest.param(".azurite/__azurite_db_table__.json", id="jobs of this machine"),
        pytest.param("shared/api/__pycache__/parse.cpython-313.pyc", id="compiled modules"),
    ],
)
def test_what_lies_on_a_machine_and_is_not_committed_stays_there(name: str) -> None:
    ignored = GitIgnoreSpec.from_lines((ROOT / ".funcignore").read_text(encoding="utf-8").splitlines())

    assert ignored.match_file(name)


def test_nothing_hidden_is_packed(packed: list[str]) -> None:
    assert [name for name in packed if any(part.startswith(".") for part in name.split("/"))] == []


def test_all_of_the_app_is_packed(packed: list[str]) -> None:
    modules = {file.relative_to(ROOT).as_posix() for file in (ROOT / "shared").rglob("*.py")}

    assert modules - set(packed) == set()
    assert {"shared/api/openapi.json"} <= set(packed)


def test_the_package_alone_loads_and_serves_the_portal(package: Path) -> None:
    told = ask(package)

    assert told["functions"] == ["scan", "dispatch", "api"]
    assert Path(told["from"]).is_relative_to(package)
    assert (told["status"], told["page"]) == (200, (ROOT / PORTAL.makes[0]).read_text(encoding="utf-8"))


def test_the_package_alone_runs_a_job(package: Path, azurite: Azurite) -> None:
    settings = {
        "AzureWebJobsStorage": azurite.connection_string,
        "SCHEDULER_OPEN_LOOPBACK": "1",
        "SCAN_SCHEDULE": "* * * * * *",
    }
    with a_receiver() as receiver, a_running_app(settings, root=package) as app:
        job = f"{app}{COLLECTION}-packed/jobs/first"
        made = call("PUT", f"{app}{COLLECTION}-packed", {"location": "West Europe"})
        stored = call("PUT", job, a_job(receiver.uri))
        (entry,) = wait_for(lambda: call("GET", f"{job}/history").json()["value"])

    assert (made.status_code, stored.status_code) == (201, 201)
    assert entry["properties"]["status"] == "Completed"


def ask(package: Path) -> dict[str, Any]:
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    told: dict[str, Any] = json.loads(
        subprocess.check_output([sys.executable, "-c", ASK], cwd=package, env=alone, encoding="utf-8")
    )
    return told
