"""Break things while jobs are due, and check that nothing is lost: `python3 dev.py faults`."""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks import page
from local.dev.environment import ROOT
from local.dev.run import set_signals
from local.dev.terminal import Problem, say
from local.faults.scenarios import FULL, SCENARIOS, SHORT, play
from local.faults.site import a_site
from local.faults.verdict import Verdict, figures

PAGE: Final = ROOT / "docs" / "reliability.md"
PACKAGES: Final = ("azure-data-tables", "azure-storage-queue")


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    set_signals(_interrupt)
    try:
        return real_faults(options)
    except Problem as problem:
        say(str(problem))
    except KeyboardInterrupt:
        say("Interrupted: nothing is saved.")
    return 1


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 dev.py faults", description=__doc__)
    parser.add_argument("--only", choices=SCENARIOS, help="play this scenario alone")
    parser.add_argument("--short", action="store_true", help="few jobs, and a few seconds each")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="what chance begins with")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave logs and data in this new folder")
    parser.add_argument("--save", action="store_true", help=f"write the figures into docs/{PAGE.name}")
    return parser.parse_args(arguments)


def real_faults(options: argparse.Namespace) -> int:
    """Play the scenarios one after another; return 0 if all that was promised was kept."""
    began = time.monotonic()
    names = [options.only] if options.only else list(SCENARIOS)
    say(f"seed {options.seed}")
    verdicts = [played(name, options) for name in names]
    took = f"{len(verdicts)} scenarios in {time.monotonic() - began:.0f} s, seed {options.seed}."
    taken = page.circumstances(datetime.now(UTC).date(), PACKAGES)
    text = f"{figures(verdicts)}\n\n{took}"
    print(f"\n{text}\n")
    problems = [f"{verdict.name}: {problem}" for verdict in verdicts for problem in verdict.problems]
    for problem in problems:
        say(problem)
    say("BROKEN: see above." if problems else "Nothing lost, and nothing finished more than once.")
    if options.save and not problems:
        page.save("faults", f"{taken}\n\n{text}", PAGE)
    return 1 if problems else 0


def played(name: str, options: argparse.Namespace) -> Verdict:
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep / name if options.keep else Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with a_site(folder) as site:
            return play(name, site, SHORT if options.short else FULL, seed=options.seed)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
