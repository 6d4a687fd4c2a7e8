"""`preview`: works out when a job would run. It needs no app, and no package that must be installed."""

import argparse
import json
import sys
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from migrate.terminal import Problem, json_text, say, stop_writing
from migrate.usage import did_you_mean
from shared.api.body import read_object
from shared.api.instants import read_instant
from shared.api.parse import BARE, read_timing
from shared.api.preview import Preview, preview_answer
from shared.api.render import render_error
from shared.domain.about import EXTENDED
from shared.domain.asked_job import in_its_place
from shared.domain.errors import BadRequest, SchedulerError
from shared.domain.local_time.zones import UTC_NAMES

_NAMING_A_JOB: Final = ("recurrence", "startTime", "action")


def run_preview(options: argparse.Namespace, now: datetime) -> int:
    """Print when the jobs would run, created now unless they or the options say otherwise."""
    options.created = options.created or now
    try:
        return preview_lines(options) if options.jsonl else preview_one(options)
    except BrokenPipeError:
        return stop_writing()


def preview_one(options: argparse.Namespace) -> int:
    try:
        answer = preview(job_of(options), options, name_of(options))
    except SchedulerError as exc:
        if options.json:
            print(json_text(render_error(exc)))
        else:
            say(str(exc))
        return 1
    print(json_text(answer) if options.json else for_people(answer, options.top))
    sys.stdout.flush()
    return 0


def preview_lines(options: argparse.Namespace) -> int:
    """Answer every line. A wrong line does not stop the others; the exit code tells of it."""
    code = 0
    for line in read_lines(options.file):
        if line.strip():
            answer = line_answer(line, options)
            code = 1 if "error" in answer else code
            print(json_text(answer))
    sys.stdout.flush()
    return code


def line_answer(line: bytes, options: argparse.Namespace) -> dict[str, Any]:
    try:
        answer = preview(line, options, "The line")
    except SchedulerError as exc:
        return render_error(exc)
    return {key: answer[key] for key in ("runs", "local") if key in answer}


def job_of(options: argparse.Namespace) -> bytes:
    if options.cron is not None:
        return json.dumps({"recurrence": {"cron": options.cron}}).encode()
    return b"".join(read_lines(options.file))


def name_of(options: argparse.Namespace) -> str:
    return "Standard input" if options.file == "-" else str(options.file)


def preview(text: bytes, options: argparse.Namespace, called: str = "The job") -> dict[str, Any]:
    """Return the sentence and the runs of a job; if it has a zone, also what the clocks show there."""
    if not text.strip():
        raise BadRequest(f"{called} is empty; it should hold a job as JSON.")
    job = read_object(text, called)
    now = own_now(job) or options.created
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
    inside = next((value for key, value in job.items() if key.lower() == "properties"), None)
    names = [*job, *(inside if isinstance(inside, dict) else ())]
    if not {name.lower() for name in names} & {name.lower() for name in _NAMING_A_JOB}:
        hints = (f" {name}{hint}" for name in names if (hint := did_you_mean(name, _NAMING_A_JOB)))
        raise BadRequest(
            f"There is no job in it: it has no recurrence, no startTime and no action.{next(hints, '')}"
        )


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
        with open(file, "rb") as opened:
            return opened.readlines()
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc
