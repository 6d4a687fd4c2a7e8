"""Operations on jobs, in process and with a clock that is turned by hand."""

from datetime import timedelta

import pytest

from shared.domain.action import HttpAction
from shared.domain.authentication import Basic
from shared.domain.job import Job
from tests.builders import NINE, at
from tests.functions.calls import (
    COLLECTION,
    EVERY_MINUTE,
    JOB,
    a_job_body,
    a_world_and_its_app,
    call,
    content,
    error_of,
    message,
    properties,
)
from tests.world import World

BASIC = {"type": "Basic", "username": "u", "password": "p"}


def test_jobs_are_listed_filtered_and_paged() -> None:
    _, app = a_world_and_its_app()
    for name, state in (("c", "enabled"), ("A", "disabled"), ("b", "enabled")):
        call(app, "PUT", f"{COLLECTION}/jobs/{name}", a_job_body(state=state))

    def names(**params: str) -> list[str]:
        found = call(app, "GET", f"{COLLECTION}/jobs", params={"api-version": "2016-03-01", **params})
        return [job["name"] for job in content(found)["value"]]

    assert names() == ["jc1/A", "jc1/b", "jc1/c"]
    assert names(**{"$top": "1", "$skip": "1"}) == ["jc1/b"]
    assert names(**{"$filter": "state eq Disabled"}) == ["jc1/A"]
    assert names(**{"$FILTER": "State EQ 'enabled'", "$top": "1"}) == ["jc1/b"]


@pytest.mark.parametrize(
    "params",
    [
        {"$top": "0"},
        {"$top": "101"},
        {"$top": "x"},
        {"$skip": "-1"},
        {"$filter": "name eq 'a'"},
        {"$filter": "state eq lost"},
        {"$filter": "state ne enabled"},
    ],
)
def test_a_bad_parameter_is_refused_and_named(params: dict[str, str]) -> None:
    _, app = a_world_and_its_app()

    refused = call(app, "GET", f"{COLLECTION}/jobs", params={"api-version": "2016-03-01", **params})

    assert error_of(refused) == (400, "BadRequest")
    assert next(iter(params)) in content(refused)["error"]["message"]


def test_history_is_filtered_paged_and_forgotten_after_sixty_days() -> None:
    world, app = a_world_and_its_app()
    call(app, "PUT", JOB, EVERY_MINUTE)
    world.run()
    for minute in range(1, 4):
        world.scan_and_run(at=NINE + timedelta(minutes=minute))

    def numbers(**params: str) -> list[int]:
        found = call(app, "GET", f"{JOB}/history", params={"api-version": "2016-03-01", **params})
        return [entry["properties"]["repeatCount"] for entry in content(found)["value"]]

    assert numbers() == [4, 3, 2, 1]
    assert numbers(**{"$top": "2", "$skip": "1"}) == [3, 2]
    assert numbers(**{"$filter": "status eq 'Completed'"}) == [4, 3, 2, 1]
    assert numbers(**{"$filter": "status eq Failed"}) == numbers(**{"$filter": "status eq postponed"}) == []
    world.now = NINE + timedelta(days=60, minutes=2)
    assert numbers() == [4]


def test_a_patch_merges_deeply_and_keeps_counters() -> None:
    world, app = a_world_and_its_app()
    call(app, "PUT", JOB, a_job_body(recurrence={"frequency": "minute", "count": 9, "endTime": "2026-10-10"}))
    world.run()
    world.now = at("09:00:30")

    patched = call(app, "PATCH", JOB, {"properties": {"recurrence": {"frequency": "hour", "interval": 2}}})

    found = content(patched)["properties"]
    assert patched.status_code == 200
    assert found["recurrence"] == {
        "frequency": "hour",
        "interval": 2,
        "count": 9,
        "endTime": "2026-10-10T00:00:00Z",
    }
    assert found["status"] == {
        "lastExecutionTime": "2026-03-02T09:00:00Z",
        "nextExecutionTime": "2026-03-02T11:00:00Z",
        "executionCount": 1,
        "failureCount": 0,
        "faultedCount": 0,
    }


def test_enabling_a_job_that_has_ended_completes_it_and_runs_nothing() -> None:
    """Its first run was still owed to it, but its end has come."""
    world, app = a_world_and_its_app()
    ended = {"frequency": "day", "endTime": "2019-01-01T00:00:00Z"}
    call(app, "PUT", JOB, a_job_body(state="disabled", recurrence=ended))

    enabled = call(app, "PATCH", JOB, {"properties": {"state": "enabled"}})
    world.scan_and_run(at=NINE + timedelta(minutes=1))

    assert enabled.status_code == 200
    assert (properties(app)["state"], properties(app)["status"]["executionCount"]) == ("completed", 0)


def test_a_patch_keeps_credentials_and_null_removes_them() -> None:
    world, app = a_world_and_its_app()
    body = a_job_body(recurrence={"frequency": "day"})
    body["properties"]["action"]["request"]["authentication"] = BASIC
    call(app, "PUT", JOB, body)

    call(app, "PATCH", JOB, {"properties": {"action": {"request": {"uri": "http://other.example/"}}}})
    request = properties(app)["action"]["request"]
    assert request["authentication"] == {"type": "Basic", "username": "u"}
    assert stored_password(world) == "sealed:p"
    call(app, "PATCH", JOB, {"properties": {"action": {"request": {"authentication": None}}}})

    assert "authentication" not in properties(app)["action"]["request"]


def test_a_put_keeps_the_password_of_the_same_host_and_asks_for_that_of_another() -> None:
    _, app = a_world_and_its_app()
    body = a_job_body(recurrence={"frequency": "day"})
    body["properties"]["action"]["request"]["authentication"] = BASIC
    call(app, "PUT", JOB, body)
    read = content(call(app, "GET", JOB))

    assert call(app, "PUT", JOB, read).status_code == 200
    read["properties"]["action"]["request"]["uri"] = "http://other.example/"
    refused = call(app, "PUT", JOB, read)

    assert error_of(refused) == (400, "BadRequest")
    assert "properties.action.request.authentication.password: is required" in str(content(refused))


def test_a_job_without_its_secrets_may_come_disabled_but_not_be_enabled_or_run() -> None:
    _, app = a_world_and_its_app()
    body = a_job_body(state="disabled")
    body["properties"]["action"]["request"]["authentication"] = {"type": "Basic", "username": "u"}

    assert call(app, "PUT", JOB, body).status_code == 201
    for method, path, asked in (
        ("PATCH", JOB, {"properties": {"state": "enabled"}}),
        ("POST", f"{JOB}/run", None),
    ):
        assert "authentication.password: is required" in message(app, method, path, asked)


def test_a_finished_job_cannot_be_patched_but_put_again() -> None:
    world, app = a_world_and_its_app()
    call(app, "PUT", JOB, a_job_body())
    world.run()

    assert error_of(call(app, "PATCH", JOB, {"properties": {"state": "enabled"}})) == (409, "Conflict")
    again = call(app, "PUT", JOB, a_job_body())

    assert content(again)["properties"]["status"]["executionCount"] == 0
    assert content(again)["properties"]["state"] == "enabled"


@pytest.mark.parametrize("state", ["completed", "faulted"])
def test_a_finished_job_can_be_brought_in_but_not_made_of_one_that_exists(state: str) -> None:
    world, app = a_world_and_its_app()

    assert call(app, "PUT", JOB, a_job_body(state=state)).status_code == 201
    world.scan_and_run(at=at("09:30:00"))
    assert world.receiver == []
    assert error_of(call(app, "PUT", JOB, a_job_body(state=state))) == (400, "BadRequest")


def test_a_first_run_is_owed_until_it_has_started() -> None:
    world, app = a_world_and_its_app()
    call(app, "PUT", JOB, a_job_body(recurrence={"frequency": "day"}, state="disabled"))
    world.now = at("10:00:00")

    call(app, "PATCH", JOB, {"properties": {"state": "enabled"}})
    owed = properties(app)["status"]["nextExecutionTime"]
    world.run()
    world.now = at("10:00:30")
    call(app, "PATCH", JOB, {"properties": {"state": "disabled"}})
    call(app, "PATCH", JOB, {"properties": {"state": "enabled"}})

    assert owed == "2026-03-02T10:00:00Z"
    assert properties(app)["status"]["nextExecutionTime"] == "2026-03-03T09:00:00Z"


def test_a_patch_that_leaves_nothing_to_come_finishes_the_job() -> None:
    world, app = a_world_and_its_app()
    call(app, "PUT", JOB, EVERY_MINUTE)
    world.run()

    call(app, "PATCH", JOB, {"properties": {"recurrence": {"count": 1}}})

    assert properties(app)["state"] == "completed"
    assert "nextExecutionTime" not in properties(app)["status"]


def test_enabling_a_job_that_has_ended_meanwhile_finishes_it() -> None:
    world, app = a_world_and_its_app()
    ending = {"frequency": "day", "endTime": "2026-03-05T00:00Z"}
    call(app, "PUT", JOB, a_job_body(recurrence=ending, state="disabled", startTime="2026-03-02T00:00Z"))
    world.now = at("2026-04-01T00:00:00")

    enabled = call(app, "PATCH", JOB, {"properties": {"state": "enabled"}})
    moved = {"properties": {"recurrence": {"endTime": "2026-03-06T00:00Z"}}}

    assert (enabled.status_code, properties(app)["state"]) == (200, "completed")
    call(app, "PUT", JOB, a_job_body(recurrence={"frequency": "day"}))
    assert "properties.recurrence.endTime: lies in the past" in message(app, "PATCH", JOB, moved)


ENDED = {"recurrence": {"frequency": "day", "endTime": "2026-03-01T00:00Z"}}
PAST = "properties.recurrence.endTime: lies in the past"


@pytest.mark.parametrize(
    ("stored", "patch", "refusal"),
    [
        pytest.param("enabled", ENDED, PAST, id="enabled, as it was"),
        pytest.param("enabled", {**ENDED, "state": "disabled"}, "", id="disabled by the patch"),
        pytest.param("disabled", ENDED, "", id="disabled, as it was"),
        pytest.param("disabled", {**ENDED, "state": "enabled"}, PAST, id="enabled by the patch"),
    ],
)
def test_a_patch_may_set_a_past_end_only_on_a_job_that_is_not_enabled(
    stored: str, patch: dict[str, object], refusal: str
) -> None:
    _, app = a_world_and_its_app()
    call(app, "PUT", JOB, a_job_body(recurrence={"frequency": "day"}, state=stored))

    answer = content(call(app, "PATCH", JOB, {"properties": patch}))

    assert answer.get("error", {}).get("message", "") == refusal


def test_an_end_that_leaves_nothing_of_a_job_is_refused_and_a_count_that_does_so_is_not() -> None:
    world, app = a_world_and_its_app()
    call(app, "PUT", JOB, a_job_body(recurrence={"frequency": "day", "endTime": "2026-03-09"}))
    world.run()
    world.now = at("09:30:00")

    ends_before_tomorrow = {"properties": {"recurrence": {"endTime": "2026-03-02T12:00Z"}}}
    refused = message(app, "PATCH", JOB, ends_before_tomorrow)
    lowered = call(app, "PATCH", JOB, {"properties": {"recurrence": {"count": 1}}})

    assert "properties.recurrence.endTime: the job would never run" in refused
    assert (lowered.status_code, properties(app)["state"]) == (200, "completed")


def test_enabling_an_ended_job_and_lowering_its_count_completes_it() -> None:
    _, app = a_world_and_its_app()
    call(app, "PUT", JOB, a_job_body(state="disabled", recurrence={**ENDED["recurrence"], "count": 5}))

    patched = call(app, "PATCH", JOB, {"properties": {"state": "enabled", "recurrence": {"count": 1}}})

    assert (patched.status_code, properties(app)["state"]) == (200, "completed")


def test_whether_a_patched_job_can_ever_run_is_counted_from_its_creation() -> None:
    """Every 24 hours, counted from 09:00: it is 9 o'clock each time, whatever the clock says now."""
    world, app = a_world_and_its_app()
    call(app, "PUT", JOB, a_job_body(recurrence={"frequency": "hour", "interval": 24}))
    world.run()
    world.now = at("10:30:00")

    def patched(hour: int) -> int:
        schedule = {"properties": {"recurrence": {"schedule": {"hours": [hour]}}}}
        return int(call(app, "PATCH", JOB, schedule).status_code)

    assert (patched(9), patched(10)) == (200, 400)


def test_a_schedule_that_never_matches_is_refused_also_without_a_start() -> None:
    _, app = a_world_and_its_app()
    never = {"frequency": "hour", "interval": 24, "schedule": {"hours": [10]}}

    assert "the job could never run" in message(app, "PUT", JOB, a_job_body(recurrence=never))


@pytest.mark.parametrize(
    ("patch", "fault"),
    [
        ({"state": "disabled"}, "state: is not known here: it belongs into properties"),
        (
            {"properties": {"recurence": {"interval": 2}}},
            "properties.recurence: is not known; did you mean 'recurrence'?",
        ),
        (
            {"properties": {"recurence": None, "state": "off"}},
            "properties.recurence: is not known; did you mean 'recurrence'?; "
            "properties.state: 'off' is none of enabled, disabled, completed, faulted",
        ),
        (
            {"properties": {"action": {"request": {"url": "http://other.example/"}}}},
            "properties.action.request.url: is not known; did you mean 'uri'?",
        ),
    ],
)
def test_a_patch_with_an_unknown_key_is_refused_and_changes_nothing(patch: object, fault: str) -> None:
    _, app = a_world_and_its_app()
    call(app, "PUT", JOB, EVERY_MINUTE)
    before = properties(app)

    assert message(app, "PATCH", JOB, patch) == fault
    assert properties(app) == before


def test_a_job_as_it_was_answered_can_be_put_and_patched() -> None:
    _, app = a_world_and_its_app()
    call(app, "PUT", JOB, a_job_body(recurrence={"frequency": "day"}))

    answered = content(call(app, "GET", JOB))

    assert [call(app, method, JOB, answered).status_code for method in ("PUT", "PATCH")] == [200, 200]


def test_run_answers_with_nothing_and_not_in_a_disabled_collection() -> None:
    world, app = a_world_and_its_app()
    call(app, "PUT", JOB, a_job_body(state="disabled"))

    started = call(app, "POST", f"{JOB}/run")
    world.run()
    call(app, "POST", f"{COLLECTION}/disable")

    assert (started.status_code, started.get_body()) == (200, b"")
    assert len(world.receiver) == 1
    assert error_of(call(app, "POST", f"{JOB}/run")) == (409, "Conflict")


def test_a_job_larger_than_sixteen_kilobytes_is_refused_also_by_patch() -> None:
    _, app = a_world_and_its_app()
    headers = {f"h{n}": "x" * 70 for n in range(50)}
    body = a_job_body()
    body["properties"]["action"]["request"] |= {"body": "ä" * 8_000, "headers": headers}

    assert "more than 16384" in message(app, "PUT", JOB, body)
    call(app, "PUT", JOB, a_job_body(recurrence={"frequency": "day"}))
    assert "more than 16384" in message(app, "PATCH", JOB, body)


def stored_password(world: World) -> str:
    (collection,) = world.store.collections("s")
    (job,) = world.store.jobs(collection.key)
    assert isinstance(job, Job)
    action = job.definition.action
    assert isinstance(action, HttpAction)
    assert isinstance(action.request.authentication, Basic)
    assert action.request.authentication.password is not None
    return action.request.authentication.password.sealed
