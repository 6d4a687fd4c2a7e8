"""A key that may only read: it gets every answer, and changes nothing by any of them."""

import pytest

from shared.functions.route_table import ROUTES
from shared.functions.routes import Route
from shared.functions.settings import AccessKey
from tests.entra import A_TENANT
from tests.functions.calls import JOB, a_job_body, an_app, call, error_of
from tests.functions.policies.days import pass_time
from tests.openapi.site import SnapshotTable
from tests.world import World

READER = "reader-" + "r" * 40
NAMES = {"subscription": "s", "resource_group": "rg", "collection": "jc1", "job": "j1"}
READS = [route for route in ROUTES if "GET" in route.operations]
CHANGES = [(route, method) for route in ROUTES for method in route.operations if route.changes(method)]


def named(route: Route) -> str:
    return route.template.format(**NAMES)


@pytest.mark.parametrize("route", READS, ids=[route.template.rpartition("/")[2] for route in READS])
def test_a_read_answers_and_changes_nothing(route: Route) -> None:
    table = SnapshotTable()
    world = World(table=table)
    app = an_app(world, read_keys=(AccessKey("viewer", READER),), entra=A_TENANT)
    version = {"api-version": "2026-11-01"}
    collection = named(next(one for one in ROUTES if one.template.endswith("{collection}")))
    assert call(app, "PUT", collection, {"location": "westus"}, params=version).status_code == 201
    body = a_job_body(recurrence={"frequency": "minute"})
    assert call(app, "PUT", JOB, body, params=version).status_code == 201
    pass_time(world, "09:00:30")
    before = table.rows(), list(world.queue.messages)

    answer = call(app, "GET", named(route), params=version, headers={"x-functions-key": READER})

    assert answer.status_code == 200
    assert (table.rows(), list(world.queue.messages)) == before


@pytest.mark.parametrize("dry", ["", "true"], ids=["change", "trial"])
@pytest.mark.parametrize(
    ("route", "method"), CHANGES, ids=[f"{method} {route.template[-20:]}" for route, method in CHANGES]
)
def test_a_change_is_refused_and_so_is_its_trial(route: Route, method: str, dry: str) -> None:
    app = an_app(World(), read_keys=(AccessKey("viewer", READER),))
    params = {"api-version": "2026-11-01", "dryRun": dry}

    answer = call(app, method, named(route), {}, params=params, headers={"x-functions-key": READER})

    assert error_of(answer) == (403, "AuthorizationFailed")
