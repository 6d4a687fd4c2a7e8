"""Redirects: where they lead, and what is sent along. Their bodies are not read.

Nothing that belongs to the job is sent to another host or port. What was once left out stays left out,
even if a later redirect leads back.
"""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urljoin

import requests
from requests.cookies import RequestsCookieJar, get_cookie_header
from requests.utils import requote_uri

from shared.actions.http.headers import SERVICE_HEADERS
from shared.domain.address import address_of
from shared.domain.headers import header_fault

_KEEPING_METHOD_AND_BODY: Final = (307, 308)
_MOST_COOKIES: Final = 4_096


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """One request on the way to an answer. It is `own` until the way has left the host that the job names."""

    request: requests.PreparedRequest
    own: bool = True
    cookies: RequestsCookieJar = field(default_factory=RequestsCookieJar)
    """Set by the redirects so far. Without them, some redirects lead in circles."""

    def sent(self) -> requests.PreparedRequest:
        """Return the request as it is sent. Cookies are added, unless the job sends its own."""
        cookie = _cookie_header(self.cookies, self.request)
        if not cookie or header_fault("Cookie", cookie):
            return self.request
        request = self.request.copy()
        request.headers["Cookie"] = cookie
        return request


def following(leg: Leg, response: requests.Response) -> Leg | None:
    """Return the request that a redirect asks for; None if it is an answer, or cannot be followed."""
    target = _target(leg.request, response)
    if target is None:
        return None
    own = leg.own and _is_same_host(leg.request.url, target)
    keeping = response.status_code in _KEEPING_METHOD_AND_BODY
    if keeping and not own and leg.request.body:
        return None
    request = leg.request.copy()
    request.url = target
    if not keeping:
        request.method = _method(request.method or "", response.status_code)
        request.body = None
    for name in leg.request.headers:
        describes_body = name.lower().startswith("content-")
        if (describes_body and not request.body) or not (own or name.lower() in SERVICE_HEADERS):
            del request.headers[name]
    return Leg(request=request, own=own, cookies=_with_cookies(leg.cookies, response))


def _cookie_header(cookies: RequestsCookieJar, request: requests.PreparedRequest) -> str | None:
    header: str | None = get_cookie_header(cookies, request)  # type: ignore[no-untyped-call]  # no types there
    return header


def _target(request: requests.PreparedRequest, response: requests.Response) -> str | None:
    """Return where a redirect leads; None if it is no redirect, or leads to no address of the web."""
    location = response.headers.get("Location", "") if response.is_redirect else ""
    if not location:
        return None
    try:
        meant = location.encode("latin-1").decode(errors="replace")
        if address_of(urljoin(request.url or "", meant)) is None:
            return None
        prepared = requests.PreparedRequest()
        prepared.prepare_url(urljoin(request.url or "", requote_uri(meant)), None)
    except ValueError:
        return None
    return prepared.url if address_of(prepared.url) else None


def _is_same_host(here: str | None, there: str) -> bool:
    """Compare host, scheme and port. A change from http to https, at the usual ports, does not matter."""
    one, other = address_of(here), address_of(there)
    if one is None or other is None or one.host != other.host:
        return False
    places = [(place.scheme, place.port) for place in (one, other)]
    return places[0] == places[1] or places == [("http", 80), ("https", 443)]


def _method(method: str, status: int) -> str:
    """Return the method after a redirect. Browsers decided how it changes, and everybody followed."""
    changes = method == "POST" if status == requests.codes.moved_permanently else method != "HEAD"
    return "GET" if changes else method


def _with_cookies(cookies: RequestsCookieJar, response: requests.Response) -> RequestsCookieJar:
    """Add the cookies that the redirect sets. If they become too many, all are dropped."""
    both = cookies.copy()
    both.update(response.cookies)
    size = sum(len(cookie.name) + len(cookie.value or "") for cookie in both)
    return both if size <= _MOST_COOKIES else RequestsCookieJar()
