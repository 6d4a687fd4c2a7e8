"""Expressions of workflows: carried out where their values are known, and never sent as texts."""

from typing import Any

import pytest

from migrate.planning.job import Outcome
from tests.migrate.forms.clouds import job_in, planned_job
from tests.migrate.forms.logic_apps.workflows import STAYS, a_workflow, calling

SECURE = {"type": "securestring"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("@parameters('name')", "shop", id="a parameter"),
        pytest.param("@{parameters('NAME')}-@{parameters('many')['a'][0]}", None, id="a step into an array"),
        pytest.param("at @{parameters('many')?['b']} o'clock", "at 5 o'clock", id="a part of a parameter"),
        pytest.param("@concat('it''s ', toUpper(parameters('name')))", "it's SHOP", id="functions"),
        pytest.param("@{base64('a')}@{uriComponent('/')}", "YQ==%2F", id="encodings"),
        pytest.param("@@home", "@home", id="an escaped sign"),
        pytest.param("a @@{b}", "a @{b}", id="an escaped bracket"),
        pytest.param("a@b.example", "a@b.example", id="no expression"),
        pytest.param("@appsetting('x')", None, id="a setting that is in no file"),
        pytest.param("@{utcNow()}", None, id="the time"),
        pytest.param("@{body('Get')?['a']}", None, id="another action's answer"),
        pytest.param("@{'unclosed}", "@{'unclosed}", id="no end"),
        pytest.param("@if(", None, id="no expression that can be read"),
    ],
)
def test_expressions_are_carried_out_where_their_values_are_known(text: str, expected: str | None) -> None:
    declared = {"name": {"type": "String", "defaultValue": "other"}, "many": {"type": "Object"}}
    given = {"name": {"value": "shop"}, "many": {"value": {"a": ["x"], "b": 5}}}
    job = job_in(a_workflow(actions=calling(body=text), parameters=declared, values=given))

    assert job.properties["action"]["request"]["body"] == (text if expected is None else expected)
    assert bool(job.lost) is (expected is None)


@pytest.mark.parametrize("accept_loss", [False, True])
@pytest.mark.parametrize(
    ("inputs", "why"),
    [
        pytest.param(
            {"body": {"now": "@{utcNow()}"}},
            "its request holds an expression that only Logic Apps evaluates (utcNow)",
            id="the time",
        ),
        pytest.param(
            {"headers": {"x-key": "@parameters('key')"}},
            "its request needs the parameter 'key', which has no value here",
            id="a parameter",
        ),
        pytest.param(
            {"body": "@hunter2('secret')"},
            "its request holds an expression that only Logic Apps evaluates",
            id="what may be a secret is not told",
        ),
    ],
)
def test_an_expression_is_never_sent_as_a_text(inputs: Any, why: str, accept_loss: bool) -> None:
    document = a_workflow(actions=calling(**inputs))

    job = planned_job(document, accept_loss=accept_loss)

    assert job_in(document).lost == (f"{why}: {STAYS}",)
    assert job.prepared is not None
    assert (job.outcome, job.prepared.state) == (Outcome.CREATE, "disabled")
    assert job.prepared.disabled is not None
    assert job.prepared.disabled.note == f"{why}: {STAYS}"


def test_an_expression_in_an_address_leads_nowhere() -> None:
    job = job_in(a_workflow(actions=calling(uri="https://@{triggerBody()?['host']}/", body="b")))

    assert job.properties["action"]["request"] == {"uri": "https://replace-me.invalid/http", "method": "POST"}
    assert job.lost == (
        "its target, the action Ping (Http), "
        f"holds an expression that only Logic Apps evaluates (triggerBody): {STAYS}",
    )


@pytest.mark.parametrize(
    "inputs",
    [
        pytest.param({"headers": {"x-key": "@parameters('key')"}}, id="a header"),
        pytest.param(
            {"body": {"queueName": "@parameters('key')"}}, id="a body that has a word of connectors"
        ),
    ],
)
def test_a_secret_that_would_become_public_is_named(inputs: Any) -> None:
    document = a_workflow(
        actions=calling(**inputs),
        parameters={"key": SECURE},
        values={"key": {"value": "of-the-house"}},
    )

    job = planned_job(document).prepared

    assert job is not None
    assert (job.state, job.lost) == (
        "disabled",
        (
            "that its parameter 'key' is hidden: it becomes part of the address, headers or message, "
            "which everyone sees who may read the job",
        ),
    )


@pytest.mark.parametrize(
    ("inputs", "lost"),
    [
        pytest.param(
            {"headers": {"x-key": "@appsetting('KEY')"}},
            (
                "that its app setting 'KEY' is hidden: it becomes part of the address, headers or message, "
                "which everyone sees who may read the job",
            ),
            id="a header",
        ),
        pytest.param({"uri": "https://@{appsetting('HOST')}/"}, (), id="an address"),
        pytest.param(
            {"body": "@concat('to ', parameters('place'))"},
            (
                "that its app setting 'HOST' is hidden: it becomes part of the address, headers or message, "
                "which everyone sees who may read the job",
            ),
            id="by way of a parameter",
        ),
        pytest.param(
            {"body": "@appsetting('VAULT')"},
            (
                f"its request needs the app setting 'VAULT', which is in a key vault: {STAYS}",
                "that its app setting 'VAULT' is hidden: it becomes part of the address, headers or "
                "message, which everyone sees who may read the job",
            ),
            id="a key vault",
        ),
    ],
)
def test_a_setting_that_may_be_a_secret_is_named(inputs: Any, lost: tuple[str, ...]) -> None:
    vault = "@Microsoft.KeyVault(SecretUri=https://v.vault.azure.net/secrets/a)"
    settings = {"IsEncrypted": False, "Values": {"KEY": "k", "HOST": "a.example", "VAULT": vault}}
    values = {"place": {"value": "@appsetting('HOST')"}}

    job = job_in(a_workflow(actions=calling(**inputs), values=values), settings)

    assert job.lost == lost


def test_functions_in_one_another_do_not_grow_for_ever() -> None:
    text = "@" + "base64(" * 45 + "'aaaaaaaa'" + ")" * 45

    assert job_in(a_workflow(actions=calling(body=text))).lost == (
        f"its request holds an expression with more than 100,000 characters: {STAYS}",
    )
