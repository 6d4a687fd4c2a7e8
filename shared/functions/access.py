"""Who may call: holders of a key or, where a developer's machine opens it, programs on that machine."""

import re
from collections.abc import Mapping
from hmac import compare_digest
from typing import Final

from shared.domain.disabled import THIS_MACHINE
from shared.domain.errors import AuthenticationFailed, AuthorizationFailed
from shared.functions.settings import AccessKey, Settings

_LOOPBACK: Final = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)
"""The whole of a Host header, with nothing around or inside it that another reader might read otherwise."""
_BEARER: Final = "bearer "

EVERYTHING: Final = "/"
"""The scope of every key: all subscriptions."""


def check_access(
    settings: Settings, headers: Mapping[str, str], params: Mapping[str, str], *, changes: bool
) -> str:
    """Return who calls; raise AuthenticationFailed or AuthorizationFailed unless the caller may go on."""
    if settings.keys or settings.read_keys:
        return _check_key(settings, _given_key(headers, params), changes=changes)
    if not settings.open_loopback:
        raise AuthenticationFailed(
            "No keys are configured. Set SCHEDULER_KEYS to name=key (at least 32 characters), "
            "and send the key as x-functions-key."
        )
    if not _from_this_machine(headers):
        raise AuthenticationFailed(
            "Without keys the app answers only programs on its own machine that call it by a loopback name."
        )
    return THIS_MACHINE


def may_change(settings: Settings, who: str) -> bool:
    """Say whether a caller of this name may change anything. No two keys have the same name."""
    return who == THIS_MACHINE or any(key.name == who for key in settings.keys)


def _given_key(headers: Mapping[str, str], params: Mapping[str, str]) -> str:
    bearer = headers.get("authorization", "")
    if key := headers.get("x-functions-key"):
        return key
    if bearer.lower().startswith(_BEARER):
        return bearer[len(_BEARER) :].strip()
    return next((value for name, value in params.items() if name.lower() == "code"), "")


def _check_key(settings: Settings, given: str, *, changes: bool) -> str:
    """Return the name of the key."""
    writes, reads = _name_of(settings.keys, given), _name_of(settings.read_keys, given)
    if writes is None and reads is None:
        raise AuthenticationFailed(
            "The key is missing or wrong; send it as x-functions-key, as code, or as a bearer token."
        )
    if changes and writes is None:
        raise AuthorizationFailed("This key may only read.")
    return writes or reads or ""


def _name_of(keys: tuple[AccessKey, ...], given: str) -> str | None:
    """Compare with every key in constant time, so that the time taken tells nothing."""
    said = given.encode(errors="surrogatepass")
    matches = [key.name for key in keys if compare_digest(key.value.encode(errors="surrogatepass"), said)]
    return matches[0] if matches else None


def _from_this_machine(headers: Mapping[str, str]) -> bool:
    """Say whether the caller is a program on this machine, and no web page.

    A page that resolves its name to loopback still sends that name, and its origin.
    """
    host, origin = headers.get("host", ""), headers.get("origin")
    if not _LOOPBACK.fullmatch(host):
        return False
    return origin is None or origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")
