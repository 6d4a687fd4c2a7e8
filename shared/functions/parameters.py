"""The query parameters of a request: which an operation knows, and what is said of any other.

They are read from the URL as it came: the host leaves empty ones out of its own parameters, and joins those
that stand there twice.
"""

from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import parse_qsl

from shared.domain.about import EXTENDED
from shared.domain.alike import nearest
from shared.domain.errors import BadRequest, Faults, cut

DRY_RUN: Final = "dryRun"
_OF_THE_HOST: Final = ("code", "clientid")
"""The key of a function and its name. `x-…` is not for an operation either."""

Parameters = Sequence[tuple[str, str]]


def sent_parameters(url: str) -> Parameters:
    """Return all parameters of a URL as they were sent, empty ones too."""
    return parse_qsl(url.partition("?")[2], keep_blank_values=True)


def is_trial(sent: Parameters, known: Sequence[str], *, version: str) -> bool:
    """Say whether nothing shall be changed; raise BadRequest if a parameter would be ignored that matters.

    Older api-versions let unknown ones pass, as the original did; but not what was meant to be `dryRun`:
    whoever misspells that would have for real what was to be tried.
    """
    faults = Faults()
    for name, rule in _extended(sent, known) if version >= EXTENDED else _original(sent):
        faults.add(cut(name) or "''", rule)
    faults.raise_any()
    given = next((value for name, value in sent if name.lower() == DRY_RUN.lower()), "false")
    wanted = given.strip().lower()
    if wanted not in ("true", "false"):
        raise BadRequest(f"dryRun: '{cut(given)}' is neither true nor false; nothing was done")
    if wanted == "true" and version < EXTENDED:
        raise BadRequest(f"dryRun: is known from api-version {EXTENDED} on; nothing was done")
    return wanted == "true"


def _extended(sent: Parameters, known: Sequence[str]) -> Iterator[tuple[str, str]]:
    names = {name.lower() for name in known}
    for name in _spellings(sent):
        if name.lower() not in names:
            yield name, _unknown(name, known)
        elif _is_repeated(name, sent):
            yield name, "stands there more than once"


def _original(sent: Parameters) -> Iterator[tuple[str, str]]:
    for name in _spellings(sent):
        if name.lower() == DRY_RUN.lower():
            if _is_repeated(name, sent):
                yield name, "stands there more than once"
        elif _means_trial(name):
            yield name, f"is not known; did you mean '{DRY_RUN}', of api-version {EXTENDED}?"


def _spellings(sent: Parameters) -> Iterator[str]:
    """Yield each name once, as it was first spelled, but for those that are not meant for an operation."""
    seen = set(_OF_THE_HOST)
    for name, _ in sent:
        if name.lower() not in seen and (not name.lower().startswith("x-") or _means_trial(name)):
            seen.add(name.lower())
            yield name


def _means_trial(name: str) -> bool:
    """Say whether the letters of a name may be meant for `dryRun`, also with more of them around it."""
    letters = "".join(filter(str.isalpha, name)).lower()
    return DRY_RUN.lower() in letters or bool(nearest(letters.removeprefix("x"), [DRY_RUN]))


def _is_repeated(name: str, sent: Parameters) -> bool:
    return sum(one.lower() == name.lower() for one, _ in sent) > 1


def _unknown(name: str, known: Sequence[str]) -> str:
    if name.lower() == DRY_RUN.lower():
        return "cannot be asked for here; nothing was done"
    meant = DRY_RUN if DRY_RUN in known and _means_trial(name) else nearest(name, known)
    hint = f"did you mean '{meant}'?" if meant else f"known here: {', '.join(known)}"
    return f"is no query parameter of this operation; {hint}"
