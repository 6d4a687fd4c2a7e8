"""ARM templates and their parameters files, as tools write them."""

from typing import Final

import pytest

from migrate.forms.template.form import is_parameters_file, matches, parameter_values
from migrate.found import Defaults, FoundCollection, FoundJob, Names, Origin
from shared.domain.errors import Fault
from tests.migrate.forms.clouds import document_in
from tests.migrate.forms.template.templates import SCHEMA, found_in

PARAMETERS_SCHEMA: Final = "https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#"


@pytest.mark.parametrize(
    "name", ["template-exported.json", "template-export-answer.json", "template-handwritten.json"]
)
def test_templates_are_recognised(name: str) -> None:
    assert matches(document_in(name))
    assert not is_parameters_file(document_in(name))


def test_a_parameters_file_is_recognised() -> None:
    assert is_parameters_file(document_in("template-handwritten.parameters.json"))
    assert not matches(document_in("template-handwritten.parameters.json"))


@pytest.mark.parametrize(
    ("document", "template", "parameters"),
    [
        pytest.param({"$schema": SCHEMA}, True, False, id="the schema will do"),
        pytest.param({"resources": [], "contentVersion": "1"}, True, False, id="resources and a version"),
        pytest.param({"version": 4, "resources": []}, False, False, id="Terraform's state has no version"),
        pytest.param({"resources": 5, "contentVersion": "1"}, False, False, id="resources that are a number"),
        pytest.param({"template": {"$schema": SCHEMA}}, True, False, id="wrapped"),
        pytest.param({"template": 5}, False, False, id="wrapped nothing"),
        pytest.param({"$schema": 5}, False, False, id="a schema that is a number"),
        pytest.param({"$schema": PARAMETERS_SCHEMA, "parameters": {}}, False, True, id="no parameters"),
        pytest.param(
            {"$schema": PARAMETERS_SCHEMA, "parameters": 5}, False, False, id="parameters, a number"
        ),
        pytest.param(
            {"contentVersion": "1", "parameters": {"a": {"value": 1}}}, False, True, id="values and a version"
        ),
        pytest.param(
            {"contentVersion": "1", "parameters": {"a": {"type": "int"}}}, False, False, id="no values"
        ),
        pytest.param({"contentVersion": "1", "parameters": {"a": 5}}, False, False, id="a bare value"),
        pytest.param([], False, False, id="an array"),
        pytest.param(None, False, False, id="nothing"),
    ],
)
def test_documents_are_told_apart(document: object, template: bool, parameters: bool) -> None:
    assert (matches(document), is_parameters_file(document)) == (template, parameters)


def test_a_parameters_file_gives_its_values_by_names_in_lower_case() -> None:
    values = parameter_values(document_in("template-handwritten.parameters.json"))

    assert values == {"environment": "production", "queuesas": "sv=2017-04-17&ss=q&sig=made-up"}


@pytest.mark.parametrize("parameters", [None, 5, [], {"a": 5, "b": None, "c": []}])
def test_parameters_of_the_wrong_type_give_no_values(parameters: object) -> None:
    assert parameter_values({"parameters": parameters}) == {}


def test_an_exported_template_is_read() -> None:
    collection, job = found_in(document_in("template-exported.json"))

    origin = Origin(file="a.json", form="ARM template")
    assert collection == FoundCollection(
        origin=origin.at("resources[0]"),
        names=Names(collection="nightly"),
        version="2016-03-01",
        body={
            "location": "West Europe",
            "tags": {"department": "finance"},
            "properties": {
                "sku": {"name": "Standard"},
                "state": "Enabled",
                "quota": {"maxJobCount": 50, "maxRecurrence": {"frequency": "minute", "interval": 1}},
            },
        },
    )
    assert job == FoundJob(
        origin=origin.at("resources[2]"),
        names=Names(collection="nightly", job="report"),
        version="2016-03-01",
        properties={
            "startTime": "2018-01-15T02:00:00Z",
            "action": {
                "request": {
                    "uri": "https://example.com/report",
                    "method": "POST",
                    "headers": {"Content-Type": "application/json"},
                    "body": '["daily", "weekly"]',
                    "authentication": {"username": "reporter", "type": "Basic"},
                },
                "type": "Https",
                "retryPolicy": {"retryType": "none"},
            },
            "recurrence": {"frequency": "day", "interval": 1},
            "state": "enabled",
        },
    )


def test_the_answer_of_an_export_is_read() -> None:
    collection, job = found_in(document_in("template-export-answer.json"))

    assert collection.names == Names(collection="nightly")
    assert job.names == Names(collection="nightly", job="ping")
    assert str(job.origin) == "a.json, template.resources[1]"


def test_a_template_written_by_hand_is_read_with_its_parameters() -> None:
    given = parameter_values(document_in("template-handwritten.parameters.json"))

    collection, job = found_in(document_in("template-handwritten.json"), given)

    origin = Origin(file="a.json", form="ARM template", place="resources[0]")
    assert collection == FoundCollection(
        origin=origin,
        names=Names(collection="jobs-production"),
        version="2014-08-01-preview",
        body={
            "tags": {"environment": "PRODUCTION"},
            "properties": {"state": "Enabled", "sku": {"name": "Standard"}},
        },
    )
    assert job == FoundJob(
        origin=origin.at("resources[0]"),
        names=Names(collection="jobs-production", job="invoices"),
        version="2014-08-01-preview",
        properties={
            "action": {
                "type": "Https",
                "request": {
                    "uri": "https://production.example.com/invoices",
                    "method": "POST",
                    "authentication": {"type": "Basic", "username": "hook-production"},
                },
                "errorAction": {
                    "type": "StorageQueue",
                    "queueMessage": {
                        "storageAccount": "jobsstore",
                        "queueName": "failed",
                        "sasToken": "sv=2017-04-17&ss=q&sig=made-up",
                        "message": "invoices",
                    },
                },
            },
            "recurrence": {
                "frequency": "Week",
                "interval": 1,
                "schedule": {"weekDays": ["Monday", "Friday"], "hours": [6], "minutes": [30]},
            },
        },
        notes=(
            "properties.action.request.authentication.password: "
            "parameter 'hookPassword' has no value: give it in a parameters file",
        ),
    )


def test_what_cannot_be_resolved_is_left_out_with_a_fault() -> None:
    given = {"environment": "test", "withcleanup": True}

    *_, job = found_in(document_in("template-handwritten.json"), given)

    assert isinstance(job, FoundJob)
    assert job.names == Names(collection="jobs-test", job="cleanup")
    assert job.properties["action"]["request"] == {"method": "DELETE"}
    reason = "the function utcNow is not understood"
    assert job.faults == (Fault("properties.action.request.uri", reason),)


def test_a_template_made_by_bicep_is_read() -> None:
    defaults = Defaults(resource_group="shop", location="West US", subscription="sub-1")

    collection, job = found_in(document_in("template-bicep.json"), defaults=defaults)

    assert isinstance(collection, FoundCollection)
    assert collection.names == Names(collection="shop-jobs")
    assert collection.body == {"location": "West US", "properties": {"sku": {"name": "P10Premium"}}}
    assert isinstance(job, FoundJob)
    assert job.names == Names(collection="shop-jobs", job="orders")
    message = "properties.action.serviceBusQueueMessage"
    assert job.notes == (f"{message}.authentication.sasKey: the function listKeys is not understood",)
    assert job.properties["action"]["serviceBusQueueMessage"]["message"] == '{"from":"sub-1"}'
    assert job.faults == ()


def test_a_name_that_needs_the_command_line_says_so() -> None:
    collection, job = found_in(document_in("template-bicep.json"))

    assert collection.names == Names()
    assert collection.faults == (Fault("name", "needs --resource-group"),)
    assert job.names == Names()
    assert job.faults[0] == Fault("name", "needs --resource-group")
