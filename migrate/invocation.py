"""What the user typed to get here, so that help and advice name that. It needs no installed package."""

import os
import sys
from pathlib import Path
from typing import Final

PROGRAM_VARIABLE: Final = "SCHEDULER_PROGRAM"
"""Where dev.py says that it was called: it runs the commands in another process."""
DEV: Final = "python3 dev.py"
INSTALLED: Final = "scheduler"


def program() -> str:
    """Return how the user calls the commands: `scheduler`, `python -m migrate` or `python3 dev.py`."""
    called = Path(sys.argv[0])
    if called.stem == INSTALLED:
        return INSTALLED
    if (called.parent.name, called.name) == ("migrate", "__main__.py"):
        return os.environ.get(PROGRAM_VARIABLE) or "python -m migrate"
    return DEV


def spoken(command: str) -> str:
    """Return a command as the user would call it."""
    return f"{program()} {command}"
