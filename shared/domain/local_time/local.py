"""What turns the rules of the wall clock into local time: a zone, its clock changes, excluded days."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from shared.domain.about import About
from shared.domain.local_time.excluded import Excluded
from shared.domain.local_time.zones import UTC_ZONE, Zone


class Missing(StrEnum):
    """What becomes of a time of day that a clock change leaves out."""

    SHIFT = "shift"
    SKIP = "skip"


class Repeated(StrEnum):
    """When a time of day counts that a clock change brings twice."""

    FIRST = "first"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class DaylightSaving:
    missing: Annotated[
        Missing,
        About(words="A time of day that does not exist is moved on by the length of the gap, or left out."),
    ] = Missing.SHIFT
    repeated: Annotated[
        Repeated, About(words="A time of day that occurs twice counts at the first, or at both.")
    ] = Repeated.FIRST


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    zone: Zone = UTC_ZONE
    daylight_saving: DaylightSaving = DaylightSaving()
    excluded: Excluded | None = None
