from typing import Final

import pytest

from migrate.forms.terraform.form import matches, read
from migrate.found import FoundJob, Names, Origin
from shared.api.parse import parse_collection, parse_job
from tests.builders import NINE, PlainVault
from tests.migrate.forms.terraform.files import STATES, collection_in, document, job_in

SUBSCRIPTION: Final = "5f9b2c1d-0000-4000-8000-00000000a001"
NO_RETRIES: Final = ("no retry block in Terraform: the provider asked for no retries",)


@pytest.mark.parametrize("name", STATES)
def test_a_file_of_terraform_is_recognised(name: str) -> None:
    assert matches(document(name))


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(None, id="null"),
        pytest.param([], id="list"),
        pytest.param({}, id="empty object"),
        pytest.param({"version": 2, "modules": []}, id="a version before Scheduler's resources"),
        pytest.param({"version": 5, "resources": []}, id="a version to come"),
        pytest.param({"version": [4], "resources": []}, id="no version"),
        pytest.param({"format_version": "0.1"}, id="shown, but nothing there"),
        pytest.param({"format_version": 1, "values": {}}, id="no format version"),
        pytest.param({"contentVersion": "1.0.0.0", "resources": []}, id="ARM template"),
        pytest.param({"value": [], "nextLink": None}, id="list of the REST API"),
    ],
)
def test_anything_else_is_not_recognised(other: object) -> None:
    assert not matches(other)


@pytest.mark.parametrize(
    ("name", "places"),
    [
        pytest.param(
            "terraform-0.11-state.tfstate",
            [
                "azurerm_scheduler_job.invoices",
                "azurerm_scheduler_job_collection.example",
                "module.reports.azurerm_scheduler_job.monthly.0",
            ],
            id="version 3",
        ),
        pytest.param(
            "terraform-1.11-state-from-0.11.tfstate",
            [
                "azurerm_scheduler_job.invoices",
                "azurerm_scheduler_job_collection.example",
                "module.reports.azurerm_scheduler_job.monthly[0]",
            ],
            id="version 4 with the flat attributes of version 3",
        ),
        pytest.param(
            "terraform-0.12-state.tfstate",
            [
                'module.stock.azurerm_scheduler_job.count["north"]',
                "module.stock.azurerm_scheduler_job_collection.stock[0]",
            ],
            id="version 4, without the deposed instance",
        ),
        pytest.param(
            "terraform-show-state.json",
            [
                "azurerm_scheduler_job.ping",
                "azurerm_scheduler_job_collection.pings",
                "module.outer.module.inner.azurerm_scheduler_job.deep[0]",
            ],
            id="show, with modules in modules",
        ),
        pytest.param("terraform-show-plan.json", ["azurerm_scheduler_job.once"], id="show of a plan"),
    ],
)
def test_only_what_terraform_managed_of_scheduler_is_found(name: str, places: list[str]) -> None:
    found = read(document(name), Origin(file=name))

    assert [one.origin for one in found] == [
        Origin(file=name, form="Terraform", place=place) for place in places
    ]
    assert [one.faults for one in found] == [()] * len(places)


@pytest.mark.parametrize("name", ["terraform-0.11-state.tfstate", "terraform-1.11-state-from-0.11.tfstate"])
def test_a_job_is_read_from_flat_attributes(name: str) -> None:
    job = job_in(name, "azurerm_scheduler_job.invoices")

    assert job.names == Names(
        subscription=SUBSCRIPTION, resource_group="billing", collection="nightly", job="invoices"
    )
    assert job.properties == {
        "startTime": "2018-07-07T07:07:07Z",
        "action": {
            "type": "Https",
            "request": {
                "uri": "HTTPS://billing.example.com/invoices",
                "method": "post",
                "body": '{"run": true}',
                "headers": {"Content-Type": "application/json", "x.trace.id": "on"},
                "authentication": {"type": "Basic", "username": "clerk", "password": "made-up-password"},
            },
            "retryPolicy": {"retryType": "fixed", "retryInterval": "00:05:00", "retryCount": 10},
            "errorAction": {
                "type": "StorageQueue",
                "queueMessage": {
                    "storageAccount": "billingalarms",
                    "queueName": "alarms",
                    "sasToken": "?sv=2018-03-28&sig=made-up-token",
                    "message": "invoices failed",
                },
            },
        },
        "recurrence": {
            "frequency": "week",
            "interval": 1,
            "count": 1000,
            "schedule": {
                "minutes": [30, 45, 15, 0],
                "hours": [17, 5],
                "weekDays": ["friday", "monday"],
            },
        },
        "state": "enabled",
    }
    assert job.notes == ()


def test_a_set_of_blocks_is_read_from_flat_attributes() -> None:
    job = job_in("terraform-0.11-state.tfstate", "module.reports.azurerm_scheduler_job.monthly.0")

    assert job.properties["recurrence"] == {
        "frequency": "Month",
        "interval": 1,
        "endTime": "2039-07-17T07:07:07Z",
        "schedule": {
            "monthlyOccurrences": [{"day": "Monday", "occurrence": 1}, {"day": "Friday", "occurrence": -1}]
        },
    }


def test_a_collection_is_read_from_flat_attributes() -> None:
    collection = collection_in("terraform-0.11-state.tfstate", "azurerm_scheduler_job_collection.example")

    assert collection.names == Names(
        subscription=SUBSCRIPTION, resource_group="billing", collection="nightly"
    )
    assert collection.body == {
        "location": "westus",
        "tags": {"cost.centre": "4711"},
        "properties": {
            "sku": {"name": "free"},
            "state": "enabled",
            "quota": {"maxJobCount": 5, "maxRecurrence": {"frequency": "hour", "interval": 24}},
        },
    }


def test_a_job_is_read_from_a_state_of_version_4() -> None:
    job = job_in("terraform-0.12-state.tfstate", 'module.stock.azurerm_scheduler_job.count["north"]')

    assert job.names == Names(
        subscription=SUBSCRIPTION, resource_group="shop", collection="stock", job="count-north"
    )
    assert job.properties == {
        "startTime": "2019-01-01T00:00:00Z",
        "action": {
            "type": "Http",
            "request": {
                "uri": "http://stock.example.com/count",
                "method": "Get",
                "authentication": {
                    "type": "ActiveDirectoryOAuth",
                    "tenant": "shop.example.com",
                    "clientId": "11111111-2222-3333-4444-555555555555",
                    "secret": "made-up-secret",
                    "audience": "https://management.core.windows.net/",
                },
            },
            "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 4},
            "errorAction": {
                "type": "Https",
                "request": {
                    "uri": "https://alarm.example.com/",
                    "method": "Put",
                    "body": "stock",
                    "headers": {"Content-Type": "text"},
                    "authentication": {
                        "type": "ClientCertificate",
                        "pfx": "TUFERS1VUA==",
                        "password": "made-up-password",
                        "certificateThumbprint": "1632D7FE3C9A5D9F8E5B1C1F0A4B7C6D5E4F3A2B",
                    },
                },
            },
        },
        "recurrence": {
            "frequency": "Month",
            "interval": 3,
            "count": 10,
            "endTime": "2039-07-17T07:07:07Z",
            "schedule": {"minutes": [0], "hours": [0, 12], "monthDays": [-1, 1]},
        },
        "state": "enabled",
    }


def test_a_collection_is_read_from_a_state_of_version_4() -> None:
    collection = collection_in(
        "terraform-0.12-state.tfstate", "module.stock.azurerm_scheduler_job_collection.stock[0]"
    )

    assert collection.body == {
        "location": "northeurope",
        "properties": {
            "sku": {"name": "Standard"},
            "state": "Disabled",
            "quota": {"maxRecurrence": {"frequency": "Minute", "interval": 10}},
        },
    }


def test_a_job_without_a_retry_block_has_no_retries() -> None:
    job = job_in("terraform-show-state.json", "azurerm_scheduler_job.ping")

    assert job.properties == {
        "startTime": "2019-07-07T07:07:07Z",
        "action": {
            "type": "Https",
            "request": {"uri": "https://ping.example.com/", "method": "get"},
            "retryPolicy": {"retryType": "none"},
        },
        "recurrence": {"frequency": "minute", "interval": 10},
        "state": "enabled",
    }
    assert job.notes == NO_RETRIES


def test_a_secret_that_the_state_lacks_is_absent() -> None:
    job = job_in("terraform-show-state.json", "module.outer.module.inner.azurerm_scheduler_job.deep[0]")

    assert job.properties == {
        "startTime": "2019-07-07T07:07:07Z",
        "action": {
            "type": "StorageQueue",
            "queueMessage": {"storageAccount": "deepstorage", "queueName": "deep", "message": "deep"},
            "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 4},
        },
        "state": "completed",
    }


def test_a_planned_job_has_no_subscription_yet() -> None:
    job = job_in("terraform-show-plan.json", "azurerm_scheduler_job.once")

    assert job.names == Names(resource_group="web", collection="once", job="once")
    assert job.properties == {
        "action": {
            "type": "Http",
            "request": {"uri": "http://once.example.com/", "method": "get"},
            "retryPolicy": {"retryType": "none"},
        }
    }


def test_the_values_of_a_state_go_before_planned_ones() -> None:
    both = document("terraform-show-state.json") | document("terraform-show-plan.json")

    found = read(both, Origin(file="both.json"))

    assert found[0].origin.place == "azurerm_scheduler_job.ping"


@pytest.mark.parametrize(
    "name", [name for name in STATES if name != "terraform-0.12-state.tfstate"]
)  # its certificate is made up, which the parser sees
def test_what_is_read_is_what_the_api_accepts(name: str) -> None:
    for found in read(document(name), Origin(file=name)):
        if isinstance(found, FoundJob):
            disabled = {**found.properties, "state": "disabled"}
            parse_job({"properties": disabled}, PlainVault(), now=NINE)
        else:
            parse_collection(found.body, PlainVault(), now=NINE)
