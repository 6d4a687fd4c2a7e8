"""The HTTP function in process, over a table in memory."""

import logging
from typing import Any

import azure.functions as func
import pytest

from shared.domain.attempt import Completed
from shared.domain.errors import NotConfigured, StorageUnavailable
from shared.functions import http
from shared.functions.http import answer
from shared.functions.routes import Reply, Route
from shared.functions.wiring import App
from tests.functions.calls import (
    COLLECTION,
    EVERY_MINUTE,
    JOB,
    KEY,
    WEST_EUROPE,
    an_app,
    call,
    content,
    error_of,
)
from tests.world import World


def test_a_job_is_created_read_run_and_deleted() -> None:
    world = World()
    app = an_app(world)

    assert call(app, "PUT", COLLECTION, WEST_EUROPE).status_code == 201
    assert call(app, "PUT", COLLECTION, WEST_EUROPE).status_code == 200
    created = call(app, "PUT", JOB, EVERY_MINUTE)
    assert created.status_code == 201
    assert content(call(app, "GET", JOB)) == content(created)
    world.run()
    (entry,) = content(call(app, "GET", f"{JOB}/history"))["value"]
    assert entry["properties"]["status"] == "Completed"
    assert content(call(app, "GET", JOB))["properties"]["status"]["executionCount"] == 1
    assert call(app, "PUT", JOB, EVERY_MINUTE).status_code == 200

    deleted = call(app, "DELETE", JOB)
    assert (deleted.status_code, deleted.get_body()) == (200, b"")
    assert error_of(call(app, "GET", JOB)) == (404, "NotFound")
    assert call(app, "DELETE", COLLECTION).status_code == 200
    assert error_of(call(app, "GET", COLLECTION)) == (404, "ResourceNotFound")


def test_collections_of_a_subscription_are_listed() -> None:
    app = an_app()
    call(app, "PUT", COLLECTION, WEST_EUROPE)

    listed = content(call(app, "GET", "subscriptions/S/providers/Microsoft.Scheduler/jobCollections"))
    nothing = content(call(app, "GET", "subscriptions/other/providers/Microsoft.Scheduler/jobCollections"))

    assert [collection["name"] for collection in listed["value"]] == ["jc1"]
    assert nothing == {"value": [], "nextLink": None}


def test_paths_match_without_regard_to_case() -> None:
    app = an_app()
    call(app, "PUT", COLLECTION, WEST_EUROPE)

    found = call(app, "GET", COLLECTION.upper())

    assert content(found)["id"] == f"/{COLLECTION}"


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        pytest.param("GET", "subscriptions/s", None, (404, "NotFound"), id="an unknown path"),
        pytest.param("POST", COLLECTION, None, (405, "MethodNotAllowed"), id="a known path, another method"),
        pytest.param("GET", f"{COLLECTION}x", None, (404, "ResourceNotFound"), id="no such collection"),
        pytest.param("GET", JOB, None, (404, "ResourceNotFound"), id="a job of no collection"),
        pytest.param(
            "PUT", JOB, EVERY_MINUTE, (404, "ParentResourceNotFound"), id="a job into no collection"
        ),
        pytest.param("PUT", COLLECTION, {}, (400, "LocationRequired"), id="no location"),
        pytest.param("PUT", COLLECTION, [], (400, "BadRequest"), id="not an object"),
        pytest.param("PUT", f"{COLLECTION}%2Fx", WEST_EUROPE, (400, "BadRequest"), id="a bad name"),
        pytest.param(
            "GET",
            "subscriptions/a_b/providers/microsoft.scheduler/jobcollections",
            None,
            (400, "BadRequest"),
            id="a bad subscription",
        ),
        pytest.param("PUT", JOB, {"properties": {}}, (400, "BadRequest"), id="a bad job"),
    ],
)
def test_a_refusal_is_an_arm_error(method: str, path: str, body: object, expected: tuple[int, str]) -> None:
    response = call(an_app(), method, path, body)

    assert error_of(response) == expected
    assert response.headers["x-ms-request-id"]
    assert response.headers["Content-Type"] == "application/json; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    [
        "s/cloudservices",
        "S/CloudServices/cs1",
        "s/cloudservices/cs1/resources/scheduler/jobCollections/jc1",
        "s/cloudservices/cs1/resources/scheduler/~/jobCollections/jc1/jobs/j1/history",
        "/s/cloudservices/",
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("headers", [{}, {"x-functions-key": KEY}, {"authorization": "Bearer x"}])
def test_the_classic_api_names_the_way_in(method: str, path: str, headers: dict[str, str]) -> None:
    answer = call(an_app(), method, path, query="api-version=2014-04-01", headers=headers)

    assert answer.status_code == 404
    if method != "HEAD":
        told = content(answer)["error"]["message"]
        assert "dev.py import" in told
        assert "/providers/Microsoft.Scheduler/jobCollections/" in told


@pytest.mark.parametrize(
    "path",
    [
        "s/cloudservicesx",
        "cloudservices",
        "s/x/cloudservices",
        "subscriptions/cloudservices/x",
        "subscriptions/cloudservices",
    ],
)
def test_no_other_path_is_the_classic_api(path: str) -> None:
    assert error_of(call(an_app(), "GET", path, headers={}))[0] == 401
    assert "classic" not in content(call(an_app(), "GET", path))["error"]["message"]


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", JOB, "application/json; charset=utf-8"),
        ("HEAD", JOB, "application/json; charset=utf-8"),
        ("GET", "nowhere", "application/json; charset=utf-8"),
        ("OPTIONS", JOB, None),
        ("POST", f"{JOB}/run", None),
        ("POST", f"{COLLECTION}/enable", None),
        ("DELETE", JOB, None),
        ("DELETE", COLLECTION, None),
    ],
)
def test_an_empty_answer_has_no_type(method: str, path: str, kind: str | None) -> None:
    app = an_app()
    call(app, "PUT", COLLECTION, WEST_EUROPE)
    call(app, "PUT", JOB, EVERY_MINUTE)

    answer = call(app, method, path)

    assert (answer.headers.get("Content-Type"), answer.mimetype) == (kind, "")


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "health"), ("HEAD", "health"), ("OPTIONS", COLLECTION), ("GET", "nowhere"), ("DELETE", JOB)],
)
def test_no_browser_is_to_guess_what_an_answer_is(method: str, path: str) -> None:
    assert call(an_app(), method, path).headers["X-Content-Type-Options"] == "nosniff"


class Untouchable(func.HttpRequest):
    """A request whose body must not be looked at."""

    def get_body(self) -> bytes:
        raise AssertionError("the body was looked at")


@pytest.mark.parametrize("length", ["1048577", " 2000000 ", "9" * 5_000])
def test_a_declared_length_over_the_limit_is_refused_unseen(length: str) -> None:
    headers = {"X-Functions-Key": KEY, "Content-Length": length}
    request = Untouchable(
        method="PUT",
        url="https://app.example/",
        headers=headers,
        params={"api-version": "2016-03-01"},
        route_params={"path": JOB},
        body=b"",
    )

    response = answer(request, an_app)

    assert error_of(response) == (400, "BadRequest")
    assert "the limit is 1048576" in content(response)["error"]["message"]
    assert len(response.get_body()) < 200


@pytest.mark.parametrize("length", ["", "15", "1048576", "-1", "many", "\u0661\u0662"])
def test_any_other_declared_length_is_not_judged_by(length: str) -> None:
    headers = {"x-functions-key": KEY, "content-length": length}

    assert call(an_app(), "PUT", COLLECTION, WEST_EUROPE, headers=headers).status_code == 201


FAULTY = {"properties": {"action": {"type": "Http", "request": {"uri": "x"}}, "state": "dead"}}


@pytest.mark.parametrize("version", ["2016-03-01", "2016-01-01", "2014-08-01-preview"])
def test_older_versions_answer_an_error_as_they_did(version: str) -> None:
    response = call(an_app(), "PUT", JOB, FAULTY, params={"api-version": version})

    assert list(content(response)["error"]) == ["code", "message"]


def test_the_faults_of_a_definition_stand_one_by_one_too() -> None:
    error = content(call(an_app(), "PUT", JOB, FAULTY, params={"api-version": "2026-11-01"}))["error"]

    told = [f"{fault['target']}: {fault['message']}" for fault in error["details"]]
    assert "; ".join(told) == error["message"]
    assert {"properties.action.request.uri", "properties.state"} <= {
        fault["target"] for fault in error["details"]
    }


def test_half_a_surrogate_pair_in_storage_hides_nothing_else() -> None:
    app = an_app(world := World())
    call(app, "PUT", COLLECTION, WEST_EUROPE)
    for name in ("j1", "j2"):
        call(app, "PUT", f"{COLLECTION}/jobs/{name}", EVERY_MINUTE)
    world.answer = lambda attempt: Completed("half: \ud83d")
    world.run()

    first, second = (content(call(app, "GET", f"{COLLECTION}/jobs/{name}/history")) for name in ("j1", "j2"))

    assert [entry["properties"]["message"] for entry in first["value"]] == ["half: \N{REPLACEMENT CHARACTER}"]
    assert len(second["value"]) == 1


@pytest.mark.parametrize("bad", [{"x": object()}, {"x": float("nan")}, {("a", "b"): 1}])
def test_a_reply_that_cannot_be_encoded_is_an_error_of_ours(
    bad: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    route = Route(template="bad", operations={"GET": lambda app, call: Reply(body=bad)})
    monkeypatch.setattr(http, "ROUTES", (route,))

    response = call(an_app(), "GET", "bad")

    assert error_of(response) == (500, "InternalError")
    assert response.headers["x-ms-request-id"] in caplog.text


def test_a_path_that_cannot_be_written_is_an_answer_too() -> None:
    assert error_of(call(an_app(), "GET", "half/\ud800")) == (404, "NotFound")


def test_a_wrong_method_names_the_right_ones() -> None:
    response = call(an_app(), "POST", JOB)

    assert response.headers["Allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH, PUT"


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({}, (400, "MissingApiVersionParameter")),
        ({"api-version": "2099-01-01"}, (400, "InvalidApiVersionParameter")),
        ({"API-Version": "2016-01-01"}, (404, "ResourceNotFound")),
        ({"api-version": "2014-08-01-Preview"}, (404, "ResourceNotFound")),
    ],
)
def test_the_api_version_is_checked(params: dict[str, str], expected: tuple[int, str]) -> None:
    assert error_of(call(an_app(), "GET", COLLECTION, params=params)) == expected


def test_head_is_get_without_its_body() -> None:
    app = an_app()
    call(app, "PUT", COLLECTION, WEST_EUROPE)

    there, missing = call(app, "HEAD", COLLECTION), call(app, "HEAD", JOB)

    assert (there.status_code, there.get_body()) == (200, b"")
    assert (missing.status_code, missing.get_body()) == (404, b"")


def test_every_answer_has_a_request_id_that_the_log_names(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="shared.functions.http")

    ids = [call(an_app(), "GET", path).headers["x-ms-request-id"] for path in ("health", COLLECTION)]

    assert ids[0] != ids[1]
    assert all(any(id in record.getMessage() for record in caplog.records) for id in ids)


def test_health_needs_no_key_and_no_api_version() -> None:
    response = call(an_app(), "GET", "Health", headers={}, params={})

    assert (response.status_code, content(response)) == (200, {"status": "Healthy"})


def test_health_warns_of_what_is_odd_and_is_good_all_the_same() -> None:
    response = call(an_app(warnings=("One is odd.",)), "GET", "health", headers={}, params={})

    assert (response.status_code, content(response)) == (
        200,
        {"status": "Healthy", "warnings": ["One is odd."]},
    )


def test_health_says_why_when_storage_does_not_answer() -> None:
    def check() -> None:
        raise StorageUnavailable("Table storage (AzureWebJobsStorage) did not answer as it should: 500.")

    app = an_app()
    response = call(App(settings=app.settings, ports=app.ports, check=check), "GET", "health")

    assert error_of(response) == (503, "ServerBusy")
    assert "AzureWebJobsStorage" in content(response)["error"]["message"]


@pytest.mark.parametrize("path", ["health", COLLECTION])
def test_wrong_settings_are_said_everywhere(path: str) -> None:
    def not_configured() -> App:
        raise NotConfigured("Settings are wrong: SCHEDULER_SHARDS: must be a whole number from 1 to 256.")

    request = func.HttpRequest(
        method="GET", url="https://app.example/", route_params={"path": path}, body=b""
    )

    assert error_of(answer(request, not_configured)) == (503, "NotConfigured")


def test_an_unexpected_error_is_an_answer_too(caplog: pytest.LogCaptureFixture) -> None:
    def bug() -> App:
        raise ZeroDivisionError("secret detail")

    request = func.HttpRequest(
        method="GET", url="https://app.example/", route_params={"path": "health"}, body=b""
    )
    response = answer(request, bug)

    assert error_of(response) == (500, "InternalError")
    assert b"secret detail" not in response.get_body()
    assert "ZeroDivisionError" in caplog.text
