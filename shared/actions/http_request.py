"""HTTP and HTTPS actions."""

from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit
from uuid import uuid4

import requests
from urllib3.exceptions import HTTPError

from shared.domain.action import HttpAction
from shared.domain.attempt import Attempt, Completed, Failed, Outcome

TIME_LIMIT: Final = 60.0
MOST_REDIRECTS: Final = 50
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
_DEFAULT_CONTENT_TYPE: Final = "text/plain; charset=utf-8"


def run(action: HttpAction, attempt: Attempt) -> Outcome:
    """Make the request and return what came of it."""
    if action.request.authentication is not None:  # without it the call would be another one
        return not_answered(action, "authentication cannot be done yet")
    try:
        with requests.Session() as session:
            return _exchange(session, action, attempt)
    except (requests.RequestException, HTTPError, UnicodeError) as exc:
        return not_answered(action, _reason(exc))


def not_answered(action: HttpAction, reason: str) -> Failed:
    host = urlsplit(action.request.uri).hostname
    return Failed(f"Http Action - Request to host '{host}' failed: {reason}")


def _exchange(session: requests.Session, action: HttpAction, attempt: Attempt) -> Outcome:
    session.trust_env = False
    session.max_redirects = MOST_REDIRECTS
    request = action.request
    with session.request(
        request.method.upper(),
        request.uri,
        headers=_headers(action, attempt),
        data=None if request.body is None else request.body.encode(),
        timeout=TIME_LIMIT,
        stream=True,
    ) as response:
        message = _message(response)
        return Completed(message) if 200 <= response.status_code <= 299 else Failed(message)


def _headers(action: HttpAction, attempt: Attempt) -> dict[str, str]:
    """The job's own headers, and above them those of the service."""
    headers = requests.structures.CaseInsensitiveDict(action.request.headers)
    if action.request.body is not None:
        headers.setdefault("Content-Type", _DEFAULT_CONTENT_TYPE)
    headers.update(
        {
            "x-ms-execution-tag": attempt.execution_tag,
            "x-ms-client-request-id": str(uuid4()),
            "x-ms-scheduler-expected-execution-time": attempt.expected.strftime("%Y-%m-%dT%H:%M:%S"),
            "x-ms-scheduler-jobid": attempt.job.name,
            "x-ms-scheduler-jobcollection": attempt.job.collection.name,
            "x-ms-scheduler-execution-region": attempt.region,
        }
    )
    return dict(headers)


def _message(response: requests.Response) -> str:
    host = urlsplit(response.url).hostname
    headers = "".join(f"{name}: {value}\r\n" for name, value in response.headers.items())
    return (
        f"Http Action - Response from host '{host}': '{_status_name(response.status_code)}' "
        f"Response Headers: {headers[:LONGEST_STORED_HEADERS]} Body: {_beginning_of_body(response)}"
    )


def _beginning_of_body(response: requests.Response) -> str:
    """Read no more than what is stored; a character takes at most four bytes."""
    enough, beginning = 4 * LONGEST_STORED_BODY, b""
    for piece in response.iter_content(enough):
        beginning += piece
        if len(beginning) >= enough:
            break
    try:
        return beginning.decode(response.encoding or "utf-8", errors="replace")[:LONGEST_STORED_BODY]
    except LookupError:  # a charset that nobody knows
        return beginning.decode(errors="replace")[:LONGEST_STORED_BODY]


def _status_name(status: int) -> str:
    try:
        return _DOTNET_NAMES.get(status) or HTTPStatus(status).phrase.title().replace(" ", "").replace(
            "-", ""
        )
    except ValueError:
        return str(status)


def _reason(exc: Exception) -> str:
    match exc:
        case requests.Timeout():
            return f"no answer within {TIME_LIMIT:.0f} seconds"
        case requests.TooManyRedirects():
            return f"more than {MOST_REDIRECTS} redirects"
        case requests.exceptions.SSLError():
            return "the TLS connection could not be made"
        case requests.ConnectionError():
            return "no connection"
        case _:
            return type(exc).__name__
