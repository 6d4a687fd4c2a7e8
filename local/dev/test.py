"""Install everything the tests need, and run them all; arguments go to pytest, as in `test -k recurrence`."""

from collections.abc import Sequence

from local.dev.bench import ensure_peers
from local.dev.children import run_in_foreground
from local.dev.client import ensure_client
from local.dev.environment import PYTHON, ROOT, ensure_python_packages
from local.dev.node import ensure_azurite
from local.dev.runtime import ensure_runtime


def main(arguments: Sequence[str]) -> int:
    if arguments in (["-h"], ["--help"]):
        print(f"usage: python3 dev.py test [PYTEST ARGUMENTS]\n\n{__doc__}")
        return 0
    ensure_python_packages()
    ensure_azurite()
    ensure_runtime()
    ensure_client()
    ensure_peers()
    return run_in_foreground([PYTHON, "-m", "pytest", *arguments], ROOT)
