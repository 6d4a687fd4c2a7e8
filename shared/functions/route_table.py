"""The table of routes: requests are answered from it, and the API's document is made from it."""

from typing import Final

from shared.domain.about import EXTENDED
from shared.functions import about_app, clock_changes, explaining, overviews
from shared.functions import operations as do
from shared.functions.documentation import openapi
from shared.functions.routes import Route

_SUBSCRIPTION: Final = "subscriptions/{subscription}/providers/Microsoft.Scheduler"
_COLLECTIONS: Final = (
    "subscriptions/{subscription}/resourceGroups/{resource_group}"
    "/providers/Microsoft.Scheduler/jobCollections"
)
_COLLECTION: Final = _COLLECTIONS + "/{collection}"
_JOB: Final = _COLLECTION + "/jobs/{job}"

_FILTERED: Final = ("$top", "$skip", "$filter")
_PAGED: Final = ("$top", "behind")

ROUTES: Final[tuple[Route, ...]] = (
    Route(template="health", operations={"GET": about_app.health}, open_to_all=True, versioned=False),
    Route(
        template="health/scan", operations={"GET": about_app.health_scan}, open_to_all=True, versioned=False
    ),
    Route(
        template="health/jobs",
        operations={"GET": about_app.health_jobs},
        open_if_health_is_public=True,
        versioned=False,
    ),
    Route(template="openapi.json", operations={"GET": openapi}, open_to_all=True, versioned=False),
    Route(template="sign-in", operations={"GET": about_app.sign_in}, open_to_all=True, versioned=False),
    Route(template="status", operations={"GET": about_app.status}, versioned=False),
    Route(template="whoami", operations={"GET": about_app.whoami}, versioned=False),
    Route(template=_SUBSCRIPTION + "/jobCollections", operations={"GET": do.list_collections}),
    Route(
        template=_SUBSCRIPTION + "/previewRuns", operations={"POST": do.preview_runs}, changes_nothing=True
    ),
    Route(template=_COLLECTIONS, operations={"GET": do.list_collections}),
    Route(
        template=_COLLECTION,
        operations={
            "GET": do.get_collection,
            "PUT": do.put_collection,
            "PATCH": do.patch_collection,
            "DELETE": do.delete_collection,
        },
        can_be_tried=("PUT", "PATCH", "DELETE"),
    ),
    Route(
        template=_COLLECTION + "/enable", operations={"POST": do.enable_collection}, can_be_tried=("POST",)
    ),
    Route(
        template=_COLLECTION + "/disable", operations={"POST": do.disable_collection}, can_be_tried=("POST",)
    ),
    Route(template=_COLLECTION + "/jobs", operations={"GET": do.list_jobs}, query=_FILTERED),
    Route(
        template=_JOB,
        operations={"GET": do.get_job, "PUT": do.put_job, "PATCH": do.patch_job, "DELETE": do.delete_job},
        can_be_tried=("PUT", "PATCH", "DELETE"),
    ),
    Route(template=_JOB + "/run", operations={"POST": do.run_job}),
    Route(
        template=_JOB + "/enable", operations={"POST": do.enable_job}, since=EXTENDED, can_be_tried=("POST",)
    ),
    Route(
        template=_JOB + "/disable",
        operations={"POST": do.disable_job},
        since=EXTENDED,
        can_be_tried=("POST",),
    ),
    Route(template=_JOB + "/history", operations={"GET": do.list_history}, query=_FILTERED),
    Route(template=_JOB + "/upcomingRuns", operations={"GET": do.upcoming_runs}, query=("$top",)),
    Route(
        template=_JOB + "/occurrences",
        operations={"GET": explaining.occurrences},
        query=("from", "to", "at", "$top"),
        since=EXTENDED,
    ),
    Route(template="subscriptions", operations={"GET": overviews.list_subscriptions}, since=EXTENDED),
    Route(
        template=_SUBSCRIPTION + "/jobs",
        operations={"GET": overviews.list_summaries},
        query=("state", "outcome", "search", *_PAGED),
        since=EXTENDED,
        over_all_jobs=True,
    ),
    Route(
        template=_SUBSCRIPTION + "/failures",
        operations={"GET": overviews.list_failures},
        query=("from", "to", *_PAGED),
        since=EXTENDED,
        over_all_jobs=True,
    ),
    Route(
        template=_SUBSCRIPTION + "/upcomingRuns",
        operations={"GET": overviews.upcoming_runs},
        query=("until", "bucket", *_PAGED),
        since=EXTENDED,
        over_all_jobs=True,
    ),
    Route(
        template=_SUBSCRIPTION + "/running",
        operations={"GET": overviews.list_running},
        query=_PAGED,
        since=EXTENDED,
        over_all_jobs=True,
    ),
    Route(
        template=_SUBSCRIPTION + "/expiring",
        operations={"GET": overviews.list_expiring},
        query=("within",),
        since=EXTENDED,
        over_all_jobs=True,
    ),
    Route(
        template=_SUBSCRIPTION + "/clockChanges",
        operations={"GET": clock_changes.list_clock_changes},
        query=("until",),
        since=EXTENDED,
        over_all_jobs=True,
    ),
    Route(
        template=_SUBSCRIPTION + "/audit",
        operations={"GET": explaining.list_audit},
        query=("collection", "job", "who", "from", "to", *_PAGED),
        since=EXTENDED,
        over_all_jobs=True,
    ),
)
