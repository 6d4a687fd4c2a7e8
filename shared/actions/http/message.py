"""What an HTTP action leaves in the history, in the form that old clients read."""

from collections.abc import Collection
from http import HTTPStatus
from typing import Final

import requests

from shared.actions.http.body import beginning_of_body
from shared.actions.redaction import redacted
from shared.actions.text import decoded
from shared.domain.address import host_of

LONGEST_STORED_BODY: Final = 1_024
LONGEST_STORED_HEADERS: Final = 4_096

# .NET's names for a status, where they differ from the standard phrase without its spaces.
_DOTNET_NAMES: Final = {
    200: "OK",
    226: "IMUsed",
    413: "RequestEntityTooLarge",
    414: "RequestUriTooLong",
    416: "RequestedRangeNotSatisfiable",
    418: "418",
    422: "UnprocessableEntity",
    425: "425",
    505: "HttpVersionNotSupported",
}


def message_of(response: requests.Response, secrets: Collection[str]) -> str:
    """Return the message about an answer. Secrets are hidden before anything is cut."""
    host = host_of(response.url)
    headers = "".join(f"{name}: {value}\r\n" for name, value in response.headers.items())
    stored = redacted(headers, secrets)[:LONGEST_STORED_HEADERS]
    return (
        f"Http Action - Response from host '{host}': '{_status_name(response.status_code)}' "
        f"Response Headers: {stored} Body: {_stored_body(response, secrets)}"
    )


def status_of(response: requests.Response) -> str:
    """Return a message that holds nothing of an answer but who sent it, and its status."""
    host = host_of(response.url)
    return f"Http Action - Response from host '{host}': '{_status_name(response.status_code)}'"


def _stored_body(response: requests.Response, secrets: Collection[str]) -> str:
    body = beginning_of_body(response)
    text = decoded(body.content, response.encoding)
    return body.remark or redacted(text, secrets, cut=body.cut)[:LONGEST_STORED_BODY]


def _status_name(status: int) -> str:
    try:
        standard = HTTPStatus(status).phrase.title().replace(" ", "").replace("-", "")
    except ValueError:
        standard = str(status)
    return _DOTNET_NAMES.get(status, standard)
