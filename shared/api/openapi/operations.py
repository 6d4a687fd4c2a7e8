"""What the document says of each operation, by the name that its function has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from shared.domain.history import Status
from shared.domain.job import JobState


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
    """An operation; `answers` names the schema of each success, None an empty answer."""

    summary: str
    tag: Tag
    takes: str | None = None
    answers: Mapping[int, str | None] = field(default_factory=lambda: {200: None})
    filter: Filter | None = None
    top: bool = False
    refusals: tuple[int, ...] = ()


_MISSING: Final = (404,)
_CONFLICT: Final = (404, 409)


def _collections(summary: str, returned: str | None = None, *refusals: int, takes: str = "") -> Described:
    return Described(
        summary=summary,
        tag=Tag.COLLECTIONS,
        answers={200: returned},
        refusals=refusals,
        takes=takes or None,
    )


def _jobs(summary: str, returned: str | None = None, *refusals: int, takes: str = "") -> Described:
    return Described(
        summary=summary, tag=Tag.JOBS, answers={200: returned}, refusals=refusals, takes=takes or None
    )


OPERATIONS: Final[Mapping[str, Described]] = {
    "list_collections": _collections("List the job collections of a subscription", "JobCollectionList"),
    "list_collections_of_group": _collections(
        "List the job collections of a resource group", "JobCollectionList"
    ),
    "get_collection": _collections("Get a job collection", "JobCollection", *_MISSING),
    "put_collection": Described(
        summary="Create or replace a job collection",
        tag=Tag.COLLECTIONS,
        takes="JobCollectionInput",
        answers={200: "JobCollection", 201: "JobCollection"},
        refusals=(409, 503),
    ),
    "patch_collection": _collections(
        "Change a job collection", "JobCollection", *_CONFLICT, takes="JobCollectionPatch"
    ),
    "delete_collection": _collections("Delete a job collection with all its jobs", None, *_MISSING),
    "enable_collection": _collections("Let the jobs of a collection run", None, *_MISSING),
    "disable_collection": _collections("Let no job of a collection run", None, *_MISSING),
    "list_jobs": Described(
        summary="List the jobs of a collection",
        tag=Tag.JOBS,
        answers={200: "JobList"},
        filter=Filter(field="state", members=tuple(JobState)),
        top=True,
        refusals=_MISSING,
    ),
    "get_job": _jobs("Get a job", "Job", *_MISSING),
    "put_job": Described(
        summary="Create or replace a job",
        tag=Tag.JOBS,
        takes="JobInput",
        answers={200: "Job", 201: "Job"},
        refusals=_CONFLICT,
    ),
    "patch_job": _jobs("Change a job", "Job", *_CONFLICT, takes="JobPatch"),
    "delete_job": _jobs("Delete a job with its history", None, *_MISSING),
    "run_job": _jobs("Run a job now, beside its schedule", None, *_CONFLICT),
    "list_history": Described(
        summary="List the attempts that a job has made, newest first",
        tag=Tag.JOBS,
        answers={200: "JobHistoryList"},
        filter=Filter(field="status", members=tuple(Status)),
        top=True,
        refusals=_MISSING,
    ),
    "upcoming_runs": Described(
        summary="Say when a job will run next",
        tag=Tag.EXTENSIONS,
        answers={200: "Runs"},
        top=True,
        refusals=_MISSING,
    ),
    "preview_runs": Described(
        summary="Say when a job would run, without storing anything",
        tag=Tag.EXTENSIONS,
        takes="PreviewInput",
        answers={200: "Runs"},
    ),
    "health": Described(
        summary="Say whether the app can do its work", tag=Tag.EXTENSIONS, answers={200: "Health"}
    ),
    "status": Described(
        summary="Say how the app is: when it scanned last, what is overdue or set aside, what is queued",
        tag=Tag.EXTENSIONS,
        answers={200: "Condition"},
    ),
    "openapi": Described(summary="This document", tag=Tag.EXTENSIONS, answers={200: "Document"}),
}
