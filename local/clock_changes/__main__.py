"""`python -m local.clock_changes --from URL …`: what dev.py runs in its environment."""

import sys
from collections.abc import Sequence

from local.dev.clock_changes import parse
from migrate.terminal import INTERRUPTED, Problem, say, set_up_process, stop_writing


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    try:
        # Imported only here, so that Ctrl+C while packages are read leaves no traceback.
        from local.clock_changes.command import run

        return run(parse(arguments))
    except Problem as problem:
        say(str(problem))
        return problem.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return stop_writing()


if __name__ == "__main__":
    set_up_process()
    sys.exit(main(sys.argv[1:]))
