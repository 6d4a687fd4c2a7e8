"""What headers say of a request: who asks, and on which condition."""

import re
from collections.abc import Mapping
from typing import Final

from shared.domain.asking import ANY, Asking, Condition
from shared.domain.errors import BadRequest

_TAG: Final = re.compile(r'(?:W/)?+(?:""([^",]++)""|"([^",]*+)"|([!#-+\--~]++))', re.ASCII)
"""An ETag: with quotes or without, as some clients send what they read in a body, or with more of them, as
clients of 0.2.0 do, which put quotes around what has some. One that was made weak on the way names the same
state: our ETags are not those of bytes. A list of them is read in one way only, or a caller could make it
take for ever."""
_TAGS: Final = re.compile(rf"\s*{_TAG.pattern}(?:\s*,\s*{_TAG.pattern})*\s*", re.ASCII)
_PRINTABLE: Final = re.compile(r"[!-~][ -~]*", re.ASCII)
_LONGEST_CORRELATION: Final = 128


def asking_of(headers: Mapping[str, str], *, who: str, request: str, conditional: bool) -> Asking:
    """Return who asks. Conditions count only where something is changed.

    A conditional GET is a GET: browsers and caches make them by themselves, because there is an ETag.
    """
    correlation = headers.get("x-ms-correlation-request-id", "").strip()[:_LONGEST_CORRELATION]
    return Asking(
        who=who,
        request=request,
        correlation=correlation if _PRINTABLE.fullmatch(correlation) else "",
        condition=_condition(headers) if conditional else Condition(),
    )


def _condition(headers: Mapping[str, str]) -> Condition:
    """Return the condition; a header without a value is a slip, which must not do without condition."""
    wanted, unwanted = headers.get("if-match"), headers.get("if-none-match")
    if unwanted is not None and unwanted.strip() != ANY:
        raise BadRequest("If-None-Match: only * is known, for what must not be there")
    if wanted is not None and not _TAGS.fullmatch(wanted):
        raise BadRequest('If-Match: is not *, and no list of ETags, such as "0123abcd"')
    tags = frozenset(map(_version, _TAG.finditer(wanted))) if wanted is not None else None
    if tags is not None and ANY in tags and len(tags) > 1:
        raise BadRequest("If-Match: * stands alone")
    return Condition(versions=tags, only_new=unwanted is not None)


def _version(tag: re.Match[str]) -> str:
    """Return the version that an ETag names; only a bare * is any, and an empty one is none."""
    twice, once, bare = tag.groups(default="")
    quoted = twice or once
    if bare == ANY != tag[0]:
        return tag[0]
    return str(bare or (quoted if quoted not in ("", ANY) else tag[0]))
