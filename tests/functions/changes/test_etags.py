"""ETags: whoever wants to change only what he has seen can say so."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import azure.functions as func
import pytest

from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, KEY, a_job_body, call, content
from tests.functions.extended import a_place, extended, put
from tests.functions.policies.days import pass_time

MINUTELY: dict[str, Any] = {"frequency": "minute"}


def with_headers(
    app: App, method: str, path: str, body: object = None, *, version: str = "2026-11-01", **headers: str
) -> func.HttpResponse:
    sent = {"x-functions-key": KEY, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return call(app, method, path, body, params={"api-version": version}, headers=sent)


def etag(app: App, path: str = JOB) -> str:
    answer = extended(app, "GET", path)
    assert answer.headers["ETag"] == f'"{content(answer)["etag"]}"'
    return str(answer.headers["ETag"])


@pytest.mark.parametrize("path", [JOB, COLLECTION], ids=["job", "collection"])
@pytest.mark.parametrize(
    ("method", "to", "body"),
    [
        pytest.param("PATCH", "", {"tags": {"a": "b"}}, id="patch"),
        pytest.param("POST", "/disable", {"note": "later"}, id="disable"),
        pytest.param("POST", "/enable", None, id="enable"),
    ],
)
def test_every_change_changes_the_etag(path: str, method: str, to: str, body: object) -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)
    before = etag(app, path)

    assert with_headers(app, method, path + to, body, if_match=before).status_code == 200

    assert etag(app, path) != before
    assert with_headers(app, method, path + to, body, if_match=before).status_code == 412


def test_runs_do_not_change_the_etag() -> None:
    world, app = a_place()
    put(app, startTime="2026-03-02T09:00:00Z", recurrence={**MINUTELY, "count": 2})
    before = etag(app)

    pass_time(world, "09:02:30")

    assert content(extended(app, "GET", JOB))["properties"]["state"] == "completed"
    assert etag(app) == before


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "run", "enable", "disable"])
def test_a_condition_that_does_not_hold_changes_nothing(method: str) -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)
    before = etag(app)
    verb, path = (method, JOB) if method.isupper() else ("POST", f"{JOB}/{method}")
    body = a_job_body() if method == "PUT" else {"properties": {"state": "disabled"}}

    answer = with_headers(app, verb, path, body if method in ("PUT", "PATCH") else None, if_match='"another"')

    assert (answer.status_code, content(answer)["error"]["code"]) == (412, "PreconditionFailed")
    assert etag(app) == before


@pytest.mark.parametrize(
    ("given", "status"),
    [
        pytest.param("*", 200, id="any"),
        pytest.param('"another", {etag}', 200, id="one of several"),
        pytest.param("W/{etag}", 200, id="made weak on the way"),
        pytest.param('"another"', 412, id="another"),
        pytest.param("without quotes", 400, id="no etag"),
        pytest.param('"a" "b"', 400, id="no list"),
    ],
)
def test_what_if_match_may_say(given: str, status: int) -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)

    answer = with_headers(app, "PATCH", JOB, {"tags": {}}, if_match=given.replace("{etag}", etag(app)))

    assert answer.status_code == status


@pytest.mark.parametrize(
    ("path", "new", "body"),
    [
        (JOB, f"{COLLECTION}/jobs/new", a_job_body()),
        (COLLECTION, COLLECTION.replace("jc1", "new"), {"location": "westus"}),
    ],
)
def test_who_wants_to_create_replaces_nothing(path: str, new: str, body: object) -> None:
    _, app = a_place()

    assert with_headers(app, "PUT", new, body, if_none_match="*").status_code == 201
    put(app)
    assert with_headers(app, "PUT", path, body, if_none_match="*").status_code == 412
    assert with_headers(app, "PUT", path, body, if_none_match='"a"').status_code == 400


def test_who_wants_to_replace_creates_nothing() -> None:
    _, app = a_place()

    assert with_headers(app, "PUT", JOB, a_job_body(), if_match="*").status_code == 412
    assert extended(app, "GET", JOB).status_code == 404


def test_older_versions_know_no_conditions_and_show_no_etags() -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)

    answer = with_headers(app, "PATCH", JOB, {"properties": {}}, version="2016-03-01", if_match='"another"')

    assert answer.status_code == 200
    assert ("ETag" in answer.headers, "etag" in content(answer)) == (False, False)


def test_lists_show_etags() -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)

    listed = content(extended(app, "GET", f"{COLLECTION}/jobs"))["value"]

    assert [f'"{job["etag"]}"' for job in listed] == [etag(app)]


def test_of_twenty_writers_with_one_etag_exactly_one_wins() -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)
    seen = etag(app)

    def write(number: int) -> int:
        patch = {"properties": {"description": f"writer {number}"}}
        return int(with_headers(app, "PATCH", JOB, patch, if_match=seen).status_code)

    with ThreadPoolExecutor(20) as writers:
        statuses = sorted(writers.map(write, range(20)))

    assert statuses == [200, *[412] * 19]


def test_a_switch_by_the_scheduler_changes_the_etag() -> None:
    world, app = a_place()
    put(app, recurrence=MINUTELY)
    extended(app, "POST", f"{JOB}/disable", {"until": "2026-03-02T09:01:00Z"})
    before = etag(app)

    pass_time(world, "09:01:10")

    assert content(extended(app, "GET", JOB))["properties"]["state"] == "enabled"
    assert etag(app) != before


def test_what_was_stored_before_there_were_etags_has_one() -> None:
    world, app = a_place()
    put(app, recurrence=MINUTELY)
    for shard in range(world.store.shards):
        for prefix in ("c", "j"):
            partition = f"shard-{shard:03d}"
            for entity in world.table.query(partition, (f"{prefix}|", prefix + "}")):
                fields = {name: value for name, value in entity.fields.items() if name != "edition"}
                world.table.overwrite(partition, fields.pop("RowKey"), fields)

    assert etag(app, COLLECTION) == '"0"'
    assert with_headers(app, "PATCH", COLLECTION, {"tags": {"a": "b"}}, if_match='"0"').status_code == 200
    assert with_headers(app, "PATCH", JOB, {"tags": {}}, if_match=etag(app)).status_code == 200
