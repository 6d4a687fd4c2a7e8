"""HTTP and HTTPS actions: one exchange, including its redirects, within a minute."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Final

import requests
from requests.utils import get_environ_proxies
from urllib3.exceptions import HTTPError

from shared.actions.http.certificates import Identity, Unusable
from shared.actions.http.client_adapters import ClientAdapters
from shared.actions.http.connections import (
    Forbidden,
    GuardedAdapter,
    Resolver,
    TimeIsUp,
    TooLong,
    resolve,
    time_left,
    time_limit,
)
from shared.actions.http.headers import headers_of
from shared.actions.http.message import message_of, status_of
from shared.actions.http.redirects import Leg, following
from shared.actions.http.retry_after import asked_pause
from shared.actions.kept import Kept
from shared.actions.no_connection import no_connection_because
from shared.actions.quiet import keep_addresses_out_of_the_log
from shared.actions.redaction import in_authorization
from shared.domain.action import HttpAction, HttpRequest
from shared.domain.address import address_of, host_of
from shared.domain.attempt import Attempt, Completed, Failed, Outcome
from shared.domain.causes import causes
from shared.domain.outbound import PUBLIC_ONLY, Outbound

TIME_LIMIT: Final = 60.0
MOST_REDIRECTS: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """Proof of who calls: the value of an Authorization header, a certificate for TLS, or nothing."""

    authorization: str = field(default="", repr=False)
    identity: Identity | None = None
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """The secrets that were opened for it. No message may hold them."""
    alone: bool = False
    """It is for the host of the job alone: no redirect is followed, and no word of the answer is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpSettings:
    """Where calls may go, and how; `ca_file` replaces the known certificate authorities."""

    outbound: Outbound = PUBLIC_ONLY
    use_proxy: bool = False
    ca_file: str | None = None
    time_limit: float = TIME_LIMIT


class Http:
    """Makes the calls of HTTP actions. Many threads may use it; they share the connections kept open."""

    def __init__(
        self,
        settings: HttpSettings,
        clock: Callable[[], datetime],
        resolver: Resolver = resolve,
        kept: Kept | None = None,
    ) -> None:
        keep_addresses_out_of_the_log()
        connections = kept or Kept()
        self._settings = settings
        self._clock = clock
        self._plain = GuardedAdapter(settings.outbound, resolver, connections)
        self._with_certificate = ClientAdapters(
            lambda context: GuardedAdapter(settings.outbound, resolver, connections, context)
        )

    def call(self, action: HttpAction, credentials: Credentials, attempt: Attempt) -> Outcome:
        """Make the request and return what came of it."""
        try:
            with time_limit(self._settings.time_limit):
                return self._exchange(action, credentials, attempt)
        except Unusable as exc:
            return not_answered(action, str(exc))
        except (requests.RequestException, HTTPError, UnicodeError) as exc:
            return not_answered(action, self._reason(exc))

    def close(self) -> None:
        self._plain.close()
        self._with_certificate.close()

    def _exchange(self, action: HttpAction, credentials: Credentials, attempt: Attempt) -> Outcome:
        leg = Leg(request=_prepared(action.request, credentials, attempt))
        secrets = [*credentials.secrets, *in_authorization(leg.request.headers.get("Authorization", ""))]
        own = self._adapter_for(credentials.identity)
        for _ in range(MOST_REDIRECTS + 1):
            # The certificate is presented to the host that the job names, and to no other host.
            with self._send(own if leg.own else self._plain, leg.sent()) as response:
                next_leg = None if credentials.alone else following(leg, response)
                if next_leg is None:
                    told = status_of if credentials.alone else partial(message_of, secrets=secrets)
                    return _outcome(response, told(response), self._clock())
                _leave_unread(response)
            leg = next_leg
        return not_answered(action, f"more than {MOST_REDIRECTS} redirects")

    def _send(self, adapter: GuardedAdapter, request: requests.PreparedRequest) -> requests.Response:
        url = request.url or ""
        address = address_of(url)
        if address is None or self._settings.outbound.refuses_literally(address.host):
            raise Forbidden(url)
        proxies = get_environ_proxies(url, no_proxy=None) if self._settings.use_proxy else {}
        verify = self._settings.ca_file or True
        return adapter.send(request, stream=True, timeout=time_left(), verify=verify, proxies=proxies)

    def _adapter_for(self, identity: Identity | None) -> GuardedAdapter:
        if identity is None:
            return self._plain
        adapter, certificate = self._with_certificate.get(identity)
        certificate.check(self._clock())
        return adapter

    def _reason(self, exc: Exception) -> str:
        known = causes(exc)
        if any(isinstance(cause, Forbidden) for cause in known):
            return "actions may not reach its address (SCHEDULER_ALLOWED_TARGETS)"
        if any(isinstance(cause, TimeIsUp | requests.Timeout) for cause in known):
            return f"no complete answer within {self._settings.time_limit:.0f} seconds"
        for cause in known:
            if isinstance(cause, TooLong):
                return str(cause)
        if (reason := no_connection_because(known)) is not None:
            return reason
        if isinstance(exc, UnicodeError):
            return "its headers or its body cannot be encoded"
        return "no connection" if isinstance(exc, requests.ConnectionError) else type(exc).__name__


def not_answered(action: HttpAction, reason: str) -> Failed:
    return Failed(f"Http Action - Request to host '{host_of(action.request.uri)}' failed: {reason}")


def _outcome(response: requests.Response, message: str, now: datetime) -> Outcome:
    status = response.status_code
    if 200 <= status < 300:
        return Completed(message, status=status)
    return Failed(message, status=status, retry_after=asked_pause(response.headers, now))


def _leave_unread(response: requests.Response) -> None:
    """Let the connection be kept if nothing is left to read. Otherwise it is closed."""
    if response.raw.length_remaining == 0:
        response.raw.drain_conn()


def _prepared(request: HttpRequest, credentials: Credentials, attempt: Attempt) -> requests.PreparedRequest:
    prepared = requests.Request(
        request.method.upper(),
        request.uri,
        headers=headers_of(request, attempt),
        data=None if request.body is None else request.body.encode(),
    ).prepare()
    if credentials.authorization:
        prepared.headers["Authorization"] = credentials.authorization
    return prepared
