"""A plan as lines for people, and as a comment on a pull request."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from migrate.code.report import CollectionChange, JobChange, Kind, PlanReport
from migrate.planning.differences import Difference
from migrate.terminal import counted, harmless

_SIGNS: Final = {
    Kind.CREATE: "+",
    Kind.CHANGE: "~",
    Kind.SECRETS: "~",
    Kind.MOVE: "~",
    Kind.REMOVE: "-",
    Kind.CANNOT: "!",
    Kind.UNCHANGED: " ",
}
_TALLY: Final = {
    Kind.CREATE: "to create",
    Kind.CHANGE: "to change",
    Kind.SECRETS: "to get secrets again",
    Kind.REMOVE: "to remove",
    Kind.CANNOT: "that cannot be",
    Kind.UNCHANGED: "unchanged",
}
COMMENT_MARK: Final = "<!-- scheduler plan -->"
"""Begins a comment, so that a workflow finds its own."""
_LONGEST_COMMENT: Final = 60_000
"""GitHub takes 65,536 characters."""


def write_plan(report: PlanReport) -> str:
    """Return the plan; what is unchanged is only counted."""
    lines = []
    for one in report.collections:
        if one.jobs or one.kind is not Kind.UNCHANGED:
            lines += [*_collection_lines(one), ""]
    lines += [f"! {one}" for one in report.nameless]
    lines += [f"Warning: {one}" for one in report.warnings]
    return "\n".join(harmless(line) for line in [*lines, *summary(report)])


def write_comment(report: PlanReport) -> str:
    """Return the plan as Markdown. All that comes from files stands in a fence that nothing in it can end."""
    text = write_plan(report)
    if len(text) > _LONGEST_COMMENT:
        text = f"{text[:_LONGEST_COMMENT]}\n… the rest is in the log of the run."
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    title = "Nothing would change." if not report.changes else "This would change scheduled jobs."
    return f"{COMMENT_MARK}\n**{title}**\n\n{fence}diff\n{text}\n{fence}\n"


def summary(report: PlanReport) -> Iterator[str]:
    kinds: dict[str, int] = {}
    for one in report.collections:
        if one.kind is not Kind.UNCHANGED:
            kinds[one.kind] = kinds.get(one.kind, 0) + 1
    if kinds:
        yield f"Collections: {_tally(kinds)}."
    yield f"Plan: {_tally(report.jobs) or 'no jobs'}."


def _tally(kinds: Mapping[str, int]) -> str:
    return ", ".join(f"{kinds[kind]} {words}" for kind, words in _TALLY.items() if kind in kinds)


def _collection_lines(one: CollectionChange) -> Iterator[str]:
    sign = f"{_SIGNS[one.kind]} " if one.kind is not Kind.UNCHANGED else ""
    yield f"{sign}{one.id}"
    if one.kind is Kind.SECRETS:
        yield "  its defaults get their secrets again"
    yield from _fields(one.fields, "  ")
    yield from (f"  because {reason}" for reason in one.reasons)
    yield from (f"  note: {note}" for note in one.notes)
    cannot = [job for job in one.jobs if job.kind is Kind.CANNOT] if one.kind is Kind.CANNOT else []
    if cannot:  # the reason is the collection's
        yield f"  ! so that {counted(len(cannot), 'job')} of it cannot be either"
    for job in sorted(one.jobs, key=lambda job: job.kind is Kind.REMOVE):
        if job not in cannot:
            yield from _job_lines(job)


def _job_lines(job: JobChange) -> Iterator[str]:
    yield f"{_SIGNS[job.kind]} {'  '}{job.name}{_words(job)}"
    yield from _fields(job.fields, "      ")
    yield from _runs(job)
    yield from (f"      because {reason}" for reason in job.reasons)
    yield from (f"      note: {note}" for note in job.notes)
    if job.kind is Kind.CANNOT and job.origin:
        yield f"      in {job.origin}"


def _words(job: JobChange) -> str:
    match job.kind:
        case Kind.CREATE:
            return f": {job.sentence}"
        case Kind.SECRETS:
            return ": gets its secrets again"
        case Kind.MOVE:
            return ": is moved by the change of its collection"
        case Kind.CANNOT:
            return ": cannot be"
        case _:
            return ""


def _fields(fields: tuple[Difference, ...], indent: str) -> Iterator[str]:
    yield from (f"{indent}{one.field}: {one.there} → {one.here}" for one in fields)


def _runs(job: JobChange) -> Iterator[str]:
    if job.kind is Kind.CREATE and job.after:
        yield f"      next {', '.join(job.after)}"
    elif job.kind in (Kind.CHANGE, Kind.MOVE) and job.before != job.after:
        yield f"      next {', '.join(job.before) or 'none'} → {', '.join(job.after) or 'none'}"
    elif job.kind is Kind.REMOVE and job.before:
        yield f"      next {', '.join(job.before)} → none"
