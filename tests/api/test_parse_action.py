"""Actions: what is read, and what is answered."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.action import ActionType, ErrorAction, ServiceBusAction, StorageQueueAction
from shared.domain.authentication import ActiveDirectoryOAuth, Basic, ClientCertificate
from shared.domain.messages import BrokeredProperties, ServiceBusMessage, StorageQueueMessage, TransportType
from shared.domain.secrecy import missing_secrets
from shared.domain.secret import Secret
from tests.api.action_bodies import (
    BASIC,
    BUS_QUEUE,
    BUS_TOPIC,
    CERTIFICATE,
    HTTP,
    OAUTH,
    QUEUE,
    REQUEST,
    answered,
    changed,
    faults_of,
    parsed,
    with_authentication,
)
from tests.builders import NINE, an_action, at


def test_a_storage_queue_action_whose_token_loses_its_question_mark() -> None:
    message = StorageQueueMessage(
        account="acct", queue="queue1", message="text", sas_token=Secret("sealed:sv=secret")
    )

    assert parsed(QUEUE).action == StorageQueueAction(message=message)


def test_a_service_bus_action_with_all_properties() -> None:
    body = changed(
        BUS_TOPIC,
        transportType="amqp",
        customMessageProperties={"Own": "1"},
        brokeredMessageProperties={
            "contentType": "application/json",
            "correlationId": "c",
            "forcePersistence": True,
            "label": "l",
            "messageId": "m",
            "partitionKey": "p",
            "replyTo": "r",
            "replyToSessionId": "rs",
            "scheduledEnqueueTimeUtc": "2026-03-02T11:00:00+01:00",
            "sessionId": "s",
            "timeToLive": "PT90S",
            "to": "t",
            "viaPartitionKey": "v",
        },
    )

    assert parsed(body).action == ServiceBusAction(
        type=ActionType.SERVICE_BUS_TOPIC,
        message=ServiceBusMessage(
            entity="t",
            namespace="ns-1",
            transport=TransportType.AMQP,
            message="text",
            key_name="Root",
            key=Secret("sealed:secret"),
            custom=(("Own", "1"),),
            brokered=BrokeredProperties(
                content_type="application/json",
                correlation_id="c",
                force_persistence=True,
                label="l",
                message_id="m",
                partition_key="p",
                reply_to="r",
                reply_to_session_id="rs",
                scheduled_enqueue_time=at("10:00:00"),
                session_id="s",
                time_to_live=timedelta(seconds=90),
                to="t",
                via_partition_key="v",
            ),
        ),
    )


ANSWERED_ACCESS = {"type": "sharedAccessKey", "sasKeyName": "Root"}
ANSWERED_SENT = {
    "namespace": "ns-1",
    "transportType": "netMessaging",
    "authentication": ANSWERED_ACCESS,
    "message": "text",
}
PFX_FACTS = {
    "certificateThumbprint": "AB" * 20,
    "certificateExpiration": "2026-03-03T09:00:00Z",
    "certificateExpirationDate": "2026-03-03T09:00:00Z",
    "certificateSubjectName": "CN=test",
}


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        pytest.param(
            {"TYPE": "storagequeue", "QueueMessage": QUEUE["queueMessage"], "request": {"uri": 7}},
            {
                "type": "StorageQueue",
                "queueMessage": {"storageAccount": "acct", "queueName": "queue1", "message": "text"},
            },
            id="storage queue",
        ),
        pytest.param(
            BUS_QUEUE,
            {"type": "ServiceBusQueue", "serviceBusQueueMessage": {"queueName": "q", **ANSWERED_SENT}},
            id="service bus queue",
        ),
        pytest.param(
            BUS_TOPIC,
            {"type": "ServiceBusTopic", "serviceBusTopicMessage": {"topicPath": "t", **ANSWERED_SENT}},
            id="service bus topic",
        ),
        pytest.param(
            changed(
                BUS_QUEUE,
                transportType="AMQP",
                brokeredMessageProperties={"timeToLive": "P1D"},
                customMessageProperties={},
            ),
            {
                "type": "ServiceBusQueue",
                "serviceBusQueueMessage": {
                    "queueName": "q",
                    **ANSWERED_SENT,
                    "transportType": "AMQP",
                    "brokeredMessageProperties": {"timeToLive": "1.00:00:00"},
                    "customMessageProperties": {},
                },
            },
            id="spans are answered as time spans, empty objects as they are",
        ),
        pytest.param(
            with_authentication({"Type": "basic", "UserName": "u", "password": "secret"}),
            with_authentication({"type": "Basic", "username": "u"}),
            id="basic",
        ),
        pytest.param(
            with_authentication({**CERTIFICATE, "certificateThumbprint": "an echo"}),
            with_authentication({"type": "ClientCertificate", **PFX_FACTS}),
            id="client certificate",
        ),
        pytest.param(
            with_authentication(OAUTH),
            with_authentication(
                {
                    "type": "ActiveDirectoryOAuth",
                    "tenant": "example.com",
                    "audience": "https://management.core.windows.net/",
                    "clientId": "c",
                }
            ),
            id="active directory",
        ),
        pytest.param(with_authentication({"type": "NotSpecified"}), HTTP, id="not specified"),
        pytest.param(with_authentication(None), HTTP, id="null"),
        pytest.param(
            {**HTTP, "errorAction": {**QUEUE, "retryPolicy": {"retryType": "NONE", "retryCount": 3}}},
            {
                **HTTP,
                "errorAction": {
                    "type": "StorageQueue",
                    "queueMessage": {"storageAccount": "acct", "queueName": "queue1", "message": "text"},
                    "retryPolicy": {"retryType": "none"},
                },
            },
            id="error action",
        ),
    ],
)
def test_an_action_is_answered_without_its_secrets(sent: Any, expected: Any) -> None:
    definition = parsed(sent)

    assert answered(definition) == expected
    assert missing_secrets(definition) == []
    assert not any(word in repr(definition) for word in ("secret'", "sealed", "cGZ4"))


@pytest.mark.parametrize(
    ("authentication", "expected"),
    [
        (BASIC, Basic(username="u", password=Secret("sealed:secret"))),
        (
            CERTIFICATE,
            ClientCertificate(
                thumbprint="AB" * 20,
                subject="CN=test",
                expires=NINE + timedelta(days=1),
                pfx=Secret("sealed:cGZ4"),
                password=Secret("sealed:open"),
            ),
        ),
        (
            OAUTH,
            ActiveDirectoryOAuth(
                tenant="example.com",
                audience="https://management.core.windows.net/",
                client_id="c",
                secret=Secret("sealed:secret"),
            ),
        ),
    ],
    ids=["basic", "client certificate", "active directory"],
)
def test_an_authentication_is_sealed(authentication: Any, expected: Any) -> None:
    assert parsed(with_authentication(authentication)).action == an_action(authentication=expected)


MESSAGE, BUS = "action.queueMessage", "action.serviceBusQueueMessage"


@pytest.mark.parametrize(
    ("action", "faults"),
    [
        ({"type": "StorageQueue", "request": REQUEST}, [f"{MESSAGE}: is required"]),
        (changed(QUEUE, queueName=None, message=7), [
            f"{MESSAGE}.queueName: is required",
            f"{MESSAGE}.message: is not a string",
        ]),
        (changed(QUEUE, queueName=""), [f"{MESSAGE}.queueName: must not be empty"]),
        (changed(QUEUE, storageAccount="a.evil"), [
            f"{MESSAGE}.storageAccount: 'a.evil' is not 3 to 24 letters and digits"
        ]),
        (changed(QUEUE, sasToken=7), [f"{MESSAGE}.sasToken: is not a string"]),
        ({"type": "ServiceBusTopic", "serviceBusQueueMessage": {}}, [
            "action.serviceBusTopicMessage: is required"
        ]),
        (changed(BUS_QUEUE, queueName=None, namespace=None, message=None, transportType=None), [
            f"{BUS}.queueName: is required",
            f"{BUS}.namespace: is required",
            f"{BUS}.message: is required",
            f"{BUS}.transportType: is required",
        ]),
        (changed(BUS_QUEUE, authentication=None), [f"{BUS}.authentication: is required"]),
        (changed(BUS_QUEUE, authentication={"sasKeyName": None}), [
            f"{BUS}.authentication.sasKeyName: is required"
        ]),
        (changed(BUS_QUEUE, namespace="ns.evil.example"), [
            f"{BUS}.namespace: 'ns.evil.example' is not 1 to 50 letters, digits and '-'"
        ]),
        (changed(BUS_QUEUE, transportType="pigeon"), [
            f"{BUS}.transportType: 'pigeon' is none of notSpecified, netMessaging, AMQP"
        ]),
        (changed(BUS_QUEUE, brokeredMessageProperties={"forcePersistence": "yes", "timeToLive": "soon"}), [
            f"{BUS}.brokeredMessageProperties.forcePersistence: is not true or false",
            f"{BUS}.brokeredMessageProperties.timeToLive: "
            "'soon' is not a duration like 00:00:30, 1.00:00:00 or PT30S",
        ]),
        (changed(BUS_QUEUE, customMessageProperties={"a": 1}), [
            f"{BUS}.customMessageProperties.a: is not a string"
        ]),
        ({**HTTP, "errorAction": {**QUEUE, "errorAction": HTTP}}, [
            "action.errorAction.errorAction: an error action cannot have an error action of its own"
        ]),
        ({**HTTP, "errorAction": {"type": "Http"}}, ["action.errorAction.request: is required"]),
    ],
)  # fmt: skip
def test_the_faults_of_an_action(action: Any, faults: list[str]) -> None:
    assert faults_of(action) == faults


@pytest.mark.parametrize(
    ("authentication", "faults"),
    [
        ({"username": "u"}, ["type: is required"]),
        ({"type": "Digest"}, [
            "type: 'Digest' is none of NotSpecified, Basic, ClientCertificate, ActiveDirectoryOAuth"
        ]),
        ({"type": "Basic"}, ["username: is required"]),
        ({"type": "Basic", "username": "u", "password": 7}, ["password: is not a string"]),
        ({"type": "ActiveDirectoryOAuth"}, [
            "tenant: is required",
            "audience: is required",
            "clientId: is required",
        ]),
        ({**CERTIFICATE, "password": None}, ["password: is required"]),
        ({**CERTIFICATE, "password": 7}, ["password: is not a string"]),
        ({**CERTIFICATE, "password": "shut"}, ["pfx: the password does not open it"]),
        ({**CERTIFICATE, "pfx": 7}, ["pfx: is not a string"]),
    ],
)  # fmt: skip
def test_the_faults_of_an_authentication(authentication: Any, faults: list[str]) -> None:
    path = "action.request.authentication"

    assert faults_of(with_authentication(authentication)) == [f"{path}.{fault}" for fault in faults]


def test_an_error_action_beside_the_action() -> None:
    definition = parsed(HTTP, errorAction=HTTP)

    assert definition.error_action == ErrorAction(action=an_action())
    assert answered(definition) == {**HTTP, "errorAction": HTTP}
