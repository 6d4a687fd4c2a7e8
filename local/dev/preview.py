"""Show when a job would run: a sentence and its next runs; works offline and stores nothing."""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from local.dev.terminal import Problem
from migrate.terminal import say
from migrate.usage import read_options
from shared.api.body import read_object
from shared.api.instants import read_instant, write_instant
from shared.api.parse import parse_timing
from shared.api.render import render_error
from shared.domain.errors import BadRequest, SchedulerError
from shared.domain.runs import runs
from shared.domain.sentence import describe

MOST_RUNS = 10_000


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    try:
        return preview_lines(options) if options.jsonl else preview_one(options)
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 dev.py preview", description=__doc__)
    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        help="a job as JSON, with or without its `properties` around it; standard input without a file",
    )
    parser.add_argument(
        "--now",
        type=instant,
        metavar="TIME",
        help="the time of creation, as 2026-01-31T09:30:00Z; the present time without it",
    )
    parser.add_argument("--top", type=run_count, default=10, metavar="N", help="how many runs (10)")
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="answer in JSON")
    forms.add_argument(
        "--jsonl",
        action="store_true",
        help='read a job a line, each with a "now" of its own if it likes, and answer with a line each',
    )
    return read_options(parser, arguments)


def instant(text: str) -> datetime:
    try:
        return read_instant(text)
    except ValueError as exc:
        raise argparse.ArgumentTypeError(str(exc)) from exc


def run_count(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= MOST_RUNS):
        raise argparse.ArgumentTypeError(f"must be a number between 1 and {MOST_RUNS}")
    return int(text)


def preview_one(options: argparse.Namespace) -> int:
    try:
        answer = preview(b"".join(read_lines(options.file)), options)
    except SchedulerError as exc:
        if options.json:
            print(json.dumps(render_error(exc), ensure_ascii=False))
        else:
            say(str(exc))
        return 1
    print(json.dumps(answer, ensure_ascii=False) if options.json else for_people(answer, options.top))
    sys.stdout.flush()
    return 0


def preview_lines(options: argparse.Namespace) -> int:
    """Answer every line. A wrong line does not stop the others."""
    for line in read_lines(options.file):
        if line.strip():
            print(json.dumps(line_answer(line, options), ensure_ascii=False))
    sys.stdout.flush()
    return 0


def line_answer(line: bytes, options: argparse.Namespace) -> dict[str, Any]:
    try:
        return {"runs": preview(line, options)["runs"]}
    except SchedulerError as exc:
        return render_error(exc)


def preview(text: bytes, options: argparse.Namespace) -> dict[str, Any]:
    """Return the sentence and the runs of a job."""
    job = read_object(text)
    now = own_now(job) or options.now or datetime.now(UTC)
    refuse_other(job)
    start, recurrence = parse_timing(job, now=now)
    first_runs = islice(runs(recurrence, start=start, now=now), options.top)
    return {
        "sentence": describe(recurrence, start=start, now=now),
        "runs": [write_instant(run) for run in first_runs],
    }


def own_now(job: dict[str, Any]) -> datetime | None:
    text = next((value for key, value in job.items() if key.lower() == "now"), None)
    try:
        return None if text is None else read_instant(str(text))
    except ValueError as exc:
        raise BadRequest(f"now: {exc}") from exc


def refuse_other(job: dict[str, Any]) -> None:
    """Refuse an object that is no job. Otherwise it would count as a job that runs once, at once."""
    fields = {key.lower(): value for key, value in job.items()}
    inside = fields.get("properties")
    names = {*fields, *(key.lower() for key in inside)} if isinstance(inside, dict) else set(fields)
    if not names & {"recurrence", "starttime", "action"}:
        raise BadRequest("There is no job in it: it has no recurrence, no startTime and no action.")


def for_people(answer: dict[str, Any], top: int) -> str:
    lines = [f"{read_instant(run):%a} {run}" for run in answer["runs"]]
    end = [] if len(lines) == top else ["and no more"]
    return "\n".join([answer["sentence"], *(f"    {line}" for line in [*lines, *end])])


def read_lines(file: str) -> Iterable[bytes]:
    if file == "-":
        return sys.stdin.buffer
    try:
        return open(file, "rb")
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc
