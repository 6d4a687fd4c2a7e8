"""Secrets that are missing, kept when a job is replaced, and changed when it is patched."""

from typing import Any

import pytest

from shared.api.merge import merge, without_echoes
from shared.api.parse import parse_job
from shared.api.render import render_definition
from shared.domain.definition import Definition
from shared.domain.errors import Invalid
from shared.domain.secrecy import keep_secrets, missing_secrets
from tests.api.action_bodies import (
    BASIC,
    BUS_QUEUE,
    BUS_TOPIC,
    CERTIFICATE,
    HTTP,
    OAUTH,
    QUEUE,
    answered,
    changed,
    parsed,
    with_authentication,
)
from tests.builders import NINE, PlainVault

WITHOUT_SECRET = {
    "basic": with_authentication({"type": "Basic", "username": "u"}),
    "client certificate": with_authentication({"type": "ClientCertificate"}),
    "active directory": with_authentication({**OAUTH, "secret": None}),
    "storage queue": changed(QUEUE, sasToken=None),
    "service bus queue": changed(BUS_QUEUE, authentication={"sasKey": None}),
    "service bus topic": changed(BUS_TOPIC, authentication={"sasKey": None}),
}
WITH_SECRET = {
    "basic": with_authentication(BASIC),
    "client certificate": with_authentication(CERTIFICATE),
    "active directory": with_authentication(OAUTH),
    "storage queue": QUEUE,
    "service bus queue": BUS_QUEUE,
    "service bus topic": BUS_TOPIC,
}
MISSING = {
    "basic": ["request.authentication.password"],
    "client certificate": ["request.authentication.pfx", "request.authentication.password"],
    "active directory": ["request.authentication.secret"],
    "storage queue": ["queueMessage.sasToken"],
    "service bus queue": ["serviceBusQueueMessage.authentication.sasKey"],
    "service bus topic": ["serviceBusTopicMessage.authentication.sasKey"],
}


@pytest.mark.parametrize("kind", MISSING)
def test_a_missing_secret_is_named(kind: str) -> None:
    alone = parsed(WITHOUT_SECRET[kind])
    in_error_action = parsed({**HTTP, "errorAction": WITHOUT_SECRET[kind]})

    assert missing_secrets(alone) == [f"action.{path}" for path in MISSING[kind]]
    assert missing_secrets(in_error_action) == [f"action.errorAction.{path}" for path in MISSING[kind]]


@pytest.mark.parametrize("kind", MISSING)
def test_what_was_read_and_is_put_back_keeps_its_secrets(kind: str) -> None:
    stored = parsed({**WITH_SECRET[kind], "errorAction": WITH_SECRET[kind]})
    put_back = parsed(answered(stored))

    assert len(missing_secrets(put_back)) == 2 * len(MISSING[kind])
    assert keep_secrets(put_back, stored) == stored


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        pytest.param(
            "basic",
            with_authentication({"type": "Basic", "username": "u"}, uri="HTTP://Receiver.example/else"),
            id="another path of the host",
        ),
        pytest.param("basic", {**WITHOUT_SECRET["basic"], "type": "Https"}, id="Https for Http"),
        pytest.param(
            "client certificate",
            with_authentication({"type": "ClientCertificate", "certificateThumbprint": "ab" * 20}),
            id="thumbprint in another case",
        ),
        pytest.param(
            "storage queue", changed(WITHOUT_SECRET["storage queue"], message="other"), id="another message"
        ),
        pytest.param(
            "service bus queue",
            changed(WITHOUT_SECRET["service bus queue"], namespace="NS-1", transportType="AMQP"),
            id="another transport",
        ),
    ],
)
def test_the_same_target_keeps_the_secret(kind: str, wanted: Any) -> None:
    kept = keep_secrets(parsed(wanted), parsed(WITH_SECRET[kind]))

    assert missing_secrets(kept) == []
    assert keep_secrets(parsed(wanted), parsed(HTTP)) == parsed(wanted)


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        pytest.param("basic", with_authentication({"type": "Basic", "username": "other"}), id="another user"),
        pytest.param(
            "basic",
            with_authentication({"type": "Basic", "username": "u"}, uri="https://receiver.example/hook"),
            id="another scheme",
        ),
        pytest.param(
            "basic",
            with_authentication({"type": "Basic", "username": "u"}, uri="http://evil.example/hook"),
            id="another host",
        ),
        pytest.param(
            "basic",
            with_authentication({"type": "Basic", "username": "u"}, uri="http://receiver.example:81/"),
            id="another port",
        ),
        pytest.param("basic", WITHOUT_SECRET["active directory"], id="another authentication"),
        pytest.param(
            "client certificate",
            with_authentication({"type": "ClientCertificate", "certificateThumbprint": "CD" * 20}),
            id="another thumbprint",
        ),
        pytest.param(
            "client certificate",
            with_authentication({"type": "ClientCertificate"}, uri="http://evil.example/"),
            id="a certificate for another host",
        ),
        *(
            pytest.param(
                "active directory", with_authentication({**OAUTH, "secret": None, key: "other"}), id=key
            )
            for key in ("tenant", "audience", "clientId")
        ),
        *(
            pytest.param("storage queue", changed(WITHOUT_SECRET["storage queue"], **{key: "other"}), id=key)
            for key in ("storageAccount", "queueName")
        ),
        *(
            pytest.param(
                "service bus queue", changed(WITHOUT_SECRET["service bus queue"], **change), id=str(change)
            )
            for change in (
                {"namespace": "other"},
                {"queueName": "other"},
                {"authentication": {"sasKeyName": "other"}},
            )
        ),
        pytest.param("storage queue", WITHOUT_SECRET["service bus queue"], id="another type"),
    ],
)
def test_another_target_does_not_get_the_secret(kind: str, wanted: Any) -> None:
    definition = parsed(wanted)

    assert keep_secrets(definition, parsed(WITH_SECRET[kind])) == definition
    assert missing_secrets(definition) != []


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("basic", with_authentication({**BASIC, "password": "new"})),
        ("active directory", with_authentication({**OAUTH, "secret": "new"})),
        ("storage queue", changed(QUEUE, sasToken="new")),
        ("service bus topic", changed(BUS_TOPIC, authentication={"sasKey": "new"})),
    ],
)
def test_a_secret_that_is_sent_takes_the_place_of_the_stored_one(kind: str, wanted: Any) -> None:
    definition = parsed(wanted)

    assert definition != parsed(WITH_SECRET[kind])
    assert keep_secrets(definition, parsed(WITH_SECRET[kind])) == definition


def patched(action: Any, patch: Any) -> Definition:
    """Patch a stored job as the API does: as if it had been read, changed and put back."""
    stored = parsed(action)
    body = merge({"properties": render_definition(stored)}, without_echoes({"properties": {"action": patch}}))
    return keep_secrets(parse_job(body, PlainVault(), now=NINE)[0], stored)


@pytest.mark.parametrize("kind", WITH_SECRET)
def test_a_patch_of_something_else_keeps_the_secrets(kind: str) -> None:
    patch = {"retryPolicy": {"retryType": "none"}}

    assert patched(WITH_SECRET[kind], patch) == parsed({**WITH_SECRET[kind], **patch})


@pytest.mark.parametrize(
    ("kind", "patch", "expected"),
    [
        pytest.param(
            "basic",
            {"request": {"authentication": {"password": "new"}}},
            with_authentication({**BASIC, "password": "new"}),
            id="a new password",
        ),
        pytest.param("basic", {"request": {"authentication": None}}, HTTP, id="no more authentication"),
        pytest.param(
            "basic",
            {"request": {"authentication": OAUTH}},
            with_authentication(OAUTH),
            id="another kind of authentication",
        ),
        pytest.param("storage queue", HTTP, HTTP, id="another type of action"),
        pytest.param(
            "client certificate",
            {
                "request": {
                    "authentication": {"certificateThumbprint": "an echo", "CertificateSubjectName": 7}
                }
            },
            with_authentication(CERTIFICATE),
            id="what a certificate says of itself cannot be patched",
        ),
    ],
)
def test_a_patch_of_secrets(kind: str, patch: Any, expected: Any) -> None:
    assert patched(WITH_SECRET[kind], patch) == parsed(expected)


@pytest.mark.parametrize(
    ("authentication", "fault"),
    [
        ({"password": "new"}, "password: belongs to a PFX file; send pfx too"),
        ({"pfx": "cGZ4"}, "password: is required"),
    ],
)
def test_a_patch_cannot_tear_a_certificate_from_its_password(authentication: Any, fault: str) -> None:
    with pytest.raises(Invalid) as refused:
        patched(WITH_SECRET["client certificate"], {"request": {"authentication": authentication}})

    assert str(refused.value) == f"properties.action.request.authentication.{fault}"


def test_the_password_of_a_certificate_does_not_become_that_of_a_user() -> None:
    to_basic = {"request": {"authentication": {"type": "Basic", "username": "u"}}}

    assert missing_secrets(patched(WITH_SECRET["client certificate"], to_basic)) == [
        "action.request.authentication.password"
    ]
