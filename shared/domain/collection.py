"""Job collections and their plans."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from typing import Final

from shared.domain.errors import Conflict, Faults, InvalidResourceLocation, LocationRequired
from shared.domain.keys import CollectionKey


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


PLANS: Final = {
    Sku.FREE: Plan(most_jobs=5, shortest_period=timedelta(hours=1)),
    Sku.STANDARD: Plan(most_jobs=50, shortest_period=timedelta(minutes=1)),
    Sku.P10_PREMIUM: Plan(most_jobs=50, shortest_period=timedelta(minutes=1)),
    Sku.P20_PREMIUM: Plan(most_jobs=1_000, shortest_period=timedelta(minutes=1)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class JobCollection:
    key: CollectionKey
    location: str
    sku: Sku = Sku.STANDARD
    state: CollectionState = CollectionState.ENABLED
    tags: tuple[tuple[str, str], ...] | None = None
    job_count: int = 0
    etag: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        faults = Faults()
        faults.check(bool(self.location.strip()), "location", "must not be empty")
        faults.raise_any()

    @property
    def plan(self) -> Plan:
        return PLANS[self.sku]


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCollection:
    """What a PUT of a collection asks for."""

    location: str | None
    sku: Sku = Sku.STANDARD
    tags: tuple[tuple[str, str], ...] | None = None

    def created(self, key: CollectionKey) -> JobCollection:
        if self.location is None:
            raise LocationRequired("location: is required to create a job collection")
        return JobCollection(key=key, location=self.location, sku=self.sku, tags=self.tags)

    def replacing(self, collection: JobCollection) -> JobCollection:
        if collection.state is CollectionState.DELETED:
            raise Conflict(
                f"Job collection '{collection.key.name}' is being deleted; try again when it is gone."
            )
        if self.location is not None and not _same_place(self.location, collection.location):
            raise InvalidResourceLocation(
                f"Job collection '{collection.key.name}' is in '{collection.location}' and cannot be moved."
            )
        return replace(collection, sku=self.sku, tags=self.tags)


def _same_place(one: str, other: str) -> bool:
    return one.replace(" ", "").lower() == other.replace(" ", "").lower()
