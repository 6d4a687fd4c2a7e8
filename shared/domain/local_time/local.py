"""What turns the rules of the wall clock into local time: a zone, its clock changes, excluded days."""

from dataclasses import dataclass
from enum import StrEnum

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
    missing: Missing = Missing.SHIFT
    repeated: Repeated = Repeated.FIRST


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    zone: Zone = UTC_ZONE
    daylight_saving: DaylightSaving = DaylightSaving()
    excluded: Excluded | None = None
