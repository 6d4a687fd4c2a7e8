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

from local.dev.build import PORTAL, ensure_portal
from local.dev.environment import ROOT

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


def ask(package: Path) -> dict[str, Any]:
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    told: dict[str, Any] = json.loads(
        subprocess.check_output([sys.executable, "-c", ASK], cwd=package, env=alone, encoding="utf-8")
    )
    return told
