"""Trials: everything is checked, nothing is changed, and the answer says what would be."""

from typing import Any

import pytest

from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, a_job_body, call, content
from tests.functions.extended import a_place, extended, message, put
from tests.world import World

DAILY: dict[str, Any] = {"frequency": "day", "schedule": {"hours": [12], "minutes": [0]}}
START = "2026-03-01T00:00:00Z"


def tried(app: App, method: str, path: str, body: object = None) -> dict[str, Any]:
    answer = extended(app, method, path, body, dryRun="true")
    assert answer.status_code == 200, answer.get_body()
    told: dict[str, Any] = content(answer)
    return told


def everything(world: World) -> dict[str, Any]:
    """Return every row with its ETag, and every message."""
    partitions = ["meta", *(f"shard-{shard:03d}" for shard in range(world.store.shards))]
    rows = {
        (name, row.fields["RowKey"]): row for name in partitions for row in world.table.query(name, ("", "~"))
    }
    return {
        **{str(key): (row.etag, row.fields) for key, row in rows.items()},
        "queue": list(world.queue.messages),
    }


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        pytest.param("PUT", JOB, a_job_body(recurrence={"frequency": "minute"}), id="put"),
        pytest.param("PUT", f"{COLLECTION}/jobs/new", a_job_body(), id="create"),
        pytest.param("PATCH", JOB, {"properties": {"recurrence": {"interval": 3}}}, id="patch"),
        pytest.param("PATCH", JOB, {"properties": {"description": "new"}}, id="describe"),
        pytest.param("DELETE", JOB, None, id="delete"),
        pytest.param("POST", f"{JOB}/disable", {"note": "now"}, id="disable"),
        pytest.param("POST", f"{JOB}/enable", None, id="enable"),
        pytest.param("PUT", COLLECTION, {"location": "westus"}, id="put collection"),
        pytest.param("PATCH", COLLECTION, {"tags": {"a": "b"}}, id="patch collection"),
        pytest.param("DELETE", COLLECTION, None, id="delete collection"),
        pytest.param("POST", f"{COLLECTION}/disable", None, id="disable collection"),
        pytest.param("POST", f"{COLLECTION}/enable", None, id="enable collection"),
    ],
)
def test_nothing_is_changed(method: str, path: str, body: object) -> None:
    world, app = a_place()
    put(app, recurrence=DAILY, startTime=START)
    before = everything(world)

    assert tried(app, method, path, body)["dryRun"] is True

    assert everything(world) == before


def test_a_patch_says_what_would_change_and_the_next_runs() -> None:
    _, app = a_place()
    put(app, recurrence=DAILY, startTime=START)

    told = tried(app, "PATCH", JOB, {"properties": {"recurrence": {"schedule": {"hours": [15]}}}})

    assert told["changes"] == [
        {"path": "properties.recurrence.schedule.hours", "before": [12], "after": [15]}
    ]
    assert told["nextRuns"]["before"][0] == "2026-03-02T12:00:00Z"
    assert told["nextRuns"]["after"][0] == "2026-03-02T15:00:00Z"
    assert (told["exists"], told["existsAfter"], told["operation"]) == (True, True, "patch")


def test_a_new_job_says_when_it_would_run() -> None:
    _, app = a_place()

    told = tried(app, "PUT", JOB, a_job_body(recurrence=DAILY, startTime=START))

    assert (told["exists"], told["existsAfter"]) == (False, True)
    assert told["nextRuns"] == {
        "before": [],
        "after": [f"2026-03-{day:02}T12:00:00Z" for day in range(2, 22)],
    }


def test_deleting_and_disabling_leave_no_runs() -> None:
    _, app = a_place()
    put(app, recurrence=DAILY, startTime=START)

    assert tried(app, "DELETE", JOB)["nextRuns"]["after"] == []
    disabled = tried(app, "POST", f"{JOB}/disable", {"note": "now"})
    assert disabled["nextRuns"]["after"] == []
    assert {"path": "properties.state", "before": "enabled", "after": "disabled"} in disabled["changes"]


def test_what_the_audit_does_not_tell_is_told_by_a_word() -> None:
    _, app = a_place()
    request = {"uri": "https://receiver.example/", "method": "GET"}
    basic = {"type": "Basic", "username": "u", "password": "first-secret"}
    action = {"type": "Https", "request": {**request, "authentication": basic}}
    extended(app, "PUT", JOB, {"properties": {"action": action}})

    answer = extended(
        app,
        "PATCH",
        JOB,
        {
            "properties": {
                "description": "ours",
                "action": {"request": {"authentication": {**basic, "password": "second-secret"}}},
            }
        },
        dryRun="true",
    )

    told = content(answer)
    assert told["fields"] == {"action.request.authentication": "changed", "description": "set"}
    assert "secrets" not in told
    assert b"-secret" not in answer.get_body()


def test_a_collection_says_which_jobs_would_move() -> None:
    _, app = a_place()
    put(app, recurrence=DAILY, startTime=START)
    put(app, f"{COLLECTION}/jobs/utc", recurrence=DAILY, startTime=START, timeZone="UTC")

    told = tried(app, "PATCH", COLLECTION, {"properties": {"defaults": {"timeZone": "Asia/Tokyo"}}})

    assert told["jobs"]["moved"] == 1
    (moved,) = told["jobs"]["shown"]
    assert moved["id"].endswith("/jobs/j1")
    assert (moved["before"], moved["after"]) == ("2026-03-02T12:00:00Z", "2026-03-03T03:00:00Z")


@pytest.mark.parametrize(
    ("pause", "before"),
    [
        pytest.param({"until": "2026-03-05T00:00:00Z"}, "2026-03-05T12:00:00Z", id="with an end"),
        pytest.param({"note": "for now"}, None, id="without an end"),
    ],
)
def test_a_job_that_is_paused_would_move_with_its_collection_if_it_goes_on(
    pause: dict[str, str], before: str | None
) -> None:
    _, app = a_place()
    put(app, recurrence=DAILY, startTime=START)
    extended(app, "POST", f"{JOB}/disable", pause)

    told = tried(app, "POST", f"{COLLECTION}/disable")["jobs"]["shown"]

    assert [(one["before"], one["after"]) for one in told] == ([(before, None)] if before else [])


def test_what_would_be_refused_is_refused() -> None:
    _, app = a_place()

    answer = extended(app, "PUT", JOB, a_job_body(recurrence={"frequency": "never"}), dryRun="true")

    assert (answer.status_code, "properties.recurrence.frequency" in message(answer)) == (400, True)
    assert extended(app, "PATCH", JOB, {}, dryRun="true").status_code == 404


@pytest.mark.parametrize(
    ("path", "version", "value", "told"),
    [
        pytest.param(JOB, "2016-03-01", "true", "dryRun: is known from api-version 2026-11-01 on", id="old"),
        pytest.param(f"{JOB}/run", "2026-11-01", "true", "dryRun: cannot be asked for here", id="run"),
        pytest.param(JOB, "2026-11-01", "maybe", "dryRun: 'maybe' is neither true nor false", id="maybe"),
    ],
)
def test_where_nothing_can_be_promised_nothing_is_done(
    path: str, version: str, value: str, told: str
) -> None:
    world, app = a_place()
    put(app, recurrence=DAILY, startTime=START)
    before = everything(world)
    method = "POST" if path.endswith("run") else "PATCH"

    answer = call(app, method, path, {}, params={"api-version": version, "dryRun": value})

    assert (answer.status_code, told in message(answer)) == (400, True)
    assert everything(world) == before
