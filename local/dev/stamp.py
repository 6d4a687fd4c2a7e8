"""Stamps: each installation leaves a fingerprint of the files that it was made from."""

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from local.dev.terminal import KEPT_HERE, Problem, say


def fingerprint(pins: Iterable[Path], *facts: str) -> str:
    """Return a text that changes with the content of any of the files and with any of the facts."""
    parts = [*facts, *(pin.read_text(encoding="utf-8") for pin in pins)]
    digests = [hashlib.sha256(part.encode()).hexdigest() for part in parts]
    return hashlib.sha256("".join(digests).encode()).hexdigest()


def is_current(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted


def install_once(stamp: Path, wanted: str, announcement: str, install: Callable[[], None]) -> None:
    """Install, unless it is already done. The stamp comes last, so that a broken installation is repeated."""
    if is_current(stamp, wanted):
        return
    check_place(stamp)
    say(announcement)
    stamp.unlink(missing_ok=True)
    install()
    stamp.write_text(wanted, encoding="utf-8")


def check_place(stamp: Path) -> None:
    """Raise a problem if nothing can be made where a stamp, and what it stands for, shall be."""
    folder = next(folder for folder in stamp.parents if folder.exists())
    if not os.access(folder, os.W_OK):
        raise Problem(f"Cannot write into {folder}. {KEPT_HERE}")
