"""The command lines of the questions. They need no package that must be installed."""

import argparse
from collections.abc import Callable
from typing import Final

from migrate.app_options import add_key, add_named_app
from migrate.asking.times import Clocks, read_at, read_when
from migrate.usage import CommandLine, one_of
from shared.domain.job import JobState
from shared.domain.job_counts import LastOutcome

MOST: Final = 100_000
_TIME: Final = "as 24h or 7d, or as 2026-03-02T09:00:00Z; without an offset it is UTC, or with --local local"


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help="only jobs in which all these words occur")
    parser.add_argument("--search", default="", metavar="WORDS", help="the same, as an option")
    parser.add_argument(
        "--state",
        type=one_of(*JobState),
        metavar="STATE",
        help=f"only jobs in this state: {', '.join(JobState)}",
    )
    parser.add_argument(
        "--outcome",
        type=one_of(*LastOutcome),
        metavar="OUTCOME",
        help=f"only if they last ended so: {', '.join(LastOutcome)}",
    )
    parser.add_argument("--collection", metavar="NAME", help="only those of it: its name, or group/name")


def _add_failures(parser: argparse.ArgumentParser) -> None:
    begin = parser.add_mutually_exclusive_group()
    begin.add_argument(
        "--since", dest="begin", type=read_when, metavar="SPAN", help="the last so long, as 24h"
    )
    begin.add_argument("--from", dest="begin", type=read_when, metavar="TIME", help=f"from then on, {_TIME}")
    parser.add_argument("--to", dest="end", type=read_when, metavar="TIME", help="before then")
    _add_top(parser, 100)


def _add_next(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--until", dest="end", type=read_when, metavar="TIME", help=f"up to then, {_TIME}; 24h"
    )
    _add_top(parser, 20)


def _add_why(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "job", metavar="JOB", help="its name, collection/name, group/collection/name, or its id"
    )
    parser.add_argument(
        "--at",
        type=read_at,
        metavar="TIME",
        help="as 2026-03-02T09:00:00Z; without an offset, what the job's clocks show, or with --local ours; "
        "without --at, the times around now",
    )


def _add_audit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--job", metavar="JOB", help="only changes of it: its name, or collection/name")
    parser.add_argument("--collection", metavar="NAME", help="only of it: its name, or group/name")
    parser.add_argument("--who", metavar="NAME", help="only what this key or identity has changed")
    parser.add_argument("--from", dest="begin", type=read_when, metavar="TIME", help=f"from then on, {_TIME}")
    parser.add_argument("--to", dest="end", type=read_when, metavar="TIME", help="before then")
    _add_top(parser, 50)


def _asking(add: Callable[[argparse.ArgumentParser], None]) -> Callable[[argparse.ArgumentParser], None]:
    """Return what adds the options of a question, and those that all of them have."""

    def add_all(parser: argparse.ArgumentParser) -> None:
        add(parser)
        where = parser.add_argument_group("where")
        add_named_app(where, needed=False)
        where.add_argument("--subscription", metavar="ID", help="which, if the app has several")
        add_key(parser)
        shown = parser.add_argument_group("how it is shown")
        shown.add_argument("--json", action="store_true", help="what the app answers, all pages in one")
        clocks = shown.add_mutually_exclusive_group()
        local, job = Clocks.HERE, Clocks.JOB
        clocks.add_argument(
            "--local", dest="clocks", action="store_const", const=local, help="times of this machine's zone"
        )
        clocks.add_argument(
            "--job-time", dest="clocks", action="store_const", const=job, help="times of each job's zone"
        )
        shown.add_argument(
            "--color",
            type=one_of("auto", "always", "never"),
            default="auto",
            metavar="WHEN",
            help="colours: auto (so without this), always or never",
        )
        parser.set_defaults(clocks=Clocks.UTC)

    return add_all


def _add_top(parser: argparse.ArgumentParser, usual: int) -> None:
    parser.add_argument("--top", type=_count, default=usual, metavar="N", help=f"at most so many ({usual})")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MOST):
        raise argparse.ArgumentTypeError(f"must be a number between 1 and {MOST}")
    return int(text)


ASKING: Final = {
    "jobs": CommandLine(
        description="List jobs: their state, when they run next, how they ended last, and what they call.",
        add=_asking(_add_jobs),
        examples="examples:\n  PROGRAM jobs\n  PROGRAM jobs invoice --outcome faulted",
    ),
    "failures": CommandLine(
        description="List what failed, newest first; failures are kept for seven days.",
        add=_asking(_add_failures),
        examples="examples:\n  PROGRAM failures --since 24h\n  PROGRAM failures --json",
    ),
    "next": CommandLine(
        description="List the next runs of all jobs.",
        add=_asking(_add_next),
        examples="examples:\n  PROGRAM next\n  PROGRAM next --until 7d --top 100 --local",
    ),
    "why": CommandLine(
        description="Say what became of a job's times: whether it ran, and if not, why not.",
        add=_asking(_add_why),
        examples="examples:\n  PROGRAM why nightly/backup\n  PROGRAM why backup --at 2026-03-02T09:00:00Z",
    ),
    "audit": CommandLine(
        description="List who changed what, newest first; changes are kept for 400 days.",
        add=_asking(_add_audit),
        examples="examples:\n  PROGRAM audit --from 7d\n  PROGRAM audit --job nightly/backup",
    ),
}
