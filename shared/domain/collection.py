"""Job collections, their plans and quotas."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Final

from shared.domain.about import EXTENDED, About
from shared.domain.action import ErrorAction
from shared.domain.disabled import Disabled, refuse_past_until, switched_off
from shared.domain.errors import Conflict, Faults, InvalidResourceLocation, LocationRequired, cut
from shared.domain.exclude import LONGEST_NAME, MOST_CALENDARS, Calendars
from shared.domain.gaps import PERIODS
from shared.domain.keys import CollectionKey
from shared.domain.labels import LONGEST_TAG_NAME, LONGEST_TAG_VALUE, MOST_TAGS
from shared.domain.local_time.keys import TIME_ZONE
from shared.domain.local_time.local import DaylightSaving
from shared.domain.locations import display_name
from shared.domain.messages import Pairs
from shared.domain.recurrence import LARGEST_COUNT, Frequency
from shared.domain.retry import RetryOptions, RetryPolicy
from shared.domain.timespan import write_timespan

_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
LONGEST_PART: Final = 24_000
"""Characters that the defaults, and the calendars, of a collection have as JSON. A row holds little more."""


class Sku(StrEnum):
    STANDARD = "Standard"
    FREE = "Free"
    P10_PREMIUM = "P10Premium"
    P20_PREMIUM = "P20Premium"


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
    job_count: int = 0
    etag: str = field(default="", compare=False, repr=False)

    @property
    def plan(self) -> Plan:
        return PLANS[self.sku]

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

        `id` becomes that of the ticket that enables it, if it needs another. A time in the past is refused.
        """
        if state is CollectionState.ENABLED:
            return replace(self, state=state, disabled=None, enabling="")
        was_off = self.state not in (CollectionState.ENABLED, CollectionState.DELETED)
        disabled = switched_off(asked, self.disabled, was_off=was_off, who=who, now=now)
        if was_off and self.disabled and self.disabled.until == disabled.until:
            return replace(self, state=state, disabled=disabled)
        refuse_past_until(disabled.until, now=now, path="properties.disabled.until")
        return replace(self, state=state, disabled=disabled, enabling=id if disabled.until else "")

    @property
    def most_jobs(self) -> int:
        asked = self.quota.max_job_count if self.quota else None
        return self.plan.most_jobs if asked is None else asked

    @property
    def shortest_period(self) -> timedelta:
        asked = self.quota.max_recurrence if self.quota else None
        return self.plan.shortest_period if asked is None else asked.period


def _renamed(sku: str) -> str:
    """Before 2016-03-01, P10Premium was called Premium."""
    return Sku.P10_PREMIUM if sku.lower() == "premium" else sku


def _deleted(state: CollectionState) -> str | None:
    return "'Deleted' cannot be set; use DELETE" if state is CollectionState.DELETED else None


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCollection:
    """What a PUT of a collection asks for."""

    location: Annotated[
        str | None,
        About(
            words="A collection cannot be moved.",
            example="West Europe",
            rules={"pattern": r"\S"},
        ),
    ]
    tags: Annotated[
        Pairs | None,
        About(
            longest=MOST_TAGS,
            sent={"propertyNames": {"maxLength": LONGEST_TAG_NAME}},
            each={"maxLength": LONGEST_TAG_VALUE},
        ),
    ] = None
    sku: Annotated[
        Sku,
        About(
            key="properties.sku.name",
            words="Before 2016-03-01, P10Premium was called Premium.",
            clean=_renamed,
        ),
    ] = Sku.STANDARD
    state: Annotated[CollectionState, About(key="properties.state", refuse=_deleted)] = (
        CollectionState.ENABLED
    )
    quota: Annotated[Quota | None, About(key="properties.quota")] = None
    defaults: Annotated[
        Defaults | None,
        About(
            key="properties.defaults",
            since=EXTENDED,
            words="What holds for jobs that have none of their own. A change reschedules them.",
            sent={"x-maxCharacters": LONGEST_PART},
        ),
    ] = None
    calendars: Annotated[
        Calendars,
        About(
            key="properties.calendars",
            since=EXTENDED,
            words="Days that do not count for the jobs that name them, by the calendars' names, which have "
            f"1 to {LONGEST_NAME} printable characters. A change reschedules the jobs.",
            longest=MOST_CALENDARS,
            sent={
                "propertyNames": {"minLength": 1, "maxLength": LONGEST_NAME},
                "x-maxCharacters": LONGEST_PART,
            },
        ),
    ] = ()

    disabled: Annotated[
        Disabled | None,
        About(
            key="properties.disabled",
            since=EXTENDED,
            words="Why and until when it is disabled. Without meaning in one that is enabled.",
        ),
    ] = None

    def created(
        self, key: CollectionKey, *, id: str = "", now: datetime = _LONG_AGO, who: str = ""
    ) -> JobCollection:
        """Return the new collection; `id` tells its calendars and zone from those that come later."""
        if self.location is None:
            raise LocationRequired("location: is required to create a job collection")
        return JobCollection(
            key=key,
            location=display_name(self.location),
            sku=self.sku,
            tags=self.tags,
            quota=self.quota,
            defaults=self.defaults or None,
            calendars=self.calendars,
            calendar_id=id if _times(self) != _NO_TIMES else "",
        ).switched(self.state, self.disabled, id=id, now=now, who=who)

    def replacing(
        self, collection: JobCollection, *, id: str = "", now: datetime = _LONG_AGO, who: str = ""
    ) -> JobCollection:
        """Return the collection as it is wanted; `id` becomes that of its calendars if they differ."""
        if collection.state is CollectionState.DELETED:
            raise Conflict(
                f"Job collection '{collection.key.name}' is being deleted; try again when it is gone."
            )
        if self.location is not None and display_name(self.location) != display_name(collection.location):
            raise InvalidResourceLocation(
                f"Job collection '{collection.key.name}' is in '{collection.location}' and cannot be moved."
            )
        same = _times(self) == _times(collection)
        return replace(
            collection,
            sku=self.sku,
            tags=self.tags,
            quota=self.quota,
            defaults=self.defaults or None,
            calendars=self.calendars,
            calendar_id=collection.calendar_id if same else id,
        ).switched(self.state, self.disabled, id=id, now=now, who=who)

    def keeping(self, collection: JobCollection) -> "WantedCollection":
        """Return what is wanted with what an older api-version cannot say, as it is stored."""
        return replace(
            self,
            defaults=collection.defaults,
            calendars=collection.calendars,
            disabled=collection.disabled,
        )


def _times(of: WantedCollection | JobCollection) -> tuple[object, ...]:
    """Return what tells when jobs run: a change of it reschedules them."""
    defaults = of.defaults or _NO_DEFAULTS
    return defaults.time_zone, defaults.daylight_saving, of.calendars


_NO_TIMES: Final = (None, None, ())


def refuse_long_part(key: str, length: int) -> None:
    """Raise Invalid if the defaults or the calendars of a collection have too many characters."""
    faults = Faults()
    faults.check(length <= LONGEST_PART, key, f"has {length} characters as JSON, more than {LONGEST_PART}")
    faults.raise_any()


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
        raise Conflict(f"A subscription can have only {plan.most_collections} {sku} job collection(s).")
