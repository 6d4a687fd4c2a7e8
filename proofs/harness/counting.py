"""Calls to storage, counted by kind."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock
from typing import Any, Final

from proofs.harness.transport import Target, WatchedTransport, target_of


class CallKind(StrEnum):
    QUERY = "query"
    READ = "point read"
    TRANSACTION = "transaction"
    WRITE = "write"
    PUT = "put"
    GET = "get"
    DELETE = "delete"
    OTHER = "other"


_OF_MESSAGES: Final = {"POST": CallKind.PUT, "GET": CallKind.GET, "DELETE": CallKind.DELETE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many calls of each kind there were, how many rows they changed, and how many rows they read."""

    calls: Counter[CallKind] = field(default_factory=Counter)
    rows: int = 0
    read: int = 0

    @property
    def total(self) -> int:
        return self.calls.total()

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(calls=self.calls + other.calls, rows=self.rows + other.rows, read=self.read + other.read)

    def __sub__(self, other: "Tally") -> "Tally":
        """Return what goes beyond the other."""
        return Tally(calls=self.calls - other.calls, rows=self.rows - other.rows, read=self.read - other.read)


class CountingTransport(WatchedTransport):
    """Carries calls as the usual transport does, and counts them."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._calls: Counter[CallKind] = Counter()
        self._rows = 0
        self._read = 0

    def send(self, request: Any, **options: Any) -> Any:
        answer = super().send(request, **options)
        with self._lock:
            self._read += answer.body().count(b'"RowKey":')
        return answer

    def before(self, request: Any) -> None:
        with self._lock:
            self._calls[kind_of(request.method, request.url)] += 1
            self._rows += _rows_of(request)

    def so_far(self) -> Tally:
        """Return what was counted since the last time that it was taken."""
        with self._lock:
            return Tally(calls=self._calls.copy(), rows=self._rows, read=self._read)

    def take(self) -> Tally:
        """Return what was counted since the last time."""
        with self._lock:
            tally = Tally(calls=self._calls, rows=self._rows, read=self._read)
            self._calls, self._rows, self._read = Counter(), 0, 0
        return tally


def kind_of(method: str, url: str) -> CallKind:
    """Return what a call asks for: messages belong to queues, everything else to tables."""
    match target_of(url):
        case Target.TRANSACTION:
            return CallKind.TRANSACTION
        case Target.ROWS:
            return CallKind.QUERY
        case Target.ROW:
            return CallKind.READ if method == "GET" else CallKind.WRITE
        case Target.MESSAGES | Target.MESSAGE:
            return _OF_MESSAGES.get(method, CallKind.OTHER)
        case Target.TABLE | Target.QUEUE:
            return CallKind.OTHER


def _rows_of(request: Any) -> int:
    """Return how many rows a transaction names: each has a part of its own."""
    content = request.content if target_of(request.url) is Target.TRANSACTION else b""
    return int(content.count(b"\r\nContent-ID: "))
