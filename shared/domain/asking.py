"""Who asks for a change, and under which condition."""

from dataclasses import dataclass
from typing import Final

from shared.domain.disabled import SCHEDULER
from shared.domain.errors import PreconditionFailed

ANY: Final = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What a caller wants to be sure of. Without it, anything may be changed.

    `versions` are those that may be changed, `*` any that is there; None if the caller does not care.
    `only_new` is for those who want to create, and never to replace.
    """

    versions: frozenset[str] | None = None
    only_new: bool = False

    def __bool__(self) -> bool:
        return self.only_new or self.versions is not None

    def check(self, name: str, version: str | None) -> None:
        """Raise PreconditionFailed unless what is there, or None if nothing is, may be changed."""
        if self.only_new and version is not None:
            raise PreconditionFailed(f"'{name}' exists already, and If-None-Match asks for a new one.")
        if self.versions is None or version in self.versions or (version and ANY in self.versions):
            return
        raise PreconditionFailed(
            f"'{name}' is not there, and If-Match asks for it."
            if version is None
            else f"'{name}' has been changed: its ETag is \"{version}\", which If-Match does not name."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Who asks: the name of a key, this machine, or the scheduler; and what is known of the request."""

    who: str = ""
    request: str = ""
    """The id of the request."""
    correlation: str = ""
    """An id of the caller's own, which many requests can share."""
    note: str | None = None
    """Why, in the caller's words."""
    condition: Condition = Condition()


NOBODY: Final = Asking()
BY_ITSELF: Final = Asking(who=SCHEDULER)
