"""Schedules of EventBridge: what they call, how they try again, and which documents belong together."""

from typing import Any

import pytest

from migrate.forms.eventbridge.form import is_beside, matches
from migrate.found import Defaults, FoundJob, Names, Origin, Unusable
from migrate.planning.job import Outcome
from tests.migrate.forms.clouds import (
    DEFAULTS,
    all_spoilt,
    document_in,
    ending,
    found_in,
    job_in,
    planned,
    planned_job,
)

NIGHTLY, POLL, FAREWELL = document_in("eventbridge-schedules.json")
LIST = document_in("eventbridge-list.json")
DESTINATION = document_in("eventbridge-api-destination.json")
CONNECTION = document_in("eventbridge-connection.json")
QUEUE = "arn:aws:sqs:eu-central-1:123456789012:orders.fifo"
STAYS = (
    "has no counterpart here: it stays disabled, also with --accept-loss; change the action, then enable it"
)


def a_poll(**target: Any) -> dict[str, Any]:
    return {**POLL, "Target": {"Arn": QUEUE, **target}}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        pytest.param(POLL, True, id="a schedule"),
        pytest.param(LIST, True, id="a list"),
        pytest.param(LIST["Schedules"][0], True, id="an entry of a list"),
        pytest.param({"Name": "r", "ScheduleExpression": "rate(1 day)"}, False, id="a rule of EventBridge"),
        pytest.param({"Arn": "arn:aws:sqs:eu-central-1:1:q"}, False, id="something else of AWS"),
        pytest.param({"Arn": 7}, False, id="no ARN"),
        pytest.param({"Schedules": [{"Name": "night"}]}, False, id="schedules of something else"),
        pytest.param(DESTINATION, False, id="a destination"),
        pytest.param([POLL], False, id="an array"),
        pytest.param(None, False, id="nothing"),
    ],
)
def test_the_form_is_known_by_its_keys(document: object, expected: bool) -> None:
    assert matches(document) is expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        pytest.param(DESTINATION, True, id="a destination"),
        pytest.param(CONNECTION, True, id="a connection"),
        pytest.param({"Schedules": [], "NextToken": None}, True, id="an empty list"),
        pytest.param({"Schedules": [], "NextToken": "more"}, False, id="a list that goes on"),
        pytest.param(LIST, False, id="a list"),
        pytest.param(None, False, id="nothing"),
    ],
)
def test_what_belongs_to_a_schedule_is_known(document: object, expected: bool) -> None:
    assert is_beside(document) is expected


def test_a_schedule_that_calls_an_api_destination_comes_over() -> None:
    job = job_in(CONNECTION, NIGHTLY, DESTINATION)

    assert job.origin == Origin(file="1.json", form="EventBridge Scheduler")
    assert job.names == Names(collection="billing", job="nightly-report")
    assert job.properties == {
        "description": "The report of the day before",
        "state": "enabled",
        "action": {
            "type": "Https",
            "request": {
                "uri": "https://reports.example.com/build?source=the%20scheduler",
                "method": "POST",
                "headers": {"Content-Type": "application/json; charset=utf-8", "X-Team": "billing"},
                "body": '{"day": "yesterday"}',
                "authentication": {"type": "Basic", "username": "scheduler"},
            },
            "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 5},
            "retryOptions": {"backoff": 2.0, "maxInterval": "00:08:00"},
        },
        "recurrence": {"cron": "30 2 ? * mon,tue,wed,thu,fri"},
        "timeZone": "Europe/Berlin",
        "daylightSaving": {"missing": "skip"},
        "spread": "00:15:00",
        "missedRuns": {"policy": "none", "within": "01:00:00"},
    }
    assert (job.version, job.lost, job.faults) == ("2026-11-01", (), ())


def test_the_secret_of_a_connection_is_asked_for() -> None:
    prepared = planned_job(CONNECTION, NIGHTLY, DESTINATION).prepared

    assert prepared is not None
    assert prepared.missing == ("action.request.authentication.password",)


@pytest.mark.parametrize("accept_loss", [False, True])
def test_a_target_of_aws_stays_disabled_whatever_is_accepted(accept_loss: bool) -> None:
    job = planned_job(POLL, accept_loss=accept_loss)

    assert (job.outcome, job.prepared and job.prepared.state) == (Outcome.CREATE, "disabled")
    assert job_in(POLL).properties["action"]["request"] == {
        "uri": "https://replace-me.invalid/sqs",
        "method": "POST",
        "body": "poll",
    }
    assert job_in(POLL).properties["disabled"] == {"note": f"its target, {QUEUE}, {STAYS}"}
    assert job_in(POLL).lost == (
        f"its target, {QUEUE}, {STAYS}",
        "its dead-letter queue, arn:aws:sqs:eu-central-1:123456789012:failures: "
        "give the job an error action instead",
    )


@pytest.mark.parametrize(
    ("arn", "address"),
    [
        ("arn:aws:lambda:us-east-1:1:function:f", "https://replace-me.invalid/lambda"),
        ("arn:aws:scheduler:::aws-sdk:sqs:sendMessage", "https://replace-me.invalid/sqs-sendMessage"),
        ("arn:aws-cn:ecs:cn-north-1:1:cluster/c", "https://replace-me.invalid/ecs"),
        ("arn:aws:events:us-east-1:1:event-bus/default", "https://replace-me.invalid/events"),
        ("something/../else", "https://replace-me.invalid/target"),
    ],
)
def test_the_address_names_what_was_called_and_leads_nowhere(arn: str, address: str) -> None:
    assert job_in(a_poll(Arn=arn)).properties["action"]["request"]["uri"] == address


def test_a_destination_that_is_in_no_file_is_asked_for() -> None:
    job = job_in(NIGHTLY)

    assert job.properties["state"] == "disabled"
    assert "save the answer of `aws events describe-api-destination --name reports`" in job.lost[0]


def test_a_connection_that_is_in_no_file_is_a_loss() -> None:
    job = job_in(NIGHTLY, DESTINATION)

    assert job.properties["state"] == "enabled"
    assert job.lost == (
        "how it proves who it is: its connection is described in no file; save the answer of "
        "`aws events describe-connection` beside it",
    )


@pytest.mark.parametrize(
    ("changes", "lost"),
    [
        pytest.param(
            {
                "AuthorizationType": "API_KEY",
                "AuthParameters": {"ApiKeyAuthParameters": {"ApiKeyName": "X-Key"}},
            },
            "its API key: AWS does not show it; add the header 'X-Key' to the request",
            id="an API key",
        ),
        pytest.param(
            {
                "AuthorizationType": "OAUTH_CLIENT_CREDENTIALS",
                "AuthParameters": {"OAuthParameters": {"AuthorizationEndpoint": "https://id.example.com"}},
            },
            "its authorization (OAUTH_CLIENT_CREDENTIALS at 'https://id.example.com') "
            "has no counterpart here",
            id="OAuth",
        ),
        pytest.param(
            {
                "AuthParameters": {
                    "BasicAuthParameters": {"Username": "u"},
                    "InvocationHttpParameters": {
                        "HeaderParameters": [{"Key": "X-Own", "IsValueSecret": True}]
                    },
                }
            },
            "the header 'X-Own', whose value AWS does not show",
            id="a secret header",
        ),
        pytest.param(
            {
                "AuthParameters": {
                    "BasicAuthParameters": {"Username": "u"},
                    "InvocationHttpParameters": {"BodyParameters": [{"Key": "own", "Value": "1"}]},
                }
            },
            "'own', which AWS adds to the body",
            id="a part of the body",
        ),
    ],
)
def test_what_no_file_can_say_is_a_loss(changes: dict[str, Any], lost: str) -> None:
    assert job_in(NIGHTLY, DESTINATION, {**CONNECTION, **changes}).lost == (lost,)


@pytest.mark.parametrize(
    ("policy", "action", "missed"),
    [
        pytest.param({"MaximumRetryAttempts": 0}, {"retryPolicy": {"retryType": "none"}}, None, id="none"),
        pytest.param(
            None,
            {
                "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 20},
                "retryOptions": {"backoff": 2.0, "maxInterval": "01:04:00"},
            },
            None,
            id="what AWS fills in",
        ),
        pytest.param(
            {"MaximumRetryAttempts": 1},
            {"retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 1}},
            None,
            id="one",
        ),
        pytest.param(
            {"MaximumRetryAttempts": 10, "MaximumEventAgeInSeconds": 60},
            {"retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 2}},
            None,
            id="within a minute",
        ),
        pytest.param(
            {"MaximumRetryAttempts": 3, "MaximumEventAgeInSeconds": 300},
            {
                "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 3},
                "retryOptions": {"backoff": 2.0, "maxInterval": "00:02:00"},
            },
            {"policy": "none", "within": "00:05:00"},
            id="within five minutes",
        ),
    ],
)
def test_retries_stay_within_the_age_of_an_event(policy: Any, action: Any, missed: Any) -> None:
    properties = job_in(a_poll(RetryPolicy=policy)).properties

    assert {key: properties["action"].get(key) for key in action} == action
    assert ("retryOptions" in properties["action"], properties.get("missedRuns")) == (
        "retryOptions" in action,
        missed,
    )


def test_what_is_another_thing_here_is_noted() -> None:
    window = {"Mode": "FLEXIBLE", "MaximumWindowInMinutes": 30}
    retry = {"MaximumRetryAttempts": 2, "MaximumEventAgeInSeconds": 120}

    once = job_in({**FAREWELL, "FlexibleTimeWindow": window})
    often = job_in({**a_poll(RetryPolicy=retry), "FlexibleTimeWindow": window})

    assert once.notes == (
        "its window of 30 minutes is left out: a job that runs once has no delay here",
        "AWS deletes it after its last run; here it is kept for 60 days (keepFinishedFor)",
    )
    assert often.notes == (
        "within its window of 30 minutes AWS chose each time anew; here its delay is always the same",
        "AWS tried again up to 2 times within 00:02:00, at growing intervals; "
        "here up to 2 times, after 00:00:30 at first and 00:01:00 at last",
        "a run that was 120 seconds late was dropped by AWS; the shortest here is 00:05:00",
    )


def test_a_list_names_what_is_in_no_file_and_that_it_goes_on() -> None:
    found = found_in(LIST, [NIGHTLY, POLL])

    unusable = [one for one in found if isinstance(one, Unusable)]
    assert [(str(one.origin), *map(str, one.faults)) for one in unusable] == [
        (
            "0.json, Schedules[1]",
            "is only named by a list: save the answer of "
            "`aws scheduler get-schedule --name forgotten --group-name default` too",
        ),
        (
            "0.json",
            "NextToken: leads to schedules that are in no file: "
            "repeat the command without --max-items, or with --starting-token",
        ),
    ]
    assert [one.names.job for one in found if isinstance(one, FoundJob)] == ["nightly-report", "poll"]


def test_entries_without_their_list_are_known_too() -> None:
    found = found_in(LIST["Schedules"], NIGHTLY)

    assert [(type(one), one.names.job) for one in found] == [
        (Unusable, "forgotten"),
        (FoundJob, "nightly-report"),
    ]


def test_a_list_of_whole_schedules_is_taken_apart() -> None:
    found = found_in({"Schedules": [NIGHTLY, POLL]}, DESTINATION, CONNECTION)

    assert [(str(one.origin), one.names.job) for one in found] == [
        ("0.json, Schedules[0]", "nightly-report"),
        ("0.json, Schedules[1]", "poll"),
    ]
    assert isinstance(found[0], FoundJob)
    assert found[0].lost == ()


def test_the_command_line_may_name_one_collection_for_all() -> None:
    defaults = Defaults(subscription="s", resource_group="g", collection="all")

    found = found_in([NIGHTLY, POLL], defaults=defaults)

    assert [one.names.collection for one in found] == ["all", "all"]


def test_a_folder_of_answers_becomes_a_plan() -> None:
    plan = planned(CONNECTION, DESTINATION, [NIGHTLY, POLL, FAREWELL], {"Schedules": LIST["Schedules"][:1]})

    assert [(one.key.name, [job.outcome for job in one.jobs]) for one in plan.collections] == [
        ("billing", [Outcome.CREATE]),
        ("default", [Outcome.CREATE, Outcome.CREATE]),
    ]
    assert plan.nameless == ()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"State": "SLEEPING"}, "State: 'SLEEPING' is none of ENABLED, DISABLED"),
        ({"Target": {}}, "Target.Arn: is required"),
        ({"StartDate": 1e18}, "StartDate: is not a date of the calendar"),
        (
            {"FlexibleTimeWindow": {"Mode": "FLEXIBLE", "MaximumWindowInMinutes": 1441}},
            "FlexibleTimeWindow.MaximumWindowInMinutes: is not between 1 and 1440",
        ),
        (
            {"Target": {"Arn": QUEUE, "RetryPolicy": {"MaximumRetryAttempts": 186}}},
            "Target.RetryPolicy.MaximumRetryAttempts: is not between 0 and 185",
        ),
    ],
)
def test_a_wrong_value_is_named(changes: dict[str, Any], fault: str) -> None:
    assert [str(one) for one in job_in({**POLL, **changes}).faults] == [fault]


def test_an_address_with_places_to_fill_is_a_fault() -> None:
    open_address = {**DESTINATION, "InvocationEndpoint": "https://reports.example.com/*/build"}

    assert [str(one) for one in job_in(NIGHTLY, open_address, CONNECTION).faults] == [
        "Target.ApiDestination.InvocationEndpoint: has a '*', for which nothing is given"
    ]


@pytest.mark.parametrize("number", range(4))
def test_a_wrong_type_anywhere_ends_in_a_plan_or_in_words(number: int) -> None:
    documents: list[Any] = [NIGHTLY, DESTINATION, CONNECTION, LIST]

    ended = [
        ending(*documents[:number], document, *documents[number + 1 :])
        for document in all_spoilt(documents[number])
    ]

    assert len(ended) > 50
    assert all(ended)


def test_a_file_with_a_destination_alone_is_of_use() -> None:
    assert found_in(DESTINATION, defaults=DEFAULTS) == []
