"""The report as lines for a terminal."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Final

from migrate.invocation import spoken
from migrate.planning.job import Outcome
from migrate.reporting.report import CollectionReport, JobReport, Report
from migrate.terminal import counted, harmless
from shared.domain.collection import CollectionState
from shared.domain.job import JobState

_OF_SEVERAL: Final = {
    Outcome.SAME: "exist and are the same",
    Outcome.DIFFERS: "exist and differ",
    Outcome.SKIP: "are left out",
    Outcome.NOT_DONE: "were not reached",
    Outcome.ADD_SECRETS: "will get their secrets",
    Outcome.SECRETS_ADDED: "got their secrets",
}


_MOST_PASSED: Final = 20


def write_text(report: Report, *, whole: bool = True) -> str:
    """Return the report. Unless `whole`, it holds only the summary and what someone should look at."""
    lines = []
    for collection in report.collections:
        shown = [job for job in collection.jobs if whole or _remarkable(job)]
        if whole or shown or _is_remarkable(collection):
            lines += [_heading(collection), *_remarks(collection), *_job_lines(shown), ""]
    for one in report.nameless:
        lines += [f"In {one['origin']}: cannot be imported", *_indented("because", one["reasons"]), ""]
    lines += _passed_over(report) if whole else []
    for secret in report.unused_secrets:
        lines.append(f"A secret was given that no job needs: {secret}")
    return "\n".join(harmless(line) for line in [*lines, *summary(report)])


def write_summary(report: Report) -> str:
    """Return the end of the report alone."""
    return "\n".join(map(harmless, summary(report)))


def _passed_over(report: Report) -> list[str]:
    """Return what was passed over, with its place; if it is much, the beginning of it."""
    passed = [f"{file.name}, {one}" for file in report.files for one in file.passed]
    more = len(passed) - _MOST_PASSED
    rest = [f"      and {more} more, which --report names"] if more > 0 else []
    return ["Passed over:", *(f"      {one}" for one in passed[:_MOST_PASSED]), *rest, ""] if passed else []


def _is_remarkable(collection: CollectionReport) -> bool:
    if collection.reasons or collection.differences:
        return True
    told = (collection.changes, collection.lost, collection.missing_secrets, collection.notes)
    return any(told) and collection.outcome != Outcome.SAME


def _heading(collection: CollectionReport) -> str:
    facts = ", ".join(filter(None, (collection.location, collection.plan, collection.state)))
    return f"{collection.id}{f' ({facts})' if facts else ''}: {collection.outcome}"


def _remarks(collection: CollectionReport) -> list[str]:
    return [
        *_indented("because", collection.reasons),
        *_indented("differs in", collection.differences),
        *_indented("changed:", collection.changes),
        *_indented("lost:", collection.lost),
        *_indented("secret missing:", collection.missing_secrets),
        *_indented("note:", collection.notes),
    ]


def _job_lines(jobs: list[JobReport]) -> Iterator[str]:
    for job in jobs:
        state = f", {job.state}" if job.state else ""
        yield f"  {job.name}: {job.outcome}{state}"
        if job.sentence:
            yield f"      {job.sentence}{_next(job)}"
        yield from _indented("because", job.reasons)
        yield from _indented("differs in", job.differences)
        yield from _indented("changed:", job.changes)
        yield from _indented("lost:", job.lost)
        yield from _indented("secret missing:", job.missing_secrets)
        yield from _indented("note:", job.notes)


def _next(job: JobReport) -> str:
    when = "next" if job.state == JobState.ENABLED else "if enabled, next"
    runs = [f"{at}{f' ({local})' if local else ''}" for at, local in zip_longest(job.runs, job.local_runs)]
    return f"; {when} {', '.join(runs)}" if runs else ""


def _indented(word: str, texts: tuple[str, ...]) -> list[str]:
    return [f"      {word} {text}" for text in texts]


def _remarkable(job: JobReport) -> bool:
    """Say whether someone should look at the job. An existing job needs no look, unless it differs."""
    if job.outcome == Outcome.SAME:
        return False
    return any((job.reasons, job.differences, job.changes, job.lost, job.missing_secrets, job.notes))


def summary(report: Report) -> list[str]:
    """Return what a report ends with: how many of what, and what people would wonder about later."""
    lines = [_tally("collection", report.collection_outcomes), _tally("job", report.jobs)]
    if unusable := sum(not one["kind"] for one in report.nameless):
        lines.append(f"{counted(unusable, 'other part')} of the files cannot be imported.")
    if passed := sum(file.passed_over for file in report.files):
        lines.append(f"{counted(passed, 'part')} of the files passed over, as nothing of Scheduler.")
    if undeployed := sum(file.not_deployed for file in report.files):
        lines.append(f"{counted(undeployed, 'part')} of the files passed over, as not deployed.")
    lines += _hints(report)
    if report.dry_run:
        unseen = "" if report.to else " No app was asked, so that nothing counts as existing."
        lines.append(f"Nothing was changed: this was a dry run.{unseen}")
    if report.stopped:
        lines.append(f"Stopped: {report.stopped} The same command goes on where this one ended.")
    return lines


def _tally(what: str, outcomes: Mapping[str, int]) -> str:
    number = sum(outcomes.values())
    parts = [f"{count} {_said(outcome, count)}" for outcome, count in outcomes.items()]
    return f"{counted(number, what)}: {', '.join(parts)}." if parts else f"{counted(number, what)}."


def _hints(report: Report) -> Iterator[str]:
    """Yield what people would otherwise wonder about later."""
    running = [one.name for one in report.collections if any(map(_is_switched_on, one.differences))]
    if running:
        yield f"Not enabled in the files, but there: what is new in {', '.join(running)} begins to run."
    yield from _idle(report)
    if Outcome.DIFFERS in (*report.jobs, *report.collection_outcomes):
        yield "What differs was left alone: --replace brings it over."
    if report.unsent_secrets:
        number = report.unsent_secrets
        yield f"Secrets of jobs that exist ({number}) were not sent again: --replace sends them."
    if report.unsent_defaults:
        names = ", ".join(report.unsent_defaults)
        yield f"Secrets of the defaults of {names} were not sent again: --replace sends them."


def _idle(report: Report) -> Iterator[str]:
    """Yield what it takes for jobs to run in collections that are not enabled."""
    idle = [one for one in report.collections if one.state not in ("", CollectionState.ENABLED)]
    if names := [one.name for one in idle if not one.until]:
        yield f"Nothing runs in {', '.join(names)} before `{spoken('enable')}`."
    for one in idle:
        if one.until:
            yield f"Nothing runs in {one.name} before {one.until}, or before `{spoken('enable')}`."


def _is_switched_on(difference: str) -> bool:
    return difference.startswith(f'properties.state: "{CollectionState.ENABLED}" there')


def _said(outcome: str, number: int) -> str:
    return outcome if number == 1 else _OF_SEVERAL.get(Outcome(outcome), outcome)
