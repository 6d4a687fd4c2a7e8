"""Jobs of Google Cloud Scheduler: what they call, when they run, and how they try again."""

from datetime import datetime
from typing import Any

import pytest

from migrate.forms.google.form import matches
from migrate.found import FoundJob, Names, Origin, Unusable
from migrate.planning.job import Outcome
from tests.migrate.forms.clouds import (
    all_spoilt,
    document_in,
    ending,
    found_in,
    job_in,
    next_runs,
    planned,
    planned_job,
)

REPORT, PING, ORDERS, TIDY = document_in("google-jobs.json")
STAYS = (
    "has no counterpart here: it stays disabled, also with --accept-loss; change the action, then enable it"
)


def a_ping(**changes: Any) -> dict[str, Any]:
    return {**PING, **changes}


def calling(**http: Any) -> dict[str, Any]:
    return a_ping(httpTarget={"uri": "https://shop.example.com/ping", "httpMethod": "POST", **http})


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        pytest.param(PING, True, id="a job"),
        pytest.param(ORDERS, True, id="a job that calls Pub/Sub"),
        pytest.param({"jobs": [PING]}, True, id="a page of the REST API"),
        pytest.param({"name": "projects/p/locations/l/jobs/j"}, False, id="a name alone"),
        pytest.param(
            {"name": "projects/p/locations/l/queues/q", "schedule": "* * * * *"}, False, id="a queue"
        ),
        pytest.param({"name": 5, "schedule": "* * * * *"}, False, id="no name"),
        pytest.param({"jobs": {"build": {"runs-on": "linux"}}}, False, id="jobs of something else"),
        pytest.param({"jobs": []}, False, id="no jobs"),
        pytest.param([PING], False, id="an array"),
        pytest.param(None, False, id="nothing"),
    ],
)
def test_the_form_is_known_by_its_names(document: object, expected: bool) -> None:
    assert matches(document) is expected


def test_a_job_that_calls_an_address_comes_over() -> None:
    job = job_in(REPORT)

    assert job.origin == Origin(file="0.json", form="Google Cloud Scheduler")
    assert job.names == Names(collection="acme-prod", job="build-report")
    assert job.properties == {
        "description": "Builds the report",
        "state": "enabled",
        "action": {
            "type": "Https",
            "request": {
                "uri": "https://reports.example.com/build",
                "method": "POST",
                "headers": {"Content-Type": "application/json"},
                "body": '{"day": "gestern \u2013 heute"}',
            },
            "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 3},
            "retryOptions": {"backoff": 2.0, "maxInterval": "01:00:00"},
        },
        "recurrence": {"cron": "30 2 * * *"},
        "timeZone": "Europe/Berlin",
        "overlap": "wait",
        "status": {
            "nextExecutionTime": "2026-11-19T01:30:00Z",
            "lastExecutionTime": "2026-11-17T01:30:00Z",
        },
    }
    assert (job.version, job.faults) == ("2026-11-01", ())


def test_what_only_google_gives_is_lost_and_what_differs_is_noted() -> None:
    job = job_in(REPORT)

    assert job.lost == (
        "its OIDC token, of 'caller@acme-prod.iam.gserviceaccount.com', audience "
        "'https://reports.example.com': only Google gives it out; "
        "if the target asks for it, give the request another authentication",
    )
    assert job.notes == (
        "left out, because Google sets them itself: User-Agent",
        "a call ends after 60 seconds here; for Google it was 180",
        "retryInterval is 00:00:15, the shortest here; it was 00:00:05",
    )


def test_an_oauth_token_is_lost_too() -> None:
    job = job_in(calling(oauthToken={"serviceAccountEmail": "a@b.example", "scope": "all"}))

    assert job.lost == (
        "its OAuth token, of 'a@b.example', scope 'all': only Google gives it out; "
        "if the target asks for it, give the request another authentication",
    )


@pytest.mark.parametrize(
    ("document", "now", "expected"),
    [
        pytest.param(
            REPORT,
            "2027-03-27T00:00:00Z",
            ["2027-03-27T01:30:00", "2027-03-28T01:30:00", "2027-03-29T00:30:00"],
            id="across the change to summer time",
        ),
        pytest.param(
            ORDERS,
            "2026-11-01T03:00:00Z",
            ["2026-11-01T04:00:00", "2026-11-01T09:00:00", "2026-11-01T13:00:00"],
            id="across the change to winter time in New York",
        ),
        pytest.param(
            PING,
            "2026-11-20T23:45:00Z",
            ["2026-11-20T23:50:00", "2026-11-23T00:00:00", "2026-11-23T00:10:00"],
            id="1 to 5 are Monday to Friday",
        ),
        pytest.param(
            a_ping(schedule="0 9 13 * 5"),
            "2026-12-01T12:00:00Z",
            ["2026-12-04T09:00:00", "2026-12-11T09:00:00", "2026-12-13T09:00:00", "2026-12-18T09:00:00"],
            id="either of two days suffices",
        ),
        pytest.param(
            a_ping(schedule="0 9 * JAN SUN", timeZone=None),
            "2026-11-18T12:00:00Z",
            ["2027-01-03T09:00:00", "2027-01-10T09:00:00"],
            id="names, and UTC where no zone is given",
        ),
    ],
)
def test_the_next_runs_are_those_of_the_schedule(
    document: dict[str, Any], now: str, expected: list[str]
) -> None:
    assert next_runs(document, now, len(expected)) == expected


@pytest.mark.parametrize(
    ("next_run", "notes"),
    [
        pytest.param("2026-11-18T12:10:03.4491Z", (), id="the same, some seconds late"),
        pytest.param(
            "2026-11-18T12:20:00Z",
            ("its next run is 2026-11-18T12:10:00Z; the export expected 2026-11-18T12:20:00Z",),
            id="another",
        ),
    ],
)
def test_the_next_run_of_the_export_is_a_proof(next_run: str, notes: tuple[str, ...]) -> None:
    now = datetime.fromisoformat("2026-11-18T12:05:00Z")

    job = planned_job(a_ping(scheduleTime=next_run), now=now).prepared

    assert job is not None
    assert job.notes == notes


def test_what_google_does_not_say_of_clock_changes_is_noted() -> None:
    job = planned_job(REPORT).prepared

    assert job is not None
    assert [note for note in job.notes if note.startswith("when clocks")] == [
        "when clocks change on 2027-03-28, its origin does not say what becomes of 02:30; "
        "here it runs at 2027-03-28T01:30:00Z",
        "when clocks change on 2027-10-31, its origin does not say what becomes of 02:30; "
        "here it runs at 2027-10-31T00:30:00Z",
    ]


@pytest.mark.parametrize("accept_loss", [False, True])
@pytest.mark.parametrize(
    ("document", "request_", "target"),
    [
        pytest.param(
            ORDERS,
            {"uri": "https://replace-me.invalid/pubsub", "method": "POST", "body": "collect"},
            "projects/acme-prod/topics/orders",
            id="Pub/Sub",
        ),
        pytest.param(
            {
                **a_ping(state="ENABLED", httpTarget=None),
                "appEngineHttpTarget": {
                    "httpMethod": "POST",
                    "appEngineRouting": {"service": "worker"},
                    "relativeUri": "/tasks",
                },
            },
            {"uri": "https://replace-me.invalid/app-engine", "method": "POST"},
            "App Engine worker/tasks",
            id="App Engine",
        ),
    ],
)
def test_other_targets_stay_disabled_whatever_is_accepted(
    document: Any, request_: Any, target: str, accept_loss: bool
) -> None:
    found, job = job_in(document), planned_job(document, accept_loss=accept_loss)

    assert found.properties["action"]["request"] == request_
    assert found.lost == (f"its target, {target}, {STAYS}",)
    assert (job.outcome, job.prepared and job.prepared.state) == (Outcome.CREATE, "disabled")


@pytest.mark.parametrize(
    ("state", "expected"),
    [("ENABLED", "enabled"), ("PAUSED", "disabled"), ("DISABLED", "disabled"), ("UPDATE_FAILED", "disabled")],
)
def test_a_state_has_its_counterpart(state: str, expected: str) -> None:
    assert job_in(a_ping(state=state)).properties["state"] == expected


def test_a_change_that_failed_is_noted() -> None:
    assert job_in(a_ping(state="UPDATE_FAILED")).notes == (
        "Google could not carry out its last change (UPDATE_FAILED): compare it with what you meant",
    )


@pytest.mark.parametrize(
    ("config", "action", "notes"),
    [
        pytest.param(None, {"retryPolicy": {"retryType": "none"}}, (), id="none"),
        pytest.param({"retryCount": 0}, {"retryPolicy": {"retryType": "none"}}, (), id="none, said so"),
        pytest.param(
            {"retryCount": 5, "minBackoffDuration": "20s", "maxBackoffDuration": "60s"},
            {
                "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:20", "retryCount": 5},
                "retryOptions": {"backoff": 2.0, "maxInterval": "00:01:00"},
            },
            (),
            id="five",
        ),
        pytest.param(
            {"retryCount": 5, "minBackoffDuration": "30s", "maxDoublings": 1},
            {
                "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 5},
                "retryOptions": {"backoff": 2.0, "maxInterval": "01:00:00"},
            },
            ("Google doubled the interval 1 times; here it is doubled up to the longest",),
            id="few doublings",
        ),
        pytest.param(
            {"maxRetryDuration": "120s", "minBackoffDuration": "30s"},
            {
                "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 3},
                "retryOptions": {"backoff": 2.0, "maxInterval": "01:00:00"},
            },
            ("Google tried again for at least 00:02:00; here it is 3 times",),
            id="for a time only",
        ),
    ],
)
def test_retries_have_their_counterpart(config: Any, action: Any, notes: tuple[str, ...]) -> None:
    job = job_in(a_ping(retryConfig=config))

    assert {key: value for key, value in job.properties["action"].items() if "retry" in key} == action
    assert job.notes == notes


@pytest.mark.parametrize(
    ("deadline", "lost", "notes"),
    [
        ("60s", (), ()),
        ("15s", (), ("a call ends after 60 seconds here; for Google it was 15",)),
        ("180s", (), ("a call ends after 60 seconds here; for Google it was 180",)),
        ("600s", ("its deadline of 600 seconds: a call ends after 60 seconds here",), ()),
    ],
)
def test_a_deadline_that_somebody_chose_is_lost(
    deadline: str, lost: tuple[str, ...], notes: tuple[str, ...]
) -> None:
    job = job_in(a_ping(attemptDeadline=deadline))

    assert (job.lost, job.notes) == (lost, notes)


@pytest.mark.parametrize(
    ("http", "headers"),
    [
        pytest.param({"headers": {"X-Own": "1"}}, {"X-Own": "1"}, id="its own"),
        pytest.param({"headers": {"User-Agent": "mine"}}, {"User-Agent": "mine"}, id="its own agent"),
        pytest.param(
            {"headers": {"Host": "h", "X-CloudScheduler": "true", "X-Google-A": "b", "Content-Length": "1"}},
            None,
            id="those of Google",
        ),
        pytest.param({"body": "YQ=="}, {"Content-Type": "application/octet-stream"}, id="Google's default"),
        pytest.param(
            {"body": "YQ==", "headers": {"content-type": "text/plain"}},
            {"content-type": "text/plain"},
            id="a type of its own",
        ),
    ],
)
def test_headers_are_those_that_the_target_got(http: Any, headers: Any) -> None:
    assert job_in(calling(**http)).properties["action"]["request"].get("headers") == headers


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        pytest.param(
            TIDY,
            "schedule: 'every 5 minutes' is a sentence in the manner of App Engine: "
            "write it as cron, such as '*/5 * * * *'",
            id="English",
        ),
        pytest.param(
            a_ping(schedule="1st monday of month 09:00"),
            "schedule: '1st monday of month 09:00' is a sentence in the manner of App Engine: "
            "write it as cron, such as '*/5 * * * *'",
            id="more English",
        ),
        pytest.param(
            a_ping(schedule="0 9 * *"),
            "schedule: has 4 fields; write five: minute, hour, day of month, month, day of week",
            id="too few fields",
        ),
        pytest.param(a_ping(schedule=None), "schedule: is required", id="none"),
        pytest.param(
            a_ping(state="LOST"),
            "state: 'LOST' is none of ENABLED, PAUSED, DISABLED, UPDATE_FAILED",
            id="a state",
        ),
        pytest.param(
            calling(body="gA=="),
            "httpTarget.body: is not text in UTF-8, and a body is text here",
            id="bytes",
        ),
        pytest.param(calling(body="?"), "httpTarget.body: is not Base64", id="no Base64"),
        pytest.param(
            a_ping(attemptDeadline="3 minutes"),
            "attemptDeadline: '3 minutes' is not a duration like '180s'",
            id="no duration",
        ),
        pytest.param(
            a_ping(httpTarget=None),
            "has none of httpTarget, pubsubTarget, appEngineHttpTarget",
            id="no target",
        ),
        pytest.param(
            a_ping(retryConfig={"retryCount": 99}),
            "retryConfig.retryCount: is not between 0 and 20",
            id="retries",
        ),
    ],
)
def test_what_has_no_form_here_is_a_fault(document: Any, fault: str) -> None:
    assert fault in [str(one) for one in job_in(document).faults]


def test_a_page_of_the_rest_api_is_taken_apart_and_its_end_is_told() -> None:
    found = found_in({"jobs": [PING, {}], "nextPageToken": "more"})

    assert [one.names.job for one in found if isinstance(one, FoundJob)] == ["ping"]
    assert [str(fault) for one in found if isinstance(one, Unusable) for fault in one.faults] == [
        "is no job of Google Cloud Scheduler",
        "nextPageToken: leads to jobs that are in no file: "
        "fetch that page too, and import all of them together",
    ]


def test_the_answer_of_the_command_becomes_a_plan() -> None:
    plan = planned([REPORT, PING, ORDERS, TIDY])

    assert [(job.name, job.outcome) for one in plan.collections for job in one.jobs] == [
        ("build-report", Outcome.CREATE),
        ("ping", Outcome.CREATE),
        ("orders", Outcome.CREATE),
        ("tidy", Outcome.CANNOT),
    ]


@pytest.mark.parametrize("document", [REPORT, ORDERS], ids=["an address", "Pub/Sub"])
def test_a_wrong_type_anywhere_ends_in_a_plan_or_in_words(document: Any) -> None:
    ended = [ending(wrong) for wrong in all_spoilt(document)]

    assert len(ended) > 50
    assert all(ended)
