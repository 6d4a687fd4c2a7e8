"""Calls over https with a token, which goes nowhere else: no redirect is followed."""

import json
import ssl
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from typing import Any, Final
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPErrorProcessor, HTTPSHandler, Request, build_opener

from infra.hook import Stop

TIMEOUT: Final = 30.0
"""Seconds that a server may be silent."""
MOST_BYTES: Final = 1_000_000
"""A secret has at most 25 kB, and a page of versions 25 lines."""


@dataclass(frozen=True, slots=True)
class Call:
    """What to ask of a server."""

    method: str
    address: str
    body: Mapping[str, Any] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said. Only its body may hold a secret."""

    status: int
    """0 if there was no answer."""
    codes: tuple[str, ...] = ()
    """The code of the error, and of those inside it."""
    words: str = ""
    body: Mapping[str, Any] | None = field(default=None, repr=False)
    """None if it was no JSON object."""


Send = Callable[[Call], Answer]


def send(call: Call, token: str, context: ssl.SSLContext | None = None) -> Answer:
    """Call a server once. Any status is an answer, and so is a server that cannot be reached."""
    try:
        with _opener(context).open(_request(call, token), timeout=TIMEOUT) as response:
            return read(response.status, response.read(MOST_BYTES))
    except (OSError, HTTPException) as trouble:
        cause = trouble.reason if isinstance(trouble, URLError) else trouble
        if isinstance(cause, ssl.SSLCertVerificationError):
            raise Stop(_say_untrusted(call.address, cause)) from None
        return Answer(0, words=f"No answer: {cause or type(cause).__name__}")


def read(status: int, raw: bytes) -> Answer:
    """Read what a server said, in the form of Key Vault and of Azure Resource Manager."""
    body = _json_object(raw)
    error = (body or {}).get("error")
    codes = tuple(_codes(error))
    message = error.get("message", "") if isinstance(error, dict) else ""
    return Answer(status, codes, f"{status} {' '.join(codes)} {message}".strip(), body)


class _EveryStatusIsAnAnswer(HTTPErrorProcessor):
    """Raises for no status, and so leads no redirect to where it would be followed."""

    def http_response(self, request: Request, response: HTTPResponse) -> HTTPResponse:
        return response

    https_response = http_response


def _opener(context: ssl.SSLContext | None) -> Any:
    return build_opener(_EveryStatusIsAnAnswer, HTTPSHandler(context=context or ssl.create_default_context()))


def _request(call: Call, token: str) -> Request:
    if urlsplit(call.address).scheme != "https":
        raise Stop(f"{call.address} does not begin with https, so no token is sent there.")
    body = None if call.body is None else json.dumps(call.body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return Request(call.address, body, headers, method=call.method)  # noqa: S310  # https, as seen above


def _json_object(raw: bytes) -> Mapping[str, Any] | None:
    try:
        body = json.loads(raw)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


def _codes(error: object) -> Iterator[str]:
    while isinstance(error, dict):
        yield str(error.get("code", ""))
        error = error.get("innererror")


def _say_untrusted(address: str, cause: ssl.SSLCertVerificationError) -> str:
    return (
        f"This Python does not trust {urlsplit(address).hostname}: {cause.verify_message}.\n"
        "On a Mac, a Python from python.org needs its `Install Certificates.command` to be run once. "
        "Behind a proxy that opens https, SSL_CERT_FILE must name a file with the proxy's certificate."
    )
