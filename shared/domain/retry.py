"""Retry policies."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Annotated, Final

from shared.domain.about import About
from shared.domain.errors import Faults, cut
from shared.domain.timespan import write_timespan

SHORTEST_INTERVAL: Final = timedelta(seconds=15)
LONGEST_INTERVAL: Final = timedelta(days=548)
MOST_RETRIES: Final = 20
DEFAULT_INTERVAL: Final = timedelta(seconds=30)
DEFAULT_RETRIES: Final = 4


class RetryType(StrEnum):
    FIXED = "fixed"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """The policy as it was asked for. A part that was left out stays empty, and means the default."""

    type: Annotated[RetryType, About(key="retryType")]
    interval: Annotated[
        timedelta | None,
        About(
            key="retryInterval",
            default=DEFAULT_INTERVAL,
            sent={
                "x-minimum": write_timespan(SHORTEST_INTERVAL),
                "x-maximum": write_timespan(LONGEST_INTERVAL),
            },
        ),
    ] = None
    count: Annotated[
        int | None, About(key="retryCount", lowest=1, highest=MOST_RETRIES, default=DEFAULT_RETRIES)
    ] = None

    def __post_init__(self) -> None:
        faults = Faults()
        fits = self.interval is None or SHORTEST_INTERVAL <= self.interval <= LONGEST_INTERVAL
        limits = f"{write_timespan(SHORTEST_INTERVAL)} and {write_timespan(LONGEST_INTERVAL)}"
        faults.check(fits, "retryInterval", f"is not between {limits} (18 months)")
        fewest = 1 if self.type is RetryType.FIXED else 0
        faults.check(
            self.count is None or fewest <= self.count <= MOST_RETRIES,
            "retryCount",
            f"{cut(self.count)} is not between {fewest} and {MOST_RETRIES}",
        )
        faults.raise_any()


def retries(policy: RetryPolicy | None) -> int:
    """Return how many more attempts follow a failed one."""
    if policy is None:
        return DEFAULT_RETRIES
    if policy.type is RetryType.NONE:
        return 0
    return DEFAULT_RETRIES if policy.count is None else policy.count


def wait_before_retry(policy: RetryPolicy | None) -> timedelta:
    return DEFAULT_INTERVAL if policy is None or policy.interval is None else policy.interval
