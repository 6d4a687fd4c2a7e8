"""The official Python client of the original service, in its own environment. Only tests use it."""

import sys
from pathlib import Path

from local.dev.environment import ROOT, VENV, ensure_installed, make_venv, pip_install

FOLDER = VENV / "official-client"
PYTHON = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
PINS = ROOT / "requirements-client.txt"


def ensure_client() -> Path:
    """Install the client unless it is already there; return the Python that can import it."""
    announcement = "Installing the official client of the original service …"
    ensure_installed(FOLDER / ".installed", [PINS], announcement, install)
    return PYTHON


def install() -> None:
    make_venv(FOLDER, "--clear")  # removes what was there before
    pip_install(PYTHON, PINS)
