"""The endpoint that gives tokens of managed identities to an app in Azure, here on loopback."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from tests.receiver import Answer, Received, Receiver, a_receiver

ISSUER: Final = "https://sts.windows.net/00000000-0000-0000-0000-00000000000f/"
SIGNING_KEY: Final = "the key of an issuer that only tests know"
HEADER: Final = "the-header-that-opens-the-endpoint"
FOR_ACTIONS: Final = "00000000-0000-0000-0000-0000000000a1"
OF_THE_APP: Final = "00000000-0000-0000-0000-0000000000b2"
HOUR: Final = 3_600


@dataclass(slots=True)
class IdentityEndpoint:
    """What the endpoint answers, and what it was asked for."""

    receiver: Receiver
    claims: dict[str, Any] = field(default_factory=dict)
    """What is wrong in the tokens that it issues."""

    @property
    def environment(self) -> dict[str, str]:
        return {"IDENTITY_ENDPOINT": f"{self.receiver.uri}/msi/token", "IDENTITY_HEADER": HEADER}

    def asked(self) -> list[tuple[str, str]]:
        """Return the pairs of audience and client id that were asked for since the last look."""
        seen = [self.receiver.requests.get() for _ in range(self.receiver.requests.qsize())]
        queries = [parse_qs(urlsplit(request.path).query) for request in seen]
        return [(query["resource"][0], query["client_id"][0]) for query in queries]


@contextmanager
def an_identity_endpoint() -> Iterator[IdentityEndpoint]:
    made: list[IdentityEndpoint] = []
    with a_receiver(lambda request: _answer(request, made[0].claims)) as receiver:
        made.append(IdentityEndpoint(receiver))
        yield made[0]


def a_jwt(audience: str, **claims: Any) -> str:
    """Return a token for an audience; Azurite looks at its claims, our broker at its signature too."""
    now = int(time.time())
    whole = {
        "aud": audience,
        "iss": ISSUER,
        "nbf": now - HOUR,
        "iat": now - HOUR,
        "exp": now + HOUR,
        **claims,
    }
    signed = ".".join(_encoded(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, whole))
    signature = hmac.digest(SIGNING_KEY.encode(), signed.encode(), hashlib.sha256)
    return f"{signed}.{_encoded(signature)}"


def claims_of(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return claims


def _answer(request: Received, claims: dict[str, Any]) -> Answer:
    query = parse_qs(urlsplit(request.path).query)
    wanted = query.get("api-version") == ["2019-08-01"] and "resource" in query
    if not wanted or request.headers.get("x-identity-header") != HEADER:
        return Answer(status=400, body=b'{"statusCode": 400, "message": "this is not how it is asked"}')
    if "refused" in claims:
        return Answer(status=400, body=b'{"statusCode": 400, "message": "No such identity exists"}')
    audience = query["resource"][0]
    token = {
        "access_token": a_jwt(audience, **{"appid": query.get("client_id", [""])[0], **claims}),
        "expires_on": str(int(time.time()) + HOUR),
        "resource": audience,
        "token_type": "Bearer",
    }
    return Answer(headers={"Content-Type": "application/json"}, body=json.dumps(token).encode())


def _encoded(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()
