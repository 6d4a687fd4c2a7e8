"""dev.py itself, as a person runs it."""

import ast
import errno
import os
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev import refusal
from local.dev.benchmarks import BENCHMARKS
from local.dev.run import refusal_of
from local.dev.tcp_ports import find_free
from shared.domain.version import VERSION
from tests.dev.clones import a_clone

ROOT = Path(__file__).parents[2]
OFFLINE = ("local/dev", "shared/api", "shared/domain")
ALSO_OFFLINE = tuple(
    f"migrate.{name}"
    for name in (
        *("options", "app_options", "login_options", "preview_options", "asking.options", "asking.times"),
        *("code.options", "exporting.form", "url_template", "usage", "invocation", "terminal"),
        *("private_file", "logins", "preview_command", "filling_options", "found", "spelling"),
    )
)
COMMANDS = (
    "run, preview, calendar, clock-changes, login, logout, jobs, failures, next, why, audit, "
    "import, export, enable, disable, reseal, plan, apply, build, test, lint, bench, faults, pictures, infra"
)
SOURCES = [
    ROOT / "dev.py",
    *(ROOT / f"{name.replace('.', '/')}.py" for name in ALSO_OFFLINE),
    *(source for room in OFFLINE for source in sorted((ROOT / room).glob("*.py"))),
]


def dev(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "AzureWebJobsStorage"}
    return subprocess.run(
        [sys.executable, folder / "dev.py", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which nothing is installed."""
    return a_clone(tmp_path_factory.mktemp("clone"))


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []])
def test_help_lists_the_commands(arguments: list[str]) -> None:
    shown = dev(*arguments)

    assert shown.returncode == 0
    assert [line.split()[0] for line in shown.stdout.splitlines() if line.startswith("    ")] == [
        *("run", "preview", "calendar", "clock-changes", "login", "logout"),
        *("jobs", "failures", "next", "why", "audit"),
        *("import", "export", "enable", "disable", "reseal", "plan", "apply"),
        *("build", "test", "lint", "bench", "faults", "pictures", "infra"),
    ]


@pytest.mark.parametrize(
    "words",
    [
        *([*words.split(), "--help"] for words in COMMANDS.split(", ")),
        *(["bench", name, "--help"] for name in BENCHMARKS),
        ["bench", "portal", "--rounds", "0"],
        ["pictures", "--prot", "1"],
    ],
    ids=" ".join,
)
def test_help_and_mistakes_install_and_start_nothing(project: Path, words: list[str]) -> None:
    before = sorted(project.rglob("*"))

    shown = dev(*words, folder=project)

    assert shown.returncode == (0 if "--help" in words else 2), shown.stderr
    assert (shown.stdout or shown.stderr).startswith(f"usage: python3 dev.py {words[0]}")
    assert sorted(file for file in project.rglob("*") if "__pycache__" not in file.parts) == before


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("run", "--storage-port"),
        ("test", "PYTEST ARGUMENTS"),
        ("lint", "--fix"),
        ("preview", "--jsonl"),
        ("calendar", "--names"),
        ("clock-changes", "--until"),
        ("login", "--key-stdin"),
        ("logout", "NAME"),
        ("jobs", "--outcome"),
        ("failures", "--since"),
        ("next", "--until"),
        ("why", "--at"),
        ("audit", "--who"),
        ("import", "--secrets-template"),
        ("export", "--out"),
        ("enable", "--collection"),
        ("disable", "--collection"),
        ("reseal", "--subscription"),
        ("plan", "--markdown"),
        ("apply", "--break-lock"),
        ("faults", "--crash-points"),
    ],
)
def test_every_command_has_its_own_help(command: str, option: str) -> None:
    shown = dev(command, "--help")

    assert shown.returncode == 0
    assert option in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["walk"], f"There is no command 'walk': choose one of {COMMANDS}.", id="nothing alike"),
        pytest.param(
            ["tset"],
            f"There is no command 'tset': choose one of {COMMANDS}; did you mean test?",
            id="a command",
        ),
        pytest.param(
            ["--verison"],
            f"There is no command '--verison': choose one of {COMMANDS}; did you mean --version?",
            id="an option instead of a command",
        ),
        pytest.param(
            ["bench", "recurence"],
            "There is no benchmark 'recurence': choose one of recurrence, cost, api, reads, portal, actions, "
            "dispatch, reading, moving, scale, costs; did you mean recurrence?",
            id="a benchmark",
        ),
        pytest.param(
            ["run", "--prot", "7072"],
            "python3 dev.py run: error: unrecognized arguments: --prot 7072; did you mean --port?",
            id="an option with its value",
        ),
        pytest.param(
            ["preview", "--tpo=3"],
            "python3 dev.py preview: error: unrecognized arguments: --tpo=3; did you mean --top?",
            id="an option and its value in one",
        ),
        pytest.param(
            ["running"],
            f"There is no command 'running': choose one of {COMMANDS}.",
            id="a word that only begins as a command",
        ),
        pytest.param(
            ["jobs", "--top", "5"],
            "python3 dev.py jobs: error: unrecognized arguments: --top",
            id="an option of another command",
        ),
        pytest.param(
            ["lint", "--wash"],
            "python3 dev.py lint: error: unrecognized arguments: --wash",
            id="an option like no other",
        ),
        pytest.param(
            ["faults", "--shrot"],
            "python3 dev.py faults: error: unrecognized arguments: --shrot; did you mean --short?",
            id="faults",
        ),
        pytest.param(
            ["import", "a.json", "--dry-urn", "--to", "http://127.0.0.1:1"],
            "python3 dev.py import: error: unrecognized arguments: --dry-urn; did you mean --dry-run?",
            id="import",
        ),
    ],
)
def test_a_mistake_in_the_command_line_is_told_with_what_was_meant(arguments: list[str], words: str) -> None:
    refused = dev(*arguments)

    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.splitlines()[-1] == words


def test_the_version_is_told_and_it_is_the_projects() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    shown = dev("--version")

    assert (shown.returncode, shown.stdout) == (0, f"{VERSION}\n")
    assert project["project"]["version"] == VERSION


def test_a_mistake_in_a_command_line_costs_no_installation(project: Path) -> None:
    refused = dev("import", "jobs.json", "--sku", "gold", folder=project)

    assert refused.returncode == 2
    assert "'gold' is none of Standard, Free, P10Premium, P20Premium" in refused.stderr
    assert not (project / ".venv").exists()


def test_files_are_named_from_where_the_user_is(tmp_path: Path) -> None:
    (tmp_path / "jobs.json").write_text('[{"id": "j", "action": {"type": "Http"}}]', encoding="utf-8")
    (tmp_path / "requests.py").write_text("raise SystemExit('not ours')", encoding="utf-8")
    names = ["--subscription", "s", "--resource-group", "g", "--collection", "c"]
    new = ["--location", "l", "--sku", "free"]
    arguments = ["import", "jobs.json", "--dry-run", *names, *new, "--report", "r.json"]

    shown = subprocess.run(
        [sys.executable, ROOT / "dev.py", *arguments],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert "properties.action.request: is required" in shown.stdout, shown.stderr
    assert (tmp_path / "r.json").exists()


def test_a_taken_port_is_named_before_anything_is_installed(project: Path, taken_port: int) -> None:
    refused = dev("run", "--port", str(taken_port), folder=project)

    assert refused.returncode == 1
    assert refused.stderr.startswith(f"Port {taken_port} is taken")
    assert refused.stderr.endswith("choose another port with --port.\n")
    assert not (project / ".venv").exists()


def test_a_taken_storage_port_is_named_before_anything_is_installed(project: Path, taken_port: int) -> None:
    refused = dev("run", "--port", str(find_free(1)[0]), "--storage-port", str(taken_port), folder=project)

    assert refused.returncode == 1
    assert f"Port {taken_port} is taken" in refused.stderr
    assert refused.stderr.endswith("choose another port with --storage-port.\n")
    assert not (project / ".venv").exists()


def test_the_app_and_azurite_cannot_share_a_port(project: Path) -> None:
    port = find_free(1)[0]

    refused = dev("run", "--port", str(port), "--storage-port", str(port - 1), folder=project)

    assert refused.returncode == 1
    assert f"Port {port} cannot serve both the app and Azurite" in refused.stderr


@pytest.mark.parametrize("port", ["0", "65534", "-1", "seventy"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    refused = dev("run", f"--port={port}")

    assert refused.returncode == 2
    assert "must be a number between 1 and 65533" in refused.stderr


def test_a_python_that_is_too_old_is_named() -> None:
    assert refusal((3, 9)).startswith("This is Python 3.9, and dev.py needs 3.11 or newer: install")


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (4, 0)])
def test_a_python_that_is_new_enough_is_not_refused(version: tuple[int, int]) -> None:
    assert refusal(version) == ""


def test_an_old_python_can_read_the_refusal() -> None:
    ast.parse((ROOT / "dev.py").read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: str(source.relative_to(ROOT)))
def test_nothing_must_be_installed_for_dev_py_to_run(source: Path) -> None:
    tree = ast.parse(source.read_text(encoding="utf-8"))

    others = [name for name in imported(tree) if name.partition(".")[0] not in sys.stdlib_module_names]
    rooms = (*ALSO_OFFLINE, *(room.replace("/", ".") for room in OFFLINE))
    assert [name for name in others if not name.startswith(rooms)] == []


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module)):
                yield module


@pytest.mark.parametrize(
    ("number", "words"),
    [
        pytest.param(
            errno.EADDRINUSE,
            "Port 80 is taken, perhaps by another `dev.py run`: end what uses it, or choose another port "
            "with --port.",
            id="taken",
        ),
        pytest.param(
            errno.EACCES,
            "Port 80 is not permitted to you; ports below 1024 are often kept for administrators: "
            "choose another port with --port.",
            id="not permitted",
        ),
        pytest.param(
            errno.EADDRNOTAVAIL,
            f"Port 80 cannot be used ({os.strerror(errno.EADDRNOTAVAIL)}): choose another port with --port.",
            id="anything else",
        ),
    ],
)
def test_why_a_port_cannot_be_used_is_told(number: int, words: str) -> None:
    assert refusal_of(80, "--port", OSError(number, os.strerror(number))) == words
