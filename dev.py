"""Run, test and check the project: `python3 dev.py --help` lists the commands."""

import sys
from typing import Tuple

OLDEST_PYTHON = (3, 11)


def refusal(version: Tuple[int, int]) -> str:
    """Return what to do about a Python that is too old, or nothing if it will do."""
    if version >= OLDEST_PYTHON:
        return ""
    return (
        "This is Python {}.{}, and dev.py needs {}.{} or newer: install one from "
        "https://www.python.org/downloads/ and run dev.py with it, as in `python3.11 dev.py run`."
    ).format(*version, *OLDEST_PYTHON)


def main() -> int:
    # Imported only here, for an old Python could not even read them.
    from local.dev import (
        bench,
        build,
        calendar,
        clock_changes,
        command_line,
        faults,
        infra_checks,
        lint,
        pictures,
        preview,
        run,
        test,
    )
    from local.dev.migration import Migration
    from migrate.options import DESCRIPTIONS

    using = {name: Migration(name) for name in DESCRIPTIONS if name != "preview"}  # which works offline
    working = {
        "build": build,
        "test": test,
        "lint": lint,
        "bench": bench,
        "faults": faults,
        "pictures": pictures,
        "infra": infra_checks,
    }
    planning = {"preview": preview, "calendar": calendar, "clock-changes": clock_changes}
    return command_line.main(sys.argv[1:], {"run": run, **planning, **using, **working})


if __name__ == "__main__":
    sys.exit(refusal(sys.version_info[:2]) or main())
