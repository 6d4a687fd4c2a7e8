"""A copy of what somebody who clones the project has, and dev.py in it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.documents import ROOT

_FOLDERS = ("local", "migrate", "proofs", "shared", "portal")
_FILES = ("dev.py", "local.settings.json.example", "package.json", "package-lock.json", "requirements*.txt")


def a_clone(folder: Path) -> Path:
    """Return a copy in which nothing is installed, nor built."""
    unwanted = shutil.ignore_patterns("__pycache__", "made")
    for name in _FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=unwanted)
    for pattern in _FILES:
        for file in ROOT.glob(pattern):
            shutil.copy(file, folder / file.name)
    shutil.rmtree(folder / "shared" / "portal", ignore_errors=True)
    return folder


def dev(
    clone: Path, *words: str, text: str = "", python: str = sys.executable, user: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run dev.py with a Python that has no packages, as a system's own."""
    environment = {name: value for name, value in os.environ.items() if name != "AzureWebJobsStorage"}
    return subprocess.run(
        [python, "-B", "-S", "dev.py", *words],
        cwd=clone,
        input=text,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        user=user,
    )
