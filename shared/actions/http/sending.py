"""Whether a request may be sent: asked before any of its secrets is opened.

An address is read in `shared/domain/address.py`, which decides for whom its secrets are. The libraries that
connect have readers of their own. A request whose host or port they read in another way is not sent.
"""

from typing import Final
from urllib.parse import urlsplit

import requests
from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

from shared.domain.acting import why_not_sent
from shared.domain.action import HttpAction
from shared.domain.address import USUAL_PORTS, WebAddress, read_address

_Reading = tuple[str, str, int]
_NO_HOST: Final = "nothing was sent: its host is no name that can be asked for"
_ELSEWHERE: Final = "nothing was sent: it would be sent to another host than its address names"


def refusal(action: HttpAction) -> str | None:
    """Return why the request of an action may not be sent; None if it may."""
    if (fault := why_not_sent(action)) is not None:
        return fault
    address = read_address(action.request.uri)
    try:
        return None if _is_called_as_read(address, action.request.uri) else _ELSEWHERE
    except (requests.RequestException, LocationParseError, ValueError):
        return _NO_HOST


def _is_called_as_read(address: WebAddress, uri: str) -> bool:
    """Say whether all readers take the whole address for the same host as the bare one that was read from it.

    A name in other letters than ASCII is called by another name, which the libraries find.
    """
    bare = f"[{address.host}]" if ":" in address.host else address.host
    readings = {*_readings(f"{address.scheme}://{bare}:{address.port}/"), *_readings(uri)}
    (scheme, host, port), *others = readings
    same_name = host == address.host or not address.host.isascii()
    return not others and same_name and (scheme, port) == (address.scheme, address.port)


def _readings(uri: str) -> tuple[_Reading, _Reading]:
    """Return whom requests calls, which splits the prepared address, and urllib3, which parses it."""
    prepared = requests.PreparedRequest()
    prepared.prepare_url(uri, None)
    text = prepared.url or ""
    split, parsed = urlsplit(text), parse_url(text)
    return (
        _reading(split.scheme, split.hostname, split.port),
        _reading(parsed.scheme, parsed.host, parsed.port),
    )


def _reading(scheme: str | None, host: str | None, port: int | None) -> _Reading:
    named = (scheme or "").lower()
    return named, (host or "").lower().strip("[]"), port or USUAL_PORTS.get(named, 0)
