"""Query parameters: one that nobody reads, or that says nothing, is refused before anything is done."""

from typing import Final

import pytest

from shared.functions.route_table import ROUTES
from shared.functions.routes import API_VERSIONS, Route
from tests.functions.calls import (
    COLLECTION,
    EVERY_MINUTE,
    JOB,
    WEST_EUROPE,
    a_job_body,
    an_app,
    call,
    content,
)
from tests.functions.extended import a_place, put
from tests.openapi.site import SnapshotTable
from tests.world import World

NAMES: Final = {"subscription": "s", "resource_group": "rg", "collection": "jc1", "job": "j1"}
OLDER: Final = tuple(version for version in API_VERSIONS if version != "2026-11-01")
_PAGED: Final = {"$top": "1", "behind": ""}
_LIST: Final = {"$top": "1", "$skip": "0", "$filter": ""}

KNOWN: Final[dict[str, dict[str, str]]] = {
    "jobs/{job}/history": _LIST,
    "jobCollections/{collection}/jobs": _LIST,
    "jobs/{job}/upcomingRuns": {"$top": "1"},
    "jobs/{job}/occurrences": {
        "from": "2026-03-02T08:00:00Z",
        "to": "2026-03-02T10:00:00Z",
        "at": "",
        "$top": "5",
    },
    "Microsoft.Scheduler/jobs": {"state": "enabled", "outcome": "completed", "search": "x", **_PAGED},
    "Microsoft.Scheduler/failures": {"from": "2026-03-02T08:00:00Z", "to": "2026-03-02T10:00:00Z", **_PAGED},
    "Microsoft.Scheduler/upcomingRuns": {"until": "2026-03-02T10:00:00Z", "bucket": "01:00:00", **_PAGED},
    "Microsoft.Scheduler/running": _PAGED,
    "Microsoft.Scheduler/expiring": {"within": "P1D"},
    "Microsoft.Scheduler/clockChanges": {"until": "2026-03-30T00:00:00Z"},
    "Microsoft.Scheduler/audit": {
        "collection": "jc1",
        "job": "j1",
        "who": "ops",
        "from": "2026-03-02T08:00:00Z",
        "to": "2026-03-02T10:00:00Z",
        **_PAGED,
    },
}
"""What each list reads, by the end of its path: nothing else reads anything."""

VERSIONED: Final = [route for route in ROUTES if route.versioned]
OPERATIONS: Final = [(route, method) for route in VERSIONED for method in route.operations]
IDS: Final = [
    f"{method} {route.template.rpartition('Microsoft.Scheduler/')[2]}" for route, method in OPERATIONS
]
BODIES: Final = {"PUT": EVERY_MINUTE, "PATCH": {}}

every_operation = pytest.mark.parametrize(("route", "method"), OPERATIONS, ids=IDS)


class Place:
    """A collection with a job, and what is stored of them."""

    def __init__(self) -> None:
        self.table = SnapshotTable()
        self.world = World(table=self.table)
        self.app = an_app(self.world)
        for path, body in ((COLLECTION, WEST_EUROPE), (JOB, EVERY_MINUTE)):
            assert call(self.app, "PUT", path, body).status_code == 201
        self._filled = self.stored()

    def stored(self) -> object:
        return self.table.rows(), list(self.world.queue.messages)

    def ask(self, route: Route, method: str, query: str, version: str = "2026-11-01") -> tuple[int, str]:
        """Return the status, and what an error says."""
        body: object = WEST_EUROPE if route.template.endswith("{collection}") else BODIES.get(method)
        if "previewRuns" in route.template:
            body = {"recurrence": {"frequency": "day"}}
        asked = f"api-version={version}&{query}"
        answer = call(self.app, method, route.template.format(**NAMES), body, query=asked)
        told = content(answer).get("error", {}).get("message", "") if answer.get_body() else ""
        return answer.status_code, told

    def refuses(self, route: Route, method: str, query: str, version: str = "2026-11-01") -> str:
        status, told = self.ask(route, method, query, version)
        assert (status, self.stored() == self._filled) == (400, True), (query, told)
        return told


def known_of(route: Route, method: str) -> dict[str, str]:
    found = [known for end, known in KNOWN.items() if route.template.endswith(end)]
    return found[0] if found and method == "GET" else {}


@every_operation
def test_what_an_operation_reads_is_taken(route: Route, method: str) -> None:
    for name, value in known_of(route, method).items():
        for spelling in (name, name.upper()):
            status, told = Place().ask(route, method, f"{spelling}={value}")
            assert status == 200 or "job: is told apart" in told, told


@every_operation
def test_what_it_does_not_read_is_refused(route: Route, method: str) -> None:
    place, known = Place(), known_of(route, method)
    everything = {name for one in KNOWN.values() for name in one} | {"$orderby", "_", "whatIf", "dry"}

    for name in sorted(everything - known.keys()):
        told = place.refuses(route, method, f"{name}=1")
        assert told.startswith(f"{name}: is no query parameter of this operation; "), told


@every_operation
def test_what_is_misspelt_is_told_what_was_meant(route: Route, method: str) -> None:
    place = Place()
    for name in known_of(route, method):
        for slip in (f"{name}x", name[1:] if len(name) > 3 else f"{name}{name[-1]}"):
            assert f"did you mean '{name}'?" in place.refuses(route, method, f"{slip}=1")


@every_operation
def test_what_stands_there_twice_is_refused(route: Route, method: str) -> None:
    place = Place()
    for name, value in known_of(route, method).items():
        told = place.refuses(route, method, f"{name}={value}&{name.upper()}={value}")
        assert told == f"{name}: stands there more than once"


@every_operation
@pytest.mark.parametrize(
    "passes", ["code=k", "clientId=default", "x-whatever=1", "X-Ms-Trace", "CODE=k&code=k"]
)
def test_what_is_meant_for_the_host_passes(route: Route, method: str, passes: str) -> None:
    status, told = Place().ask(route, method, passes)

    assert status in (200, 201), told


MISSPELT: Final = (
    "dry_run",
    "dry-run",
    "dryRn",
    "dryrunn",
    "DRY_RUN",
    "dryRun%20",
    "dryRun[]",
    "dry.run",
    "--dry-run",
)
WITH_MORE_AROUND: Final = (
    "x-dryRun",
    "X-Dry-Run",
    "xDryRn",
    "dryRun:true",
    "dryRun;true",
    "dryRun%3Dtrue",
    "dryRun%20true",
    "dryRun+true",
    "dryRuntrue",
    "dry-run-true",
    "amp;dryRun",
    "x-ms-dry-run",
)
EMPTY: Final = ("dryRun", "dryRun=", "DRYRUN=", "dryRun=%20", "dryRun=&x-y=1")
NEITHER: Final = ("dryRun=1", "dryRun=yes", "dryRun=maybe", "dryRun=true,false", "dryRun=true%00")
REPEATED: Final = (
    "dryRun=true&dryRun=false",
    "dryRun=true&dryrun=true",
    "dryRun&dryRun=true",
    "dryRun=false&dryRun=",
)


@every_operation
@pytest.mark.parametrize("version", API_VERSIONS)
def test_a_trial_that_is_not_clearly_asked_for_does_nothing(route: Route, method: str, version: str) -> None:
    if version < route.since:
        return  # the operation is not there
    place = Place()
    for name in MISSPELT:
        for value in ("=true", "=", ""):
            assert "dry" in place.refuses(route, method, name + value, version).lower()
    for name in WITH_MORE_AROUND:
        place.refuses(route, method, f"{name}=true", version)
    for query in (*EMPTY, *NEITHER, *REPEATED):
        assert "dryrun: " in place.refuses(route, method, query, version).lower()
    if "dryRun" not in route.parameters(method) or version != "2026-11-01":
        assert "dryRun: " in place.refuses(route, method, "dryRun=true", version)


@pytest.mark.parametrize("given", ["dryRun=true", "dryrun=TRUE", "DRYRUN=True", "dryRun=%20true%20"])
@every_operation
def test_a_trial_changes_nothing(route: Route, method: str, given: str) -> None:
    if method not in route.can_be_tried:
        return
    place = Place()
    before = place.stored()

    assert place.ask(route, method, given)[0] == 200
    assert place.stored() == before


@every_operation
@pytest.mark.parametrize("version", OLDER)
def test_older_versions_let_pass_what_they_do_not_know(route: Route, method: str, version: str) -> None:
    if version < route.since:
        return
    for query in ("$orderby=name", "$search=x", "_=1", "statee=x", "dryRun=false", "a=1&a=2", "=", "&&"):
        status, told = Place().ask(route, method, query, version)
        assert status in (200, 201), told


@pytest.mark.parametrize("route", [one for one in ROUTES if not one.versioned], ids=lambda one: one.template)
def test_what_has_no_version_reads_no_parameters(route: Route) -> None:
    plain = call(an_app(), "GET", route.template, query="")
    odd = call(an_app(), "GET", route.template, query="_=1&dryRun=&statee=x")

    assert odd.status_code == plain.status_code


@pytest.mark.parametrize("version", API_VERSIONS)
def test_an_api_version_that_stands_there_twice_is_refused(version: str) -> None:
    place = Place()
    (route,) = (one for one in VERSIONED if one.template.endswith("/jobs/{job}"))

    for name in ("api-version", "API-Version"):
        told = place.refuses(route, "DELETE", f"{name}={version}", version)
        assert told == "api-version: stands there more than once"


def test_a_parameter_without_a_name_is_quoted() -> None:
    (route,) = (one for one in VERSIONED if one.template.endswith("/jobs/{job}"))

    assert Place().refuses(route, "DELETE", "=1").startswith("'': is no query parameter of this operation; ")


def test_false_asks_for_no_trial() -> None:
    _, app = a_place()
    put(app)

    changed = call(app, "PATCH", JOB, {"tags": {"a": "b"}}, query="api-version=2026-11-01&dryRun=false")

    assert (changed.status_code, content(changed)["tags"]) == (200, {"a": "b"})


def test_many_unknown_parameters_get_a_short_answer() -> None:
    _, app = a_place()
    query = "api-version=2026-11-01&" + "&".join(f"{number}{'x' * 200}=1" for number in range(2_000))

    answer = call(app, "PUT", JOB, a_job_body(), query=query)

    assert answer.status_code == 400
    assert len(answer.get_body()) < 25_000
