"""What a workflow of Logic Apps does, and how it tries again."""

from base64 import b64encode
from typing import Any

import pytest

from migrate.found import FoundJob
from migrate.planning.job import Outcome
from tests.migrate.forms.clouds import found_in, job_in, planned_job
from tests.migrate.forms.logic_apps import PING, QUEUE, a_workflow, calling, sending

STAYS = "it stays disabled, also with --accept-loss; change the action, then enable it"
ONE = "a job here has one action, and one for when that has failed"
SECURE = {"type": "securestring"}
ON_FAILURE = {"Ping": PING, "Tell": {**PING, "runAfter": {"Ping": ["Failed"]}}}
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


def request_in(document: Any) -> dict[str, Any]:
    request: dict[str, Any] = job_in(document).properties["action"]["request"]
    return request


def proving(**authentication: Any) -> FoundJob:
    return job_in(a_workflow(actions=calling(authentication=authentication)))


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        pytest.param({"method": "delete"}, {"method": "DELETE"}, id="a method"),
        pytest.param(
            {"queries": {"a": 1, "b": "x y"}},
            {"uri": "https://shop.example.com/ping?a=1&b=x%20y"},
            id="queries",
        ),
        pytest.param(
            {"uri": "https://a.example/?x=1", "queries": {"b": True}},
            {"uri": "https://a.example/?x=1&b=True"},
            id="queries beside a query",
        ),
        pytest.param(
            {"body": [1, None]},
            {"body": "[1, null]", "headers": {"Content-Type": "application/json; charset=utf-8"}},
            id="JSON",
        ),
        pytest.param(
            {"body": "<a/>", "headers": {"content-type": "text/xml", "x-n": 5}},
            {"body": "<a/>", "headers": {"content-type": "text/xml", "x-n": "5"}},
            id="a type of its own",
        ),
    ],
)
def test_a_request_comes_over(inputs: Any, expected: Any) -> None:
    request = request_in(a_workflow(actions=calling(**inputs)))

    assert {key: request[key] for key in expected} == expected


def test_an_address_without_tls_is_an_http_action() -> None:
    job = job_in(a_workflow(actions=calling(uri="http://shop.example.com/")))

    assert job.properties["action"]["type"] == "Http"


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


def test_a_secret_that_would_become_public_is_named() -> None:
    document = a_workflow(
        actions=calling(headers={"x-key": "@parameters('key')"}),
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


@pytest.mark.parametrize(
    ("authentication", "expected"),
    [
        pytest.param(
            {"type": "Basic", "username": "u", "password": "p"},
            {"authentication": {"type": "Basic", "username": "u", "password": "p"}},
            id="Basic",
        ),
        pytest.param(
            {"type": "ClientCertificate", "pfx": "@parameters('pfx')", "password": "@body('x')"},
            {"authentication": {"type": "ClientCertificate"}},
            id="a certificate that is missing",
        ),
        pytest.param(
            {"type": "ActiveDirectoryOAuth", "tenant": "t", "audience": "a", "clientId": "c", "secret": "s"},
            {
                "authentication": {
                    "type": "ActiveDirectoryOAuth",
                    "tenant": "t",
                    "audience": "a",
                    "clientId": "c",
                    "secret": "s",
                }
            },
            id="OAuth",
        ),
        pytest.param(
            {"type": "ManagedServiceIdentity", "audience": "api://erp"},
            {"managedIdentity": {"audience": "api://erp"}},
            id="an identity",
        ),
        pytest.param(
            {"type": "ManagedServiceIdentity"},
            {"managedIdentity": {"audience": "https://management.azure.com/"}},
            id="an identity without an audience",
        ),
        pytest.param({"type": "None"}, {}, id="none"),
    ],
)
def test_how_a_request_proves_who_sends_it_comes_over(authentication: Any, expected: Any) -> None:
    job = proving(**authentication)

    request = job.properties["action"]["request"]
    assert {key: request[key] for key in request if key not in ("uri", "method")} == expected
    assert (job.lost, job.faults) == ((), ())


def test_an_identity_needs_a_setting() -> None:
    assert proving(type="ManagedServiceIdentity", audience="api://erp/").notes == (
        "it uses the identity of the Logic App; here it uses the app's identity for actions, which needs the "
        "same roles, and SCHEDULER_IDENTITY_TARGETS must name 'api://erp|shop.example.com'",
    )


@pytest.mark.parametrize(
    ("authentication", "lost"),
    [
        pytest.param(
            {"type": "Raw", "value": "Bearer of-tidings"},
            "its Authorization header: it is a secret, and headers are none here; "
            "if everyone who may read the job may see it, add it to the headers",
            id="a header",
        ),
        pytest.param(
            {"type": "ActiveDirectoryOAuth", "authority": "https://login.chinacloudapi.cn/"},
            "its authority, 'https://login.chinacloudapi.cn/': tokens come from the public cloud's here",
            id="another cloud",
        ),
        pytest.param(
            {"type": "ActiveDirectoryOAuth", "credentialType": "Certificate", "pfx": "x"},
            "its certificate, with which it asks for tokens: here it asks with a secret",
            id="a certificate for tokens",
        ),
    ],
)
def test_what_has_no_place_here_is_lost(authentication: Any, lost: str) -> None:
    job = proving(**authentication)

    assert job.lost == (lost,)
    assert "tidings" not in str(job.properties)


@pytest.mark.parametrize(
    ("beside", "lost", "notes"),
    [
        pytest.param({}, (), (), id="a minute"),
        pytest.param(
            {"limit": {"timeout": "PT5M"}},
            ("its time-out of 00:05:00: a call ends after 60 seconds here",),
            (),
            id="longer",
        ),
        pytest.param(
            {"limit": {"timeout": "PT10S"}},
            (),
            ("a call ends after 60 seconds here; its time-out was 00:00:10",),
            id="shorter",
        ),
        pytest.param(
            {"limit": None},
            (),
            ("a call ends after 60 seconds here; Logic Apps waits for 2 minutes",),
            id="that of Logic Apps",
        ),
        pytest.param(
            {"operationOptions": "DisableAutomaticDecompression"},
            ("its option DisableAutomaticDecompression: it has no counterpart here",),
            (),
            id="an option",
        ),
        pytest.param(
            {"runtimeConfiguration": {"contentTransfer": {"transferMode": "Chunked"}}},
            ("that its content goes in chunks: it goes in one piece here",),
            (),
            id="chunks",
        ),
        pytest.param(
            {"runtimeConfiguration": {"staticResult": {"name": "x", "staticResultOptions": "Enabled"}}},
            ("its static result: with it, Logic Apps does not call its target at all",),
            (),
            id="a static result",
        ),
        pytest.param(
            {"runtimeConfiguration": {"staticResult": {"name": "x", "staticResultOptions": "Disabled"}}},
            (),
            (),
            id="a static result that is off",
        ),
    ],
)
def test_what_stands_beside_the_inputs_is_told(beside: Any, lost: Any, notes: Any) -> None:
    job = job_in(a_workflow(actions={"Ping": {**PING, **beside}}))

    assert (job.lost, job.notes) == (lost, notes)


@pytest.mark.parametrize(
    ("policy", "policy_here", "options", "notes"),
    [
        pytest.param({"type": "none"}, {"retryType": "none"}, None, (), id="none"),
        pytest.param(
            {"type": "fixed", "count": 2, "interval": "PT1M"},
            {"retryType": "fixed", "retryInterval": "00:01:00", "retryCount": 2},
            {},
            (),
            id="fixed",
        ),
        pytest.param(
            {"type": "Fixed", "count": 90, "interval": "PT5S"},
            {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 20},
            {},
            (
                "retryInterval is 00:00:15, the shortest here; it was 5 seconds",
                "retryCount is 20, the most here; it was 90",
            ),
            id="more than there is here",
        ),
        pytest.param(
            {"type": "exponential", "count": 5, "interval": "PT20S", "maximumInterval": "PT1H"},
            {"retryType": "fixed", "retryInterval": "00:00:20", "retryCount": 5},
            {"backoff": 2.0, "maxInterval": "01:00:00"},
            (),
            id="exponential",
        ),
        pytest.param(
            None,
            {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 4},
            {"backoff": 2.0, "maxInterval": "00:00:45"},
            ("retryInterval is 00:00:15, the shortest here; it was 7.5 seconds",),
            id="Logic Apps' own",
        ),
    ],
)
def test_retries_have_their_counterpart(policy: Any, policy_here: Any, options: Any, notes: Any) -> None:
    job = job_in(a_workflow(actions=calling(retryPolicy=policy)))

    action = job.properties["action"]
    found = action.get("retryOptions")
    assert action["retryPolicy"] == policy_here
    assert (found and {key: value for key, value in found.items() if key != "stopOn"}) == options
    assert job.notes == notes


def test_only_what_logic_apps_tries_again_is_tried_again() -> None:
    job = planned_job(a_workflow(actions=calling(retryPolicy={"type": "fixed", "count": 1}))).prepared

    assert job is not None
    assert job.definition.retry_options is not None
    stops = job.definition.retry_options.stop_on
    assert {400, 401, 404, 409, 422} <= {*stops}
    assert not {408, 429, 500, 502, 503, 504} & {*stops}


@pytest.mark.parametrize(
    ("states", "comes_over"),
    [
        (["Failed"], True),
        (["Failed", "TimedOut", "Skipped"], True),
        (["TimedOut"], True),
        (["Succeeded", "Failed"], False),
        (["Succeeded"], False),
        (["Skipped"], False),
        ([], False),
    ],
)
def test_an_action_for_failure_becomes_the_error_action(states: list[str], comes_over: bool) -> None:
    tell = {**calling(uri="https://chat.example.com/")["Ping"], "runAfter": {"Ping": states}}
    job = job_in(a_workflow(actions={"Ping": PING, "Tell": tell}))

    if comes_over:
        assert job.faults == ()
        assert job.properties["action"]["errorAction"]["request"]["uri"] == "https://chat.example.com/"
    else:
        assert [str(fault) for fault in job.faults] == [
            f"definition.actions: are several, Ping (Http), Tell (Http): {ONE}. "
            "Their order, and what they hand to one another, would be lost"
        ]


def test_an_error_path_that_cannot_come_over_is_left_out_and_lost() -> None:
    tell = {
        **PING,
        "runAfter": {"Ping": ["Failed"]},
        "inputs": {**PING["inputs"], "body": "@outputs('Ping')"},
    }
    document = a_workflow(actions={"Ping": PING, "Tell": tell})

    job = planned_job(document, accept_loss=True).prepared

    assert job is not None
    assert (job.state, job.definition.error_action) == ("enabled", None)
    assert job.lost == (
        "its error path, Tell (Http): its request holds an expression that only Logic Apps evaluates "
        "(outputs); without it, nothing is done when the job has failed",
    )


def test_an_end_of_the_run_is_left_out_with_a_note() -> None:
    end = {"type": "Terminate", "inputs": {"runStatus": "Failed"}, "runAfter": {"Tell": ["Succeeded"]}}
    job = job_in(a_workflow(actions={**ON_FAILURE, "End": end}))

    assert job.faults == ()
    assert job.notes == ("End (Terminate) is left out: a run has failed here when its action has",)


@pytest.mark.parametrize(
    ("actions", "fault"),
    [
        pytest.param({}, "has no action: there is nothing to do", id="none"),
        pytest.param(
            {"A": PING, "B": PING},
            f"are several, A (Http), B (Http): {ONE}. "
            "Their order, and what they hand to one another, would be lost",
            id="two at once",
        ),
        pytest.param(
            {f"A{number}": PING for number in range(7)},
            f"are several, A0 (Http), A1 (Http), A2 (Http), A3 (Http), A4 (Http) and 2 more: {ONE}. "
            "Their order, and what they hand to one another, would be lost",
            id="many",
        ),
        pytest.param(
            {"Each": {"type": "Foreach", "actions": {"Ping": PING}, "runAfter": {}}},
            f"Each (Foreach) decides what is done: {ONE}. Its loop would be lost",
            id="a loop",
        ),
        pytest.param(
            {"All": {"type": "Scope", "actions": {"Ping": PING}}},
            f"All (Scope) decides what is done: {ONE}. What its group has in common would be lost",
            id="a group",
        ),
    ],
)
def test_what_a_job_cannot_do_is_a_fault_with_what_would_be_lost(actions: Any, fault: str) -> None:
    assert [str(one) for one in job_in(a_workflow(actions=actions)).faults] == [
        f"definition.actions: {fault}"
    ]


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


def test_content_in_base64_is_no_body() -> None:
    job = job_in(a_workflow(actions=calling(body={"$content-type": "image/png", "$content": "YQ=="})))

    assert [str(one) for one in job.faults] == [
        "definition.actions.Ping.inputs.body: is content in Base64, and a body is text here"
    ]


def test_functions_in_one_another_do_not_grow_for_ever() -> None:
    text = "@" + "base64(" * 45 + "'aaaaaaaa'" + ")" * 45

    assert job_in(a_workflow(actions=calling(body=text))).lost == (
        f"its request holds an expression with more than 100,000 characters: {STAYS}",
    )
