"""Who may call: holders of a key or, where configured, identities.

Where a developer's machine opens it and neither is configured, programs on that machine may call.

The app's own page counts among these programs; the pages of others do not.
"""

import re
from collections.abc import Mapping
from hmac import compare_digest
from typing import Final

from shared.domain.callers import ON_THIS_MACHINE, Caller
from shared.domain.errors import AuthenticationFailed, AuthorizationFailed, cut
from shared.functions.entra.identities import REFUSAL, Identities
from shared.functions.settings import AccessKey, Settings

_LOOPBACK: Final = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)
"""The whole of a Host header, with nothing around or inside it that another reader might read otherwise."""
_OWN_SITE: Final = ("same-origin", "none")
_BEARER: Final = "bearer "


def check_access(
    settings: Settings,
    headers: Mapping[str, str],
    params: Mapping[str, str],
    *,
    changes: bool,
    identities: Identities | None = None,
) -> Caller:
    """Return who calls; raise AuthenticationFailed or AuthorizationFailed unless the caller may go on."""
    if identities is not None:
        return _check_key_or_token(settings, headers, params, changes=changes, identities=identities)
    if settings.keys or settings.read_keys:
        return _check_key(settings, _given_key(headers, params), changes=changes)
    if not settings.open_loopback:
        raise AuthenticationFailed(
            "No keys are configured. Set SCHEDULER_KEYS to name=key (at least 32 characters), "
            "and send the key as x-functions-key."
        )
    _check_on_this_machine(headers)
    return ON_THIS_MACHINE


def _check_key_or_token(
    settings: Settings,
    headers: Mapping[str, str],
    params: Mapping[str, str],
    *,
    changes: bool,
    identities: Identities,
) -> Caller:
    """Read a bearer as a token only if it is no key, and looks like a token. Nobody else gets in."""
    try:
        return _check_key(settings, _given_key(headers, params), changes=changes)
    except AuthenticationFailed:
        token = "" if headers.get("x-functions-key") else _bearer(headers)
        if token.count(".") != 2:
            raise AuthenticationFailed(REFUSAL) from None
    return identities.caller(token, changes=changes)


def _given_key(headers: Mapping[str, str], params: Mapping[str, str]) -> str:
    if key := headers.get("x-functions-key"):
        return key
    if bearer := _bearer(headers):
        return bearer
    return next((value for name, value in params.items() if name.lower() == "code"), "")


def _bearer(headers: Mapping[str, str]) -> str:
    given = headers.get("authorization", "")
    return given[len(_BEARER) :].strip() if given.lower().startswith(_BEARER) else ""


def _check_key(settings: Settings, given: str, *, changes: bool) -> Caller:
    """Return whose key it is. One that stands in both lists may change things."""
    writes, reads = _found(settings.keys, given), _found(settings.read_keys, given)
    key = writes or reads
    if key is None:
        raise AuthenticationFailed(
            "The key is missing or wrong; send it as x-functions-key, as code, or as a bearer token."
        )
    if changes and writes is None:
        raise AuthorizationFailed("This key may only read.")
    return Caller(name=key.name, can_change=writes is not None, scope=key.scope)


def _found(keys: tuple[AccessKey, ...], given: str) -> AccessKey | None:
    """Compare with every key in constant time, so that the time taken tells nothing."""
    said = given.encode(errors="surrogatepass")
    matches = [key for key in keys if compare_digest(key.value.encode(errors="surrogatepass"), said)]
    return matches[0] if matches else None


def _check_on_this_machine(headers: Mapping[str, str]) -> None:
    """Raise AuthenticationFailed unless a program on this machine calls, or the app's own page.

    Any page can reach loopback. It gives itself away by what no script can set:

    1. A page whose name was made to resolve to loopback sends that name as Host.
    2. A page that changes something, or wants to read the answer, sends its Origin.
    3. A page that only loads the answer, as an image or a script, sends no Origin.
       Its browser still tells in Sec-Fetch-Site how the page is related to the app;
       a page of another port on this machine is `same-site`.

    Programs send neither Origin nor Sec-Fetch-Site, and typed addresses `none`.
    """
    host, origin = headers.get("host", ""), headers.get("origin")
    if not _LOOPBACK.fullmatch(host):
        raise AuthenticationFailed(
            f"Without keys the app answers only callers that name it by a loopback name, not '{cut(host)}'."
        )
    if origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
        raise _foreign_page("Origin", origin)
    site = headers.get("sec-fetch-site")
    if site is not None and site not in _OWN_SITE:
        raise _foreign_page("Sec-Fetch-Site", site)


def _foreign_page(header: str, value: str) -> AuthenticationFailed:
    return AuthenticationFailed(
        f"Without keys the app answers no page but its own; this request has {header}: {cut(value)}."
    )
