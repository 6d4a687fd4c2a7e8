"""Microsoft's runtime library for functions in Python, in a folder of its own: only tests use it."""

import shutil
from pathlib import Path

from local.dev import stamp
from local.dev.children import run_quietly
from local.dev.environment import PYTHON, ROOT, THIS_PYTHON, VENV, ensure_venv
from local.dev.terminal import say

FOLDER = VENV / "functions-runtime"
PINS = ROOT / "requirements-runtime.txt"


def ensure_runtime() -> Path:
    """Install the library unless it is already there; return the folder to import it from."""
    ensure_venv()
    mark = FOLDER / ".installed"
    wanted = stamp.fingerprint([PINS], THIS_PYTHON)
    if not stamp.is_current(mark, wanted):
        say("Installing Microsoft's runtime library for functions …")
        install()
        stamp.write(mark, wanted)
    return FOLDER


def install() -> None:
    """Install without what the library asks for: the app's own packages are what it shall meet."""
    if FOLDER.exists():  # pip leaves alone what it finds in a target folder
        shutil.rmtree(FOLDER)
    run_quietly(
        [
            *(PYTHON, "-m", "pip", "install", "--no-input", "--disable-pip-version-check"),
            *("--no-deps", "--ignore-requires-python", "--target", FOLDER, "-r", PINS),
        ],
        ROOT,
        otherwise=f"Cannot install the packages of {PINS.name}: check the connection to PyPI, "
        "then run the command again. pip says:",
    )
