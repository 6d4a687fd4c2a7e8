"""Imports point inwards."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent

ALLOWED: Final = {
    "domain": {"domain"},
    "api": {"api", "domain"},
    "flow": {"flow", "domain"},
    "pfx": {"pfx"},
    "storage": {"storage", "domain", "pfx"},
    "actions": {"actions", "domain", "pfx"},
    "functions": {"functions", "actions", "api", "flow", "storage", "domain"},
}
OURS: Final = {"dev", "function_app", "infra", "local", "migrate", "proofs", "shared", "tests"}
PROOFS: Final = ("harness", "faults", "crash", "benchmarks")


@pytest.mark.parametrize("room", ALLOWED)
def test_a_room_imports_only_what_lies_further_in(room: str) -> None:
    files = sorted((ROOT / "shared" / room).rglob("*.py"))

    reached = {module for file in files for module in imported_modules(file) if module.startswith("shared.")}

    assert files
    assert {module.split(".")[1] for module in reached} <= ALLOWED[room]


def test_the_domain_needs_nothing_but_the_standard_library() -> None:
    files = sorted((ROOT / "shared" / "domain").rglob("*.py"))

    reached = {module.split(".")[0] for file in files for module in imported_modules(file)}

    assert reached <= {"shared", *sys.stdlib_module_names}


def test_moving_in_is_a_client_and_shares_only_what_is_pure_with_the_app() -> None:
    files = sorted((ROOT / "migrate").rglob("*.py"))

    reached = {module for file in files for module in imported_modules(file) if module.startswith("shared.")}

    others = {module for module in reached if module.split(".")[1] not in ("api", "domain")}
    assert {".".join(module.split(".")[:3]) for module in others} == {"shared.storage.pfx"}


def test_only_the_beginning_of_moving_in_reads_the_clock() -> None:
    files = [file for file in sorted((ROOT / "migrate").rglob("*.py")) if file.name != "__main__.py"]

    values = {ast.unparse(node.value) for file in files for node in clock_readings(file)}

    assert values <= {"wishes", "occasion", "plan", "self._plan"}  # whose `now` is a value


def test_nothing_that_is_deployed_imports_what_only_a_developer_needs() -> None:
    files = [ROOT / "function_app.py", *sorted((ROOT / "shared").rglob("*.py"))]

    reached = {module.split(".")[0] for file in files for module in imported_modules(file)}

    assert not reached & {"local", "tests", "proofs", "dev", "migrate", "infra"}


def test_what_azd_runs_needs_nothing_but_the_standard_library() -> None:
    files = sorted((ROOT / "infra").rglob("*.py"))

    reached = {module.split(".")[0] for file in files for module in imported_modules(file)}

    assert files
    assert reached <= sys.stdlib_module_names | {"infra"}


def test_the_portal_knows_the_app_by_its_api_alone() -> None:
    portal = ROOT / "portal"
    files = sorted(file for pattern in ("*.ts", "*.tsx", "*.mjs") for file in portal.rglob(pattern))

    outside = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        for name in re.findall(
            r"""(?:from|import)\s*\(?\s*["'](\.[^"']*)["']""", file.read_text(encoding="utf-8")
        )
        if not (file.parent / name).resolve().is_relative_to(portal)
    ]

    assert files
    assert outside == []


def test_proofs_import_the_app_and_what_a_developer_needs_but_no_tests() -> None:
    files = sorted((ROOT / "proofs").rglob("*.py"))

    reached = {module.split(".")[0] for file in files for module in imported_modules(file)}

    assert files
    assert reached & OURS <= {"proofs", "shared", "local", "migrate"}


@pytest.mark.parametrize("proof", PROOFS)
def test_a_proof_shares_the_harness_with_the_others_and_nothing_else(proof: str) -> None:
    files = sorted((ROOT / "proofs" / proof).rglob("*.py"))

    modules = {module for file in files for module in imported_modules(file)}
    reached = {module.split(".")[1] for module in modules if module.startswith("proofs.")}

    assert files
    assert reached <= {proof, "harness"}


def test_nothing_but_tests_imports_proofs() -> None:
    rooms = [file for room in ("shared", "migrate", "local") for file in (ROOT / room).rglob("*.py")]
    files = [ROOT / "dev.py", ROOT / "function_app.py", *sorted(rooms)]

    importers = [
        str(file.relative_to(ROOT))
        for file in files
        if any(module.split(".")[0] in ("proofs", "tests") for module in imported_modules(file))
    ]

    assert importers == []


def test_the_clock_is_read_only_in_the_wiring() -> None:
    files = [file for file in sorted((ROOT / "shared").rglob("*.py")) if file.name != "wiring.py"]

    readers = [f"{file.relative_to(ROOT)}:{node.lineno}" for file in files for node in clock_readings(file)]

    assert readers == []


def clock_readings(file: Path) -> Iterator[ast.Attribute]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in {"now", "utcnow", "today"}:
            yield node


def imported_modules(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written in full"
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found
