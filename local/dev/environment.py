"""The virtual environment in `.venv`: how it is made, and filled with pinned packages."""

import importlib.util
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

from local.dev import stamp
from local.dev.children import run_quietly
from local.dev.terminal import Problem

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON = SCRIPTS / ("python.exe" if sys.platform == "win32" else "python")
APP = [ROOT / "requirements.txt"]
TOOLS = [*APP, ROOT / "requirements-migrate.txt"]
EVERYTHING = [*APP, ROOT / "requirements-dev.txt"]
THIS_PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


def ensure_python_packages() -> None:
    """Install what the app, the tests and the linters import, unless it is already there."""
    ensure_pinned(EVERYTHING, "Installing Python packages (first time: about a minute) …")


def ensure_app_packages() -> None:
    """Install what the app imports, unless it, or more, is already there."""
    if not (is_installed(EVERYTHING) or is_installed(TOOLS)):
        ensure_pinned(APP, "Installing Python packages (first time: about half a minute) …")


def ensure_tool_packages() -> None:
    """Install what the commands for users of an app import, unless it, or more, is already there."""
    if not is_installed(EVERYTHING):
        ensure_pinned(TOOLS, "Installing Python packages (first time: about half a minute) …")


def ensure_pinned(pins: list[Path], announcement: str) -> None:
    """Install what the files pin, unless it is already there.

    Each file is a command of its own: pip checks the hashes of all that a command installs, or of nothing.
    """

    def install() -> None:
        for file in pins:
            pip_install(PYTHON, file)

    ensure_installed(mark_of(pins), pins, announcement, install)


def ensure_installed(mark: Path, pins: list[Path], announcement: str, install: Callable[[], None]) -> None:
    """Install what the files pin for this Python, unless the mark says that it is already there."""
    ensure_venv()
    stamp.install_once(mark, stamp.fingerprint(pins, THIS_PYTHON), announcement, install)


def is_installed(pins: list[Path]) -> bool:
    return stamp.is_current(mark_of(pins), stamp.fingerprint(pins, THIS_PYTHON))


def mark_of(pins: list[Path]) -> Path:
    return VENV / f"installed-{pins[-1].stem}"


def pip_install(python: Path, pins: Path, *options: str | Path) -> None:
    """Install what a file pins, with the pip of this Python."""
    run_quietly(
        [python, "-m", "pip", "install", "--no-input", "--disable-pip-version-check", *options, "-r", pins],
        ROOT,
        otherwise=f"Cannot install the packages of {pins.name}: check the connection to PyPI, "
        "then run the command again. pip says:",
    )


def ensure_venv() -> None:
    """Make `.venv`, unless there is one that works and has the same Python as this process."""
    mark = VENV / "made-with"
    kept = venv_version() == THIS_PYTHON
    if kept and stamp.is_current(mark, THIS_PYTHON):
        return
    check_venv_modules()
    mark.unlink(missing_ok=True)
    stamp.install_once(
        mark,
        THIS_PYTHON,
        f"Making a virtual environment in {VENV.name} …",
        lambda: make_venv(VENV, *([] if kept else ["--clear"])),
    )


def make_venv(folder: Path, *options: str) -> None:
    run_quietly(
        [sys.executable, "-m", "venv", *options, folder],
        ROOT,
        otherwise=f"Cannot make a virtual environment: if there is a folder {folder}, delete it, "
        "then run the command again. Python says:",
    )


def venv_version() -> str | None:
    """Return the version of the Python in `.venv`, or None if none works."""
    question = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        asked = subprocess.run([PYTHON, "-c", question], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return asked.stdout.strip()


def check_venv_modules() -> None:
    """Raise a problem if Python cannot make virtual environments, as on a bare Debian."""
    if all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        return
    raise Problem(
        "This Python cannot make virtual environments: "
        f"install its venv module (Debian and Ubuntu: `sudo apt install python{THIS_PYTHON}-venv`), "
        "then run the command again."
    )


def site_packages() -> Path:
    """Return where `.venv` keeps its packages."""
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV)}))
