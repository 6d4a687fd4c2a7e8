"""How a proof begins and ends as a command."""

import signal
from collections.abc import Callable, Sequence

from local.dev.run import set_signals
from local.dev.terminal import Problem, say
from proofs.harness.pages import RELIABILITY, Section, publish


def run_command(act: Callable[[], int], *, if_interrupted: str) -> int:
    """Return the exit code of what is done, or 1 if a problem or an interruption ends it."""
    set_signals(signal.default_int_handler)  # all of them raise KeyboardInterrupt
    try:
        return act()
    except Problem as problem:
        say(str(problem))
    except KeyboardInterrupt:
        say(if_interrupted)
    return 1


def conclude(section: Section, problems: Sequence[str], *, save: bool) -> int:
    """Show the figures and, if wanted, save them; return 0 if no promise was broken."""
    publish(section, RELIABILITY, save=save and not problems)
    for problem in problems:
        say(f"BROKEN: {problem}")
    if problems:
        return 1
    say("Nothing lost, and nothing finished more than once.")
    return 0
