"""HTTP and HTTPS actions: one exchange, redirects included, within a minute."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit
from uuid import uuid4

import requests
from requests.utils import get_environ_proxies
from urllib3.exceptions import HTTPError

from shared.actions.causes import causes
from shared.actions.certificates import ClientContext, Identity, Unusable, client_context
from shared.actions.connections import (
    Forbidden,
    GuardedAdapter,
    Resolver,
    TimeIsUp,
    resolve,
    time_left,
    time_limit,
)
from shared.actions.http_message import LONGEST_STORED_BODY, message_of
from shared.actions.outbound import PUBLIC_ONLY, Outbound
from shared.domain.action import HttpAction, HttpRequest
from shared.domain.attempt import Attempt, Completed, Failed, Outcome

TIME_LIMIT: Final = 60.0
MOST_REDIRECTS: Final = 50

_MOST_IDENTITIES: Final = 64
_DEFAULT_CONTENT_TYPE: Final = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """What proves who calls: the value of an Authorization header, or a certificate for TLS, or nothing."""

    authorization: str = field(default="", repr=False)
    identity: Identity | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpSettings:
    """Where calls may go, and by which way; `ca_file` replaces the certificate authorities known."""

    outbound: Outbound = PUBLIC_ONLY
    use_proxy: bool = False
    ca_file: str | None = None
    time_limit: float = TIME_LIMIT


class Http:
    """Makes the calls of HTTP actions; safe for many threads, which share the connections kept open."""

    def __init__(
        self, settings: HttpSettings, clock: Callable[[], datetime], resolver: Resolver = resolve
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._resolver = resolver
        self._plain = GuardedAdapter(settings.outbound, resolver)
        self._with_certificate = lru_cache(_MOST_IDENTITIES)(self._new_adapter)

    def call(self, action: HttpAction, credentials: Credentials, attempt: Attempt) -> Outcome:
        """Make the request and return what came of it."""
        try:
            with time_limit(self._settings.time_limit):
                return self._exchange(action, credentials, attempt)
        except Unusable as exc:
            return not_answered(action, str(exc))
        except (requests.RequestException, HTTPError, UnicodeError, ValueError) as exc:
            return not_answered(action, self._reason(exc))

    def close(self) -> None:
        self._plain.close()
        self._with_certificate.cache_clear()

    def _exchange(self, action: HttpAction, credentials: Credentials, attempt: Attempt) -> Outcome:
        request = _prepared(action.request, credentials, attempt)
        own = self._adapter_for(credentials.identity)
        origin = _origin(request)
        for _ in range(MOST_REDIRECTS + 1):
            # A certificate is for the host that the job names, and for no other it may be sent on to.
            adapter = own if _origin(request) == origin else self._plain
            with self._send(adapter, request) as response:
                following = _following(response)
                if following is None:
                    message = message_of(response, beginning_of_body(response))
                    return (
                        Completed(message) if response.ok and response.status_code < 300 else Failed(message)
                    )
            request = following
        return not_answered(action, f"more than {MOST_REDIRECTS} redirects")

    def _send(self, adapter: GuardedAdapter, request: requests.PreparedRequest) -> requests.Response:
        url = request.url or ""
        if self._settings.outbound.refuses_literally(urlsplit(url).hostname or ""):
            raise Forbidden(url)
        proxies = get_environ_proxies(url, no_proxy=None) if self._settings.use_proxy else {}
        verify = self._settings.ca_file or True
        return adapter.send(request, stream=True, timeout=time_left(), verify=verify, proxies=proxies)

    def _adapter_for(self, identity: Identity | None) -> GuardedAdapter:
        if identity is None:
            return self._plain
        adapter, certificate = self._with_certificate(identity)
        certificate.check(self._clock())
        return adapter

    def _new_adapter(self, identity: Identity) -> tuple[GuardedAdapter, ClientContext]:
        certificate = client_context(identity)
        return GuardedAdapter(self._settings.outbound, self._resolver, certificate.context), certificate

    def _reason(self, exc: Exception) -> str:
        found = causes(exc)
        if any(isinstance(cause, Forbidden) for cause in found):
            return "actions may not reach its address (SCHEDULER_ALLOWED_TARGETS)"
        if any(isinstance(cause, TimeIsUp | requests.Timeout) for cause in found):
            return f"no complete answer within {self._settings.time_limit:.0f} seconds"
        if any(isinstance(cause, ssl.SSLError | requests.exceptions.SSLError) for cause in found):
            return "the TLS connection could not be made"
        if isinstance(exc, requests.ConnectionError):
            return "no connection"
        return type(exc).__name__


def not_answered(action: HttpAction, reason: str) -> Failed:
    host = urlsplit(action.request.uri).hostname
    return Failed(f"Http Action - Request to host '{host}' failed: {reason}")


def beginning_of_body(response: requests.Response) -> bytes:
    """Read no more than what is stored; a character takes at most four bytes."""
    enough, beginning = 4 * LONGEST_STORED_BODY, b""
    for piece in response.iter_content(enough):
        beginning += piece
        if len(beginning) >= enough:
            break
    return beginning


def _prepared(request: HttpRequest, credentials: Credentials, attempt: Attempt) -> requests.PreparedRequest:
    prepared = requests.Request(
        request.method.upper(),
        request.uri,
        headers=_headers(request, attempt),
        data=None if request.body is None else request.body.encode(),
    ).prepare()
    if credentials.authorization:
        prepared.headers["Authorization"] = credentials.authorization
    return prepared


def _headers(request: HttpRequest, attempt: Attempt) -> dict[str, str]:
    """The job's own headers, and above them those of the service."""
    headers = requests.structures.CaseInsensitiveDict(request.headers)
    if request.body is not None:
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


def _following(response: requests.Response) -> requests.PreparedRequest | None:
    """Return the request that a redirect asks for, without credentials if it goes to another host."""
    if not response.is_redirect:
        return None
    with requests.Session() as session:
        session.trust_env = False
        return next(session.resolve_redirects(response, response.request, yield_requests=True), None)


def _origin(request: requests.PreparedRequest) -> tuple[str, str]:
    parts = urlsplit(request.url or "")
    return parts.scheme, parts.netloc
