"""A tenant of the tests' own: its keys, the tokens that it signs, and an authority that shows them."""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key

from shared.functions.entra.settings import EntraSettings
from tests.builders import NINE
from tests.receiver import Answer, Received

TENANT: Final = "11111111-aaaa-4000-8000-000000000001"
OTHER_TENANT: Final = "22222222-bbbb-4000-8000-000000000002"
PORTAL: Final = "33333333-cccc-4000-8000-000000000003"
ADA: Final = "44444444-dddd-4000-8000-000000000004"
ROBOT: Final = "55555555-eeee-4000-8000-000000000005"
AUDIENCE: Final = "api://scheduler.example"
A_TENANT: Final = EntraSettings(
    authority="https://login.microsoftonline.com", tenant=TENANT, audience=AUDIENCE, portal_client=PORTAL
)


@cache
def a_private_key(name: str) -> RSAPrivateKey:
    """Return a key, the same for the same name: making one takes a tenth of a second."""
    return generate_private_key(65537, 2048)


def shown_key(id: str, *, key: RSAPrivateKey | None = None) -> dict[str, Any]:
    """Return a key as an authority shows it."""
    shown: dict[str, Any] = jwt.algorithms.RSAAlgorithm.to_jwk(
        (key or a_private_key(id)).public_key(), as_dict=True
    )
    return {"kty": "RSA", "use": "sig", "kid": id, "n": shown["n"], "e": shown["e"]}


def claims(settings: EntraSettings = A_TENANT, *, now: datetime = NINE, **changes: Any) -> dict[str, Any]:
    """Return what a good token says; None leaves a claim out."""
    good = {
        "aud": settings.audience,
        "iss": settings.issuers[1],
        "tid": settings.tenant,
        "exp": int((now + timedelta(hours=1)).timestamp()),
        "nbf": int(now.timestamp()),
        "oid": ADA,
        "azp": PORTAL,
        "preferred_username": "ada@contoso.example",
        "roles": ["Scheduler.Write"],
    }
    return {name: value for name, value in {**good, **changes}.items() if value is not None}


def signed(said: Mapping[str, Any], *, key: str = "first", algorithm: str = "RS256", **header: Any) -> str:
    """Return a token that says so, however odd that is."""
    content = json.dumps(said).encode()
    return jwt.PyJWS().encode(content, a_private_key(key), algorithm, headers={"kid": key, **header})


def part(value: object) -> str:
    """Return a part of a token as it is written."""
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


@dataclass(slots=True)
class FakeAuthority:
    """Answers as an authority: shows keys, lets a reader in at once, and gives tokens for a code.

    Whoever signs in has the roles `roles`. The address is known only once it listens.
    """

    settings: EntraSettings = A_TENANT
    keys: list[dict[str, Any]] = field(default_factory=lambda: [shown_key("first")])
    out: bool = False
    roles: list[str] = field(default_factory=lambda: ["Scheduler.Write"])
    returned_state: str | None = None
    """What it returns instead of the state that it was given."""
    lifetime: timedelta = timedelta(hours=1)
    asked: list[str] = field(default_factory=list)
    grants: list[str] = field(default_factory=list)
    _challenges: dict[str, str] = field(default_factory=dict)

    def listen_at(self, address: str) -> None:
        self.settings = replace(self.settings, authority=address)

    def __call__(self, received: Received) -> Answer:
        parts = urlsplit(received.path)
        self.asked.append(parts.path)
        if self.out:
            return Answer(status=503)
        match parts.path.removeprefix(f"/{self.settings.tenant}"):
            case "/discovery/v2.0/keys":
                return _json({"keys": self.keys})
            case "/oauth2/v2.0/authorize":
                return self._let_in(_form(parts.query))
            case "/oauth2/v2.0/token":
                return self._give(_form(received.body.decode()))
            case _:
                return Answer(status=404)

    def _let_in(self, asked: Mapping[str, str]) -> Answer:
        told = self.settings.portal_client, self.settings.scope, "S256", "query"
        names = ("client_id", "scope", "code_challenge_method", "response_mode")
        if (asked["client_id"], asked["scope"].split()[0], asked[names[2]], asked[names[3]]) != told:
            return Answer(status=400)
        code = f"code-{len(self._challenges)}"
        self._challenges[code] = asked["code_challenge"]
        back = {"code": code, "state": self.returned_state or asked["state"], "session_state": "x"}
        return Answer(status=302, headers={"Location": f"{asked['redirect_uri']}?{urlencode(back)}"})

    def _give(self, asked: Mapping[str, str]) -> Answer:
        self.grants.append(asked["grant_type"])
        if asked["grant_type"] == "authorization_code":
            digest = hashlib.sha256(asked["code_verifier"].encode()).digest()
            if self._challenges.pop(asked["code"], "") != part(digest):
                return _json({"error": "invalid_grant"}, status=400)
        elif asked.get("refresh_token") != "a-refresh-token":
            return _json({"error": "invalid_grant"}, status=400)
        said = claims(self.settings, now=datetime.now(UTC), roles=self.roles)
        seconds = int(self.lifetime.total_seconds())
        token = {"token_type": "Bearer", "access_token": signed(said), "expires_in": seconds}
        return _json({**token, "refresh_token": "a-refresh-token"})


def _form(text: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(text).items()}


def _json(value: object, *, status: int = 200) -> Answer:
    headers = {"Content-Type": "application/json", "Access-Control-Allow-Origin": "*"}
    return Answer(status=status, headers=headers, body=json.dumps(value).encode())
