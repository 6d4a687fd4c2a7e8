"""Routes of our own, so that 401, 404 and 405 answers are ours, and the same on every host."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from shared.api.shapes.writing import Json
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.asking import NOBODY, Asking
from shared.domain.callers import NOBODY_KNOWN, Caller
from shared.domain.errors import MethodNotAllowed
from shared.functions.old_clients import TIME_SPANS, Durations
from shared.functions.parameters import DRY_RUN
from shared.functions.settings import Settings
from shared.functions.wiring import App

API_VERSIONS: Final = (EXTENDED, ORIGINAL, "2016-01-01", "2014-08-01-preview")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request as an operation sees it: the names in its path, its parameters, body and api-version."""

    names: Mapping[str, str]
    params: Mapping[str, str]
    body: bytes
    version: str = ORIGINAL
    asking: Asking = NOBODY
    """Who calls, and under which condition."""
    caller: Caller = NOBODY_KNOWN
    """What the caller may do, and where."""
    durations: Durations = TIME_SPANS
    """How the caller reads durations."""
    origin: str = ""
    """By which scheme and host the caller has reached the app; empty if that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A body that is no JSON."""

    kind: str
    """Its Content-Type."""
    sent: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    status: int = 200
    body: Json | None = None
    content: Content | None = None
    """What is sent instead of a body in JSON."""
    headers: Mapping[str, str] = field(default_factory=dict)
    who: str = ""
    """Who asked, for the log."""


Operation = Callable[[App, Call], Reply]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A path with `{names}` in it, and what each method does there; literal segments match in any case."""

    template: str
    operations: Mapping[str, Operation]
    open_to_all: bool = False
    open_if_health_is_public: bool = False
    """Whether a setting opens it to all."""
    versioned: bool = True
    changes_nothing: bool = False
    since: str = ""
    """The first api-version that has it; empty if all have."""
    over_all_jobs: bool = False
    """Whether it reads over all jobs: that is much work, and callers take turns at it."""
    can_be_tried: tuple[str, ...] = ()
    """The methods that a caller can try first, so that nothing is changed."""
    query: tuple[str, ...] = ()
    """The query parameters that its GET reads, beside the api-version."""

    def parameters(self, method: str) -> tuple[str, ...]:
        """Return the query parameters that a method knows."""
        return (
            *(("api-version",) if self.versioned else ()),
            *(self.query if method in ("GET", "HEAD") else ()),
            *((DRY_RUN,) if method in self.can_be_tried else ()),
        )

    def is_open(self, settings: Settings) -> bool:
        """Say whether it answers anyone, without asking for a key."""
        return self.open_to_all or (self.open_if_health_is_public and settings.public_health)

    def changes(self, method: str) -> bool:
        return method not in ("GET", "HEAD", "OPTIONS") and not self.changes_nothing

    def match(self, path: str) -> dict[str, str] | None:
        wanted, given = self.template.split("/"), path.strip("/").split("/")
        if len(wanted) != len(given):
            return None
        names = {}
        for want, got in zip(wanted, given, strict=True):
            if want.startswith("{"):
                names[want.strip("{}")] = got
            elif want.lower() != got.lower():
                return None
        return names

    def operation(self, method: str) -> Operation:
        """Return what a method does. HEAD does what GET does; its body is not sent."""
        operation = self.operations.get("GET" if method == "HEAD" else method)
        if operation is None:
            raise MethodNotAllowed(method, self.allowed)
        return operation

    @property
    def allowed(self) -> tuple[str, ...]:
        return tuple(sorted({*self.operations, "OPTIONS", *(["HEAD"] if "GET" in self.operations else [])}))
