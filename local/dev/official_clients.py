"""The official Python clients of the original service, in an environment of their own, for tests alone."""

import os
import sys
from pathlib import Path
from typing import Final

from local.dev.children import run_quietly
from local.dev.environment import ROOT, VENV, ensure_installed, make_venv, pip_install

FOLDER: Final = VENV / "official-clients"
PYTHON: Final = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
PINS: Final = ROOT / "requirements-client.txt"
LATEST: Final = "7.0.0"
RELEASES: Final = (LATEST, "2.0.0", "1.1.3", "0.30.0rc5")
"""Of `azure-mgmt-scheduler`; what they import is pinned in the file, and the same for all."""


def ensure_clients() -> None:
    """Install every release unless they are already there."""
    announcement = "Installing the official clients of the original service …"
    ensure_installed(FOLDER / ".installed", [PINS, Path(__file__)], announcement, install)


def environment_with(release: str) -> dict[str, str]:
    """Return the environment in which `PYTHON` imports that release."""
    return {**os.environ, "PYTHONPATH": str(folder_of(release))}


def folder_of(release: str) -> Path:
    return FOLDER / "releases" / release


def install() -> None:
    make_venv(FOLDER, "--clear")  # removes what was there before
    pip_install(PYTHON, PINS)
    for release in RELEASES:
        package = f"azure-mgmt-scheduler=={release}"
        options = ("--no-input", "--disable-pip-version-check", "--no-deps", "--target", folder_of(release))
        run_quietly(
            [PYTHON, "-m", "pip", "install", *options, package],
            ROOT,
            otherwise=f"Cannot install {package}: check the connection to PyPI, "
            "then run the command again. pip says:",
        )
