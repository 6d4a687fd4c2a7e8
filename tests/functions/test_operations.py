"""The operations of the API in process, over a table in memory and with a clock that is turned by hand."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.action import HttpAction
from shared.domain.authentication import Basic
from shared.functions.wiring import App
from tests.builders import NINE, at
from tests.functions.test_http import COLLECTION, EVERY_MINUTE, JOB, an_app, call, content, error_of
from tests.world import World

GROUP = "subscriptions/s/resourceGroups/rg/providers/Microsoft.Scheduler/jobCollections"
BASIC = {"type": "Basic", "username": "u", "password": "p"}


def a_world_and_its_app(**collection: Any) -> tuple[World, App]:
    world = World()
    app = an_app(world)
    assert call(app, "PUT", COLLECTION, {"location": "westus", "properties": collection}).status_code == 201
    return world, app


def a_job(**properties: Any) -> dict[str, Any]:
    request = {"uri": "http://receiver.example/", "method": "GET"}
    return {"properties": {"action": {"type": "Http", "request": request}, **properties}}


def properties(app: App, path: str = JOB) -> dict[str, Any]:
    found: dict[str, Any] = content(call(app, "GET", path))["properties"]
    return found


def message(app: App, method: str, path: str, body: object = None) -> str:
    return str(content(call(app, method, path, body))["error"]["message"])


class TestCollections:
    def test_a_patch_changes_what_it_names_and_keeps_the_rest(self) -> None:
        _, app = a_world_and_its_app(sku={"name": "P10Premium"}, quota={"maxJobCount": 7})

        patched = call(
            app, "PATCH", COLLECTION, {"tags": {"a": "b"}, "Properties": {"Quota": {"maxJobCount": 9}}}
        )

        assert patched.status_code == 200
        assert content(patched) == {
            "id": f"/{COLLECTION}",
            "type": "Microsoft.Scheduler/jobCollections",
            "name": "jc1",
            "location": "West US",
            "tags": {"a": "b"},
            "properties": {"sku": {"name": "P10Premium"}, "state": "Enabled", "quota": {"maxJobCount": 9}},
        }
        call(app, "PATCH", COLLECTION, {"tags": None, "properties": {"quota": None}})
        assert content(call(app, "GET", COLLECTION)).keys() == {
            "id",
            "type",
            "name",
            "location",
            "properties",
        }

    def test_enable_and_disable_answer_with_nothing(self) -> None:
        _, app = a_world_and_its_app()

        for verb, state in (("disable", "Disabled"), ("enable", "Enabled")):
            answer = call(app, "POST", f"{COLLECTION}/{verb}")

            assert (answer.status_code, answer.get_body()) == (200, b"")
            assert properties(app, COLLECTION)["state"] == state

    def test_the_collections_of_a_group_are_listed(self) -> None:
        _, app = a_world_and_its_app()
        call(app, "PUT", f"{GROUP}/another", {"location": "westus"})
        call(app, "PUT", f"{GROUP.replace('rg', 'rg2')}/elsewhere", {"location": "westus"})

        listed = content(call(app, "GET", GROUP.replace("rg", "RG")))

        assert [collection["name"] for collection in listed["value"]] == ["another", "jc1"]

    @pytest.mark.parametrize(
        ("wanted", "reason"),
        [
            ({"quota": {"maxJobCount": 51}}, "maxJobCount: 51 is more than the 50 jobs"),
            (
                {
                    "sku": {"name": "Free"},
                    "quota": {"maxRecurrence": {"frequency": "minute", "interval": 59}},
                },
                "'0:59:00' is beyond the limit '1:00:00' of Free collections",
            ),
            ({"sku": {"name": "Free"}}, "would run again after 0:01:00"),
            ({"quota": {"maxRecurrence": {"frequency": "hour"}}}, "would run again after 0:01:00"),
        ],
    )
    def test_a_plan_or_quota_that_does_not_fit_is_a_conflict(
        self, wanted: dict[str, Any], reason: str
    ) -> None:
        _, app = a_world_and_its_app()
        call(app, "PUT", JOB, EVERY_MINUTE)

        for method in ("PUT", "PATCH"):
            refused = call(app, method, COLLECTION, {"location": "westus", "properties": wanted})

            assert error_of(refused) == (409, "Conflict")
            assert reason in content(refused)["error"]["message"]

    def test_a_subscription_has_one_free_collection(self) -> None:
        _, app = a_world_and_its_app(sku={"name": "Free"})
        second = {"location": "westus", "properties": {"sku": {"name": "Free"}}}

        assert call(app, "PUT", COLLECTION, second).status_code == 200
        assert error_of(call(app, "PUT", f"{GROUP}/second", second)) == (409, "Conflict")

    def test_a_free_collection_takes_no_authentication(self) -> None:
        _, app = a_world_and_its_app(sku={"name": "Free"})
        body = a_job()
        body["properties"]["action"]["request"]["authentication"] = BASIC

        assert error_of(call(app, "PUT", JOB, body)) == (409, "Conflict")

    def test_a_state_may_be_set_and_an_old_plan_is_understood(self) -> None:
        _, app = a_world_and_its_app(sku={"name": "premium"}, state="suspended")

        assert properties(app, COLLECTION) == {"sku": {"name": "P10Premium"}, "state": "Suspended"}


class TestJobs:
    def test_jobs_are_listed_filtered_and_paged(self) -> None:
        _, app = a_world_and_its_app()
        for name, state in (("c", "enabled"), ("A", "disabled"), ("b", "enabled")):
            call(app, "PUT", f"{COLLECTION}/jobs/{name}", a_job(state=state))

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
    def test_a_bad_parameter_is_refused_and_named(self, params: dict[str, str]) -> None:
        _, app = a_world_and_its_app()

        refused = call(app, "GET", f"{COLLECTION}/jobs", params={"api-version": "2016-03-01", **params})

        assert error_of(refused) == (400, "BadRequest")
        assert next(iter(params)) in content(refused)["error"]["message"]

    def test_history_is_filtered_paged_and_forgotten_after_sixty_days(self) -> None:
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
        assert (
            numbers(**{"$filter": "status eq Failed"}) == numbers(**{"$filter": "status eq postponed"}) == []
        )
        world.now = NINE + timedelta(days=60, minutes=2)
        assert numbers() == [4]

    def test_a_patch_merges_deeply_and_keeps_counters(self) -> None:
        world, app = a_world_and_its_app()
        call(app, "PUT", JOB, a_job(recurrence={"frequency": "minute", "count": 9, "endTime": "2026-10-10"}))
        world.run()
        world.now = at("09:00:30")

        patched = call(
            app, "PATCH", JOB, {"properties": {"recurrence": {"frequency": "hour", "interval": 2}}}
        )

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

    def test_a_patch_keeps_credentials_and_null_removes_them(self) -> None:
        world, app = a_world_and_its_app()
        body = a_job(recurrence={"frequency": "day"})
        body["properties"]["action"]["request"]["authentication"] = BASIC
        call(app, "PUT", JOB, body)

        call(app, "PATCH", JOB, {"properties": {"action": {"request": {"uri": "http://other.example/"}}}})
        request = properties(app)["action"]["request"]
        assert request["authentication"] == {"type": "Basic", "username": "u"}
        assert stored_password(world) == "sealed:p"
        call(app, "PATCH", JOB, {"properties": {"action": {"request": {"authentication": None}}}})

        assert "authentication" not in properties(app)["action"]["request"]

    def test_a_put_keeps_the_password_of_the_same_host_and_asks_for_that_of_another(self) -> None:
        _, app = a_world_and_its_app()
        body = a_job(recurrence={"frequency": "day"})
        body["properties"]["action"]["request"]["authentication"] = BASIC
        call(app, "PUT", JOB, body)
        read = content(call(app, "GET", JOB))

        assert call(app, "PUT", JOB, read).status_code == 200
        read["properties"]["action"]["request"]["uri"] = "http://other.example/"
        refused = call(app, "PUT", JOB, read)

        assert error_of(refused) == (400, "BadRequest")
        assert "properties.action.request.authentication.password: is required" in str(content(refused))

    def test_a_job_without_its_secrets_may_come_disabled_but_not_be_enabled_or_run(self) -> None:
        _, app = a_world_and_its_app()
        body = a_job(state="disabled")
        body["properties"]["action"]["request"]["authentication"] = {"type": "Basic", "username": "u"}

        assert call(app, "PUT", JOB, body).status_code == 201
        for method, path, asked in (
            ("PATCH", JOB, {"properties": {"state": "enabled"}}),
            ("POST", f"{JOB}/run", None),
        ):
            assert "authentication.password: is required" in message(app, method, path, asked)

    def test_a_finished_job_cannot_be_patched_but_put_again(self) -> None:
        world, app = a_world_and_its_app()
        call(app, "PUT", JOB, a_job())
        world.run()

        assert error_of(call(app, "PATCH", JOB, {"properties": {"state": "enabled"}})) == (409, "Conflict")
        again = call(app, "PUT", JOB, a_job())

        assert content(again)["properties"]["status"]["executionCount"] == 0
        assert content(again)["properties"]["state"] == "enabled"

    @pytest.mark.parametrize("state", ["completed", "faulted"])
    def test_a_finished_job_can_be_brought_in_but_not_made_of_one_that_exists(self, state: str) -> None:
        world, app = a_world_and_its_app()

        assert call(app, "PUT", JOB, a_job(state=state)).status_code == 201
        world.scan_and_run(at=at("09:30:00"))
        assert world.receiver == []
        assert error_of(call(app, "PUT", JOB, a_job(state=state))) == (400, "BadRequest")

    def test_a_first_run_is_owed_until_it_has_started(self) -> None:
        world, app = a_world_and_its_app()
        call(app, "PUT", JOB, a_job(recurrence={"frequency": "day"}, state="disabled"))
        world.now = at("10:00:00")

        call(app, "PATCH", JOB, {"properties": {"state": "enabled"}})
        owed = properties(app)["status"]["nextExecutionTime"]
        world.run()
        world.now = at("10:00:30")
        call(app, "PATCH", JOB, {"properties": {"state": "disabled"}})
        call(app, "PATCH", JOB, {"properties": {"state": "enabled"}})

        assert owed == "2026-03-02T10:00:00Z"
        assert properties(app)["status"]["nextExecutionTime"] == "2026-03-03T09:00:00Z"

    def test_a_patch_that_leaves_nothing_to_come_finishes_the_job(self) -> None:
        world, app = a_world_and_its_app()
        call(app, "PUT", JOB, EVERY_MINUTE)
        world.run()

        call(app, "PATCH", JOB, {"properties": {"recurrence": {"count": 1}}})

        assert properties(app)["state"] == "completed"
        assert "nextExecutionTime" not in properties(app)["status"]

    def test_enabling_a_job_that_has_ended_meanwhile_finishes_it(self) -> None:
        world, app = a_world_and_its_app()
        ending = {"frequency": "day", "endTime": "2026-03-05T00:00Z"}
        call(app, "PUT", JOB, a_job(recurrence=ending, state="disabled", startTime="2026-03-02T00:00Z"))
        world.now = at("2026-04-01T00:00:00")

        enabled = call(app, "PATCH", JOB, {"properties": {"state": "enabled"}})
        moved = {"properties": {"recurrence": {"endTime": "2026-03-06T00:00Z"}}}

        assert (enabled.status_code, properties(app)["state"]) == (200, "completed")
        call(app, "PUT", JOB, a_job(recurrence={"frequency": "day"}))
        assert "properties.recurrence.endTime: lies in the past" in message(app, "PATCH", JOB, moved)

    def test_run_answers_with_nothing_and_not_in_a_disabled_collection(self) -> None:
        world, app = a_world_and_its_app()
        call(app, "PUT", JOB, a_job(state="disabled"))

        started = call(app, "POST", f"{JOB}/run")
        world.run()
        call(app, "POST", f"{COLLECTION}/disable")

        assert (started.status_code, started.get_body()) == (200, b"")
        assert len(world.receiver) == 1
        assert error_of(call(app, "POST", f"{JOB}/run")) == (409, "Conflict")

    def test_a_job_larger_than_sixteen_kilobytes_is_refused_also_by_patch(self) -> None:
        _, app = a_world_and_its_app()
        headers = {f"h{n}": "x" * 70 for n in range(50)}
        body = a_job()
        body["properties"]["action"]["request"] |= {"body": "ä" * 8_000, "headers": headers}

        assert "more than 16384" in message(app, "PUT", JOB, body)
        call(app, "PUT", JOB, a_job(recurrence={"frequency": "day"}))
        assert "more than 16384" in message(app, "PATCH", JOB, body)


class TestExtensions:
    def test_upcoming_runs_of_a_job(self) -> None:
        world, app = a_world_and_its_app()
        call(app, "PUT", JOB, a_job(recurrence={"frequency": "minute", "count": 4}))
        world.run()

        found = call(app, "GET", f"{JOB}/upcomingRuns", params={"api-version": "2016-03-01", "$top": "2"})

        assert content(found) == {
            "sentence": "Every minute from 09:00 UTC, 4 times",
            "runs": ["2026-03-02T09:01:00Z", "2026-03-02T09:02:00Z"],
        }
        assert len(content(call(app, "GET", f"{JOB}/upcomingRuns"))["runs"]) == 3

    def test_a_preview_stores_nothing(self) -> None:
        _, app = a_world_and_its_app()
        body = {
            "recurrence": {"frequency": "day"},
            "startTime": "2026-03-05T10:00Z",
            "now": "2026-03-04",
            "top": 2,
        }

        found = call(app, "POST", "subscriptions/s/providers/Microsoft.Scheduler/previewRuns", body)

        assert content(found) == {
            "sentence": "Every day at 10:00 UTC",
            "runs": ["2026-03-05T10:00:00Z", "2026-03-06T10:00:00Z"],
        }
        assert content(call(app, "GET", f"{COLLECTION}/jobs"))["value"] == []


class TestAccess:
    def test_a_key_that_may_only_read_is_refused_a_change(self) -> None:
        reader = "r" * 32
        app = an_app(read_keys=(reader,))
        headers = {"authorization": f"Bearer {reader}"}

        assert call(app, "GET", COLLECTION, headers=headers).status_code == 404
        changed = call(app, "PUT", COLLECTION, {"location": "westus"}, headers=headers)
        preview = call(
            app, "POST", "subscriptions/s/providers/Microsoft.Scheduler/previewRuns", {}, headers=headers
        )

        assert error_of(changed) == (403, "AuthorizationFailed")
        assert preview.status_code == 200

    def test_a_key_may_come_as_code_or_as_a_bearer_token(self) -> None:
        app, key = an_app(), "k" * 32

        by_code = call(app, "GET", COLLECTION, headers={}, params={"api-version": "2016-03-01", "code": key})
        by_bearer = call(app, "GET", COLLECTION, headers={"authorization": f"bearer {key}"})

        assert (by_code.status_code, by_bearer.status_code) == (404, 404)

    def test_options_tell_what_is_allowed(self) -> None:
        answer = call(an_app(), "OPTIONS", JOB)

        assert (answer.status_code, answer.headers["Allow"]) == (
            200,
            "DELETE, GET, HEAD, OPTIONS, PATCH, PUT",
        )


def stored_password(world: World) -> str:
    (collection,) = world.store.collections("s")
    (job,) = world.store.jobs(collection.key)
    action = job.definition.action
    assert isinstance(action, HttpAction)
    assert isinstance(action.request.authentication, Basic)
    assert action.request.authentication.password is not None
    return action.request.authentication.password.sealed
