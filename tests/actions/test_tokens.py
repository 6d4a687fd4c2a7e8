"""Tokens for what an action calls, from an authority on loopback that checks what it is sent."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from shared.actions.runner import Runner
from shared.domain.attempt import Completed, Failed
from shared.domain.authentication import ActiveDirectoryOAuth
from tests.actions.running import a_runner, an_http_attempt, sealed
from tests.receiver import Answer, Received, Receiver, a_receiver
from tests.tls import an_authority

OAUTH = ActiveDirectoryOAuth(
    tenant="contoso.example",
    audience="https://management.core.windows.net/",
    client_id="client-1",
    secret=sealed("s3cr3t"),
)


@dataclass
class TokenEndpoint:
    """Plays the tenant: discovery, and tokens for the one client it knows."""

    lifetime: int = 3_600
    given: int = 0
    asked: list[dict[str, list[str]]] = field(default_factory=list)

    def answer(self, request: Received) -> Answer:
        host = f"https://{request.headers['host']}/contoso.example"
        if request.path.startswith("/contoso.example/v2.0/.well-known/openid-configuration"):
            return _json(
                {
                    "issuer": f"{host}/v2.0",
                    "token_endpoint": f"{host}/oauth2/v2.0/token",
                    "authorization_endpoint": f"{host}/oauth2/v2.0/authorize",
                }
            )
        if request.path != "/contoso.example/oauth2/v2.0/token":
            return _json({"error": "invalid_tenant"}, status=400)
        form = parse_qs(request.body.decode())
        self.asked.append(form)
        if form["client_id"] != ["client-1"] or form["client_secret"] != ["s3cr3t"]:
            return _json({"error": "invalid_client", "error_description": "AADSTS7000215"}, status=401)
        self.given += 1
        return _json(
            {"token_type": "Bearer", "expires_in": self.lifetime, "access_token": f"token-{self.given}"}
        )


def _json(body: object, status: int = 200) -> Answer:
    headers = {"Content-Type": "application/json"}
    return Answer(status=status, headers=headers, body=json.dumps(body).encode())


@pytest.fixture
def endpoint() -> TokenEndpoint:
    return TokenEndpoint()


@pytest.fixture
def runner(endpoint: TokenEndpoint, tmp_path: Path) -> Iterator[Runner]:
    authority = an_authority(tmp_path)
    with a_receiver(endpoint.answer, tls=authority.server_context()) as login:
        yield a_runner(authority=login.uri, ca_file=authority.ca_file)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with a_receiver() as receiver:
        yield receiver


def test_a_token_for_the_audience_is_asked_for_and_sent(
    runner: Runner, endpoint: TokenEndpoint, receiver: Receiver
) -> None:
    outcome = runner.perform(an_http_attempt(receiver.uri, authentication=OAUTH))

    assert isinstance(outcome, Completed)
    assert receiver.next_request(within=5).headers["authorization"] == "Bearer token-1"
    (asked,) = endpoint.asked
    assert asked["grant_type"] == ["client_credentials"]
    assert asked["scope"] == ["https://management.core.windows.net//.default"]


def test_a_token_is_kept_as_long_as_it_holds(
    runner: Runner, endpoint: TokenEndpoint, receiver: Receiver
) -> None:
    for _ in range(3):
        runner.perform(an_http_attempt(receiver.uri, authentication=OAUTH))
    runner.perform(an_http_attempt(receiver.uri, authentication=replace(OAUTH, audience="https://other")))

    seen = [receiver.next_request(within=5).headers["authorization"] for _ in range(4)]
    assert seen == ["Bearer token-1"] * 3 + ["Bearer token-2"]


def test_a_token_is_not_kept_until_it_has_expired(
    runner: Runner, endpoint: TokenEndpoint, receiver: Receiver
) -> None:
    endpoint.lifetime = 60  # less than what is thought to be enough for a call

    for _ in range(2):
        runner.perform(an_http_attempt(receiver.uri, authentication=OAUTH))

    assert endpoint.given == 2


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        pytest.param(
            {"secret": sealed("wrong")},
            "tenant 'contoso.example' refuses it: invalid_client",
            id="wrong secret",
        ),
        pytest.param(
            {"tenant": "nobody.example"},
            "tenant 'nobody.example' cannot be reached or is not known",
            id="unknown tenant",
        ),
    ],
)
def test_without_a_token_nothing_is_called(
    runner: Runner, receiver: Receiver, wrong: dict[str, Any], reason: str
) -> None:
    outcome = runner.perform(an_http_attempt(receiver.uri, authentication=replace(OAUTH, **wrong)))

    assert outcome == Failed(f"Http Action - Request to host '127.0.0.1' failed: {reason}")
    assert receiver.requests.empty()


def test_an_authority_that_does_not_answer_is_an_outcome(receiver: Receiver) -> None:
    runner = a_runner(authority="https://127.0.0.1:1")

    outcome = runner.perform(an_http_attempt(receiver.uri, authentication=OAUTH))

    reason = "tenant 'contoso.example' cannot be reached or is not known"
    assert outcome == Failed(f"Http Action - Request to host '127.0.0.1' failed: {reason}")
