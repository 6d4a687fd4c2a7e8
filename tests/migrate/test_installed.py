"""The command `scheduler`: the repository, installed into an environment of its own, works alone."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from functools import cache
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement

from local.dev.environment import site_packages
from shared.domain.version import VERSION
from tests.documents import ROOT

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SCRIPTS: Final = "Scripts" if os.name == "nt" else "bin"
PYTHON: Final = "python.exe" if os.name == "nt" else "python"
A_REQUEST: Final = {"uri": "https://a.example/", "method": "GET"}
AN_EXPORT: Final = {"id": "hello", "action": {"type": "Http", "request": A_REQUEST}}
NAMES: Final = ["--subscription", "s", "--resource-group", "g", "--collection", "c"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the repository. What that needs is lent by the environment of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    for room in ("migrate", "shared", "local"):
        ignored = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(ROOT / room, folder / "repository" / room, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE", "dev.py", "function_app.py"):
        shutil.copy(ROOT / name, folder / "repository" / name)
    environment = folder / "environment"
    venv.create(environment, with_pip=False)
    own_packages(environment).joinpath("lent.pth").write_text(str(site_packages()), encoding="utf-8")
    alone = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run(
        [environment / SCRIPTS / PYTHON, "-m", "pip", "install", "--quiet", *alone, folder / "repository"],
        check=True,
    )
    return environment


def own_packages(environment: Path) -> Path:
    (packages,) = environment.glob("Lib/site-packages" if os.name == "nt" else "lib/python*/site-packages")
    return packages


def scheduler(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder that has nothing of the project."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command: list[str | Path] = [installed / SCRIPTS / "scheduler", *arguments]
    return subprocess.run(command, cwd=folder, env=kept, capture_output=True, encoding="utf-8", check=False)


def test_the_version_is_told(installed: Path, tmp_path: Path) -> None:
    shown = scheduler(installed, tmp_path, "--version")

    assert (shown.returncode, shown.stdout, shown.stderr) == (0, f"{VERSION}\n", "")


def test_a_schedule_is_previewed(installed: Path, tmp_path: Path) -> None:
    arguments = ["--cron", "0 9 * * mon", "--zone", "Europe/Berlin", "--now", "2026-03-01", "--top", "1"]

    shown = scheduler(installed, tmp_path, "preview", *arguments)

    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.splitlines()[1:] == ["    Mon 2026-03-02T09:00:00+01:00 = 2026-03-02T08:00:00Z"]


def test_an_export_is_looked_at(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "jobs.json").write_text(json.dumps([AN_EXPORT]), encoding="utf-8")
    new = ["--location", "westeurope", "--sku", "Standard", "--disabled"]

    shown = scheduler(installed, tmp_path, "import", "jobs.json", "--dry-run", *NAMES, *new)

    assert shown.returncode == 0, shown.stderr
    assert "1 job: 1 will be created." in shown.stdout
    assert "Nothing runs in c before `scheduler enable`." in shown.stdout


def test_a_question_names_the_command_as_it_was_called(installed: Path, tmp_path: Path) -> None:
    shown = scheduler(installed, tmp_path, "jobs")

    assert (shown.returncode, shown.stdout) == (1, "")
    assert shown.stderr.endswith("with `scheduler login URL`.\n")


def test_only_the_client_and_what_it_shares_with_the_app_is_installed(installed: Path) -> None:
    packages = own_packages(installed)
    files = [file.relative_to(packages).as_posix() for file in packages.rglob("*.py")]

    rooms = {"/".join(Path(name).parts[:2]) for name in files if name.startswith("shared/")}
    assert {name.partition("/")[0] for name in files} == {"migrate", "shared"}
    assert rooms == {"shared/__init__.py", "shared/api", "shared/domain", "shared/pfx", "shared/storage"}
    assert sorted(name for name in files if name.startswith("shared/storage")) == [
        "shared/storage/__init__.py",
        "shared/storage/pfx.py",
    ]


def test_nothing_that_the_client_imports_is_left_behind(installed: Path) -> None:
    packages = own_packages(installed)
    files = {file.relative_to(packages) for file in packages.rglob("*.py")}

    assert {file.relative_to(ROOT) for file in imported_files()} <= files


def test_what_is_imported_is_declared() -> None:
    declared = {normal(Requirement(text).name) for text in PROJECT["dependencies"]}
    distributions = packages_distributions()

    modules = {module.partition(".")[0] for file in imported_files() for module in imports(file)}
    others = modules - {"migrate", "shared"} - sys.stdlib_module_names

    assert {normal(distributions[module][0]) for module in others} <= declared
    assert "tzdata" in declared  # of which only files are read


@pytest.mark.parametrize("text", PROJECT["dependencies"])
def test_what_is_declared_is_what_is_tested(text: str) -> None:
    needed = Requirement(text)

    assert needed.specifier.contains(version(needed.name))


def test_the_tools_packages_are_those_of_the_tests() -> None:
    pins = [
        set(re.findall(r"^PyYAML==.*$", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements-migrate.txt", "requirements-dev.txt", "requirements.txt")
    ]

    assert pins == [{"PyYAML==6.0.3"}, {"PyYAML==6.0.3"}, set()]


@cache
def imported_files() -> frozenset[Path]:
    """Return the files of ours that the command reaches."""
    found, left = set[Path](), [ROOT / "migrate" / "__main__.py"]
    while left:
        file = left.pop()
        if file not in found:
            found.add(file)
            left += [other for module in imports(file) for other in files_of(module)]
    return frozenset(found)


def files_of(module: str) -> list[Path]:
    place = ROOT.joinpath(*module.split("."))
    parents = [folder / "__init__.py" for folder in (place, *place.parents) if folder.is_relative_to(ROOT)]
    return [file for file in (place.with_suffix(".py"), *parents) if file.is_file()]


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
