"""`python3 dev.py faults --crash-points`, once everything is installed: crashes at every point in turn."""

import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from local.dev.faults import parse
from local.dev.terminal import say
from proofs.crash.findings import report, sample, show_progress
from proofs.crash.sweep import Sweep
from proofs.harness.command import conclude, run_command
from proofs.harness.pages import Section
from proofs.harness.storage import a_folder, an_azurite

PACKAGES: Final = ("azure-data-tables", "azure-storage-queue")


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    return run_command(lambda: crash_everywhere(options), if_interrupted="Interrupted: nothing is saved.")


def crash_everywhere(options: Namespace) -> int:
    """End a process at every point; return 0 if what followed was each time as if nothing had happened."""
    began = time.monotonic()
    with (
        a_folder(options.keep and options.keep / "crash points") as folder,
        an_azurite(folder / "azurite") as azurite,
    ):
        sweep = Sweep(azurite.connection_string, folder / "trials")
        places = sweep.places()
        chosen = sample(places) if options.short else places
        say(f"{len(chosen)} crash points …")
        findings = show_progress(sweep.crash(chosen), len(chosen))
    problems = [f"{finding.place}: {problem}" for finding in findings for problem in finding.problems]
    text = f"{report(findings)}\n\nAll of it took {time.monotonic() - began:.0f} s."
    return conclude(Section(name="crash-points", text=text, packages=PACKAGES), problems, save=options.save)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
