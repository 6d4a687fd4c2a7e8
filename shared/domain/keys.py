"""Names of collections and jobs. Case does not matter when they are compared; the first spelling is shown."""

import re
from dataclasses import dataclass, field
from typing import Final

from shared.domain.errors import Faults, cut

SUBSCRIPTION_NAME: Final = (re.compile(r"[A-Za-z0-9-]{1,64}"), "1 to 64 ASCII letters, digits and '-'")
RESOURCE_GROUP_NAME: Final = (
    re.compile(r"[A-Za-z0-9_.() -]{1,90}"),
    "1 to 90 of ASCII letters, digits, _ - . ( ) and space",
)
RESOURCE_NAME: Final = (
    re.compile(r"[A-Za-z0-9_.() -]{1,100}"),
    "1 to 100 of ASCII letters, digits, _ - . ( ) and space",
)

NO_DOTS: Final = r"(?!\.{1,2}$)"
"""Stands before a pattern and refuses '.' and '..', which lead elsewhere in a path."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CollectionKey:
    subscription: str
    resource_group: str
    name: str
    canonical: tuple[str, str, str] = field(init=False, repr=False)
    """Its names in lower case, by which keys are equal: asked for so often that they are kept."""

    def __post_init__(self) -> None:
        names = self.subscription.lower(), self.resource_group.lower(), self.name.lower()
        object.__setattr__(self, "canonical", names)
        faults = Faults()
        _check_name(faults, "subscription", self.subscription, SUBSCRIPTION_NAME)
        _check_name(faults, "resource group", self.resource_group, RESOURCE_GROUP_NAME)
        _check_name(faults, "job collection", self.name, RESOURCE_NAME)
        faults.raise_any()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CollectionKey) and self.canonical == other.canonical

    def __hash__(self) -> int:
        return hash(self.canonical)

    def __str__(self) -> str:
        return f"{self.subscription}/{self.resource_group}/{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JobKey:
    collection: CollectionKey
    name: str
    canonical: tuple[str, str, str, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "canonical", (*self.collection.canonical, self.name.lower()))
        faults = Faults()
        _check_name(faults, "job", self.name, RESOURCE_NAME)
        faults.raise_any()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JobKey) and self.canonical == other.canonical

    def __hash__(self) -> int:
        return hash(self.canonical)

    def __str__(self) -> str:
        return f"{self.collection}/{self.name}"


def checked_collection(subscription: str, resource_group: str, name: str) -> CollectionKey:
    """Return the key of a collection that a path names, or raise Invalid."""
    faults = Faults()
    _check_name(faults, "subscription", subscription, SUBSCRIPTION_NAME)
    _check_sent(faults, "resource group", resource_group, RESOURCE_GROUP_NAME)
    _check_sent(faults, "job collection", name, RESOURCE_NAME)
    faults.raise_any()
    return CollectionKey(subscription=subscription, resource_group=resource_group, name=name)


def checked_job(subscription: str, resource_group: str, collection: str, name: str) -> JobKey:
    """Return the key of a job that a path names, or raise Invalid."""
    faults, key = Faults(), None
    with faults.under(""):
        key = checked_collection(subscription, resource_group, collection)
    _check_sent(faults, "job", name, RESOURCE_NAME)
    return JobKey(collection=faults.sure(key), name=name)


def checked_subscription(name: str) -> str:
    """Return the name of a subscription, or raise Invalid."""
    faults = Faults()
    _check_name(faults, "subscription", name, SUBSCRIPTION_NAME)
    faults.raise_any()
    return name


def checked_group(name: str) -> str:
    """Return the name of a resource group, or raise Invalid."""
    faults = Faults()
    _check_sent(faults, "resource group", name, RESOURCE_GROUP_NAME)
    faults.raise_any()
    return name


def _check_sent(faults: Faults, segment: str, name: str, rule: tuple[re.Pattern[str], str]) -> None:
    """Note what is wrong with a name that is sent. Stored names are held to fewer rules."""
    _check_name(faults, segment, name, rule)
    faults.check(name not in (".", ".."), f"{segment} '{name}'", "a name is neither '.' nor '..'")


def _check_name(faults: Faults, segment: str, name: str, rule: tuple[re.Pattern[str], str]) -> None:
    pattern, words = rule
    if pattern.fullmatch(name) is None:  # keys of rows are read often: words are made only where needed
        faults.add(f"{segment} '{cut(name)}'", f"a name is {words}")
