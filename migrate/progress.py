"""How far a long piece of work has come: a bar on a terminal, plain lines elsewhere."""

import sys
import time
from typing import Final, TextIO

_WIDTH: Final = 30
_SECONDS_BETWEEN_LINES: Final = 5.0


class Progress:
    """Counts up to a total. It is shown on stderr, so that stdout holds only the report."""

    def __init__(self, total: int, what: str, out: TextIO | None = None) -> None:
        self._total, self._what = total, what
        self._out = out or sys.stderr
        self._bar = self._out.isatty()
        self._done = self._troubled = 0
        self._said_at = time.monotonic()

    def step(self, *, well: bool) -> None:
        """Count one more. The first and the last are always shown."""
        self._done += 1
        self._troubled += not well
        now = time.monotonic()
        if self._bar:
            self._say(f"\r{self._drawn()} {self._words()}{self._end()}")
        elif self._done in (1, self._total) or now - self._said_at > _SECONDS_BETWEEN_LINES:
            self._said_at = now
            self._say(f"{self._words()}\n")

    def stop(self) -> None:
        """End the line of a bar that is not full."""
        if self._bar and 0 < self._done < self._total:
            self._say("\n")

    def _drawn(self) -> str:
        filled = _WIDTH * self._done // self._total
        return f"[{'#' * filled}{'-' * (_WIDTH - filled)}]"

    def _words(self) -> str:
        trouble = f", {self._troubled} failed" if self._troubled else ""
        return f"{self._done} of {self._total} {self._what}{trouble}"

    def _end(self) -> str:
        return "\n" if self._done == self._total else ""

    def _say(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
