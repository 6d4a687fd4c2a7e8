"""What an HTTP action leaves in the history, in the form that old clients read."""

from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import requests

LONGEST_STORED_BODY: Final = 1_024
LONGEST_STORED_HEADERS: Final = 4_096

# Names that .NET gives to a status, where they are not the standard phrase without its spaces.
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


def message_of(response: requests.Response, body: bytes) -> str:
    """Return the message of an answer, given the beginning of its body."""
    host = urlsplit(response.url).hostname
    headers = "".join(f"{name}: {value}\r\n" for name, value in response.headers.items())
    return (
        f"Http Action - Response from host '{host}': '{_status_name(response.status_code)}' "
        f"Response Headers: {headers[:LONGEST_STORED_HEADERS]} Body: {_decoded(body, response.encoding)}"
    )


def _decoded(body: bytes, encoding: str | None) -> str:
    try:
        text = body.decode(encoding or "utf-8", errors="replace")
    except LookupError:  # a charset that nobody knows
        text = body.decode(errors="replace")
    return text[:LONGEST_STORED_BODY]


def _status_name(status: int) -> str:
    try:
        standard = HTTPStatus(status).phrase.title().replace(" ", "").replace("-", "")
    except ValueError:
        standard = str(status)
    return _DOTNET_NAMES.get(status, standard)
