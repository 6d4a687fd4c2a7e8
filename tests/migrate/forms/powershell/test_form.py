from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

import pytest

from migrate.forms.powershell.form import matches, read
from migrate.found import FoundCollection, FoundJob, Names, Origin
from shared.api.parse import parse_collection, parse_job
from tests.builders import NINE, PlainVault
from tests.migrate.forms.powershell.documents import (
    HTTP,
    ORIGIN,
    RETRIES,
    SCHEDULE,
    a_document,
    collection_in,
    documents,
    faults_of,
    job_in,
)

MESSAGE_PROPERTIES: Final = (
    "the brokered and custom properties of the Service Bus message: PowerShell's export does not hold them; "
    "if the message had any, it would be sent without them"
)
CUT: Final = (
    "is a text where an object belongs: ConvertTo-Json cut the export short; repeat it with `-Depth 10`"
)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        pytest.param({"JobName": "j1", "JobCollectionName": "jc1"}, True, id="a job"),
        pytest.param({"jobname": None, "JOBCOLLECTIONNAME": 5}, True, id="a job, though a broken one"),
        pytest.param({"JobCollectionName": "jc1", "Plan": "Free"}, True, id="a collection by its plan"),
        pytest.param({"JobCollectionName": "jc1", "Uri": None}, True, id="a collection by its id"),
        pytest.param({"JobCollectionName": "jc1", "Location": ""}, True, id="a collection by its location"),
        pytest.param({"JobCollectionName": "jc1"}, False, id="neither"),
        pytest.param({"JobName": "j1", "ActionHistory": {}, "Retry": 0}, False, id="an entry of a history"),
        pytest.param({"name": "jc1/j1", "properties": {}}, False, id="ARM"),
        pytest.param(["JobName", "JobCollectionName"], False, id="a list"),
        pytest.param("JobName", False, id="a text"),
        pytest.param(None, False, id="nothing"),
    ],
)
def test_the_form_is_known_by_its_keys(document: object, expected: bool) -> None:
    assert matches(document) is expected


def test_a_job_of_powershell_5_is_read() -> None:
    document = documents("powershell-5-jobs.json", "utf-16")[0]

    found = job_in(document)

    assert found == FoundJob(
        origin=Origin(file="jobs.json", form="PowerShell", place="[0]"),
        names=Names(resource_group="rg1", collection="jc1", job="nightly & weekly"),
        properties={
            "startTime": "2015-07-13T00:00:00Z",
            "action": {
                "type": "Https",
                "request": {
                    "uri": "https://receiver.example/hook?a=1&b=2",
                    "method": "POST",
                    "headers": {"Content-Type": "text/plain", "X-Own": "1"},
                    "body": "it's time",
                    "authentication": {"type": "Basic", "username": "user1"},
                },
                "errorAction": {
                    "type": "StorageQueue",
                    "queueMessage": {
                        "storageAccount": "account1",
                        "queueName": "failures",
                        "message": "nightly failed",
                    },
                },
            },
            "recurrence": {
                "frequency": "week",
                "interval": 1,
                "count": 10000,
                "endTime": "2020-10-25T10:10:10Z",
            },
            "state": "enabled",
            "status": {
                "lastExecutionTime": "2016-03-28T00:00:00Z",
                "nextExecutionTime": "2016-04-04T00:00:00Z",
                "executionCount": 37,
                "failureCount": 2,
                "faultedCount": 1,
            },
        },
        lost=(RETRIES, SCHEDULE),
    )


def test_a_job_that_runs_once_has_no_recurrence_and_no_status_before_its_run() -> None:
    document = documents("powershell-5-jobs.json", "utf-16")[1]

    found = job_in(document)

    assert found.properties == {
        "action": {"type": "Http", "request": {"uri": "http://receiver.example/once", "method": "GET"}},
        "state": "disabled",
    }
    assert (found.lost, found.notes, found.faults) == ((RETRIES,), (), ())


def test_a_job_of_powershell_7_is_read() -> None:
    document = documents("powershell-7-jobs.json")[0]

    found = job_in(document)

    assert found.properties == {
        "startTime": "2015-07-13T00:00:00Z",
        "action": {
            "type": "ServiceBusQueue",
            "serviceBusQueueMessage": {
                "queueName": "queue1",
                "namespace": "namespace1",
                "transportType": "NetMessaging",
                "message": "hello",
                "authentication": {"type": "SharedAccessKey", "sasKeyName": "root"},
            },
            "errorAction": {
                "type": "Https",
                "request": {
                    "uri": "https://receiver.example/failed",
                    "method": "GET",
                    "headers": {},
                    "authentication": {
                        "type": "ActiveDirectoryOAuth",
                        "tenant": "tenant.example",
                        "audience": "https://management.core.windows.net/",
                        "clientId": "11111111-2222-3333-4444-555555555555",
                    },
                },
            },
        },
        "recurrence": {"frequency": "day", "interval": 2},
        "state": "enabled",
        "status": {
            "lastExecutionTime": "2016-03-30T20:00:00.502751Z",
            "nextExecutionTime": "2016-03-30T21:00:00Z",
            "executionCount": 12,
            "failureCount": 0,
            "faultedCount": 0,
        },
    }
    assert found.lost == (RETRIES, SCHEDULE, MESSAGE_PROPERTIES)
    assert found.faults == ()


def test_a_topic_is_read_though_its_type_is_written_as_a_name() -> None:
    document = documents("powershell-7-jobs.json")[1]

    found = job_in(document)

    assert found.properties["action"] == {
        "type": "ServiceBusTopic",
        "serviceBusTopicMessage": {
            "topicPath": "topic1",
            "namespace": "namespace1",
            "transportType": "AMQP",
            "message": "hello",
            "authentication": {"type": "SharedAccessKey", "sasKeyName": "root"},
        },
    }
    assert found.properties["recurrence"] == {"frequency": "month", "interval": 1, "count": 10}


def test_of_a_certificate_thumbprint_and_subject_are_read() -> None:
    document = documents("powershell-7-jobs.json")[2]

    found = job_in(document)

    assert found.properties["action"]["request"]["authentication"] == {
        "type": "ClientCertificate",
        "certificateThumbprint": "0123456789ABCDEF0123456789ABCDEF01234567",
        "certificateSubjectName": "CN=example",
    }
    assert found.properties["state"] == "completed"


@pytest.mark.parametrize(
    "document",
    [
        *documents("powershell-5-jobs.json", "utf-16"),
        *documents("powershell-7-jobs.json"),
    ],
    ids=lambda document: document["JobName"],
)
def test_what_is_read_is_a_job(document: dict[str, Any]) -> None:
    properties = {**job_in(document).properties, "state": "disabled"}  # as such it may have ended

    parse_job({"properties": properties}, PlainVault(), now=NINE)


def test_an_export_that_was_cut_short_says_how_to_repeat_it() -> None:
    document = documents("powershell-5-cut-short.json")[0]

    found = job_in(document)

    assert [str(fault) for fault in found.faults] == [
        f"JobAction.RequestHeaders: {CUT}",
        f"JobAction.HttpJobAuthentication: {CUT}",
        f"JobErrorAction.ServiceBusAuthentication: {CUT}",
    ]
    assert found.names == Names(resource_group="rg1", collection="jc1", job="cut")
    assert "kept-to-itself" not in repr(found)


def test_an_action_that_was_cut_short_says_how_to_repeat_it() -> None:
    cut = "Microsoft.Azure.Commands.Scheduler.Models.PSHttpJobActionDetails"

    assert faults_of(a_document(JobAction=cut)) == [f"JobAction: {CUT}"]


def test_secrets_are_taken_if_they_are_there() -> None:
    storage = {"JobActionType": 2, "StorageAccount": "account1", "StorageSasToken": "sv=1"}
    bus = {"JobActionType": 4, "ServiceBusAuthentication": {"ServiceBusSasKey": "key1"}}

    found = job_in(a_document(JobAction=storage, JobErrorAction=bus))

    assert found.properties["action"] == {
        "type": "StorageQueue",
        "queueMessage": {"storageAccount": "account1", "sasToken": "sv=1"},
        "errorAction": {
            "type": "ServiceBusTopic",
            "serviceBusTopicMessage": {"authentication": {"sasKey": "key1"}},
        },
    }
    assert found.lost == (RETRIES, MESSAGE_PROPERTIES)


@pytest.mark.parametrize("none", [None, {"HttpAuthType": "None"}], ids=["null", "None"])
def test_a_request_without_authentication(none: object) -> None:
    found = job_in(a_document(JobAction={**HTTP, "HttpJobAuthentication": none}))

    assert found.properties["action"]["request"] == {"uri": "http://receiver.example/", "method": "GET"}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param(0, "Http", id="0"),
        pytest.param(1, "Https", id="1"),
        pytest.param(2, "StorageQueue", id="2"),
        pytest.param(3, "ServiceBusQueue", id="3"),
        pytest.param(4, "ServiceBusTopic", id="4"),
        pytest.param("Https", "Https", id="its name"),
        pytest.param("storagequeue", "StorageQueue", id="its name in other letters"),
    ],
)
def test_the_type_of_an_action(written: object, expected: str) -> None:
    found = job_in(a_document(JobAction={"JobActionType": written}))

    assert found.properties["action"]["type"] == expected


@pytest.mark.parametrize("written", [5, -1, True, 1.5, "Smtp", "", [0], {"value": 0}])
def test_an_unknown_type_of_action_is_a_fault(written: object) -> None:
    assert faults_of(a_document(JobAction={"JobActionType": written})) == [
        "JobAction.JobActionType: is none of "
        "0 (Http), 1 (Https), 2 (StorageQueue), 3 (ServiceBusQueue), 4 (ServiceBusTopic)"
    ]


def test_a_collection_is_read() -> None:
    document = documents("powershell-7-collections.json")[0]

    found = collection_in(document)

    assert found == FoundCollection(
        origin=Origin(file="jobs.json", form="PowerShell", place="[0]"),
        names=Names(
            subscription="12345678-1234-1234-1234-123456789012", resource_group="rg1", collection="jc1"
        ),
        body={
            "location": "South Central US",
            "properties": {
                "sku": {"name": "P10Premium"},
                "state": "Enabled",
                "quota": {"maxJobCount": 50, "maxRecurrence": {"frequency": "hour", "interval": 1}},
            },
        },
    )
    parse_collection(found.body, PlainVault(), now=NINE)


def test_a_collection_without_limits_has_no_quota() -> None:
    document = documents("powershell-7-collections.json")[1]

    found = collection_in(document)

    assert found.body == {
        "location": "West Europe",
        "properties": {"sku": {"name": "Standard"}, "state": "Disabled"},
    }
    assert found.faults == ()


def test_a_collection_reports_all_its_faults() -> None:
    document: dict[str, Any] = {
        "ResourceGroupName": 1,
        "JobCollectionName": None,
        "Uri": [],
        "MaxJobCount": "many",
        "MaxRecurrence": "often",
    }

    assert faults_of(document) == [
        "MaxJobCount: 'many' is not a number",
        "MaxRecurrence: 'often' is not a sentence like 'Every 2 Days'",
        "Uri: is not a string",
        "ResourceGroupName: is not a string",
        "JobCollectionName: is required",
    ]


def test_a_job_reports_all_its_faults_and_keeps_what_names_it_has() -> None:
    document = {
        "JobName": "j1",
        "JobCollectionName": 7,
        "JobAction": 7,
        "JobErrorAction": {"JobActionType": 0, "RequestHeaders": []},
        "EndSchedule": "Run once",
        "Executions": "12",
        "Failures": True,
        "Faults": 1.5,
    }

    found = job_in(document)

    assert [str(fault) for fault in found.faults] == [
        "JobAction: is not an object",
        "JobErrorAction.RequestHeaders: is not an object",
        "Executions: is not an integer",
        "Failures: is not an integer",
        "Faults: is not an integer",
        "JobCollectionName: is not a string",
    ]
    assert found.names == Names(job="j1")


@pytest.mark.parametrize(
    "rubbish",
    [None, True, 0, -1, 10**400, 1.5, float("inf"), "", "x", "\x00", "9" * 5000, [], [[]], {}, {"value": {}}],
    ids=lambda rubbish: repr(rubbish)[:20],
)
def test_rubbish_anywhere_raises_nothing(rubbish: object) -> None:
    whole = [
        *documents("powershell-5-jobs.json", "utf-16"),
        *documents("powershell-7-jobs.json"),
        *documents("powershell-7-collections.json"),
    ]

    for document in whole:
        for spoilt in with_each_value_replaced(document, rubbish):
            assert len(read(spoilt, ORIGIN)) == 1


def with_each_value_replaced(document: dict[str, Any], value: object) -> Iterator[dict[str, Any]]:
    for path in paths_in(document):
        copy = deepcopy(document)
        holder = copy
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value
        yield copy


def paths_in(value: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, found in value.items():
        yield (key,)
        if isinstance(found, dict):
            yield from ((key, *path) for path in paths_in(found))
