"""A lock that ends with the process that holds it."""

import sys
from pathlib import Path
from typing import IO


def take(path: Path) -> IO[bytes] | None:
    """Lock the file and return it; closing it ends the lock. Return None if another process holds it."""
    file = path.open("ab")
    try:
        lock(file)
    except OSError:
        file.close()
        return None
    return file


def lock(file: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt  # exists only there

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # does not exist on Windows

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
