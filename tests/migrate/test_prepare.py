"""A job as it would arrive: its secrets apart, what is wrong field by field."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from migrate.carry_out import job_body
from migrate.prepare import PreparedJob, prepare
from shared.domain.authentication import ClientCertificate
from shared.domain.errors import Fault, Invalid
from tests.certificates import a_pfx
from tests.migrate.exports import BASIC, DAILY, HTTP, JOB, NOW, REQUEST, SECURED, a_found_job

PASSWORD = "action.request.authentication.password"
START = "2026-02-28T06:00:00Z"
A_DAY = {"retryType": "fixed", "retryInterval": "P1D"}


def prepared(given: dict[str, str] | None = None, **properties: Any) -> PreparedJob:
    found = a_found_job(startTime=START, recurrence=DAILY, **properties)
    return prepare(found, JOB, given or {}, now=NOW)


def faults_of(**properties: Any) -> list[str]:
    with pytest.raises(Invalid) as refused:
        prepared(**properties)
    return [str(fault) for fault in refused.value.faults]


def test_a_secret_that_nobody_gave_is_missing() -> None:
    job = prepared(action=SECURED)

    assert (job.missing, dict(job.secrets)) == ((PASSWORD,), {})


@pytest.mark.parametrize(
    ("in_export", "given", "expected"),
    [
        pytest.param("from state", {}, "from state", id="from a Terraform state"),
        pytest.param(None, {PASSWORD: "filled in"}, "filled in", id="from the secrets file"),
        pytest.param("from state", {PASSWORD: "filled in"}, "filled in", id="what was filled in wins"),
        pytest.param("", {PASSWORD: "filled in"}, "filled in", id="an empty one is none"),
    ],
)
def test_a_secret_is_sent_where_it_belongs(
    in_export: str | None, given: dict[str, str], expected: str
) -> None:
    authentication = {**BASIC, "password": in_export}

    job = prepared(given, action={**HTTP, "request": {**REQUEST, "authentication": authentication}})

    assert job.missing == ()
    assert job_body(job)["properties"]["action"]["request"]["authentication"] == {
        "type": "Basic",
        "username": "clerk",
        "password": expected,
    }


def test_a_secret_is_not_shown() -> None:
    job = prepared({PASSWORD: "treasure"}, action=SECURED)

    assert "treasure" not in repr(job)


def test_a_secret_of_another_type_is_a_fault_without_its_value() -> None:
    authentication = {**BASIC, "password": ["treasure"]}

    faults = faults_of(action={"type": "Http", "request": {"authentication": authentication}})

    assert "properties.action.request.authentication.password: is not a string" in faults
    assert "treasure" not in str(faults)


def test_a_finished_job_needs_no_secret() -> None:
    job = prepared(action=SECURED, state="completed")

    assert job.missing == ()


def test_secrets_of_the_error_action_are_asked_for_too() -> None:
    queue = {"storageAccount": "acct", "queueName": "queue-1", "message": "m"}
    error_action = {"type": "storageQueue", "queueMessage": queue}

    job = prepared(action={**SECURED, "errorAction": error_action})

    assert job.missing == (PASSWORD, "action.errorAction.queueMessage.sasToken")


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(
            {"action": {**HTTP, "retryPolicy": {"retryType": "Fixed", "retryInterval": "PT1D"}}},
            id="in the action",
        ),
        pytest.param(
            {"action": HTTP, "retryPolicy": {"retryType": "fixed", "retryInterval": "1.00:00:00"}},
            id="beside it",
        ),
        pytest.param(
            {"action": {"type": "http", "request": {**REQUEST, "retryPolicy": A_DAY}}}, id="in the request"
        ),
    ],
)
def test_old_places_and_old_durations_are_understood(place: dict[str, Any]) -> None:
    body = job_body(prepared(**place))

    assert body["properties"]["action"] == {
        "type": "Http",
        "request": {"uri": "http://example.com/", "method": "GET"},
        "retryPolicy": {"retryType": "fixed", "retryInterval": "1.00:00:00"},
    }


def test_all_faults_are_told_field_by_field() -> None:
    action = {"type": "Http", "request": {"uri": "ftp://example.com", "method": "GET"}}

    with pytest.raises(Invalid) as refused:
        prepare(a_found_job(action=action, recurrence={"frequency": "monthly"}), JOB, {}, now=NOW)

    assert [fault.path for fault in refused.value.faults] == [
        "properties.recurrence.frequency",
        "properties.action.request.uri",
    ]


@pytest.mark.parametrize(
    ("uri", "noted"),
    [
        (
            "http://10.0.0.1/",
            ("'10.0.0.1' is not public: the app must allow it (SCHEDULER_ALLOWED_TARGETS)",),
        ),
        ("http://[::1]:8080/", ("'::1' is not public: the app must allow it (SCHEDULER_ALLOWED_TARGETS)",)),
        (
            "http://localhost/",
            ("'localhost' is not public: the app must allow it (SCHEDULER_ALLOWED_TARGETS)",),
        ),
        ("http://127.1/", ("'127.1' is not public: the app must allow it (SCHEDULER_ALLOWED_TARGETS)",)),
        ("http://8.8.8.8/", ()),
        ("http://example.com/", ()),
    ],
)
def test_an_address_that_the_app_must_allow_is_pointed_out(uri: str, noted: tuple[str, ...]) -> None:
    job = prepared(action={"type": "Http", "request": {"uri": uri, "method": "GET"}})

    assert job.notes == noted


def test_keys_that_are_not_known_are_dropped_and_named() -> None:
    request = {**REQUEST, "heders": {"a": "b"}}
    later: dict[str, Any] = {
        "action": {"type": "Http", "request": request},
        "recurence": DAILY,
        "own": {"password": "s3cret"},
    }

    job = prepared(**later)

    assert job_body(job)["properties"] == job_body(prepared())["properties"]
    *nearly, own = job.dropped
    assert nearly == [
        "properties.action.request.heders: is not known; did you mean 'headers'?",
        "properties.recurence: is not known; did you mean 'recurrence'?",
    ]
    assert own.startswith("properties.own: is not known; known here: action, startTime, recurrence, ")
    assert "s3cret" not in repr(job)


def test_a_key_that_stands_twice_but_for_its_case_is_a_fault() -> None:
    (fault,) = faults_of(state="enabled", State="disabled")

    assert fault.startswith("properties.State: stands there twice")


def test_an_unknown_state_is_a_fault() -> None:
    assert faults_of(state="sleeping") == [
        "properties.state: 'sleeping' is none of enabled, disabled, completed, faulted"
    ]


def test_what_the_reader_could_not_read_is_told() -> None:
    found = replace(a_found_job(), faults=(Fault("EndSchedule", "cannot be read"),))

    with pytest.raises(Invalid, match="EndSchedule: cannot be read"):
        prepare(found, JOB, {}, now=NOW)


CERTIFICATE = {"type": "ClientCertificate", "certificateThumbprint": "00FF"}
WITH_CERTIFICATE = {"type": "Https", "request": {**REQUEST, "authentication": CERTIFICATE}}
PFX = "action.request.authentication.pfx"


def certificate_of(job: PreparedJob) -> ClientCertificate:
    authentication = job_body(job)["properties"]["action"]["request"]["authentication"]
    return ClientCertificate(thumbprint=authentication["certificateThumbprint"])


def test_a_certificate_without_its_file_needs_both_secrets() -> None:
    job = prepared(action=WITH_CERTIFICATE)

    assert job.missing == (PFX, PASSWORD)
    assert certificate_of(job).thumbprint == "00FF"


def test_a_pfx_file_says_what_certificate_it_is() -> None:
    pfx = a_pfx(expires=NOW + timedelta(days=1), password="open")

    job = prepared({PFX: pfx.text, PASSWORD: "open"}, action=WITH_CERTIFICATE)

    assert (job.missing, certificate_of(job).thumbprint) == ((), pfx.thumbprint)


def test_a_pfx_file_may_do_without_a_password() -> None:
    pfx = a_pfx(expires=NOW + timedelta(days=1), password="")

    job = prepared({PFX: pfx.text}, action=WITH_CERTIFICATE)

    assert (job.missing, dict(job.secrets)[PASSWORD]) == ((), "")


def test_an_expired_certificate_is_refused_before_it_is_sent() -> None:
    pfx = a_pfx(expires=NOW - timedelta(days=1), password="open")

    with pytest.raises(Invalid, match=r"authentication\.pfx: the certificate has expired on 2026-02-28"):
        prepared({PFX: pfx.text, PASSWORD: "open"}, action=WITH_CERTIFICATE)


def test_an_expired_certificate_of_the_export_itself_counts_as_missing() -> None:
    pfx = a_pfx(expires=NOW - timedelta(days=1), password="open")
    expired = {**CERTIFICATE, "pfx": pfx.text, "password": "open"}

    job = prepared(action={"type": "Https", "request": {**REQUEST, "authentication": expired}})

    assert (job.missing, dict(job.secrets)) == ((PFX, PASSWORD), {})
    assert job.notes == (
        "the PFX file of the export cannot be used: the certificate has expired on 2026-02-28",
    )


def test_a_password_without_its_pfx_file_is_of_no_use() -> None:
    job = prepared({PASSWORD: "open"}, action=WITH_CERTIFICATE)

    assert (job.missing, dict(job.secrets)) == ((PFX, PASSWORD), {})


def test_secrets_count_for_the_size_of_a_job() -> None:
    large = {**REQUEST, "body": "x" * 8_000, "authentication": BASIC}

    with pytest.raises(Invalid, match=r"properties: the job has 1[0-9]{4} bytes, more than 16384"):
        prepared({PASSWORD: "y" * 9_000}, action={"type": "Http", "request": large})
