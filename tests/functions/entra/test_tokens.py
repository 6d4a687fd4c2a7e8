"""Who gets in with a token of Entra ID, and who does not, whatever the token says."""

import hashlib
import hmac
import json
import logging
from typing import Any

import azure.functions as func
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from shared.functions.entra.identities import LONGEST_TOKEN, REFUSAL, Identities
from shared.functions.entra.signing_keys import SigningKeys, read_keys
from shared.functions.settings import AccessKey
from shared.functions.wiring import App
from tests.builders import NINE
from tests.entra import (
    A_TENANT,
    ADA,
    AUDIENCE,
    OTHER_TENANT,
    PORTAL,
    ROBOT,
    a_private_key,
    claims,
    part,
    shown_key,
    signed,
)
from tests.functions.calls import COLLECTION, WEST_EUROPE, an_app, call, content, error_of
from tests.world import World

IN_AN_HOUR, AN_HOUR_AGO = NINE.timestamp() + 3_600, NINE.timestamp() - 3_600
NAME = f"oid:{ADA} (ada@contoso.example)"


def an_app_of_the_tenant(**changes: Any) -> App:
    world = World()
    keys = json.dumps({"keys": [shown_key("first")]}).encode()
    known = Identities(A_TENANT, SigningKeys(lambda: read_keys(keys), lambda: NINE), lambda: NINE)
    app = an_app(world, entra=A_TENANT, **{"keys": (), **changes})
    return App(settings=app.settings, ports=app.ports, check=app.check, identities=known)


def ask(token: str, path: str = "whoami", app: App | None = None) -> func.HttpResponse:
    headers = {"authorization": f"Bearer {token}"}
    return call(app or an_app_of_the_tenant(), "GET", path, headers=headers, params={})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, {"name": NAME, "canChange": True}, id="the role to write"),
        pytest.param(
            {"roles": ["Scheduler.Read"]}, {"name": NAME, "canChange": False}, id="the role to read"
        ),
        pytest.param(
            {"roles": ["Scheduler.Read", "x", "Scheduler.Write"]},
            {"name": NAME, "canChange": True},
            id="both",
        ),
        pytest.param(
            {"iss": A_TENANT.issuers[0], "ver": "1.0", "azp": None, "appid": PORTAL},
            {"name": NAME, "canChange": True},
            id="version 1",
        ),
        pytest.param(
            {"oid": ROBOT, "preferred_username": None, "app_displayname": "nightly"},
            {"name": f"oid:{ROBOT} (nightly)", "canChange": True},
            id="an application",
        ),
        pytest.param(
            {"oid": None, "azp": ROBOT.upper(), "preferred_username": None},
            {"name": f"app:{ROBOT}", "canChange": True},
            id="an application without an object",
        ),
        pytest.param(
            {"preferred_username": "ops)\n\u202e" + "x" * 200},
            {"name": f"oid:{ADA} (ops)��{'x' * 94}…)", "canChange": True},
            id="a name is for show only",
        ),
        pytest.param(
            {"exp": NINE.timestamp() - 299}, {"name": NAME, "canChange": True}, id="just expired: grace"
        ),
        pytest.param({"nbf": NINE.timestamp() + 300}, {"name": NAME, "canChange": True}, id="early: grace"),
    ],
)
def test_a_good_token_opens(changes: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = ask(signed(claims(**changes)))

    assert (answer.status_code, content(answer)) == (200, {**expected, "scope": "/"})


WRONG_CLAIMS = [
    pytest.param({"iss": "https://evil.example/"}, "another has issued it", id="an issuer of its own"),
    pytest.param(
        {"iss": f"https://login.microsoftonline.com/{OTHER_TENANT}/v2.0"},
        "another has issued it",
        id="another tenant's issuer",
    ),
    pytest.param({"iss": A_TENANT.issuers[1] + "/"}, "another has issued it", id="nearly the issuer"),
    pytest.param({"iss": [A_TENANT.issuers[1]]}, "another has issued it", id="a list of issuers"),
    pytest.param({"iss": None}, "it lacks a claim", id="no issuer"),
    pytest.param({"tid": OTHER_TENANT}, "it is of another tenant", id="another tenant"),
    pytest.param({"tid": None}, "it lacks a claim", id="no tenant"),
    pytest.param({"aud": "https://management.azure.com"}, "it is for another audience", id="for Azure"),
    pytest.param({"aud": [AUDIENCE]}, "it is for another audience", id="a list of audiences"),
    pytest.param({"aud": AUDIENCE + "/"}, "it is for another audience", id="nearly the audience"),
    pytest.param({"aud": None}, "it lacks a claim", id="no audience"),
    pytest.param({"exp": NINE.timestamp() - 300}, "it has expired", id="expired"),
    pytest.param({"exp": None}, "it lacks a claim", id="for ever"),
    pytest.param({"exp": "9999999999"}, "it does not say when it is valid", id="until a text"),
    pytest.param({"exp": True}, "it does not say when it is valid", id="until true"),
    pytest.param({"exp": float("inf")}, "it does not say when it is valid", id="until infinity"),
    pytest.param({"exp": float("nan")}, "it does not say when it is valid", id="until nothing"),
    pytest.param({"nbf": NINE.timestamp() + 301}, "it is not valid yet", id="not yet valid"),
    pytest.param({"nbf": None}, "it lacks a claim", id="no beginning"),
    pytest.param({"azp": None}, "it is no access token", id="an ID token"),
    pytest.param({"azp": "x", "oid": "ops"}, "it is no access token", id="ids that are none"),
]


@pytest.mark.parametrize(("changes", "reason"), WRONG_CLAIMS)
def test_a_token_with_a_wrong_claim_is_refused_in_the_same_words(
    changes: dict[str, Any], reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    token = signed(claims(**changes))

    answer = ask(token)

    assert error_of(answer) == (401, "AuthenticationFailed")
    assert content(answer)["error"]["message"] == REFUSAL
    assert f"a token is refused: {reason}" in caplog.messages
    assert not any(piece in caplog.text for piece in token.split("."))


def by_hmac() -> str:
    """A token that is signed with the public key as if that were a password."""
    secret = a_private_key("first").public_key()
    known = secret.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    body = f"{part({'alg': 'HS256', 'kid': 'first', 'typ': 'JWT'})}.{part(claims())}"
    return f"{body}.{part(hmac.new(known, body.encode(), hashlib.sha256).digest())}"


def without_signature(algorithm: object) -> str:
    return f"{part({'alg': algorithm, 'kid': 'first'})}.{part(claims())}."


GOOD = signed(claims())
HEAD, BODY, SIGNATURE = GOOD.split(".")
DEEP = b"[" * 11_000

WRONG_TOKENS = [
    pytest.param(by_hmac(), id="HMAC with the public key"),
    pytest.param(without_signature("none"), id="no signature"),
    pytest.param(without_signature("None"), id="no signature, in another case"),
    pytest.param(without_signature("RS256"), id="an empty signature"),
    pytest.param(without_signature(["RS256"]), id="a list of algorithms"),
    pytest.param(without_signature(None), id="no algorithm"),
    pytest.param(signed(claims(), algorithm="RS512"), id="RS512"),
    pytest.param(signed(claims(), algorithm="PS256"), id="PS256"),
    pytest.param(signed(claims(), key="other", kid="first"), id="another key's signature"),
    pytest.param(signed(claims(), kid=""), id="an empty key id"),
    pytest.param(f"{part({'alg': 'RS256'})}.{BODY}.{SIGNATURE}", id="no key id"),
    pytest.param(f"{part({'alg': 'RS256', 'kid': 7})}.{BODY}.{SIGNATURE}", id="a key id that is a number"),
    pytest.param(signed(claims(), crit=["x"], x=1), id="something critical that nobody knows"),
    pytest.param(
        f"{part({'alg': 'RS256', 'kid': 'first', 'b64': False, 'crit': ['b64']})}..{SIGNATURE}",
        id="claims that stand elsewhere",
    ),
    pytest.param(f"{HEAD}.{part(claims(roles=['x']))}.{SIGNATURE}", id="other claims"),
    pytest.param(f"{HEAD}.{BODY}.{part(bytes(256))}", id="a signature of zeros"),
    pytest.param(f"{HEAD}.{BODY}.{SIGNATURE}AAAA", id="a longer signature"),
    pytest.param("..", id="nothing in three parts"),
    pytest.param(f"x.{BODY}.{SIGNATURE}", id="garbage as header"),
    pytest.param(f"{part(b'null')}.{BODY}.{SIGNATURE}", id="null as header"),
    pytest.param(f"{part(b'[]')}.{BODY}.{SIGNATURE}", id="a list as header"),
    pytest.param(f"{part(bytes(range(128, 256)))}.{BODY}.{SIGNATURE}", id="bytes as header"),
    pytest.param(f"{part(DEEP)}.{BODY}.{SIGNATURE}", id="a deep header"),
    pytest.param(f"{part(b'9' * 10_000)}.{BODY}.{SIGNATURE}", id="a long number as header"),
    pytest.param(f"{HEAD}.x.{SIGNATURE}", id="garbage as claims"),
    pytest.param(f"{HEAD}.{part(DEEP)}.{SIGNATURE}", id="deep claims"),
    pytest.param(f"{HEAD}.{BODY}.ß", id="a signature that is no ASCII"),
    pytest.param(f"{HEAD}.{BODY}.\ud800", id="half a character"),
    pytest.param(f"{HEAD}.{BODY}.%%%", id="garbage as signature"),
    pytest.param(signed(claims(x="x" * LONGEST_TOKEN)), id="a huge token"),
    pytest.param("." * 2 + "x" * 100_000, id="a huge rubbish"),
    pytest.param("a.b", id="one dot"),
    pytest.param(f"{GOOD}.x", id="three dots"),
    pytest.param("", id="nothing"),
]


@pytest.mark.parametrize("token", WRONG_TOKENS)
def test_any_other_token_is_refused_in_the_same_words(token: str) -> None:
    answer = ask(token)

    assert error_of(answer) == (401, "AuthenticationFailed")
    assert content(answer)["error"]["message"] == REFUSAL


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        pytest.param(by_hmac(), "it is not signed by RS256", id="HMAC with the public key"),
        pytest.param(without_signature("none"), "it is not signed by RS256", id="no signature"),
        pytest.param(signed(claims(), algorithm="RS512"), "it is not signed by RS256", id="RS512"),
        pytest.param(signed(claims(), algorithm="PS256"), "it is not signed by RS256", id="PS256"),
        pytest.param(signed(claims(), key="other", kid="first"), "its signature is wrong", id="another's"),
        pytest.param(signed(claims(), key="other"), "the key that has signed it is not known", id="unknown"),
        pytest.param(signed(claims(x="x" * LONGEST_TOKEN)), "it is too long", id="huge"),
        pytest.param(f"{HEAD}.{BODY}.ß", "it is too long, or has other characters", id="no ASCII"),
    ],
)
def test_each_lock_holds_by_itself(token: str, reason: str, caplog: pytest.LogCaptureFixture) -> None:
    """Behind most locks there is another. The log tells which one has held."""
    caplog.set_level(logging.INFO)

    assert ask(token).status_code == 401

    (said,) = (line for line in caplog.messages if line.startswith("a token is refused"))
    assert said.startswith(f"a token is refused: {reason}")


@pytest.mark.parametrize("bearer", ["a.b", f"{GOOD}.x", "k" * 40])
def test_what_has_not_two_dots_is_not_read_as_a_token(bearer: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    assert ask(bearer).status_code == 401

    assert "a token is refused" not in caplog.text


def test_signed_rubbish_is_refused_too() -> None:
    """A key that is known may sign anything: what it says is still looked at."""
    for said in ({}, {"aud": AUDIENCE}):
        assert ask(signed(said)).status_code == 401


@pytest.mark.parametrize(
    "roles", [None, [], ["scheduler.write"], "Scheduler.Write", {"Scheduler.Write": 1}, 7]
)
def test_without_a_role_nobody_may_go_on(roles: object) -> None:
    assert error_of(ask(signed(claims(roles=roles)))) == (403, "AuthorizationFailed")


def test_the_role_to_read_changes_nothing() -> None:
    app = an_app_of_the_tenant()
    headers = {"authorization": f"Bearer {signed(claims(roles=['Scheduler.Read']))}"}

    refused = call(app, "PUT", COLLECTION, WEST_EUROPE, headers=headers)

    assert error_of(refused) == (403, "AuthorizationFailed")
    assert call(app, "GET", COLLECTION, headers=headers).status_code == 404


def test_the_audit_names_the_identity_and_finds_it_by_its_id() -> None:
    app = an_app_of_the_tenant()
    headers = {"authorization": f"Bearer {signed(claims())}"}
    assert call(app, "PUT", COLLECTION, WEST_EUROPE, headers=headers).status_code == 201

    def changes_by(who: str) -> list[str]:
        params = {"api-version": "2026-11-01", "who": who}
        path = "subscriptions/s/providers/Microsoft.Scheduler/audit"
        found = content(call(app, "GET", path, headers=headers, params=params))["value"]
        return [one["properties"]["who"] for one in found]

    assert changes_by(f"oid:{ADA}") == changes_by(NAME) == [NAME]
    assert changes_by("ada@contoso.example") == changes_by(f"oid:{ROBOT}") == []


def test_keys_open_beside_identities_and_come_first() -> None:
    dotted = "a.b." + "k" * 40
    app = an_app_of_the_tenant(keys=(AccessKey("ops", dotted),))

    assert content(ask(dotted, app=app))["name"] == "ops"
    assert content(ask(GOOD, app=app))["name"] == NAME


@pytest.mark.parametrize(
    ("headers", "params"),
    [
        pytest.param({"x-functions-key": GOOD}, {}, id="as a key"),
        pytest.param(
            {"x-functions-key": "wrong", "authorization": f"Bearer {GOOD}"}, {}, id="beside a wrong key"
        ),
        pytest.param({}, {"code": GOOD}, id="in the address"),
        pytest.param({"authorization": f"Basic {GOOD}"}, {}, id="by another scheme"),
    ],
)
def test_a_token_is_taken_as_a_bearer_only(headers: dict[str, str], params: dict[str, str]) -> None:
    answer = call(an_app_of_the_tenant(), "GET", "whoami", headers=headers, params=params)

    assert answer.status_code == 401


def test_identities_close_the_opening_to_this_machine() -> None:
    app = an_app_of_the_tenant(open_loopback=True)

    answer = call(app, "GET", "whoami", headers={"host": "localhost:7071"}, params={})

    assert error_of(answer) == (401, "AuthenticationFailed")


def test_without_the_settings_a_token_is_a_wrong_key() -> None:
    app = an_app(keys=(AccessKey("ops", "k" * 32),))

    assert error_of(ask(GOOD, app=app)) == (401, "AuthenticationFailed")


def test_a_weak_key_signs_nothing() -> None:
    weak = generate_private_key(65537, 1024)
    shown = [shown_key("weak", key=weak), shown_key("first")]

    assert set(read_keys(json.dumps({"keys": shown}).encode())) == {"first"}
