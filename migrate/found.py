"""What was found in a file: collections and jobs, brought into the form of ARM, whatever form they had."""

from dataclasses import dataclass, field, replace
from typing import Any

from shared.domain.errors import Fault

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where something was found, for people: the file, its form, and the place in it."""

    file: str
    form: str = ""
    place: str = ""

    def at(self, place: str) -> "Origin":
        return replace(self, place=f"{self.place}.{place}".strip("."))

    def __str__(self) -> str:
        return f"{self.file}, {self.place}" if self.place else self.file


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names that a form gave; what it lacks is filled in from the command line."""

    subscription: str | None = None
    resource_group: str | None = None
    collection: str | None = None
    job: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCollection:
    """A collection; `body` is what a PUT takes: location, tags, properties (sku, state, quota)."""

    origin: Origin
    names: Names
    body: Json
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundJob:
    """A job; `properties` is what a PUT takes, with the `status` of the export and any secrets in it.

    `lost` says, a sentence each, what the form cannot hold and the job may have had;
    `notes` what a reader of the report should know.
    """

    origin: Origin
    names: Names
    properties: Json = field(repr=False)
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


Found = FoundCollection | FoundJob


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What the command line says for forms that lack it."""

    subscription: str | None = None
    resource_group: str | None = None
    collection: str | None = None
    location: str | None = None
    sku: str | None = None
