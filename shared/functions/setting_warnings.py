"""Oddities of the settings that stop nothing. The log tells them once, `/health` and `/status` always."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

THREADS: Final = "PYTHON_THREADPOOL_THREAD_COUNT"

_OURS: Final = "SCHEDULER_"
_OF_TOOLS: Final = frozenset({"SCHEDULER_BROWSER", "SCHEDULER_CONFIG", "SCHEDULER_KEY", "SCHEDULER_PROGRAM"})
"""Of the project's commands: a local app inherits them from the terminal that it is started from."""
_LONGEST_NAME: Final = 100  # characters of a name that are told


class Asked(Mapping[str, str]):
    """An environment that remembers which settings it was asked for. The app knows these, and no others."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def read_warnings(environment: Asked, *, threads: int) -> tuple[str, ...]:
    """Return a sentence for each oddity, without any value. Call it after all settings have been read."""
    too_few = _thread_warning(environment, threads)
    return (*([too_few] if too_few else []), *_unknown(environment))


def read_threads(environment: Mapping[str, str]) -> int | None:
    """Return how many threads the worker is to have, or None if the setting is missing or no number."""
    text = environment.get(THREADS, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _thread_warning(environment: Mapping[str, str], needed: int) -> str | None:
    """Warn of too few threads. The worker would fall back to a handful, and say nothing."""
    threads = read_threads(environment)
    if not environment.get(THREADS, "").strip():
        problem = "is not set"
    elif threads is None:
        problem = "is not a whole number"
    elif threads < needed:
        problem = "is too small"
    else:
        return None
    return f"{THREADS} {problem}: set it to {needed} or more, or requests and scans wait for running jobs."


def _unknown(environment: Asked) -> Iterator[str]:
    """A newer version's settings, left by a rollback, are as unknown as misspelt ones."""
    known = sorted(name for name in environment.names if name.startswith(_OURS))
    given = (name for name in environment if name.upper().startswith(_OURS))
    for name in sorted(set(given) - set(known) - _OF_TOOLS):
        (nearest, *_) = [*get_close_matches(name.upper(), known, n=1), ""]
        hint = f"; did you mean {nearest}?" if nearest else "."
        yield f"{name[:_LONGEST_NAME]} is not a setting of this version{hint}"
