"""`python -m local.calendars CODE YEARS …`: what dev.py runs where the library of holidays is installed."""

import sys
from collections.abc import Sequence

from local.dev.calendar import parse
from local.dev.terminal import Problem
from migrate import terminal
from migrate.terminal import INTERRUPTED, stop_writing


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    try:
        # Imported only here, so that Ctrl+C while the library is read leaves no traceback.
        from local.calendars.command import run

        return run(parse(arguments))
    except (Problem, terminal.Problem) as problem:
        terminal.say(str(problem))
        return problem.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return stop_writing()


if __name__ == "__main__":
    terminal.set_up_process()
    sys.exit(main(sys.argv[1:]))
