"""What was found in a file: collections and jobs. Whatever form they had, here they have the form of ARM."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from migrate.spelling import Keys
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


_NAMELESS: Final = Names()


def http_action(request: Json) -> Json:
    """Return the action that makes a request. Its type follows from the address."""
    plain = str(request.get("uri")).lower().startswith("http:")
    return {"type": "Http" if plain else "Https", "request": request}


class Missing(StrEnum):
    """What an origin does with a time of day that does not exist, because clocks go forward."""

    SHIFT = "shift"
    SKIP = "skip"
    AFTER_GAP = "after the gap"
    UNKNOWN = "unknown"
    """Nobody says it."""


class Repeated(StrEnum):
    """What an origin does with a time that occurs twice, because clocks go back."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRule:
    """What an origin does when clocks change: with times of day, and with what repeats all day long."""

    missing: Missing
    repeated: Repeated
    beats: Repeated = Repeated.BOTH


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCollection:
    """A collection; `body` is what a PUT takes: location, tags, properties (sku, state, quota).

    `version` is the api-version that its form names, if it names one.
    `notes` says what a reader of the report should know.
    `keys` are the form's own for ARM's paths, if they are others.
    If it is `foreign`, it arrives as `import` brings it over, also where files count as they are written.
    """

    origin: Origin
    names: Names
    body: Json = field(repr=False)
    version: str = ""
    notes: tuple[str, ...] = ()
    keys: Keys = field(default_factory=dict, repr=False, compare=False)
    foreign: bool = False
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundJob:
    """A job; `properties` is what a PUT takes, with the export's `status` and any secrets in it.

    `tags` stand beside them.
    `version` is the api-version that its form names, if it names one.
    `lost` says what the job may have had that the form cannot hold, a sentence each.
    `notes` says what a reader of the report should know.
    `clock_rule` is what its origin does when clocks change, if that may be something else than here.
    `keys` are the form's own for ARM's paths, if they are others.
    If it is `foreign`, it arrives as `import` brings it over, also where files count as they are written.
    """

    origin: Origin
    names: Names
    properties: Json = field(repr=False)
    tags: object = None
    version: str = ""
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    clock_rule: ClockRule | None = None
    keys: Keys = field(default_factory=dict, repr=False, compare=False)
    foreign: bool = False
    faults: tuple[Fault, ...] = ()

    @property
    def body(self) -> Json:
        """What a PUT takes. Tools write empty tags beside any resource: only in our own form these count."""
        counts = bool(self.tags) or (self.tags is not None and self.version >= EXTENDED)
        return {**({"tags": self.tags} if counts else {}), "properties": self.properties}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusable:
    """Something that holds jobs, or may hold some, and cannot be imported; the faults say why."""

    origin: Origin
    faults: tuple[Fault, ...]
    names: Names = _NAMELESS


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOver:
    """Something that is no job and no collection; `what` says what it is instead.

    `ours` marks what is of Scheduler all the same, but is not deployed.
    """

    origin: Origin
    what: str
    ours: bool = False

    def __str__(self) -> str:
        return f"{self.origin.place}: {self.what}".removeprefix(": ")


Found = FoundCollection | FoundJob
Finding = Found | Unusable


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What the command line says for forms that lack it.

    `url_template` is the address that stands for a command, with {name}, {namespace} and {command} in it.
    `time_zone` is that of schedules that go by the clocks of their machine.
    """

    subscription: str | None = None
    resource_group: str | None = None
    collection: str | None = None
    location: str | None = None
    sku: str | None = None
    url_template: str | None = None
    time_zone: str | None = None
