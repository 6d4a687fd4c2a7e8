"""`python3 dev.py faults`, once everything is installed: plays the scenarios one after another."""

import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from local.dev.faults import SCENARIOS, parse
from local.dev.terminal import say
from proofs.faults.scenarios import FULL, SHORT, play
from proofs.faults.site import a_site
from proofs.faults.verdict import Verdict, figures, in_a_line
from proofs.harness.command import conclude, run_command
from proofs.harness.pages import Section
from proofs.harness.storage import a_folder

PACKAGES: Final = ("azure-data-tables", "azure-storage-queue")


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    return run_command(lambda: play_all(options), if_interrupted="Interrupted: nothing is saved.")


def play_all(options: Namespace) -> int:
    """Play the scenarios that are wanted; return 0 if all that was promised was kept."""
    began = time.monotonic()
    seed = int(time.time()) if options.seed is None else options.seed
    names = [options.only] if options.only else list(SCENARIOS)
    verdicts = [play_alone(name, seed, options) for name in names]
    took = f"{len(verdicts)} scenarios in {time.monotonic() - began:.0f} s, seed {seed}."
    problems = [f"{verdict.name}: {problem}" for verdict in verdicts for problem in verdict.problems]
    section = Section(name="faults", text=f"{figures(verdicts)}\n\n{took}", packages=PACKAGES)
    return conclude(section, problems, save=options.save)


def play_alone(name: str, seed: int, options: Namespace) -> Verdict:
    with a_folder(options.keep and options.keep / name) as folder, a_site(folder) as site:
        (verdict,) = play([name], site, SHORT if options.short else FULL, seed=seed)
    say(in_a_line(verdict))
    return verdict


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
