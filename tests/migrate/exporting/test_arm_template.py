"""An exported ARM template, as its text and as the importer reads it."""

import json
from typing import Any, Final

import pytest

from migrate.exporting.arm import write_arm
from migrate.exporting.resources import describe
from migrate.files import Source
from migrate.found import Defaults, Finding, FoundCollection, FoundJob, Json, Names, Origin
from migrate.recognise import find_all
from tests.migrate.exporting.answers import (
    a_bus_action,
    a_collection_answer,
    a_job_answer,
    a_queue_action,
    an_http_action,
)

BASIC: Final = {"type": "Basic", "username": "clerk"}
WHOLE: Final = """{
  "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
  "contentVersion": "1.0.0.0",
  "parameters": {
    "sasToken_of_nightly_backup": {
      "type": "securestring",
      "metadata": {
        "description": "Job nightly/backup: action.queueMessage.sasToken"
      }
    }
  },
  "resources": [
    {
      "type": "Microsoft.Scheduler/jobCollections",
      "apiVersion": "2016-03-01",
      "name": "nightly",
      "location": "West US",
      "properties": {
        "sku": {
          "name": "Standard"
        },
        "state": "Enabled"
      }
    },
    {
      "type": "Microsoft.Scheduler/jobCollections/jobs",
      "apiVersion": "2016-03-01",
      "name": "nightly/backup",
      "dependsOn": [
        "[resourceId('Microsoft.Scheduler/jobCollections', 'nightly')]"
      ],
      "properties": {
        "startTime": "2026-01-01T08:00:00Z",
        "action": {
          "type": "StorageQueue",
          "queueMessage": {
            "storageAccount": "account1",
            "queueName": "orders",
            "message": "go",
            "sasToken": "[parameters('sasToken_of_nightly_backup')]"
          }
        },
        "recurrence": {
          "frequency": "day",
          "interval": 1
        },
        "state": "enabled"
      }
    }
  ]
}"""


def written(*answers: Json) -> Json:
    template: Json = json.loads(write_arm(describe(answers)))
    return template


def read_back(*answers: Json, **given: str) -> list[Finding]:
    """Return what the importer finds in the template, with these values of its parameters."""
    values = {"contentVersion": "1", "parameters": {name: {"value": given[name]} for name in given}}
    texts = {"export.json": write_arm(describe(answers)), "values.json": json.dumps(values)}
    sources = [Source(name=name, content=text.encode()) for name, text in texts.items()]
    return find_all(sources, Defaults())[0]


def sent(body: str) -> Json:
    return an_http_action(BASIC) | {
        "request": {"uri": "https://example.com/", "method": "POST", "body": body}
    }


def test_a_template_is_whole() -> None:
    assert write_arm(describe([a_collection_answer(), a_job_answer(action=a_queue_action())])) == WHOLE


def test_the_importer_finds_what_was_exported() -> None:
    holder = {
        **a_collection_answer(calendars={"closed": {"dates": ["--12-24"]}}),
        "tags": {"[team]": "[a]", "[b": "c"},
    }
    plain = a_job_answer("plain", {**a_bus_action(), "errorAction": an_http_action(BASIC)})
    local = {
        **a_job_answer(
            "local",
            startTime="2026-01-01T08:00:00",
            timeZone="Europe/Berlin",
            exclude={"calendars": ["closed"], "then": "after"},
            effective={"retryPolicy": {"retryType": "none"}},
        ),
        "tags": {"team": "billing"},
    }

    collection, first, second = read_back(
        holder, plain, local, SASKEY_OF_NIGHTLY_PLAIN="k3y", password_of_error_action_of_nightly_plain="[pw]"
    )

    origin = Origin(file="export.json", form="ARM template")
    assert collection == FoundCollection(
        origin=origin.at("resources[0]"),
        names=Names(collection="nightly"),
        version="2026-11-01",
        body={
            "location": "West US",
            "tags": {"[team]": "[a]", "[b": "c"},
            "properties": {
                "sku": {"name": "Standard"},
                "state": "Enabled",
                "calendars": {"closed": {"dates": ["--12-24"]}},
            },
        },
    )
    assert first == FoundJob(
        origin=origin.at("resources[1]"),
        names=Names(collection="nightly", job="plain"),
        version="2016-03-01",
        properties={
            "startTime": "2026-01-01T08:00:00Z",
            "action": {
                "type": "ServiceBusQueue",
                "serviceBusQueueMessage": {
                    "authentication": {"type": "sharedAccessKey", "sasKeyName": "sender", "sasKey": "k3y"},
                    "message": "go",
                    "namespace": "busyplace",
                    "transportType": "AMQP",
                    "queueName": "orders",
                },
                "errorAction": {
                    "type": "Https",
                    "request": {
                        "uri": "https://example.com/",
                        "method": "GET",
                        "authentication": {"type": "Basic", "username": "clerk", "password": "[pw]"},
                    },
                },
            },
            "recurrence": {"frequency": "day", "interval": 1},
            "state": "enabled",
        },
    )
    assert second == FoundJob(
        origin=origin.at("resources[2]"),
        names=Names(collection="nightly", job="local"),
        version="2026-11-01",
        tags={"team": "billing"},
        properties={
            "startTime": "2026-01-01T08:00:00",
            "action": {"type": "Https", "request": {"uri": "https://example.com/", "method": "GET"}},
            "recurrence": {"frequency": "day", "interval": 1},
            "state": "enabled",
            "timeZone": "Europe/Berlin",
            "exclude": {"calendars": ["closed"], "then": "after"},
        },
    )


def test_a_secret_without_a_value_is_left_out_and_noted() -> None:
    _, job = read_back(a_collection_answer(), a_job_answer(action=a_queue_action()))

    assert isinstance(job, FoundJob)
    assert job.properties["action"]["queueMessage"] == {
        "storageAccount": "account1",
        "queueName": "orders",
        "message": "go",
    }
    assert job.notes == (
        "properties.action.queueMessage.sasToken: "
        "parameter 'sasToken_of_nightly_backup' has no value: give it in a parameters file",
    )


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param("[parameters('x')]", "[[parameters('x')]", id="what would be an expression"),
        pytest.param("[[1], [2]]", "[[[1], [2]]", id="two brackets"),
        pytest.param("[]", "[[]", id="an empty list"),
        pytest.param("[1] and more", "[1] and more", id="no closing bracket"),
        pytest.param("[", "[", id="a bracket alone"),
        pytest.param('"${a}"\r\n\\', '"${a}"\r\n\\', id="what means something elsewhere"),
        pytest.param("ärger \u202e", "ärger \u202e", id="any character"),
    ],
)
def test_texts_stay_texts(body: str, text: str) -> None:
    answers: list[Any] = [a_collection_answer(), a_job_answer(action=sent(body))]

    _, job = written(*answers)["resources"]
    _, found = read_back(*answers)

    assert job["properties"]["action"]["request"]["body"] == text
    assert isinstance(found, FoundJob)
    assert found.properties["action"]["request"]["body"] == body


def test_names_with_quotes_do_not_end_an_expression() -> None:
    collection, job = a_collection_answer("it's"), a_job_answer(collection="it's")

    _, described = written(collection, job)["resources"]

    assert described["dependsOn"] == ["[resourceId('Microsoft.Scheduler/jobCollections', 'it''s')]"]
