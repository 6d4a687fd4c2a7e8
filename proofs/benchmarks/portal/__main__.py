"""How fast the portal shows, finds and sorts many jobs, in a real browser over Azurite."""

import sys
from collections.abc import Sequence
from typing import Final

from local.dev import benchmarks
from local.dev.build import ensure_portal
from local.dev.environment import ROOT
from local.pictures.browsing import a_browser
from proofs.benchmarks.command import Report, conduct
from proofs.benchmarks.goals import Goal, at_most, verdicts
from proofs.benchmarks.portal.measures import File, Measured, measure, sizes
from proofs.benchmarks.portal.site import a_site
from proofs.harness.pages import table

PACKAGES: Final = ("playwright",)
FIRST: Final = "the first rows are drawn within a second"
KEY: Final = "a key in the search shows its rows within 100 ms, the median"


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("portal", arguments)
    return conduct([lambda: run(options.jobs, options.rounds)], save=options.save)


def run(jobs: int, rounds: int) -> Report:
    ensure_portal()
    with a_site(jobs) as address, a_browser() as browser:
        measured, version = measure(browser, address, jobs, rounds), browser.version
    reached = goals(measured)
    head = f"**The list of {jobs:,} jobs** in Chromium {version}, opened {rounds} times:"
    files = sizes(ROOT / "shared" / "portal")
    text = "\n\n".join([head, render_times(measured), render_sizes(measured, files), verdicts(reached)])
    return Report(name="portal", text=text, goals=reached, packages=PACKAGES)


def goals(measured: Measured) -> list[Goal]:
    return [
        at_most(1.0, FIRST, {"seconds": measured.first_rows.median / 1_000}),
        at_most(100, KEY, {"ms": measured.keys.median}),
    ]


def render_times(measured: Measured) -> str:
    rows = [
        [one.name, f"{one.median:,.0f}", f"{one.worst:,.0f}", str(len(one.milliseconds))]
        for one in measured.times
    ]
    return table([["", "ms, median", "ms, worst", "times"], *rows])


def render_sizes(measured: Measured, files: Sequence[File]) -> str:
    rows = [
        ["rows in the page at once, at most", f"{measured.rows_drawn}"],
        ["memory of the script, MB", f"{measured.megabytes:.1f}"],
        *([f"{one.name}, KB", f"{one.plain / 1_000:.1f}"] for one in files),
        *([f"{one.name} zipped, KB", f"{one.zipped / 1_000:.1f}"] for one in files),
    ]
    return table([["", "size"], *rows])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
