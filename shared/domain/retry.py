"""Retry policies: how often and after which time what failed is tried again."""

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
SMALLEST_BACKOFF: Final = 1.0
LARGEST_BACKOFF: Final = 10.0
LONGEST_ASKED: Final = timedelta(days=1)
"""How long a target may ask to be left alone, unless the options say otherwise."""
MOST_STOPS: Final = 50
FIRST_STOP: Final = 300
LAST_STOP: Final = 599

_LIMITS: Final = {
    "x-minimum": write_timespan(SHORTEST_INTERVAL),
    "x-maximum": write_timespan(LONGEST_INTERVAL),
}


class RetryType(StrEnum):
    FIXED = "fixed"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """The policy as it was asked for. A part that was left out stays empty, and means the default."""

    type: Annotated[RetryType, About(key="retryType")]
    interval: Annotated[
        timedelta | None, About(key="retryInterval", default=DEFAULT_INTERVAL, sent=_LIMITS)
    ] = None
    count: Annotated[
        int | None, About(key="retryCount", lowest=1, highest=MOST_RETRIES, default=DEFAULT_RETRIES)
    ] = None

    def __post_init__(self) -> None:
        faults = Faults()
        _check_interval(faults, self.interval, "retryInterval")
        fewest = 1 if self.type is RetryType.FIXED else 0
        faults.check(
            self.count is None or fewest <= self.count <= MOST_RETRIES,
            "retryCount",
            f"{cut(self.count)} is not between {fewest} and {MOST_RETRIES}",
        )
        faults.raise_any()


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryOptions:
    """What the original did not have: intervals that grow, and targets that are listened to.

    Each status is kept once.
    """

    backoff: Annotated[
        float | None,
        About(
            words="What the interval is multiplied by after each retry.",
            default=SMALLEST_BACKOFF,
            rules={"minimum": SMALLEST_BACKOFF, "maximum": LARGEST_BACKOFF},
        ),
    ] = None
    max_interval: Annotated[
        timedelta | None,
        About(words="No retry waits longer.", sent=_LIMITS),
    ] = None
    retry_after: Annotated[
        bool | None,
        About(
            words="Heed a target's `Retry-After` where it is later than the interval, up to `maxInterval`, "
            "or else a day. For HTTP only."
        ),
    ] = None
    stop_on: Annotated[
        tuple[int, ...],
        About(
            words="Answers that are not tried again. For HTTP only.",
            longest=MOST_STOPS,
            each={"minimum": FIRST_STOP, "maximum": LAST_STOP},
        ),
    ] = ()

    def __post_init__(self) -> None:
        faults = Faults()
        fits = self.backoff is None or SMALLEST_BACKOFF <= self.backoff <= LARGEST_BACKOFF
        limits = f"{SMALLEST_BACKOFF:g} and {LARGEST_BACKOFF:g}"
        faults.check(fits, "backoff", f"{cut(self.backoff)} is not between {limits}")
        _check_interval(faults, self.max_interval, "maxInterval")
        faults.check(len(self.stop_on) <= MOST_STOPS, "stopOn", f"are more than {MOST_STOPS}")
        for status in self.stop_on[:MOST_STOPS]:
            known = FIRST_STOP <= status <= LAST_STOP
            faults.check(known, "stopOn", f"{cut(status)} is not between {FIRST_STOP} and {LAST_STOP}")
        faults.raise_any()
        object.__setattr__(self, "stop_on", tuple(dict.fromkeys(self.stop_on)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrying:
    """The policy and the options that hold for an action."""

    policy: RetryPolicy | None = None
    options: RetryOptions | None = None

    def wait_after(
        self, attempt: int, *, status: int | None = None, asked: timedelta | None = None
    ) -> timedelta | None:
        """Return how long to wait after a failed attempt, counted from 0; None if it is not tried again.

        `status` is what an HTTP target answered, and `asked` how long it wants to be left alone.
        """
        if attempt >= retries(self.policy):
            return None
        interval, options = _interval(self.policy), self.options
        if options is None:
            return interval
        if status in options.stop_on:
            return None
        longest = options.max_interval or LONGEST_INTERVAL
        grown = interval.total_seconds() * (options.backoff or SMALLEST_BACKOFF) ** attempt
        wait = longest if grown >= longest.total_seconds() else timedelta(seconds=grown)
        if not options.retry_after or asked is None:
            return wait
        return max(wait, min(asked, options.max_interval or LONGEST_ASKED))


def retries(policy: RetryPolicy | None) -> int:
    """Return how many more attempts follow a failed one."""
    if policy is None:
        return DEFAULT_RETRIES
    if policy.type is RetryType.NONE:
        return 0
    return DEFAULT_RETRIES if policy.count is None else policy.count


def _interval(policy: RetryPolicy | None) -> timedelta:
    return DEFAULT_INTERVAL if policy is None or policy.interval is None else policy.interval


def _check_interval(faults: Faults, interval: timedelta | None, key: str) -> None:
    fits = interval is None or SHORTEST_INTERVAL <= interval <= LONGEST_INTERVAL
    limits = f"{write_timespan(SHORTEST_INTERVAL)} and {write_timespan(LONGEST_INTERVAL)}"
    faults.check(fits, key, f"is not between {limits} (18 months)")
