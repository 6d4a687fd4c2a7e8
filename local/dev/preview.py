"""Show when a job would run: a sentence and its next runs; works offline and stores nothing."""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from local.dev.terminal import Problem
from migrate.terminal import say
from migrate.usage import read_options
from shared.api.body import read_object
from shared.api.instants import read_instant
from shared.api.parse import BARE, read_timing
from shared.api.preview import Preview, preview_answer
from shared.api.render import render_error
from shared.domain.about import EXTENDED
from shared.domain.asked_job import in_its_place
from shared.domain.errors import BadRequest, SchedulerError
from shared.domain.local_time.zones import UTC_NAMES

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
    parser.add_argument(
        "--zone",
        metavar="ZONE",
        help="the job's time zone, as Europe/Berlin or 'W. Europe Standard Time', whatever the job says",
    )
    parser.add_argument(
        "--cron",
        metavar="EXPRESSION",
        help="a cron expression instead of a file, as '*/15 9-16 * * mon-fri'",
    )
    parser.add_argument("--top", type=run_count, default=10, metavar="N", help="how many runs (10)")
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="answer in JSON")
    forms.add_argument(
        "--jsonl",
        action="store_true",
        help='read a job a line, each with a "now" of its own if it likes, and answer with a line each',
    )
    options = read_options(parser, arguments)
    if options.cron is not None and (options.file != "-" or options.jsonl):
        parser.error("--cron takes the place of a file")
    return options


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
        answer = preview(job_of(options), options)
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
        answer = preview(line, options)
    except SchedulerError as exc:
        return render_error(exc)
    return {key: answer[key] for key in ("runs", "local") if key in answer}


def job_of(options: argparse.Namespace) -> bytes:
    if options.cron is not None:
        return json.dumps({"recurrence": {"cron": options.cron}}).encode()
    return b"".join(read_lines(options.file))


def preview(text: bytes, options: argparse.Namespace) -> dict[str, Any]:
    """Return the sentence and the runs of a job; if it has a zone, also what the clocks show there."""
    job = read_object(text)
    now = own_now(job) or options.now or datetime.now(UTC)
    refuse_other(job)
    asked = read_timing(in_zone(job, options.zone), now=now, version=EXTENDED)
    definition = in_its_place(asked, BARE, None, now=now)
    answer = preview_answer(definition, BARE, Preview(created=now, top=options.top), EXTENDED)
    shown = {"sentence": answer["sentence"], "runs": [run["at"] for run in answer["runs"]]}
    if definition.time_zone in (None, *UTC_NAMES):
        return shown
    notes = {run["at"]: run["note"] for run in answer["runs"] if "note" in run}
    return {**shown, "local": [run["local"] for run in answer["runs"]], **({"notes": notes} if notes else {})}


def in_zone(job: dict[str, Any], zone: str | None) -> dict[str, Any]:
    """Return the job with the zone that was asked for, whatever zone it has."""
    if zone is None:
        return job
    inside = next((key for key in job if key.lower() == "properties" and isinstance(job[key], dict)), None)
    if inside is not None:
        return {**job, inside: in_zone(job[inside], zone)}
    return {**{key: value for key, value in job.items() if key.lower() != "timezone"}, "timeZone": zone}


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
    if "local" in answer:
        shown = zip(answer["local"], answer["runs"], strict=True)
        lines = [in_both(local, run, answer.get("notes", {}).get(run)) for local, run in shown]
    end = [] if len(lines) == top else ["and no more"]
    return "\n".join([answer["sentence"], *(f"    {line}" for line in [*lines, *end])])


def in_both(local: str, run: str, note: str | None) -> str:
    day = read_instant(local[:-6])  # what the clocks show, without their offset
    return f"{day:%a} {local} = {run}" + (f"  {note}" if note else "")


def read_lines(file: str) -> Iterable[bytes]:
    if file == "-":
        return sys.stdin.buffer
    try:
        return open(file, "rb")
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc
