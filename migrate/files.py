"""Files, folders and standard input → their bytes."""

import os
import stat
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from migrate.crontab_text import SUFFIXES as CRONTAB_SUFFIXES
from migrate.crontab_text import is_crontab_name
from migrate.documents import JSON_SUFFIXES, YAML_SUFFIXES
from migrate.terminal import Problem, say
from migrate.text import LARGEST_FILE, TOO_LARGE

STANDARD_INPUT: Final = "-"
_OTHER_KINDS: Final = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_SUFFIXES: Final = (*JSON_SUFFIXES, ".txt", *YAML_SUFFIXES, *CRONTAB_SUFFIXES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The bytes of a file. If it was `named` itself, it must hold something; in a folder it need not."""

    name: str
    content: bytes = field(repr=False)
    named: bool = True


def read_sources(paths: Sequence[str]) -> list[Source]:
    """Read the named files, and those in the named folders; raise Problem with all that cannot be read."""
    sources, problems = [], []
    for path in paths:
        for read in _readers(path):
            try:
                sources.append(read())
            except Problem as problem:
                problems.append(str(problem))
    if problems:
        raise Problem("\n".join(problems))
    if not sources:
        raise Problem(f"There is no file in {', '.join(paths)} that ends with {', '.join(_SUFFIXES)}.")
    return sources


def _readers(path: str) -> list[Callable[[], Source]]:
    """Return what reads each of the files that a path means."""
    if path == STANDARD_INPUT:
        return [lambda: Source(name="standard input", content=sys.stdin.buffer.read(LARGEST_FILE + 1))]
    if os.path.isdir(path):  # Path.is_dir raises if a folder above cannot be read
        return [partial(_source, file, named=False) for file in _inside(path)]
    return [partial(_source, Path(path), named=True)]


def _source(file: Path, *, named: bool) -> Source:
    return Source(name=_shown(file), content=_read(file), named=named)


def _inside(folder: str) -> list[Path]:
    def refuse(exc: OSError) -> NoReturn:
        raise Problem(f"Cannot read {exc.filename}: {exc.strerror}.") from exc

    walk = os.walk(folder, onerror=refuse)
    files = (Path(place, name) for place, _, names in walk for name in names)
    wanted = sorted(file for file in files if file.suffix.lower() in _SUFFIXES or is_crontab_name(file.name))
    return [file for file in wanted if _is_file(file)]


def _is_file(file: Path) -> bool:
    """Say whether it is a file; if not, tell the user that it is passed over."""
    kind = _other_kind(_state(file))
    if kind:
        say(f"{file} is {kind}, not a file: it is passed over.")
    return not kind


def _read(file: Path) -> bytes:
    state = _state(file)
    if kind := _other_kind(state):  # opening it could take forever
        raise Problem(f"{file} is {kind}, not a file. Standard input is read with '{STANDARD_INPUT}'.")
    if state.st_size > LARGEST_FILE:
        raise Problem(f"{file} {TOO_LARGE}.")
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST_FILE + 1)  # it may have grown
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc


def _state(file: Path) -> os.stat_result:
    try:
        return file.stat()
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc


def _other_kind(state: os.stat_result) -> str:
    """Return what it is if it is no file, else an empty text."""
    if stat.S_ISREG(state.st_mode):
        return ""
    return next((kind for is_kind, kind in _OTHER_KINDS if is_kind(state.st_mode)), "something else")


def _shown(file: str | Path) -> str:
    """Return a name that can be written into a report, even if its bytes are not UTF-8."""
    return os.fsencode(file).decode(errors="backslashreplace")
