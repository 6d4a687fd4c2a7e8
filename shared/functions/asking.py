"""What headers and parameters say of a request: who asks, on which condition, and whether on trial."""

import re
from collections.abc import Mapping
from typing import Final

from shared.domain.about import EXTENDED
from shared.domain.asking import ANY, Asking, Condition
from shared.domain.errors import BadRequest, cut

_TAG: Final = re.compile(r'(?:W/)?"([^"]*)"|\*', re.ASCII)
_TAGS: Final = re.compile(rf"\s*(?:{_TAG.pattern})(?:\s*,\s*(?:{_TAG.pattern}))*\s*", re.ASCII)
_PRINTABLE: Final = re.compile(r"[!-~][ -~]*", re.ASCII)
_LONGEST_CORRELATION: Final = 128


def asking_of(headers: Mapping[str, str], *, who: str, request: str, version: str) -> Asking:
    """Return who asks. Older api-versions know no conditions, as the original did not."""
    correlation = headers.get("x-ms-correlation-request-id", "").strip()[:_LONGEST_CORRELATION]
    return Asking(
        who=who,
        request=request,
        correlation=correlation if _PRINTABLE.fullmatch(correlation) else "",
        condition=_condition(headers) if version >= EXTENDED else Condition(),
    )


def is_trial(params: Mapping[str, str], *, version: str, can_be_tried: bool) -> bool:
    """Say whether nothing shall be changed; raise BadRequest where that cannot be promised."""
    given = next((value.strip() for name, value in params.items() if name.lower() == "dryrun"), "")
    if given.lower() in ("", "false"):
        return False
    if given.lower() != "true":
        raise BadRequest(f"dryRun: '{cut(given)}' is neither true nor false")
    if version < EXTENDED:
        raise BadRequest(f"dryRun: is known from api-version {EXTENDED} on")
    if not can_be_tried:
        raise BadRequest("dryRun: cannot be asked for here; nothing was done")
    return True


def _condition(headers: Mapping[str, str]) -> Condition:
    wanted, unwanted = (headers.get(name, "").strip() for name in ("if-match", "if-none-match"))
    if unwanted not in (ANY, ""):
        raise BadRequest("If-None-Match: only * is known, for what must not be there")
    if wanted and not _TAGS.fullmatch(wanted):
        raise BadRequest('If-Match: is not *, and no list of ETags, such as "0123abcd"')
    tags = frozenset(tag[1] or ANY for tag in _TAG.finditer(wanted)) if wanted else None
    return Condition(versions=tags, only_new=unwanted == ANY)
