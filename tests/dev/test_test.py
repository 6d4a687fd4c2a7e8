"""`dev.py test`: what it installs for which tests, and how it spreads them."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from local.dev.bench import ensure_peers
from local.dev.browser import ensure_driver
from local.dev.build import ensure_all, ensure_portal
from local.dev.calendar import ensure_library
from local.dev.functions_runtime import ensure_runtime
from local.dev.infra_checks import ensure_infra_checks
from local.dev.node import ensure_azurite
from local.dev.official_clients import ensure_clients
from local.dev.test import needed, side_by_side
from tests.documents import ROOT

Ensure = Callable[[], object]
EVERYTHING = {
    *(ensure_azurite, ensure_portal, ensure_driver, ensure_all, ensure_runtime, ensure_clients),
    *(ensure_peers, ensure_library, ensure_infra_checks),
}
USUAL = {ensure_azurite, ensure_portal}
TELLING: dict[str, Ensure] = {
    "playwright": ensure_driver,
    "apscheduler": ensure_peers,
    "croniter": ensure_peers,
    "croniter_rs": ensure_peers,
    "sqlalchemy": ensure_peers,
    "local.dev.build.ensure_portal": ensure_portal,
    "local.dev.calendar.ensure_library": ensure_library,
    "local.dev.functions_runtime.ensure_runtime": ensure_runtime,
    "local.dev.infra_checks.ensure_infra_checks": ensure_infra_checks,
    "local.dev.node.ensure_azurite": ensure_azurite,
    "local.dev.node.ensure_broker": ensure_azurite,
    "local.dev.node.ensure_node_with_packages": ensure_all,
    "local.dev.official_clients.ensure_clients": ensure_clients,
}
"""What is imported by tests, and by what they import, and what must be installed for it."""
OF_NPM = {"azurite", "a_broker"}
"""Fixtures for all rooms that start what npm brings."""
ROOMS = [*sorted(room for room in (ROOT / "tests").iterdir() if next(room.rglob("test_*.py"), None))]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param([], EVERYTHING, id="all tests"),
        pytest.param(["-x", "-k", "recurrence"], EVERYTHING, id="any test of that name"),
        pytest.param(["tests"], EVERYTHING, id="the folder"),
        pytest.param(["tests/domain/test_headers.py"], set(), id="a file of the core"),
        pytest.param(["tests/domain/test_headers.py::test_x", "-q"], set(), id="a test of the core"),
        pytest.param(["./tests/api", "tests/flow", "-n", "0"], set(), id="rooms of the core"),
        pytest.param(["tests/storage"], USUAL, id="a room that needs storage"),
        pytest.param(["tests/domain", "tests/runtime"], {*USUAL, ensure_runtime}, id="two rooms"),
        pytest.param(["tests/test_sizes.py"], USUAL, id="a file beside the rooms"),
        pytest.param(["tests/domain", "tests"], EVERYTHING, id="a room, and all"),
        pytest.param(["tests/domain", "--ignore", "tests/api"], EVERYTHING, id="what is left out is no name"),
        pytest.param(["tests/domain", "local"], EVERYTHING, id="a folder elsewhere"),
    ],
)
def test_only_what_the_named_tests_need_is_installed(arguments: list[str], expected: set[Ensure]) -> None:
    assert set(needed(arguments)) == expected


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_gets_whatever_its_tests_import(room: Path) -> None:
    files = [file for file in room.rglob("*.py") if file != Path(__file__)]  # which names them, and runs none
    seen = set[Path]()
    reached = {name for file in files for name in imported(file, seen)}
    asked = {name for file in files for name in arguments_in(file)}

    wanted = {TELLING[name] for name in reached if name in TELLING}
    if asked & OF_NPM:
        wanted.add(ensure_azurite)

    assert wanted <= set(needed([str(room.relative_to(ROOT))]))


def imported(file: Path, seen: set[Path]) -> Iterator[str]:
    """Yield what a file imports, and what ours in it import. What dev.py imports itself is no need."""
    if file in seen or file.is_relative_to(ROOT / "local" / "dev"):
        return
    seen.add(file)
    for name in imports_of(file):
        yield from (name, name.partition(".")[0])
        for ours in (ROOT / f"{name.replace('.', '/')}.py", ROOT / name.replace(".", "/") / "__init__.py"):
            if ours.is_file():
                yield from imported(ours, seen)


@cache
def imports_of(file: Path) -> list[str]:
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return [name for node in nodes for name in names_in(node)]


def names_in(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), names=names):
            return [module, *(f"{module}.{alias.name}" for alias in names)]
    return []


def arguments_in(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield from (argument.arg for argument in node.args.args)


@pytest.mark.parametrize(
    ("arguments", "cores", "options"),
    [
        pytest.param([], 2, ["-n", "3", "--dist", "loadfile"], id="one more than there are cores"),
        pytest.param(["-k", "recurrence"], 16, ["-n", "4", "--dist", "loadfile"], id="on four at most"),
        pytest.param(["-n0"], 2, [], id="as the caller says"),
        pytest.param(["--pdb"], 2, [], id="a debugger wants the terminal"),
        pytest.param(["-s"], 2, [], id="output wants the terminal"),
    ],
)
def test_tests_run_side_by_side(arguments: list[str], cores: int, options: list[str]) -> None:
    assert side_by_side(arguments, cores) == options
