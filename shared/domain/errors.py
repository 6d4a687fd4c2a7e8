"""One tree of errors. Each class knows the code and the status of its answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

MOST_FAULTS: Final = 50
LONGEST_QUOTE: Final = 100

_Value = TypeVar("_Value")


def cut(sent: object) -> str:
    """Return what was sent, fit to be quoted: short, in one line, without invisible characters.

    An answer must not grow with what was sent.
    """
    text = sent if isinstance(sent, str) else str(sent)
    short = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
    return short if short.isprintable() else "".join(char if char.isprintable() else "�" for char in short)


class SchedulerError(Exception):
    """An error that the caller is told about. The message is written for the caller."""

    status = 500
    code = "InternalError"


class BadRequest(SchedulerError):
    status = 400
    code = "BadRequest"


class MissingApiVersion(BadRequest):
    code = "MissingApiVersionParameter"


class InvalidApiVersion(BadRequest):
    code = "InvalidApiVersionParameter"


class LocationRequired(BadRequest):
    code = "LocationRequired"


class AuthenticationFailed(SchedulerError):
    status = 401
    code = "AuthenticationFailed"


class AuthorizationFailed(SchedulerError):
    status = 403
    code = "AuthorizationFailed"


class NotFound(SchedulerError):
    status = 404
    code = "NotFound"


class CollectionNotFound(NotFound):
    code = "ResourceNotFound"

    def __init__(self, name: str, resource_group: str) -> None:
        super().__init__(
            f"The Resource 'Microsoft.Scheduler/jobcollections/{name}' "
            f"under resource group '{resource_group}' was not found."
        )


class ParentNotFound(CollectionNotFound):
    """The collection that a job was to be put into is missing."""

    code = "ParentResourceNotFound"


class JobNotFound(NotFound):
    def __init__(self, name: str) -> None:
        super().__init__(f"Job '{name}' cannot be found.")


class MethodNotAllowed(SchedulerError):
    status = 405
    code = "MethodNotAllowed"

    def __init__(self, method: str, allowed: tuple[str, ...]) -> None:
        super().__init__(f"{method} is not allowed here; allowed: {', '.join(allowed)}.")
        self.allowed = allowed


class Conflict(SchedulerError):
    status = 409
    code = "Conflict"


class PreconditionFailed(SchedulerError):
    """What is there is not what the caller has seen."""

    status = 412
    code = "PreconditionFailed"


class InvalidResourceLocation(Conflict):
    code = "InvalidResourceLocation"


class RowUnreadable(SchedulerError):
    """A stored row cannot be read: a newer version wrote it, or someone changed it by hand."""


class RowRefused(BadRequest):
    """Storage refuses a row, because it is too large or holds something that cannot be stored."""


class StoredByNewerVersion(SchedulerError):
    """A newer version of the app wrote a stored row. The row is left to that version."""

    status = 503
    code = "StoredByNewerVersion"


class TooManyReads(SchedulerError):
    """Others read over all jobs at the moment, and each of these reads is much work."""

    status = 503
    code = "ServerBusy"
    retry_after = 5
    """Seconds."""


class StorageUnavailable(SchedulerError):
    """Storage did not answer, or not as it should. Neither the caller nor the job is at fault."""

    status = 503
    code = "ServerBusy"


class NotConfigured(SchedulerError):
    """A setting is missing or wrong. The message names the setting, never its value."""

    status = 503
    code = "NotConfigured"


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that was broken, and where."""

    path: str
    rule: str

    def under(self, path: str) -> "Fault":
        return Fault(f"{path}.{self.path}".strip("."), self.rule)

    def __str__(self) -> str:
        return f"{self.path}: {self.rule}" if self.path else self.rule


class Invalid(BadRequest):
    """A definition with all its faults, so that a caller gets them in one answer.

    `more` says how many further faults were counted, but not kept.
    """

    def __init__(self, faults: tuple[Fault, ...], more: int = 0) -> None:
        self.faults = faults
        self.more = more
        note = (f"and {more} more",) if more else ()
        self.told = (*(str(fault) for fault in faults), *note)
        super().__init__("; ".join(self.told))


class Faults:
    """Collects faults, to raise them together. After the first MOST_FAULTS, faults are only counted."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._more = 0

    @property
    def found(self) -> tuple[Fault, ...]:
        return tuple(self._faults)

    @property
    def full(self) -> bool:
        """Say whether further faults are only counted, so that nobody needs to word them."""
        return len(self._faults) >= MOST_FAULTS

    def add(self, path: str, rule: str) -> None:
        self._take(Fault(path, rule))

    def check(self, holds: bool, path: str, rule: str) -> None:
        if not holds:
            self.add(path, rule)

    @contextmanager
    def under(self, path: str) -> Iterator[None]:
        """Collect the faults of an Invalid that the block raises; put `path` before their paths."""
        try:
            yield
        except Invalid as invalid:
            for fault in invalid.faults:
                self._take(fault.under(path))
            self._more += invalid.more

    @property
    def told(self) -> tuple[str, ...]:
        """The faults in words, one by one."""
        return Invalid(self.found, self._more).told

    def raise_any(self) -> None:
        if self._faults:
            raise Invalid(self.found, self._more)

    def sure(self, value: _Value | None) -> _Value:
        """Raise the collected faults, if any; else return the value. If it is None, a fault must say so."""
        self.raise_any()
        if value is None:
            raise RuntimeError("a value is absent and no fault says so")
        return value

    def _take(self, fault: Fault) -> None:
        if self.full:
            self._more += 1
        else:
            self._faults.append(fault)
