"""ETags: whoever wants to change only what he has seen can say so."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import azure.functions as func
import pytest

from shared.functions.route_table import ROUTES
from shared.functions.routes import Route
from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, KEY, a_job_body, call, content
from tests.functions.extended import EXTENDED, a_place, extended, put
from tests.functions.policies.days import pass_time

MINUTELY: dict[str, Any] = {"frequency": "minute"}


def with_headers(
    app: App, method: str, path: str, body: object = None, *, version: str = "2026-11-01", **headers: str
) -> func.HttpResponse:
    sent = {"x-functions-key": KEY, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return call(app, method, path, body, params={"api-version": version}, headers=sent)


def etag(app: App, path: str = JOB) -> str:
    answer = extended(app, "GET", path)
    assert answer.headers["ETag"] == content(answer)["etag"]
    return str(answer.headers["ETag"])


@pytest.mark.parametrize("path", [JOB, COLLECTION], ids=["job", "collection"])
@pytest.mark.parametrize(
    ("method", "to", "body"),
    [
        pytest.param("PATCH", "", {"tags": {"a": "b"}}, id="patch"),
        pytest.param("POST", "/disable", {"note": "later"}, id="disable"),
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
        pytest.param("{bare}", 200, id="without quotes"),
        pytest.param("another,{bare}", 200, id="one of several without quotes"),
        pytest.param("W/{bare}", 200, id="weak without quotes"),
        pytest.param('"{etag}"', 200, id="in quotes twice, as by a client of before"),
        pytest.param("another", 412, id="another without quotes"),
        pytest.param('"*"', 412, id="an etag that is no wildcard"),
        pytest.param('""', 412, id="an empty etag"),
        pytest.param('"another"', 412, id="another"),
        pytest.param("W/*", 412, id="a weak wildcard, which is none"),
        pytest.param('*, "a"', 400, id="a wildcard in a list"),
        pytest.param("", 400, id="nothing, as from a variable that is not set"),
        pytest.param("  ", 400, id="blanks"),
        pytest.param("two words", 400, id="no etag"),
        pytest.param('"a', 400, id="a quote that does not end"),
        pytest.param("a,,b", 400, id="an empty place in a list"),
        pytest.param(",", 400, id="a comma"),
        pytest.param("\u00e4", 400, id="no ascii"),
        pytest.param('"a" "b"', 400, id="no list"),
    ],
)
def test_what_if_match_may_say(given: str, status: int) -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)

    tag = etag(app)
    sent = given.replace("{etag}", tag).replace("{bare}", tag.strip('"'))
    answer = with_headers(app, "PATCH", JOB, {"tags": {}}, if_match=sent)

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


READS = [(route, method) for route in ROUTES if "GET" in route.operations for method in ("GET", "HEAD")]
CONDITIONS = (
    *(
        {"if-none-match": tag}
        for tag in ("{etag}", "W/{etag}", "*", '"another"', "bare", '"', "", "a b", "\u00e4")
    ),
    *({"if-match": tag} for tag in ("{etag}", '"another"', "*", "no list , of , , tags")),
    {"if-modified-since": "Mon, 02 Mar 2026 09:00:00 GMT"},
    {"if-unmodified-since": "Mon, 02 Mar 1970 09:00:00 GMT"},
    {"if-range": '"another"', "range": "bytes=0-1"},
)


@pytest.mark.parametrize(
    ("route", "method"), READS, ids=[f"{method} {route.template[-24:]}" for route, method in READS]
)
def test_a_conditional_read_is_a_read(route: Route, method: str) -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)
    path = route.template.format(subscription="s", resource_group="rg", collection="jc1", job="j1")
    plain = extended(app, method, path)

    for condition in CONDITIONS:
        sent = {name: value.replace("{etag}", etag(app)) for name, value in condition.items()}
        answer = call(app, method, path, params=EXTENDED, headers={"x-functions-key": KEY, **sent})
        assert (answer.status_code, len(answer.get_body())) == (plain.status_code, len(plain.get_body())), (
            sent
        )


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

    assert [job["etag"] for job in listed] == [etag(app)]
    assert with_headers(app, "PATCH", JOB, {"tags": {}}, if_match=listed[0]["etag"]).status_code == 200


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
