"""Which headers a job may send. Jobs share connections, so a header must not change its connection."""

import re
from typing import Final

REFUSED_HEADERS: Final = frozenset(
    {
        "connection",
        "content-length",
        "expect",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""The headers that belong to the connection, in lower case. So do all that begin with `proxy-`."""

HEADER_NAME: Final = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
HEADER_VALUE: Final = r"^[^\x00-\x08\x0a-\x1f\x7f-\x9f]*$"
"""The rules below, as patterns for a reader of the API's document."""

_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")


def header_fault(name: str, value: str) -> str | None:
    """Return why a header may not be sent, or None if it may."""
    if not _TOKEN.fullmatch(name):
        return "its name is not made of letters, digits and !#$%&'*+-.^_`|~ alone"
    if name.lower() in REFUSED_HEADERS or name.lower().startswith("proxy-"):
        return "it belongs to the connection, which jobs share"
    if _CONTROL.search(value):
        return "its value holds control characters"
    return None
