"""Policies of a job: what becomes of runs that come late, that overlap, or that fail again and again."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Final

from shared.domain.about import About
from shared.domain.errors import Faults, cut
from shared.domain.keys import JobKey
from shared.domain.timespan import write_timespan

SHORTEST_WITHIN: Final = timedelta(minutes=5)
LONGEST_WITHIN: Final = timedelta(days=548)
MOST_CAUGHT_UP: Final = 1_000
"""How many missed occurrences in a row are made; the rest is skipped."""
LONGEST_SPREAD: Final = timedelta(days=1)
MOST_FAULTS_IN_A_ROW: Final = 100
SHORTEST_KEPT: Final = timedelta(hours=1)
LONGEST_FINISHED_KEPT: Final = timedelta(days=3_650)
LONGEST_DESCRIPTION: Final = 1_024

_GRAIN: Final = timedelta(milliseconds=1)
_HASHES: Final = 2**64


class MissedPolicy(StrEnum):
    """What becomes of occurrences that were not made in time."""

    ONE = "one"
    NONE = "none"
    ALL = "all"


class Overlap(StrEnum):
    """What becomes of an occurrence while an earlier one is open."""

    ALLOW = "allow"
    SKIP = "skip"
    WAIT = "wait"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissedRuns:
    policy: Annotated[
        MissedPolicy,
        About(
            words="`one`: missed occurrences become one late run. `none`: those that would start later than "
            "`within` are skipped. `all`: each is made, the oldest first, but those that are older than "
            f"`within`, and at most {MOST_CAUGHT_UP:,}."
        ),
    ]
    within: Annotated[
        timedelta | None,
        About(
            words="Needed for `none` and `all`; `one` takes none.",
            sent={
                "x-minimum": write_timespan(SHORTEST_WITHIN),
                "x-maximum": write_timespan(LONGEST_WITHIN),
            },
        ),
    ] = None

    def __post_init__(self) -> None:
        faults = Faults()
        if self.policy is MissedPolicy.ONE:
            said = "belongs to 'none' and 'all': 'none' skips what is later than that"
            faults.check(self.within is None, "within", said)
        elif self.within is None:
            faults.add("within", f"is required for '{self.policy}'")
        else:
            fault = _outside(self.within, SHORTEST_WITHIN, LONGEST_WITHIN)
            faults.check(fault is None, "within", fault or "")
        faults.raise_any()


def spread_fault(spread: timedelta) -> str | None:
    return _outside(spread, _GRAIN, LONGEST_SPREAD)


def kept_fault(kept: timedelta) -> str | None:
    return _outside(kept, SHORTEST_KEPT, LONGEST_FINISHED_KEPT)


def faults_in_a_row_fault(count: int) -> str | None:
    fits = 1 <= count <= MOST_FAULTS_IN_A_ROW
    return None if fits else f"{cut(count)} is not between 1 and {MOST_FAULTS_IN_A_ROW}"


def description_fault(text: str) -> str | None:
    fits = len(text) <= LONGEST_DESCRIPTION
    return None if fits else f"is longer than {LONGEST_DESCRIPTION} characters"


def delay_of(key: JobKey, spread: timedelta) -> timedelta:
    """Return the delay of a job's runs out of [0, spread): the same for every run, another for every job."""
    hashed = int.from_bytes(sha256("|".join(key.canonical).encode()).digest()[:8])
    return spread // _GRAIN * hashed // _HASHES * _GRAIN


def _outside(span: timedelta, shortest: timedelta, longest: timedelta) -> str | None:
    if shortest <= span <= longest:
        return None
    return f"is not between {write_timespan(shortest)} and {write_timespan(longest)}"
