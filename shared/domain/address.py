"""The address that an HTTP action calls. It is read here, once; all who ask for its host take it from here.

Programs differ in how they read an odd address: for `http://a\\@b/`, some call `a`, and others `b`. A secret
would be meant for one host, and another would get it. So only what all programs read alike is an address.
`shared/actions/http/sending.py` makes sure that the libraries which connect read it alike, too.
"""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address
from typing import Final
from unicodedata import normalize

USUAL_PORTS: Final = {"http": 80, "https": 443}

_NOT_ALIKE: Final = "that not all programs read alike"
_ABSOLUTE: Final = "must be absolute, with scheme http or https and a host"
_PARTS: Final = re.compile(
    r"(?P<scheme>[Hh][Tt][Tt][Pp][Ss]?)://(?P<authority>[^/?#]+)(?P<path>[^?#]*)(\?(?P<query>[^#]*))?(#.*)?",
    re.DOTALL,
)
_NOT_BEFORE_PATH: Final = re.compile(r"[\\\s\x00-\x1f\x7f-\x9f]")
_PLACE: Final = re.compile(r"(\[(?P<literal>[0-9A-Fa-f:.]+)\]|(?P<name>[^\[\]:]+))(:(?P<port>[0-9]*))?")
_NAME: Final = re.compile(r"([A-Za-z0-9_-]|[^\x00-\x7f])+(\.([A-Za-z0-9_-]|[^\x00-\x7f])+)*\.?")


class Unclear(ValueError):
    """Says what is wrong with an address, in words that follow its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebAddress:
    """An absolute address of the web. Scheme and host are in lower case, and the port is always there."""

    scheme: str
    host: str
    """Without the brackets of an IPv6 address."""
    port: int
    place: str
    """Host and port as they were written."""
    userinfo: str = ""
    """The name and the password that may stand before the host. Whoever may read the job may read them."""
    path: str = ""
    query: str | None = None

    @property
    def origin(self) -> tuple[str, str, int]:
        """What a secret for this address is bound to."""
        return self.scheme, self.host, self.port


def read_address(text: str) -> WebAddress:
    """Return the parts of an address; raise Unclear if it is none, or programs read it in different ways."""
    parts = _PARTS.fullmatch(text)
    if parts is None:
        raise Unclear(_ABSOLUTE)
    if _NOT_BEFORE_PATH.search(parts["authority"]):
        raise Unclear("must hold no '\\', blanks or control characters before its path")
    userinfo, _, written = parts["authority"].rpartition("@")
    place = _PLACE.fullmatch(written)
    if place is None:
        raise Unclear(_ABSOLUTE if written[:1] in ("", ":") else f"has a host and a port {_NOT_ALIKE}")
    scheme = parts["scheme"].lower()
    return WebAddress(
        scheme=scheme,
        host=_literal(place["literal"]) if place["name"] is None else _name(place["name"]),
        port=_port(place["port"], USUAL_PORTS[scheme]),
        place=written,
        userinfo=userinfo,
        path=parts["path"],
        query=parts["query"],
    )


def address_of(text: object) -> WebAddress | None:
    """Return the parts of a stored address; None if it is none that all programs read alike. Never raise."""
    try:
        return read_address(text) if isinstance(text, str) else None
    except Unclear:
        return None


def host_of(text: object) -> str:
    """Return the host for a message, even if the stored address is none."""
    address = address_of(text)
    return address.host if address else "unknown"


def _literal(text: str) -> str:
    try:
        IPv6Address(text)
    except AddressValueError as exc:
        raise Unclear("has no IPv6 address in its brackets") from exc
    return text.lower()


def _name(text: str) -> str:
    """Programs make small letters of a name as a whole, or part by part. For a Greek sigma that differs."""
    whole, by_part = text.lower(), ".".join(part.lower() for part in text.split("."))
    if whole != by_part or not all(_NAME.fullmatch(one) for one in (text, normalize("NFKC", text))):
        raise Unclear(f"has a host {_NOT_ALIKE}: write it with letters, digits, '-', '_' and '.' alone")
    return whole


def _port(text: str | None, usual: int) -> int:
    if not text:
        return usual
    port = int(text) if len(text.lstrip("0")) <= len("65535") else 0
    if not 0 < port <= 65_535:
        raise Unclear("has a port that is not from 1 to 65535")
    return port
