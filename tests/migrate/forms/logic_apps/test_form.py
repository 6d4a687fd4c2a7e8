"""Workflows of Logic Apps: how they are found, what they are called, and what becomes of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from migrate.__main__ import main
from migrate.files import Source, read_sources
from migrate.forms.logic_apps.form import matches
from migrate.found import FoundJob, Names, Origin, Unusable
from migrate.planning.job import Outcome
from migrate.recognise import find_all
from tests.migrate.exports import FILES
from tests.migrate.forms.clouds import DEFAULTS, all_spoilt, ending, found_in, job_in, planned, planned_job
from tests.migrate.forms.logic_apps.workflows import (
    PING,
    QUEUE,
    REQUEST,
    SCHEMA,
    SHOW,
    STOCK,
    TEMPLATE,
    a_workflow,
    calling,
)
from tests.migrate.forms.template.templates import a_deployment, a_template

STANDARD = FILES / "logic-apps-standard"
DEFINITION = a_workflow()["definition"]
STOPS = [300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412]
STOPS += [413, 414, 415, 416, 417, 418, 421, 422, 423, 424, 425, 426, 428, 431, 451]


def found_under(name: str, document: Any) -> FoundJob:
    (job,) = find_all([Source(name=name, content=json.dumps(document).encode())], DEFAULTS)[0]
    assert isinstance(job, FoundJob)
    return job


def standard_jobs() -> dict[str | None, FoundJob]:
    found, _ = find_all(read_sources([str(STANDARD)]), DEFAULTS)
    return {one.names.job: one for one in found if isinstance(one, FoundJob)}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        pytest.param(SHOW, True, id="what az shows"),
        pytest.param(QUEUE, True, id="what the REST API answers"),
        pytest.param(REQUEST, True, id="one that no schedule starts"),
        pytest.param({"definition": DEFINITION, "kind": "Stateful"}, True, id="workflow.json"),
        pytest.param(DEFINITION, True, id="a definition alone"),
        pytest.param({"definition": {"triggers": {}, "actions": {}}}, True, id="without a schema"),
        pytest.param({"definition": {"triggers": []}}, False, id="some other definition"),
        pytest.param({"type": "Microsoft.Web/connections"}, False, id="a connection"),
        pytest.param(TEMPLATE, False, id="a template"),
        pytest.param([SHOW], False, id="an array"),
        pytest.param(None, False, id="nothing"),
    ],
)
def test_the_form_is_known_by_its_definition(document: object, expected: bool) -> None:
    assert matches(document) is expected


def test_a_workflow_that_calls_an_address_comes_over_with_its_error_path() -> None:
    job = job_in(SHOW)

    assert job.origin == Origin(file="0.json", form="Logic Apps")
    assert job.names == Names(
        subscription="2c0a3d4e-5f60-4718-9a2b-3c4d5e6f7081",
        resource_group="finance",
        collection="finance",
        job="daily-report",
    )
    assert job.properties == {
        "state": "enabled",
        "startTime": "2022-01-31T00:00:00",
        "timeZone": "W. Europe Standard Time",
        "recurrence": {
            "frequency": "week",
            "interval": 1,
            "schedule": {
                "minutes": [30],
                "hours": [2, 14],
                "weekDays": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Sunday"],
            },
        },
        "overlap": "wait",
        "action": {
            "type": "Https",
            "request": {
                "uri": "https://reports.example.com/build?format=pdf",
                "method": "POST",
                "headers": {"x-source": "logic-apps", "Content-Type": "application/json; charset=utf-8"},
                "body": '{"day": "yesterday", "region": "north"}',
                "authentication": {"type": "Basic", "username": "scheduler"},
            },
            "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 3},
            "retryOptions": {"stopOn": STOPS},
            "errorAction": {
                "type": "Https",
                "request": {
                    "uri": "https://chat.example.com/hooks/finance",
                    "method": "POST",
                    "headers": {"Content-Type": "text/plain; charset=utf-8"},
                    "body": "the report failed",
                },
                "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 4},
                "retryOptions": {"backoff": 2.0, "maxInterval": "00:00:45", "stopOn": STOPS},
            },
        },
    }
    assert (job.version, job.tags, job.lost, job.faults) == ("2026-11-01", {"team": "finance"}, (), ())
    assert job.notes == (
        "password is left out: it needs the parameter 'reportPassword', which has no value here",
        "a call ends after 60 seconds here, and 202 counts as done; "
        "Logic Apps waits for 2 minutes, and asks on after a 202",
        "retryInterval is 00:00:15, the shortest here; it was 7.5 seconds",
        "one run waits for the one before it, and further ones are left out; Logic Apps lets more wait",
    )


def test_a_password_that_is_in_no_file_is_asked_for() -> None:
    job = planned_job(SHOW)

    assert job.prepared is not None
    assert (job.outcome, job.prepared.state) == (Outcome.CREATE, "disabled")
    assert job.prepared.missing == ("action.request.authentication.password",)


def test_a_page_of_the_rest_api_holds_jobs_and_names_what_is_none() -> None:
    source = Source(name="a.json", content=json.dumps({"value": [QUEUE, REQUEST, STOCK]}).encode())

    found, (summary,) = find_all([source], DEFAULTS)

    assert [one.names.job for one in found] == ["collect-orders", "watch-stock"]
    assert summary.passed == (
        "value[1]: the Logic App 'take-order', which no schedule starts: its trigger is Request",
    )


def test_a_page_that_leads_to_another_needs_that_one_too() -> None:
    more = "https://management.azure.com/subscriptions/x/providers/Microsoft.Logic/workflows?$skiptoken=y"

    found = found_in({"value": [QUEUE], "nextLink": more})

    assert [str(fault) for one in found if isinstance(one, Unusable) for fault in one.faults] == [
        "nextLink: leads to a page that is in no file: fetch that page too, and import all of them together"
    ]


def test_a_list_that_leaves_definitions_out_says_what_to_save() -> None:
    listed = {key: value for key, value in SHOW.items() if key != "definition"}

    (found,) = found_in(listed)

    assert isinstance(found, Unusable)
    assert [str(fault) for fault in found.faults] == [
        "definition: is missing; lists of resources leave it out: "
        "save the answer of `az logic workflow show` too"
    ]


@pytest.mark.parametrize("named", ["a workflow", "a template of one"])
def test_a_named_file_whose_workflows_no_schedule_starts_is_no_error(
    named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.json"
    template = {**TEMPLATE, "resources": [REQUEST]}
    file.write_text(json.dumps(REQUEST if named == "a workflow" else template), encoding="utf-8")

    code = main(["import", str(file), "--dry-run"])

    assert code == 0
    assert "the Logic App 'take-order', which no schedule starts: its trigger is Request" in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("file", "names"),
    [
        pytest.param("app/nightly/workflow.json", Names(collection="app", job="nightly"), id="Standard"),
        pytest.param("nightly/workflow.json", Names(job="nightly"), id="without the app's folder"),
        pytest.param("exports/nightly.json", Names(job="nightly"), id="a file of its own"),
    ],
)
def test_a_workflow_without_a_name_has_that_of_its_folder_or_file(file: str, names: Names) -> None:
    assert found_under(file, {"definition": DEFINITION, "kind": "Stateful"}).names == names


@pytest.mark.parametrize("file", ["workflow.json", "standard input"])
def test_a_workflow_that_nobody_names_cannot_be_imported(file: str) -> None:
    job = found_under(file, {"definition": DEFINITION})

    assert [str(fault) for fault in job.faults] == [
        "name: is not in the file: a workflow has the name of its folder, so save it as NAME/workflow.json, "
        "or as NAME.json, and give the path with the name in it"
    ]


def test_the_files_of_a_standard_app_belong_together() -> None:
    job = standard_jobs()["send-orders"]

    assert job.names == Names(collection="orders-app", job="send-orders")
    assert job.properties["action"] == {
        "type": "ServiceBusQueue",
        "serviceBusQueueMessage": {
            "namespace": "shop-prod",
            "queueName": "orders",
            "transportType": "AMQP",
            "message": '{"collect": "all"}',
            "brokeredMessageProperties": {"contentType": "application/json", "messageId": "daily"},
            "customMessageProperties": {"source": "logic-apps"},
            "authentication": {
                "type": "sharedAccessKey",
                "sasKeyName": "sender",
                "sasKey": "a-key-of-tests=",
            },
        },
        "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 4},
        "retryOptions": {"backoff": 2.0, "maxInterval": "00:00:45"},
    }
    assert (job.properties["state"], job.lost, job.faults) == ("enabled", (), ())


def test_a_connection_with_an_identity_needs_no_secret_and_settings_tell_the_state() -> None:
    job = standard_jobs()["ask-stock"]

    assert job.properties["action"]["queueMessage"] == {
        "storageAccount": "shopstorage",
        "queueName": "stock",
        "message": "count",
        "managedIdentity": {},
    }
    assert job.properties["state"] == "disabled"
    assert any("SCHEDULER_IDENTITY_TARGETS" in note for note in job.notes)


@pytest.mark.parametrize(("folder", "type_"), [("a", "ServiceBusQueue"), ("b", "Https")])
def test_connections_of_another_app_do_not_count(folder: str, type_: str) -> None:
    workflow = (STANDARD / "orders-app/send-orders/workflow.json").read_text(encoding="utf-8")
    named = workflow.replace("@parameters('entity')", "orders").encode()
    beside = [
        Source(name=f"{folder}/{name}", content=(STANDARD / "orders-app" / name).read_bytes())
        for name in ("connections.json", "local.settings.json")
    ]

    (job,) = find_all([Source(name="a/send/workflow.json", content=named), *beside], DEFAULTS)[0]

    assert isinstance(job, FoundJob)
    assert job.properties["action"]["type"] == type_


def test_a_resource_of_a_template_is_read_with_the_templates_values() -> None:
    job = job_in(TEMPLATE)

    assert job.origin == Origin(file="0.json", form="Logic Apps", place="resources[1]")
    assert job.names == Names(job="sync-partner")
    assert job.properties["action"]["request"] == {
        "uri": "https://partner.example.com/sync",
        "method": "PUT",
        "headers": {"x-range": "[all]", "Content-Type": "text/plain; charset=utf-8"},
        "body": "@midnight",
        "authentication": {"type": "Basic", "username": "shop"},
    }
    assert (job.properties["timeZone"], job.lost, job.faults) == ("Eastern Standard Time", (), ())
    assert job.notes[0] == (
        "properties.definition.actions.HTTP.inputs.authentication.password: "
        "parameter 'partner_password' has no value: give it in a parameters file"
    )


def test_a_value_of_a_template_that_is_unknown_is_a_fault() -> None:
    resource = a_workflow(
        actions={"Ping": {**PING, "inputs": {"method": "GET", "uri": "[reference('x').uri]"}}}
    )
    wrapped = {**resource, "name": "w", "properties": {"definition": resource["definition"]}}

    job = job_in({**TEMPLATE, "resources": [wrapped]})

    assert str(job.faults[0]) == (
        "properties.definition.actions.Ping.inputs.uri: the function reference is not understood"
    )


def test_in_a_nested_deployment_and_a_loop_its_names_are_those_of_the_place() -> None:
    definition = a_workflow(actions=calling(uri="[concat('https://shop.example.com/', copyIndex())]"))
    looped = {
        "type": "Microsoft.Logic/workflows",
        "name": "[concat('ping-', copyIndex())]",
        "copy": {"name": "pings", "count": 2},
        "properties": {"definition": definition["definition"]},
    }
    nested = a_deployment(a_template(looped), subscriptionId="other", resourceGroup="shop")

    jobs = [one for one in found_in(a_template(nested)) if isinstance(one, FoundJob)]

    assert [job.names for job in jobs] == [
        Names(subscription="other", resource_group="shop", job="ping-0"),
        Names(subscription="other", resource_group="shop", job="ping-1"),
    ]
    assert [job.properties["action"]["request"]["uri"] for job in jobs] == [
        "https://shop.example.com/0",
        "https://shop.example.com/1",
    ]
    assert [job.faults for job in jobs] == [(), ()]


def test_what_is_made_up_of_a_workflow_is_lost() -> None:
    definition = a_workflow(actions=calling(uri="[concat('https://', uniqueString('a'), '.example.com')]"))
    resource = {**definition, "name": "w", "properties": {"definition": definition["definition"]}}

    (job,) = found_in(a_template(resource))

    assert isinstance(job, FoundJob)
    assert job.lost == (
        "properties.definition holds a value of uniqueString, which is made up here and differs from Azure's",
    )


def test_a_resource_whose_condition_is_false_is_left_out() -> None:
    resource = TEMPLATE["resources"][1]
    other = {**resource, "name": "other", "condition": False}

    assert job_in({**TEMPLATE, "resources": [other, resource]}).names.job == "sync-partner"


@pytest.mark.parametrize(
    ("state", "expected"), [("Enabled", "enabled"), ("Disabled", "disabled"), ("Suspended", "disabled")]
)
def test_a_state_has_its_counterpart(state: str, expected: str) -> None:
    assert job_in(a_workflow(state=state)).properties["state"] == expected


def test_a_folder_of_workflows_becomes_a_plan() -> None:
    plan = planned(SHOW, {"value": [QUEUE, REQUEST, STOCK]}, a_workflow())

    assert [(job.name, job.outcome) for one in plan.collections for job in one.jobs] == [
        ("daily-report", Outcome.CREATE),
        ("collect-orders", Outcome.CREATE),
        ("watch-stock", Outcome.CANNOT),
        ("w", Outcome.CREATE),
    ]


def test_faults_of_the_app_are_told_in_the_words_of_the_file() -> None:
    job = planned_job(
        a_workflow({"frequency": "Day", "interval": 1, "schedule": {"hours": [25], "minutes": [0]}})
    )

    assert job.reasons == (
        "definition.triggers.Every.recurrence.schedule.hours[0]: 25 is not between 0 and 23",
    )


@pytest.mark.parametrize(
    "document",
    [SHOW, QUEUE, STOCK, TEMPLATE, {"$schema": SCHEMA, **DEFINITION}],
    ids=["an address", "a queue", "several actions", "a template", "a definition"],
)
def test_a_wrong_type_anywhere_ends_in_a_plan_or_in_words(document: Any) -> None:
    ended = [ending(wrong) for wrong in all_spoilt(document)]

    assert len(ended) > 50
    assert all(ended)


def test_a_wrong_type_anywhere_beside_a_workflow_ends_in_a_plan_or_in_words() -> None:
    app = STANDARD / "orders-app"
    workflow = json.loads((app / "send-orders/workflow.json").read_text(encoding="utf-8"))
    beside = [
        json.loads((app / name).read_text(encoding="utf-8"))
        for name in ("connections.json", "local.settings.json")
    ]

    ended = [
        ending(workflow, *(wrong if one is whole else one for one in beside))
        for whole in beside
        for wrong in all_spoilt(whole)
    ]

    assert len(ended) > 50
    assert all(ended)
