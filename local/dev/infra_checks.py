"""Check `infra/` without Azure: every property of the Bicep files, and that a misspelt one is noticed."""

import sys
from collections.abc import Sequence
from pathlib import Path

from local.dev import environment
from local.dev.children import run_in_foreground, run_quietly
from local.dev.environment import ROOT, VENV, ensure_installed, make_venv
from migrate.usage import Parser, read_options

FOLDER = VENV / "infra-checks"
PYTHON = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
PINS = ROOT / "requirements-infra.txt"


def main(arguments: Sequence[str]) -> int:
    read_options(Parser(prog="python3 dev.py infra", description=__doc__), arguments)
    return run_in_foreground([ensure_infra_checks(), "-m", "local.infra_checks"], ROOT)


def ensure_infra_checks() -> Path:
    """Install the checks unless they are already there; return the Python that can import them."""
    announcement = "Installing what checks infra/ without Azure …"
    ensure_installed(FOLDER / ".installed", [PINS], announcement, install)
    return PYTHON


def install() -> None:
    """Install uncompiled, without a pip of its own and without a search for dependencies: it is faster."""
    make_venv(FOLDER, "--clear", "--without-pip")
    run_quietly(
        [
            *(environment.PYTHON, "-m", "pip", "--python", PYTHON, "install", "--no-input"),
            *("--disable-pip-version-check", "--no-deps", "--no-compile", "-r", PINS),
        ],
        ROOT,
        otherwise=f"Cannot install the packages of {PINS.name}: check the connection to PyPI, "
        "then run the command again. pip says:",
    )
