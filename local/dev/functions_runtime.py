"""Microsoft's runtime library for functions in Python, in a folder of its own. Only tests use it."""

import shutil
from pathlib import Path

from local.dev.environment import PYTHON, ROOT, VENV, ensure_installed, pip_install

FOLDER = VENV / "functions-runtime"
PINS = ROOT / "requirements-runtime.txt"


def ensure_runtime() -> Path:
    """Install the library unless it is already there; return the folder to import it from."""
    announcement = "Installing Microsoft's runtime library for functions …"
    ensure_installed(FOLDER / ".installed", [PINS], announcement, install)
    return FOLDER


def install() -> None:
    """Install the library without its dependencies, because it shall run with the app's own packages."""
    if FOLDER.exists():  # pip would leave old files in the folder
        shutil.rmtree(FOLDER)
    pip_install(PYTHON, PINS, "--no-deps", "--ignore-requires-python", "--target", FOLDER)
