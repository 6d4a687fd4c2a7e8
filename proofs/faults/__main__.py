"""`python3 dev.py faults`, once everything is installed."""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from local.dev.azurite import Azurite, free_ports
from local.dev.environment import ROOT
from local.dev.faults import SCENARIOS, parse
from local.dev.node import ensure_azurite
from local.dev.run import set_signals
from local.dev.terminal import Problem, say
from proofs.crash.findings import report, sample, show_progress
from proofs.crash.sweep import Sweep
from proofs.faults.scenarios import FULL, SHORT, play
from proofs.faults.site import a_site
from proofs.faults.verdict import Verdict, figures, in_a_line
from proofs.harness import pages

PAGE: Final = ROOT / "docs" / "reliability.md"
PACKAGES: Final = ("azure-data-tables", "azure-storage-queue")


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    set_signals(signal.default_int_handler)  # all of them raise KeyboardInterrupt
    try:
        return crash_points(options) if options.crash_points else real_faults(options)
    except Problem as problem:
        say(str(problem))
    except KeyboardInterrupt:
        say("Interrupted: nothing is saved.")
    return 1


def real_faults(options: argparse.Namespace) -> int:
    """Play the scenarios one after another; return 0 if all that was promised was kept."""
    began = time.monotonic()
    seed = int(time.time()) if options.seed is None else options.seed
    names = [options.only] if options.only else list(SCENARIOS)
    verdicts = [play_alone(name, seed, options) for name in names]
    took = f"{len(verdicts)} scenarios in {time.monotonic() - began:.0f} s, seed {seed}."
    problems = [f"{verdict.name}: {problem}" for verdict in verdicts for problem in verdict.problems]
    return conclude("faults", f"{figures(verdicts)}\n\n{took}", problems, options)


def play_alone(name: str, seed: int, options: argparse.Namespace) -> Verdict:
    with a_folder(options, name) as folder, a_site(folder) as site:
        verdict = play(name, site, SHORT if options.short else FULL, seed=seed)
    say(in_a_line(verdict))
    return verdict


def crash_points(options: argparse.Namespace) -> int:
    """End a process at every point; return 0 if what followed was each time as if nothing had happened."""
    began = time.monotonic()
    with a_folder(options, "crash points") as folder:
        azurite = Azurite(ensure_azurite(), folder / "azurite", free_ports())
        try:
            azurite.start()
            sweep = Sweep(azurite.connection_string, folder / "trials")
            places = sweep.places()
            chosen = sample(places) if options.short else places
            say(f"{len(chosen)} crash points …")
            findings = show_progress(sweep.crash(chosen), len(chosen))
        finally:
            azurite.stop()
    problems = [f"{finding.place}: {problem}" for finding in findings for problem in finding.problems]
    text = f"{report(findings)}\n\nAll of it took {time.monotonic() - began:.0f} s."
    return conclude("crash-points", text, problems, options)


def conclude(name: str, text: str, problems: Sequence[str], options: argparse.Namespace) -> int:
    """Show the figures and, if wanted, save them; return 0 if there are no problems."""
    taken = pages.circumstances(datetime.now(UTC).date(), PACKAGES)
    print(f"\n{text}\n\n{taken}", flush=True)
    for problem in problems:
        say(f"BROKEN: {problem}")
    if problems:
        return 1
    say("Nothing lost, and nothing finished more than once.")
    if options.save:
        pages.save(name, f"{taken}\n\n{text}", PAGE)
    return 0


@contextmanager
def a_folder(options: argparse.Namespace, name: str) -> Iterator[Path]:
    """A folder that is removed in the end, or one within that which is to be kept."""
    if options.keep is None:
        with tempfile.TemporaryDirectory() as temporary:
            yield Path(temporary)
        return
    kept: Path = options.keep / name
    kept.mkdir(parents=True, exist_ok=True)
    yield kept


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
