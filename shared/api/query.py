"""Query parameters of the paged lists: `$top`, `$skip` and `$filter`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

from shared.domain.errors import Faults, cut

LARGEST_PAGE: Final = 100
MOST_SKIPPED: Final = 10**9 - 1
DEFAULT_RUNS: Final = 10
_FILTER: Final = re.compile(r"\s*(\w+)\s+eq\s+('?)(\w+)\2\s*", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d{1,9}", re.ASCII)

_Member = TypeVar("_Member", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[_Member]):
    """Which entries of a list are wanted: of those that the filter lets through, from `skip` to `end`."""

    top: int | None = None
    skip: int = 0
    only: _Member | None = None

    @property
    def end(self) -> int | None:
        """How many of those that are let through must be read; None if all of them."""
        return None if self.top is None else self.skip + self.top

    def wants(self, member: _Member) -> bool:
        return self.only is None or member is self.only


def read_page(params: Mapping[str, str], field: str, enum: type[_Member]) -> Page[_Member]:
    """Read the parameters, of which an empty one counts as absent; `field` is what a filter may name."""
    given = {name.lower(): value for name, value in params.items() if value.strip()}
    faults = Faults()
    top = read_number(given.get("$top"), "$top", range(1, LARGEST_PAGE + 1), faults)
    skip = read_number(given.get("$skip"), "$skip", range(MOST_SKIPPED + 1), faults)
    only = _read_filter(given.get("$filter"), field, enum, faults)
    faults.raise_any()
    return Page(top=top, skip=skip or 0, only=only)


def read_number(text: str | None, name: str, allowed: range, faults: Faults) -> int | None:
    if text is None:
        return None
    if _NUMBER.fullmatch(text.strip()) and int(text) in allowed:
        return int(text)
    faults.add(name, f"'{cut(text)}' is not a whole number between {allowed[0]} and {allowed[-1]}")
    return None


def _read_filter(text: str | None, field: str, enum: type[_Member], faults: Faults) -> _Member | None:
    if text is None:
        return None
    match = _FILTER.fullmatch(text)
    if match and match[1].lower() == field:
        for member in enum:
            if member.lower() == match[3].lower():
                return member
    faults.add("$filter", f"'{cut(text)}' is not '{field} eq VALUE', with a VALUE of {', '.join(enum)}")
    return None
