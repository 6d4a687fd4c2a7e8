"""What is asked of each operation: its usual parameters and bodies, and some that are wrong."""

import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any, Final

from shared.functions.route_table import ROUTES
from shared.functions.routes import Route
from tests.functions.calls import a_job_body
from tests.functions.scopes.town import FREE, at

HOURLY: Final = a_job_body(recurrence={"frequency": "hour"})
ZZPAY: Final = f"/{at('prod/zzpeople/zzpay')}/jobs/zzpay-daily"
LEDGER: Final = f"/{at('prod/finance/ledger')}/jobs/ledger-daily"


@dataclass(frozen=True, slots=True)
class Asked:
    params: dict[str, str] = field(default_factory=dict)
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


def _with(*params: dict[str, str], body: Any = None) -> list[Asked]:
    return [Asked(one, body) for one in ({}, *params)]


def _behind(*parts: str | int) -> dict[str, str]:
    """A place in a list that nobody was told of, made up by whoever knows how."""
    return {"behind": urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")}


def _changes(*bodies: Any) -> list[Asked]:
    """With each body; with the first also on trial, and under conditions."""
    first = bodies[0]
    return [
        *(Asked({}, body) for body in bodies),
        Asked({"dryRun": "true"}, first),
        Asked({}, first, {"if-match": "*"}),
        Asked({}, first, {"if-none-match": "*"}),
    ]


def _preview(**more: Any) -> Asked:
    return Asked({}, {"recurrence": {"frequency": "day"}, **more})


SOON: Final = "2026-03-02T09:06:00Z"
_ORIGINAL: Final = {"api-version": "2016-03-01"}
_PAGED: Final = ({"$top": "1"}, {"$top": "2"}, {"$top": "0"})
_ROWS: Final = (_behind("f|0"), _behind("d|2026"), _behind("nonsense"), {"behind": "zz"})
_COLLECTION: Final = "jobCollections/{collection}"
_JOB: Final = _COLLECTION + "/jobs/{job}"
_CALENDARS: Final = {f"{name}-days": {"dates": ["2026-03-05"]} for name in ("ledger", "zzbills", "zzpay")}

REQUESTS: Final[dict[tuple[str, str], list[Asked]]] = {
    ("health", "GET"): _with(),
    ("health/scan", "GET"): _with(),
    ("health/jobs", "GET"): _with(),
    ("openapi.json", "GET"): _with(),
    ("status", "GET"): _with(),
    ("whoami", "GET"): _with(),
    ("sign-in", "GET"): _with(),
    ("subscriptions", "GET"): _with(_ORIGINAL),
    ("jobCollections", "GET"): _with(_ORIGINAL),
    ("previewRuns", "POST"): [
        _preview(),
        _preview(job=ZZPAY, exclude={"calendars": ["zzpay-days"]}),
        _preview(job=LEDGER, exclude={"calendars": ["ledger-days"]}),
        _preview(job=LEDGER, exclude={"calendars": ["zzpay-days"]}),
        _preview(exclude={"calendars": ["zzpay-days"]}),
    ],
    (_COLLECTION, "GET"): _with(_ORIGINAL),
    (_COLLECTION, "PUT"): _changes({"location": "westus"}, {"location": "westus", "properties": FREE}, {}),
    (_COLLECTION, "PATCH"): _changes(
        {"properties": {"calendars": _CALENDARS}},
        {"properties": {"quota": {"maxJobCount": 1}}},
        {"properties": FREE},
        {"nonsense": 1},
    ),
    (_COLLECTION, "DELETE"): _changes(None),
    (_COLLECTION + "/enable", "POST"): _changes(None, {"note": "again"}),
    (_COLLECTION + "/disable", "POST"): _changes({"note": "for now"}, {"until": "2020-01-01T00:00:00Z"}),
    (_COLLECTION + "/jobs", "GET"): _with(_ORIGINAL, {"state": "disabled"}, *_PAGED),
    (_JOB, "GET"): _with(_ORIGINAL),
    (_JOB, "PUT"): _changes(HOURLY, a_job_body(exclude={"calendars": ["zzpay-days"]}), {"properties": 1}),
    (_JOB, "PATCH"): _changes({"properties": {"state": "disabled"}}, {"properties": {"exclude": 1}}),
    (_JOB, "DELETE"): _changes(None),
    (_JOB + "/run", "POST"): [Asked(), Asked({"dryRun": "true"}), Asked({}, {"note": "now"})],
    (_JOB + "/enable", "POST"): _changes(None),
    (_JOB + "/disable", "POST"): _changes({"note": "for now"}),
    (_JOB + "/history", "GET"): _with(_ORIGINAL, {"status": "failed"}, *_PAGED),
    (_JOB + "/upcomingRuns", "GET"): _with(_ORIGINAL, *_PAGED),
    (_JOB + "/occurrences", "GET"): _with(
        {"from": "2026-03-02T08:00:00Z", "to": "2026-03-02T09:10:00Z"}, {"at": "2026-03-02T09:02:00Z"}
    ),
    ("jobs", "GET"): _with(
        {"search": "of"}, {"outcome": "faulted"}, *_PAGED, _behind(0, "j|zz"), _behind(1, "")
    ),
    ("failures", "GET"): _with(*_PAGED, *_ROWS, {"to": "2026-03-02T09:02:00Z"}),
    ("upcomingRuns", "GET"): [
        Asked({"until": SOON}),
        Asked({"until": SOON, "$top": "1"}),
        Asked({"until": SOON, "$top": "2"}),
        *(Asked({"until": SOON, **one}) for one in _ROWS),
        Asked({"bucket": "00:01:00"}),
    ],
    ("running", "GET"): _with(*_PAGED, *_ROWS),
    ("expiring", "GET"): _with({"within": "3650.00:00:00"}, {"within": "zz"}),
    ("clockChanges", "GET"): _with({"until": "2026-12-01T00:00:00Z"}),
    ("audit", "GET"): _with(
        {"$top": "1"},
        {"$top": "7"},
        {"who": "zzboss"},
        {"who": "ops"},
        {"collection": "zzpay"},
        {"collection": "zzpeople/zzpay"},
        {"collection": at("zzother/zzlab/zztrial")},
        {"collection": "finance/ledger", "job": "ledger-daily"},
        {"collection": "zzpeople/zzpay", "job": "zzpay-daily"},
        {"collection": "zzpeople/zzpay", "job": "zzpay-daily", "$top": "1"},
        {"behind": "b|"},
        {"behind": "b|zz"},
    ),
}


def name_of(route: Route) -> str:
    """Return what a route is called in the table: what follows the names of subscription and group."""
    return route.template.rpartition("Microsoft.Scheduler/")[2]


OPERATIONS: Final = [(route, method) for route in ROUTES for method in route.operations]
