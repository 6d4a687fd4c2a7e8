"""What a template says of a collection or a job: its version, its secrets, and what is lost."""

from typing import Any, Final

import pytest

from migrate.exporting.resources import Resource, describe
from migrate.found import Json
from tests.migrate.exporting.answers import (
    DAILY,
    START,
    a_bus_action,
    a_collection_answer,
    a_job_answer,
    a_queue_action,
    an_http_action,
)

BASIC: Final = {"type": "Basic", "username": "clerk"}
CERTIFICATE: Final = {"type": "ClientCertificate", "certificateThumbprint": "A" * 40}
OAUTH: Final = {
    "type": "ActiveDirectoryOAuth",
    "tenant": "contoso",
    "audience": "https://example.com/",
    "clientId": "client",
}
IN_ZONE: Final[Json] = {"timeZone": "Europe/Berlin"}


def described(*jobs: Json, **properties: Any) -> list[Resource]:
    return describe([a_collection_answer(**properties), *jobs])


def only_job(job: Json) -> Resource:
    _, one = described(job)
    return one


def test_a_resource_holds_what_somebody_said_and_nothing_that_the_app_says() -> None:
    pause = {"note": "Moved.", "by": "ops", "since": START}

    collection, job = described(a_job_answer(state="disabled", disabled=pause))

    assert collection.body == {
        "location": "West US",
        "properties": {"sku": {"name": "Standard"}, "state": "Enabled"},
    }
    assert job.body == {
        "properties": {
            "startTime": "2026-01-01T08:00:00Z",
            "action": {"type": "Https", "request": {"uri": "https://example.com/", "method": "GET"}},
            "recurrence": {"frequency": "day", "interval": 1},
            "state": "disabled",
            "disabled": {"note": "Moved."},
        }
    }


@pytest.mark.parametrize(
    ("job", "only_here"),
    [
        pytest.param(a_job_answer(), (), id="nothing"),
        pytest.param(
            a_job_answer(state="disabled", disabled={"by": "ops", "since": START}), (), id="disabled, no note"
        ),
        pytest.param(
            a_job_answer(state="disabled", disabled={"note": "x", "by": "ops"}), ("disabled",), id="a note"
        ),
        pytest.param(a_job_answer(**IN_ZONE, spread="00:10:00"), ("timeZone", "spread"), id="two keys"),
        pytest.param(
            a_job_answer(
                **IN_ZONE,
                startTime="2026-01-01T08:00:00",
                recurrence={**DAILY, "endTime": "2027-01-01T08:00:00"},
            ),
            ("timeZone", "startTime without an offset", "recurrence.endTime without an offset"),
            id="local times",
        ),
        pytest.param(
            a_job_answer(
                action=an_http_action(
                    retryOptions={"backoff": 2.0}, errorAction=a_queue_action(managedIdentity={})
                )
            ),
            ("action.retryOptions", "action.errorAction.queueMessage.managedIdentity"),
            id="within the action",
        ),
        pytest.param({**a_job_answer(), "tags": {"a": "b"}}, ("tags",), id="tags"),
        pytest.param(
            a_job_answer(effective=IN_ZONE),
            ("the defaults of its collection",),
            id="in the original's version it would be in UTC",
        ),
        pytest.param(a_job_answer(useDefaults=False), ("useDefaults",), id="no defaults"),
    ],
)
def test_a_job_has_the_version_of_the_original_unless_only_this_app_understands_it(
    job: Json, only_here: tuple[str, ...]
) -> None:
    one = only_job(job)

    assert one.only_here == only_here
    assert one.version == ("2026-11-01" if only_here else "2016-03-01")


@pytest.mark.parametrize(
    ("properties", "only_here"),
    [
        pytest.param({"quota": {"maxJobCount": 5}}, (), id="nothing"),
        pytest.param({"state": "Disabled", "disabled": {"by": "ops"}}, (), id="disabled, no note"),
        pytest.param(
            {"calendars": {"closed": {"dates": ["--12-24"]}}, "defaults": IN_ZONE},
            ("calendars", "defaults"),
            id="two keys",
        ),
    ],
)
def test_so_has_a_collection(properties: Json, only_here: tuple[str, ...]) -> None:
    (one,) = describe([{**a_collection_answer(**properties), "tags": {"team": "a"}}])

    assert one.only_here == only_here
    assert one.version == ("2026-11-01" if only_here else "2016-03-01")


@pytest.mark.parametrize(
    ("action", "secrets"),
    [
        pytest.param(an_http_action(), {}, id="none"),
        pytest.param(
            an_http_action(BASIC),
            {"action.request.authentication.password": "password_of_nightly_backup"},
            id="Basic",
        ),
        pytest.param(
            an_http_action(CERTIFICATE),
            {
                "action.request.authentication.pfx": "pfx_of_nightly_backup",
                "action.request.authentication.password": "password_of_nightly_backup",
            },
            id="a certificate",
        ),
        pytest.param(
            an_http_action(OAUTH),
            {"action.request.authentication.secret": "secret_of_nightly_backup"},
            id="OAuth",
        ),
        pytest.param(
            a_queue_action(), {"action.queueMessage.sasToken": "sasToken_of_nightly_backup"}, id="a queue"
        ),
        pytest.param(a_queue_action(managedIdentity={}), {}, id="a queue, with an identity"),
        pytest.param(
            {**a_bus_action("Topic"), "errorAction": an_http_action(BASIC)},
            {
                "action.serviceBusTopicMessage.authentication.sasKey": "sasKey_of_nightly_backup",
                "action.errorAction.request.authentication.password": (
                    "password_of_error_action_of_nightly_backup"
                ),
            },
            id="an error action too",
        ),
    ],
)
@pytest.mark.parametrize("state", ["enabled", "disabled"])
def test_each_secret_that_a_job_needs_has_a_parameter(
    action: Json, secrets: dict[str, str], state: str
) -> None:
    assert only_job(a_job_answer(action=action, state=state)).secrets == secrets


@pytest.mark.parametrize("state", ["completed", "faulted"])
def test_a_job_that_is_over_needs_no_secret(state: str) -> None:
    assert only_job(a_job_answer(action=a_queue_action(), state=state)).secrets == {}


def test_defaults_need_secrets_too() -> None:
    (collection,) = described(defaults={"errorAction": a_queue_action()})

    assert collection.secrets == {
        "defaults.errorAction.queueMessage.sasToken": "sasToken_of_error_action_of_defaults_of_nightly"
    }


def test_what_was_stored_by_other_rules_is_written_and_said_to_be_unreadable() -> None:
    collection, job = described(
        a_job_answer(action={"type": "Carrier pigeon"}), defaults={"errorAction": {"type": "Carrier pigeon"}}
    )

    assert (collection.secrets, job.secrets) == ({}, {})
    for one in (collection, job):
        (said,) = one.told
        assert said.startswith("no parameters stand for its secrets, because it cannot be read: ")


@pytest.mark.parametrize(
    ("properties", "told"),
    [
        pytest.param({}, (), id="nothing"),
        pytest.param(
            {"recurrence": {**DAILY, "count": 10}},
            ("its count of 10 begins anew where it is created, after 3 runs here",),
            id="a count",
        ),
        pytest.param({"recurrence": {**DAILY, "count": 3}, "state": "completed"}, (), id="a count used up"),
        pytest.param(
            {"spread": "00:10:00", "status": {"noEffect": ["spread"]}},
            ("spread is left out, because it has no effect",),
            id="a key that the app would refuse",
        ),
    ],
)
def test_what_is_lost_is_told(properties: Json, told: tuple[str, ...]) -> None:
    one = only_job(a_job_answer(**properties))

    assert one.told == told
    assert "spread" not in one.body["properties"]


def test_names_that_an_identifier_cannot_hold_get_different_ones() -> None:
    jobs = [
        a_job_answer(name, a_queue_action())
        for name in ("a b", "A-b", "a.(b)", "a b 2", "()", "1st", "ä", "for")
    ]

    collection, *described_jobs = describe([a_collection_answer(), *jobs])

    assert [(one.symbol, *one.secrets.values()) for one in described_jobs] == [
        ("job_nightly_a_b", "sasToken_of_nightly_a_b"),
        ("job_nightly_A_b_2", "sasToken_of_nightly_A_b_2"),
        ("job_nightly_a_b_3", "sasToken_of_nightly_a_b_3"),
        ("job_nightly_a_b_2_2", "sasToken_of_nightly_a_b_2_2"),
        ("job_nightly", "sasToken_of_nightly"),
        ("job_nightly_1st", "sasToken_of_nightly_1st"),
        ("job_nightly_2", "sasToken_of_nightly_2"),
        ("job_nightly_for", "sasToken_of_nightly_for"),
    ]
    assert {one.parent for one in described_jobs} == {collection.symbol} == {"collection_nightly"}
