"""Messages of workflows, and where their connections lead."""

from base64 import b64encode
from typing import Any

import pytest

from migrate.found import FoundJob
from tests.migrate.forms.clouds import found_in, job_in, planned_job
from tests.migrate.forms.logic_apps.workflows import QUEUE, STAYS, a_workflow, sending

BUS_PATH = "/@{encodeURIComponent(encodeURIComponent('orders/eu'))}/messages"
QUEUE_PATH = (
    "/v2/storageAccounts/@{encodeURIComponent(encodeURIComponent('AccountNameFromSettings'))}"
    "/queues/@{encodeURIComponent('orders')}/messages"
)
TO_BUS = a_workflow(actions=sending("servicebus", BUS_PATH, {"ContentData": b64encode(b"hello").decode()}))
CONNECTIONS = {
    "serviceProviderConnections": {
        "servicebus": {"parameterValues": {"fullyQualifiedNamespace": "shop.servicebus.windows.net"}},
        "azurequeues": {
            "parameterValues": {
                "connectionString": "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=x"
            }
        },
    }
}


@pytest.mark.parametrize(
    ("actions", "uri", "target"),
    [
        pytest.param(
            {"Mail": {"type": "ApiConnection", "inputs": {"method": "post", "path": "/v2/Mail"}}},
            "https://replace-me.invalid/apiconnection",
            "its target, the action Mail (ApiConnection), has no counterpart here",
            id="a connector",
        ),
        pytest.param(
            {"Run": {"type": "Function", "inputs": {"function": {"id": "/subscriptions/s/f"}}}},
            "https://replace-me.invalid/function",
            "its target, the action Run (Function), has no counterpart here",
            id="a function",
        ),
        pytest.param(
            sending("azurequeues", QUEUE_PATH, "collect"),
            "https://replace-me.invalid/storage-queue",
            "its target, Storage 'orders' of the connection 'azurequeues', "
            "is in an account that no file names",
            id="a queue of an account that is unknown",
        ),
        pytest.param(
            sending("servicebus", BUS_PATH, {"ContentData": "aGVsbG8="}),
            "https://replace-me.invalid/service-bus",
            "its target, Service Bus 'orders/eu' of the connection 'servicebus', "
            "is in a namespace that no file names",
            id="a queue of a namespace that is unknown",
        ),
    ],
)
def test_a_target_that_is_unknown_is_never_made_up(actions: Any, uri: str, target: str) -> None:
    document = a_workflow(actions=actions)

    job = planned_job(document, accept_loss=True).prepared

    assert job_in(document).properties["action"]["request"]["uri"] == uri
    assert job_in(document).lost == (f"{target}: {STAYS}",)
    assert job is not None
    assert job.state == "disabled"


def test_a_queue_comes_over_and_its_token_is_asked_for() -> None:
    found, job = job_in(QUEUE), planned_job(QUEUE).prepared

    assert found.properties["action"]["queueMessage"] == {
        "storageAccount": "shopstorage",
        "queueName": "orders",
        "message": "collect",
    }
    assert job is not None
    assert job.missing == ("action.queueMessage.sasToken",)


def test_a_file_of_connections_tells_where_those_of_consumption_lead() -> None:
    queue = a_workflow(actions=sending("azurequeues", QUEUE_PATH, "collect"), id=None, name="q")

    bus, account = (one for one in found_in({**TO_BUS, "name": "b"}, queue, CONNECTIONS))

    assert isinstance(bus, FoundJob)
    assert isinstance(account, FoundJob)
    assert bus.properties["action"]["serviceBusQueueMessage"] == {
        "namespace": "shop",
        "queueName": "orders/eu",
        "transportType": "AMQP",
        "message": "hello",
        "managedIdentity": {},
    }
    assert account.properties["action"]["queueMessage"]["storageAccount"] == "shop"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("?", "ContentData is not Base64"),
        ("gA==", "ContentData is not text in UTF-8, and a message is text here"),
    ],
)
def test_a_message_that_is_no_text_is_a_fault(content: str, fault: str) -> None:
    job = job_in(a_workflow(actions=sending("servicebus", BUS_PATH, {"ContentData": content})))

    assert [str(one) for one in job.faults] == [f"definition.actions.Send.inputs: {fault}"]
