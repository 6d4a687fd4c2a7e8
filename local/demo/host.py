"""The app around the demo's storage, whose targets are played: `python -m local.demo.host --port 7171`.

The jobs go on as they did in the past. What was built anew of the portal is served at once.
"""

import os
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Final

from local.demo.company import a_company
from local.demo.targets import Targets
from local.host.__main__ import main as host
from shared.domain.attempt import Attempt, Outcome
from shared.functions import portal
from shared.functions.wiring import wiring

LONGEST: Final = 50.0  # seconds that an attempt takes, shorter than its lease


def main() -> int:
    targets = Targets(a_company(datetime.now(UTC)), end=datetime.now(UTC))

    def perform(attempt: Attempt) -> Outcome:
        outcome, seconds = targets.perform(attempt)
        time.sleep(min(seconds, LONGEST))
        return outcome

    # The wiring is made once, and has no place for a stand-in: the app itself needs none.
    object.__setattr__(wiring().ports, "perform", perform)
    Thread(target=_watch, args=(portal.FOLDER,), daemon=True).start()
    return host()


def _watch(folder: Path) -> None:
    """Let the app read the portal's files again when they have changed."""
    seen = _changed(folder)
    while True:
        time.sleep(0.3)
        now = _changed(folder)
        if now != seen:
            portal._read.cache_clear()
            seen = now


def _changed(folder: Path) -> Sequence[int]:
    return [file.stat().st_mtime_ns for file in sorted(folder.glob("*")) if file.is_file()]


if __name__ == "__main__":
    os.environ.setdefault("FUNCTIONS_WORKER_RUNTIME", "python")
    sys.exit(main())
