"""Actions with tokens of the managed identity, from the library as it is, to receivers that check them."""

import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest

from shared.actions.identity import ActionIdentity
from shared.domain.attempt import Completed, Failed
from shared.domain.identity import IdentityRules, RequestIdentity, read_identity_targets
from tests.actions.identities import NOT_NAMED, the_runner
from tests.actions.running import a_runner, an_http_attempt
from tests.identity import FOR_ACTIONS, IdentityEndpoint, claims_of
from tests.receiver import Answer, Received, Receiver, a_receiver
from tests.tls import Authority

ERP = "api://erp"


@pytest.fixture
def erp(authority: Authority) -> Iterator[Receiver]:
    """A receiver that lets in who has a token for it, and leads astray who asks for it."""

    def answer(request: Received) -> Answer:
        if request.path == "/elsewhere":
            return Answer(status=302, headers={"Location": "https://localhost:1/"}, body=b"go on")
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        known = scheme == "Bearer" and claims_of(token)["aud"] == ERP
        return Answer(status=200 if known else 401, headers={"X-Echo": token}, body=token.encode())

    with a_receiver(answer, tls=authority.server_context()) as receiver:
        yield receiver


def of(receiver: Receiver, audience: str = ERP) -> str:
    return f"{audience}|127.0.0.1:{urlsplit(receiver.uri).port}"


def test_a_request_carries_a_token_and_its_answer_leaves_nothing_behind(
    authority: Authority, endpoint: IdentityEndpoint, erp: Receiver
) -> None:
    runner = the_runner(authority, of(erp))
    attempt = an_http_attempt(f"{erp.uri}/a", managed_identity=RequestIdentity(audience=ERP))

    outcomes = [runner.perform(attempt), runner.perform(attempt)]

    said = "Http Action - Response from host '127.0.0.1': 'OK'"
    assert outcomes == [Completed(said, status=200)] * 2
    assert endpoint.asked() == [(ERP, FOR_ACTIONS)]  # the library keeps the token
    token = claims_of(erp.next_request(within=5).headers["authorization"].removeprefix("Bearer "))
    assert (token["aud"], token["appid"]) == (ERP, FOR_ACTIONS)


def test_a_token_for_another_audience_is_refused_by_the_receiver(
    authority: Authority, endpoint: IdentityEndpoint, erp: Receiver
) -> None:
    endpoint.claims = {"aud": "api://other"}

    outcome = the_runner(authority, of(erp)).perform(
        an_http_attempt(erp.uri, managed_identity=RequestIdentity(audience=ERP))
    )

    assert outcome == Failed("Http Action - Response from host '127.0.0.1': 'Unauthorized'", status=401)


def test_a_redirect_is_not_followed(authority: Authority, endpoint: IdentityEndpoint, erp: Receiver) -> None:
    outcome = the_runner(authority, of(erp)).perform(
        an_http_attempt(f"{erp.uri}/elsewhere", managed_identity=RequestIdentity(audience=ERP))
    )

    assert outcome == Failed("Http Action - Response from host '127.0.0.1': 'Found'", status=302)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(
            {"uri": "http://127.0.0.1:{port}/"},
            "nothing was sent: uri must be https: a token of the managed identity is never sent over http",
            id="http",
        ),
        pytest.param(
            {"uri": "https://localhost:{port}/"}, f"{NOT_NAMED} 'api://erp|localhost:{{port}}'", id="host"
        ),
        pytest.param(
            {"uri": "https://127.0.0.1/"}, f"{NOT_NAMED} 'api://erp|127.0.0.1'", id="another port of the host"
        ),
        pytest.param(
            {"managed_identity": RequestIdentity(audience="api://other")},
            f"{NOT_NAMED} 'api://other|127.0.0.1:{{port}}'",
            id="audience",
        ),
        pytest.param(
            {"uri": "https://localhost:{port}\\@127.0.0.1:{port}/"},
            "nothing was sent: uri must hold no '\\', blanks or control characters before its path",
            id="an address that programs read in two ways",
        ),
        pytest.param(
            {"uri": "https://127.0.0.1:1\\@127.0.0.1:{port}/"},
            "nothing was sent: uri must hold no '\\', blanks or control characters before its path",
            id="an address that has two ports",
        ),
        pytest.param(
            {"headers": (("host", "other.example"),)},
            "nothing was sent: headers.host is refused beside managedIdentity: the uri names the host",
            id="a Host header",
        ),
    ],
)
def test_what_is_not_allowed_gets_no_token(
    authority: Authority, endpoint: IdentityEndpoint, erp: Receiver, change: Any, reason: str
) -> None:
    port = str(urlsplit(erp.uri).port)
    usual = {"uri": f"{erp.uri}/", "managed_identity": RequestIdentity(audience=ERP)}
    stored = {**usual, **change}
    stored["uri"] = stored["uri"].replace("{port}", port)

    outcome = the_runner(authority, of(erp)).perform(an_http_attempt(**stored))

    assert isinstance(outcome, Failed)
    assert outcome.message.endswith(f"failed: {reason.replace('{port}', port)}")
    assert erp.requests.empty()


def test_without_settings_nothing_is_asked_for(authority: Authority, endpoint: IdentityEndpoint) -> None:
    attempt = an_http_attempt("https://127.0.0.1:1/", managed_identity=RequestIdentity(audience=ERP))

    outcome = a_runner(ca_file=authority.ca_file).perform(attempt)

    assert outcome.message.endswith(
        "actions have no identity here: SCHEDULER_ACTION_IDENTITY and SCHEDULER_IDENTITY_TARGETS must be set"
    )
    assert endpoint.asked() == []


def test_an_identity_that_is_not_there_fails_the_attempt(
    authority: Authority, endpoint: IdentityEndpoint, erp: Receiver
) -> None:
    endpoint.claims = {"refused": True}

    outcome = the_runner(authority, of(erp)).perform(
        an_http_attempt(erp.uri, managed_identity=RequestIdentity(audience=ERP))
    )

    reason = "there is no token of the managed identity for 'api://erp'"
    assert outcome == Failed(f"Http Action - Request to host '127.0.0.1' failed: {reason}")


def test_an_endpoint_that_stays_silent_is_given_up(erp: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("IDENTITY_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}/")
        monkeypatch.setenv("IDENTITY_HEADER", "h")
        rules = IdentityRules(client_id=FOR_ACTIONS, targets=read_identity_targets([of(erp)]))
        runner = replace(a_runner(), identity=ActionIdentity(rules, time_limit=0.3))
        began = time.monotonic()

        outcome = runner.perform(an_http_attempt(erp.uri, managed_identity=RequestIdentity(audience=ERP)))

    assert outcome.message.endswith("the service that gives tokens of managed identities cannot be reached")
    assert time.monotonic() - began < 5


def test_an_endpoint_that_cannot_be_reached_fails_the_attempt_soon(
    authority: Authority, erp: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        monkeypatch.setenv("IDENTITY_ENDPOINT", f"http://127.0.0.1:{closed.getsockname()[1]}/")
        monkeypatch.setenv("IDENTITY_HEADER", "h")
        began = time.monotonic()

        outcome = the_runner(authority, of(erp)).perform(
            an_http_attempt(erp.uri, managed_identity=RequestIdentity(audience=ERP))
        )

    assert outcome.message.endswith("the service that gives tokens of managed identities cannot be reached")
    assert time.monotonic() - began < 10
