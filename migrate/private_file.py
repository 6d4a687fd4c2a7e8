"""Files that only their owner may read. This needs no package that must be installed."""

import os
import stat
from pathlib import Path
from typing import Final

from migrate.terminal import Problem

_OWNER_ALONE: Final = 0o600


def write_private(file: Path, text: str) -> None:
    """Write the text and replace what was there; raise OSError if it cannot be written, or not in private."""
    _fill(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _OWNER_ALONE), text)


def write_or_tell(file: Path, text: str) -> None:
    """Write the text as `write_private` does; raise Problem if that fails."""
    try:
        write_private(file, text)
    except OSError as exc:
        raise Problem(f"Cannot write {file}: {exc.strerror}.") from exc


def create_private(file: Path, text: str) -> None:
    """Write a new file; raise FileExistsError if it exists."""
    _fill(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ALONE), text)


def _fill(descriptor: int, text: str) -> None:
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        if os.name != "nt" and stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.fchmod(descriptor, _OWNER_ALONE)  # an old file may be open to others; nothing is in it yet
        opened.write(text)
