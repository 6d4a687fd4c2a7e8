"""Install what the tests need, and run them all; arguments go to pytest, as in `test -k recurrence`.

If the arguments name files or rooms, only what those need is installed, as in `test tests/api`.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from local.dev.bench import ensure_peers
from local.dev.browser import ensure_driver
from local.dev.build import ensure_all, ensure_portal
from local.dev.calendar import ensure_library
from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_python_packages
from local.dev.functions_runtime import ensure_runtime
from local.dev.infra_checks import ensure_infra_checks
from local.dev.node import ensure_azurite
from local.dev.official_clients import ensure_clients

TESTS: Final = ROOT / "tests"
PYTHON_ALONE: Final = ("api", "domain", "flow", "openapi", "pfx")
"""Rooms whose tests need no process and no storage."""
NEEDS: Final[dict[Callable[[], object], tuple[str, ...]]] = {
    ensure_driver: ("dev", "portal", "proofs"),
    ensure_all: ("client", "dev", "infra", "portal", "proofs"),
    ensure_runtime: ("runtime",),
    ensure_clients: ("client", "end_to_end"),
    ensure_peers: ("proofs",),
    ensure_library: ("dev", "migrate"),
    ensure_infra_checks: ("infra", "migrate"),
}
"""What tests need beyond Azurite and the built portal, and in which rooms of `tests/`."""
_LEAVING_OUT: Final = ("--ignore", "--ignore-glob", "--deselect")


def main(arguments: Sequence[str]) -> int:
    if arguments in (["-h"], ["--help"]):
        print(f"usage: python3 dev.py test [PYTEST ARGUMENTS]\n\n{__doc__}")
        return 0
    ensure_python_packages()
    for ensure in needed(arguments):
        ensure()
    options = side_by_side(arguments, os.cpu_count() or 1)
    return run_in_foreground([PYTHON, "-m", "pytest", *options, *arguments], ROOT)


def needed(arguments: Sequence[str]) -> Iterator[Callable[[], object]]:
    """Yield what installs what the named tests need; without names, all of it."""
    rooms = rooms_named(arguments)
    if rooms and rooms <= set(PYTHON_ALONE):
        return
    yield from (ensure for ensure, users in NEEDS.items() if not rooms or rooms & set(users))
    yield from (ensure_azurite, ensure_portal)  # which find all done if more of npm was wanted before


def rooms_named(arguments: Sequence[str]) -> set[str]:
    """Return the folders of `tests/` in which all tests lie that are named; none if that is not clear."""
    names = [argument.partition("::")[0] for argument in arguments if not argument.startswith("-")]
    files = [file for name in names if (file := (ROOT / name).resolve()).exists()]
    inside = [file for file in files if file != TESTS and file.is_relative_to(TESTS)]
    if len(inside) < len(files) or any(argument in _LEAVING_OUT for argument in arguments):
        return set()
    return {file.relative_to(TESTS).parts[0] for file in inside}


def side_by_side(arguments: Sequence[str], cores: int) -> list[str]:
    """Return the options that spread the tests over the cores, unless the arguments say otherwise.

    There is one process more than cores, because some wait: for a retry, a process, a time limit.
    There are at most four, because each starts an Azurite of its own.
    """
    if any(argument.startswith(("-n", "-s", "--pdb", "--capture")) for argument in arguments):
        return []
    return ["-n", str(min(cores + 1, 4)), "--dist", "loadfile"]
