"""The command lines of the benchmarks. Reading them needs no package that must be installed."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from migrate.usage import Parser, one_of, read_options

MOST: Final = 10_000
"""Jobs, where the figures of a page are taken."""
ROUNDS: Final = 5
PARTS: Final = ("burst", "steady", "neighbours", "scan", "history", "herd")
"""What `dispatch` measures one after the other."""
_PERFORMANCE: Final = "docs/performance.md"

Add = Callable[[argparse.ArgumentParser], None]
Complain = Callable[[argparse.Namespace], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """What is measured, the options beside --save, and what is wrong with them, if anything."""

    what: str
    add: Add = lambda _: None
    complaint: Complain = lambda _: ""
    page: str = _PERFORMANCE


def parse(name: str, arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options of a benchmark; end the program if they are wrong."""
    benchmark = BENCHMARKS[name]
    described = f"Measure {benchmark.what}."
    parser = Parser(prog=f"python3 dev.py bench {name}", description=described)
    parser.add_argument("--save", action="store_true", help=f"write the figures into {benchmark.page}")
    benchmark.add(parser)
    options = read_options(parser, arguments)
    if complaint := benchmark.complaint(options):
        parser.error(complaint)
    return options


def _add_small(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--small", action="store_true", help="only see that it works: times say nothing")


def _saving_little(options: argparse.Namespace) -> str:
    return "--save wants everything measured in full: leave out --small" if _both(options) else ""


def _both(options: argparse.Namespace) -> bool:
    return bool(options.save and options.small)


def _add_dispatch(parser: argparse.ArgumentParser) -> None:
    parts = ", ".join(PARTS)
    parser.add_argument(
        "--only", action="append", type=one_of(*PARTS), metavar="PART", help=f"one of: {parts}"
    )
    _add_small(parser)
    parser.add_argument(
        "--spread", type=float, metavar="SECONDS", help="over which time 'herd' spreads its jobs (600)"
    )


def _add_moving(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, default=1_000, metavar="N", help="how many jobs (1000)")


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=int, default=MOST, metavar="N", help=f"how many jobs there are ({MOST})"
    )


def _add_portal(parser: argparse.ArgumentParser) -> None:
    _add_jobs(parser)
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, metavar="N", help=f"how often it is opened ({ROUNDS})"
    )


def _wrong_jobs(options: argparse.Namespace) -> str:
    if options.jobs < 2:
        return "--jobs: at least 2"
    return f"--save wants {MOST} jobs" if options.save and options.jobs != MOST else ""


def _wrong_portal(options: argparse.Namespace) -> str:
    if options.jobs < 1 or options.rounds < 1:
        return "--jobs and --rounds: at least 1"
    in_full = (options.jobs, options.rounds) == (MOST, ROUNDS)
    return "" if in_full or not options.save else f"--save wants {MOST} jobs and {ROUNDS} rounds"


BENCHMARKS: Final = {
    "recurrence": Benchmark(what="how fast the next run of a job is found"),
    "cost": Benchmark(what="how many calls to storage a scan, a run and a new job make"),
    "api": Benchmark(
        what="how fast the REST API answers, and how much eight callers get done",
        add=_add_small,
        complaint=_saving_little,
    ),
    "reads": Benchmark(
        what="what lists take, CPU of the dearest reads, and eight of these at once while a job is due",
        add=_add_jobs,
        complaint=_wrong_jobs,
    ),
    "portal": Benchmark(
        what="how fast the portal shows, finds and sorts many jobs, in a browser",
        add=_add_portal,
        complaint=_wrong_portal,
    ),
    "actions": Benchmark(
        what="how many actions of each kind a second are carried out",
        add=_add_small,
        complaint=_saving_little,
    ),
    "dispatch": Benchmark(
        what="how late jobs start, alone and by the thousand, and how much that takes",
        add=_add_dispatch,
        complaint=_saving_little,
    ),
    "reading": Benchmark(
        what="how long files and texts take to read that are made to take long, at 64 and at 128 KB"
    ),
    "moving": Benchmark(what="how long jobs take to move in", add=_add_moving),
    "scale": Benchmark(what="which number of shards and instances holds which load, on paper"),
    "costs": Benchmark(
        what="what a month costs in calls, instances and money, on paper", page="docs/costs.md"
    ),
}
