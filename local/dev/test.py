"""Install everything the tests need, and run them all; arguments go to pytest, as in `test -k recurrence`."""

import os
from collections.abc import Sequence

from local.dev.bench import ensure_peers
from local.dev.browser import ensure_driver
from local.dev.build import ensure_all
from local.dev.calendar import ensure_library
from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_python_packages
from local.dev.functions_runtime import ensure_runtime
from local.dev.infra_checks import ensure_infra_checks
from local.dev.official_client import ensure_client


def main(arguments: Sequence[str]) -> int:
    if arguments in (["-h"], ["--help"]):
        print(f"usage: python3 dev.py test [PYTEST ARGUMENTS]\n\n{__doc__}")
        return 0
    ensure_python_packages()
    ensure_driver()
    ensure_all()
    ensure_runtime()
    ensure_client()
    ensure_peers()
    ensure_library()
    ensure_infra_checks()
    options = side_by_side(arguments, os.cpu_count() or 1)
    return run_in_foreground([PYTHON, "-m", "pytest", *options, *arguments], ROOT)


def side_by_side(arguments: Sequence[str], cores: int) -> list[str]:
    """Return the options that spread the tests over the cores, unless the arguments say otherwise.

    There is one process more than cores, because some wait: for a retry, a process, a time limit.
    There are at most four, because each starts an Azurite of its own.
    """
    if any(argument.startswith(("-n", "-s", "--pdb", "--capture")) for argument in arguments):
        return []
    return ["-n", str(min(cores + 1, 4)), "--dist", "loadfile"]
