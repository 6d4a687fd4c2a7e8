"""What the document says of each operation, by the name that its function has."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final

from shared.domain.history import Status
from shared.domain.job import JobState

Answer = Mapping[int, str] | str | None
"""The schema of a success, or of several by their statuses; None for an empty answer."""


class Tag(StrEnum):
    COLLECTIONS = "Job collections"
    JOBS = "Jobs"
    EXTENSIONS = "Extensions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What `$filter` may compare: a field with one of the members of an enum."""

    field: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """An operation; `answers` names the schema of each success, None an empty answer.

    `takes` names the schema of its body. If that is `optional`, it may be left out, and older api-versions
    know none.
    """

    summary: str
    tag: Tag
    answers: Mapping[int, str | None]
    takes: str | None = None
    optional: bool = False
    filter: Filter | None = None
    refusals: tuple[int, ...] = ()
    empty_before: bool = False
    """Whether older api-versions get an empty answer."""


_JOB_STATE: Final = Filter(field="state", members=tuple(JobState))
_STATUS: Final = Filter(field="status", members=tuple(Status))
_PUT_COLLECTION: Final = {200: "JobCollection", 201: "JobCollection"}
_PUT_JOB: Final = {200: "Job", 201: "Job"}


def _described(tag: Tag, summary: str, answer: Answer = None, *refusals: int, **more: Any) -> Described:
    answers = answer if isinstance(answer, Mapping) else {200: answer}
    return Described(summary=summary, tag=tag, answers=answers, refusals=refusals, **more)


_collections: Final = partial(_described, Tag.COLLECTIONS)
_jobs: Final = partial(_described, Tag.JOBS)
_extension: Final = partial(_described, Tag.EXTENSIONS)

OPERATIONS: Final[Mapping[str, Described]] = {
    "list_collections": _collections("List the job collections of a subscription", "JobCollectionList"),
    "list_collections_of_group": _collections(
        "List the job collections of a resource group", "JobCollectionList"
    ),
    "get_collection": _collections("Get a job collection", "JobCollection", 404),
    "put_collection": _collections(
        "Create or replace a job collection", _PUT_COLLECTION, 409, 503, takes="JobCollectionInput"
    ),
    "patch_collection": _collections(
        "Change a job collection", "JobCollection", 404, 409, takes="JobCollectionPatch"
    ),
    "delete_collection": _collections("Delete a job collection with all its jobs", None, 404),
    "enable_collection": _collections(
        "Let the jobs of a collection run",
        "JobCollection",
        404,
        takes="NoteInput",
        optional=True,
        empty_before=True,
    ),
    "disable_collection": _collections(
        "Let no job of a collection run",
        "JobCollection",
        404,
        takes="DisabledInput",
        optional=True,
        empty_before=True,
    ),
    "list_jobs": _jobs("List the jobs of a collection", "JobList", 404, filter=_JOB_STATE),
    "get_job": _jobs("Get a job", "Job", 404),
    "put_job": _jobs("Create or replace a job", _PUT_JOB, 404, 409, takes="JobInput"),
    "patch_job": _jobs("Change a job", "Job", 404, 409, takes="JobPatch"),
    "delete_job": _jobs("Delete a job with its history", None, 404),
    "run_job": _jobs("Run a job now, beside its schedule", None, 404, 409, takes="NoteInput", optional=True),
    "list_history": _jobs(
        "List the attempts that a job has made, newest first",
        "JobHistoryList",
        404,
        filter=_STATUS,
    ),
    "enable_job": _extension("Let a job run again", "Job", 404, 409, takes="NoteInput", optional=True),
    "disable_job": _extension("Let a job run no more", "Job", 404, 409, takes="DisabledInput", optional=True),
    "upcoming_runs": _extension("Say when a job will run next", "Runs", 404),
    "preview_runs": _extension(
        "Say when a job would run, without storing anything", "Runs", 404, takes="PreviewInput"
    ),
    "occurrences": _extension(
        "Say what became of every time that a job's schedule names, or why it does not name one",
        "Occurrences",
        404,
    ),
    "list_audit": _extension(
        "Say who changed what, newest first",
        "ChangeList",
    ),
    "list_subscriptions": _extension("List the subscriptions that have collections", "SubscriptionList"),
    "list_summaries": _extension(
        "Show all jobs of a subscription at a glance",
        "SummaryList",
    ),
    "list_failures": _extension(
        "List the failed attempts of all jobs, newest first",
        "FailureList",
    ),
    "all_upcoming_runs": _extension(
        "Say which jobs will run next, or how many runs there are in each span of time",
        "ComingRuns",
    ),
    "list_running": _extension("List what is running now, and what waits", "RunUnderWayList"),
    "list_expiring": _extension("List credentials and when they end", "CredentialList"),
    "list_clock_changes": _extension("Say what the next clock changes do to jobs", "ClockChangeList"),
    "health": _extension("Say whether the app can do its work", "Health"),
    "health_scan": _extension("Say whether the app scans, to monitors", "Nothing"),
    "health_jobs": _extension("Say whether no job fails, to monitors", "Nothing"),
    "sign_in": _extension("Say where readers of the portal sign in with Entra ID", "SignIn", 404),
    "whoami": _extension("Say who calls, and what the caller may do", "Caller"),
    "status": _extension(
        "Say how the app is: when it scanned last, what is overdue or set aside, what is queued", "Condition"
    ),
    "openapi": _extension("This document", "Document"),
}
