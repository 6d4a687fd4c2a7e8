"""What the original had not, and who may call."""

import pytest

from shared.functions.settings import AccessKey
from tests.functions.calls import (
    COLLECTION,
    JOB,
    a_job_body,
    a_world_and_its_app,
    an_app,
    call,
    content,
    error_of,
)


def test_upcoming_runs_of_a_job_body() -> None:
    world, app = a_world_and_its_app()
    call(app, "PUT", JOB, a_job_body(recurrence={"frequency": "minute", "count": 4}))
    world.run()

    found = call(app, "GET", f"{JOB}/upcomingRuns", params={"api-version": "2016-03-01", "$top": "2"})

    assert content(found) == {
        "sentence": "Every minute from 09:00 UTC, 4 times",
        "runs": ["2026-03-02T09:01:00Z", "2026-03-02T09:02:00Z"],
    }
    assert len(content(call(app, "GET", f"{JOB}/upcomingRuns"))["runs"]) == 3


@pytest.mark.parametrize(
    ("job", "collection", "note", "runs"),
    [
        pytest.param({}, {}, None, 10, id="it runs"),
        pytest.param(
            {},
            {"state": "Disabled"},
            "The collection is disabled: nothing runs until it is enabled.",
            10,
            id="its collection is disabled",
        ),
        pytest.param(
            {"state": "disabled"},
            {"state": "Suspended"},
            "The collection is suspended: nothing runs until it is enabled.",
            0,
            id="its collection is suspended",
        ),
        pytest.param(
            {"state": "disabled"},
            {},
            "The job is disabled: it does not run until it is enabled.",
            0,
            id="it is disabled",
        ),
        pytest.param(
            {"state": "faulted"},
            {},
            "The job is faulted: it does not run again, unless it is saved anew.",
            0,
            id="it is over",
        ),
    ],
)
def test_upcoming_runs_say_why_nothing_runs(
    job: dict[str, str], collection: dict[str, str], note: str | None, runs: int
) -> None:
    _, app = a_world_and_its_app(**collection)
    call(app, "PUT", JOB, a_job_body(recurrence={"frequency": "minute"}, **job))

    found = content(call(app, "GET", f"{JOB}/upcomingRuns"))

    assert (found.get("note"), len(found["runs"])) == (note, runs)


def test_all_faults_of_a_preview_come_in_one_answer() -> None:
    _, app = a_world_and_its_app()
    body = {"top": 0, "now": "soon", "recurrence": {"frequency": "daily"}, "state": "asleep"}

    refused = call(app, "POST", "subscriptions/s/providers/Microsoft.Scheduler/previewRuns", body)

    faults = content(refused)["error"]["message"].split("; ")
    assert [fault.partition(":")[0] for fault in faults] == ["top", "now", "state", "recurrence.frequency"]


def test_a_preview_stores_nothing() -> None:
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


def test_a_key_that_may_only_read_is_refused_a_change() -> None:
    reader = "r" * 32
    app = an_app(read_keys=(AccessKey("dashboard", reader),))
    headers = {"authorization": f"Bearer {reader}"}

    assert call(app, "GET", COLLECTION, headers=headers).status_code == 404
    changed = call(app, "PUT", COLLECTION, {"location": "westus"}, headers=headers)
    preview = call(
        app, "POST", "subscriptions/s/providers/Microsoft.Scheduler/previewRuns", {}, headers=headers
    )

    assert error_of(changed) == (403, "AuthorizationFailed")
    assert preview.status_code == 200


def test_a_key_may_come_as_code_or_as_a_bearer_token() -> None:
    app, key = an_app(), "k" * 32

    by_code = call(app, "GET", COLLECTION, headers={}, params={"api-version": "2016-03-01", "code": key})
    by_bearer = call(app, "GET", COLLECTION, headers={"authorization": f"bearer {key}"})

    assert (by_code.status_code, by_bearer.status_code) == (404, 404)


def test_options_tell_what_is_allowed() -> None:
    answer = call(an_app(), "OPTIONS", JOB)

    assert (answer.status_code, answer.headers["Allow"]) == (
        200,
        "DELETE, GET, HEAD, OPTIONS, PATCH, PUT",
    )
