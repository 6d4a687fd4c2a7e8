"""What was found in a file: collections and jobs. Whatever form they had, here they have the form of ARM."""

from dataclasses import dataclass, field, replace
from typing import Any

from shared.domain.about import EXTENDED
from shared.domain.errors import Fault

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where something was found, in words for people: the file, its form, and the place in it."""

    file: str
    form: str = ""
    place: str = ""

    def at(self, place: str) -> "Origin":
        return replace(self, place=f"{self.place}.{place}".strip("."))

    def __str__(self) -> str:
        return f"{self.file}, {self.place}" if self.place else self.file


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names that a form gave. The command line fills in those that it lacks."""

    subscription: str | None = None
    resource_group: str | None = None
    collection: str | None = None
    job: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCollection:
    """A collection; `body` is what a PUT takes: location, tags, properties (sku, state, quota).

    `version` is the api-version that its form names, if it names one.
    `notes` says what a reader of the report should know.
    """

    origin: Origin
    names: Names
    body: Json = field(repr=False)
    version: str = ""
    notes: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundJob:
    """A job; `properties` is what a PUT takes, with the export's `status` and any secrets in it.

    `tags` stand beside them.
    `version` is the api-version that its form names, if it names one.
    `lost` says what the job may have had that the form cannot hold, a sentence each.
    `notes` says what a reader of the report should know.
    """

    origin: Origin
    names: Names
    properties: Json = field(repr=False)
    tags: object = None
    version: str = ""
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def body(self) -> Json:
        """What a PUT takes. Tools write empty tags beside any resource: only in our own form these count."""
        counts = bool(self.tags) or (self.tags is not None and self.version >= EXTENDED)
        return {**({"tags": self.tags} if counts else {}), "properties": self.properties}


Found = FoundCollection | FoundJob


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What the command line says for forms that lack it."""

    subscription: str | None = None
    resource_group: str | None = None
    collection: str | None = None
    location: str | None = None
    sku: str | None = None
