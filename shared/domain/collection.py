"""Job collections, their plans and quotas."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Final

from shared.domain.about import About
from shared.domain.action import ErrorAction
from shared.domain.disabled import Disabled, refuse_past_until, switched_off
from shared.domain.errors import Conflict, Faults, cut
from shared.domain.exclude import Calendars
from shared.domain.gaps import PERIODS
from shared.domain.keys import CollectionKey
from shared.domain.local_time.keys import TIME_ZONE
from shared.domain.local_time.local import DaylightSaving
from shared.domain.local_time.zones import UTC_NAMES
from shared.domain.recurrence import LARGEST_COUNT, Frequency
from shared.domain.retry import RetryOptions, RetryPolicy
from shared.domain.timespan import write_timespan


class Sku(StrEnum):
    STANDARD = "Standard"
    FREE = "Free"
    P10_PREMIUM = "P10Premium"
    P20_PREMIUM = "P20Premium"

    @property
    def is_premium(self) -> bool:
        return self in (Sku.P10_PREMIUM, Sku.P20_PREMIUM)


PREMIUM: Final = "Premium"
"""What api-versions before 2016-03-01 call either of the premium plans."""


class CollectionState(StrEnum):
    ENABLED = "Enabled"
    DISABLED = "Disabled"
    SUSPENDED = "Suspended"
    DELETED = "Deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    most_jobs: int
    shortest_period: timedelta
    most_collections: int


PLANS: Final = {
    Sku.FREE: Plan(most_jobs=5, shortest_period=timedelta(hours=1), most_collections=1),
    Sku.STANDARD: Plan(most_jobs=50, shortest_period=timedelta(minutes=1), most_collections=100),
    Sku.P10_PREMIUM: Plan(most_jobs=50, shortest_period=timedelta(minutes=1), most_collections=10_000),
    Sku.P20_PREMIUM: Plan(most_jobs=1_000, shortest_period=timedelta(minutes=1), most_collections=10_000),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MaxRecurrence:
    """The shortest period that is allowed, despite the name."""

    frequency: Frequency
    interval: Annotated[int, About(lowest=1, highest=1_000)] = 1

    def __post_init__(self) -> None:
        faults = Faults()
        faults.check(
            1 <= self.interval <= 1_000, "interval", f"{cut(self.interval)} is not between 1 and 1000"
        )
        faults.raise_any()

    @property
    def period(self) -> timedelta:
        return PERIODS[self.frequency] * self.interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Quota:
    """The limits that a collection sets itself. `max_job_occurrence` has no effect, as in the original."""

    max_job_count: Annotated[
        int | None,
        About(
            words="No more than the plan allows.",
            lowest=1,
            highest=max(plan.most_jobs for plan in PLANS.values()),
        ),
    ] = None
    max_job_occurrence: Annotated[
        int | None, About(words="Has no effect.", lowest=1, highest=LARGEST_COUNT)
    ] = None
    max_recurrence: Annotated[
        MaxRecurrence | None, About(words="The shortest period that jobs may have.")
    ] = None

    def __post_init__(self) -> None:
        faults = Faults()
        for key, count in (
            ("maxJobCount", self.max_job_count),
            ("maxJobOccurrence", self.max_job_occurrence),
        ):
            faults.check(count is None or 1 <= count <= LARGEST_COUNT, key, f"{cut(count)} is not 1 or more")
        faults.raise_any()


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What holds for the jobs of a collection that have none of their own."""

    time_zone: Annotated[str | None, TIME_ZONE] = None
    daylight_saving: DaylightSaving | None = None
    retry_policy: RetryPolicy | None = None
    retry_options: RetryOptions | None = None
    error_action: Annotated[
        ErrorAction | None, About(words="Done when the last retry of a job's main action has failed.")
    ] = None

    def __bool__(self) -> bool:
        return self != _NO_DEFAULTS


_NO_DEFAULTS: Final = Defaults()


def default_zone(defaults: Defaults | None) -> str:
    """Return the name of the zone whose clocks count where nobody names another."""
    return (defaults or _NO_DEFAULTS).time_zone or UTC_NAMES[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class JobCollection:
    key: CollectionKey
    location: str
    sku: Sku = Sku.STANDARD
    state: CollectionState = CollectionState.ENABLED
    tags: tuple[tuple[str, str], ...] | None = None
    quota: Quota | None = None
    defaults: Defaults | None = None
    calendars: Calendars = ()
    calendar_id: str = ""
    """New whenever its zone, its rule for clock changes, or its calendars change; empty before the first."""
    disabled: Disabled | None = None
    """Why and until when it is disabled, if that is known."""
    enabling: str = ""
    """The id of the ticket that enables it; empty if none does."""
    edition: str = ""
    """New with every change of it, also with its enabling by itself; empty before the first of them."""
    job_count: int = 0
    etag: str = field(default="", compare=False, repr=False)

    @property
    def plan(self) -> Plan:
        return PLANS[self.sku]

    @property
    def version(self) -> str:
        """What callers know it by who want to change only what they have seen."""
        return self.edition or "0"

    @property
    def until(self) -> datetime | None:
        """When it is enabled again; None if it is enabled, or nobody said when."""
        off = self.state in (CollectionState.DISABLED, CollectionState.SUSPENDED)
        return self.disabled.until if self.disabled and off else None

    def is_off(self, now: datetime) -> bool:
        """Say whether nothing runs in it now. Its time may have come before anybody has enabled it."""
        return self.state is not CollectionState.ENABLED and (self.until is None or now < self.until)

    def switched(
        self, state: CollectionState, asked: Disabled | None, *, id: str, now: datetime, who: str
    ) -> "JobCollection":
        """Return the collection in another state, or with another note or time.

        `id` becomes its edition, and that of the ticket that enables it, if it needs another. A time in the
        past is refused.
        """
        if state is CollectionState.ENABLED:
            return replace(self, state=state, disabled=None, enabling="", edition=id)
        was_off = self.state not in (CollectionState.ENABLED, CollectionState.DELETED)
        disabled = switched_off(asked, self.disabled, was_off=was_off, who=who, now=now)
        until, before = (one.until if one else None for one in (disabled, self.disabled))
        if was_off and until == before:
            return replace(self, state=state, disabled=disabled, edition=id)
        refuse_past_until(until, now=now, path="properties.disabled.until")
        return replace(self, state=state, disabled=disabled, enabling=id if until else "", edition=id)

    @property
    def most_jobs(self) -> int:
        asked = self.quota.max_job_count if self.quota else None
        return self.plan.most_jobs if asked is None else asked

    @property
    def shortest_period(self) -> timedelta:
        asked = self.quota.max_recurrence if self.quota else None
        return self.plan.shortest_period if asked is None else asked.period


def refuse_beyond_plan(collection: JobCollection, others: Sequence[JobCollection]) -> None:
    """Raise Conflict if the quota exceeds the plan, or the subscription has too many such collections."""
    plan, sku = collection.plan, collection.sku
    if collection.most_jobs > plan.most_jobs:
        raise Conflict(
            f"properties.quota.maxJobCount: {cut(collection.most_jobs)} is more than the "
            f"{plan.most_jobs} jobs that a {sku} collection may have."
        )
    if collection.shortest_period < plan.shortest_period:
        raise Conflict(
            f"properties.quota.maxRecurrence: '{write_timespan(collection.shortest_period)}' is beyond the "
            f"limit '{write_timespan(plan.shortest_period)}' of {sku} collections."
        )
    same = [other for other in others if other.sku is sku and other.key != collection.key]
    if len(same) >= plan.most_collections:
        most = plan.most_collections
        raise Conflict(f"A subscription can have only {most} {sku} job collection{'s' if most > 1 else ''}.")
