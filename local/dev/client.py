"""The official Python client of the original service, in an environment of its own: only tests use it."""

import sys
from pathlib import Path

from local.dev import stamp
from local.dev.children import run_quietly
from local.dev.environment import ROOT, THIS_PYTHON, VENV, ensure_venv
from local.dev.terminal import say

FOLDER = VENV / "official-client"
PYTHON = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
PINS = ROOT / "requirements-client.txt"


def ensure_client() -> Path:
    """Install the client unless it is already there; return the Python that can import it."""
    ensure_venv()
    mark = FOLDER / ".installed"
    wanted = stamp.fingerprint([PINS], THIS_PYTHON)
    if not stamp.is_current(mark, wanted):
        say("Installing the official client of the original service …")
        install()
        stamp.write(mark, wanted)
    return PYTHON


def install() -> None:
    run_quietly(
        [sys.executable, "-m", "venv", "--clear", FOLDER],  # what was there before goes, the mark with it
        ROOT,
        otherwise=f"Cannot make a virtual environment in {FOLDER}: delete that folder, "
        "then run the command again. Python says:",
    )
    run_quietly(
        [PYTHON, "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "-r", PINS],
        ROOT,
        otherwise=f"Cannot install the packages of {PINS.name}: check the connection to PyPI, "
        "then run the command again. pip says:",
    )
