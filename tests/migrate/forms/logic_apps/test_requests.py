"""What a workflow calls, and how the request proves who sends it."""

from typing import Any

import pytest

from migrate.found import FoundJob
from tests.migrate.forms.clouds import job_in
from tests.migrate.forms.logic_apps.workflows import PING, a_workflow, calling


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


def test_content_in_base64_is_no_body() -> None:
    job = job_in(a_workflow(actions=calling(body={"$content-type": "image/png", "$content": "YQ=="})))

    assert [str(one) for one in job.faults] == [
        "definition.actions.Ping.inputs.body: is content in Base64, and a body is text here"
    ]
