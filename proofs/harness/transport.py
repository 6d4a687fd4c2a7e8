"""Calls to storage, counted where they leave the process: whatever makes one is seen, retries included."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from azure.core.pipeline.transport import RequestsTransport

from shared.storage.account import TIME_LIMITS


class Kind(StrEnum):
    QUERY = "query"
    READ = "point read"
    TRANSACTION = "transaction"
    WRITE = "write"
    PUT = "put"
    GET = "get"
    DELETE = "delete"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many calls of each kind there were, and how many rows their transactions changed."""

    calls: Counter[Kind] = field(default_factory=Counter)
    rows: int = 0

    @property
    def total(self) -> int:
        return self.calls.total()

    def __sub__(self, other: "Tally") -> "Tally":
        """Return what goes beyond the other."""
        return Tally(calls=self.calls - other.calls, rows=self.rows - other.rows)


class CountingTransport(RequestsTransport):  # type: ignore[misc]  # azure-core loads it late, without types
    """Carries calls as the usual transport does, and counts them."""

    def __init__(self) -> None:
        super().__init__(**TIME_LIMITS)
        self._lock = Lock()
        self._calls: Counter[Kind] = Counter()
        self._rows = 0

    def send(self, request: Any, **options: Any) -> Any:
        with self._lock:
            self._calls[kind_of(request.method, request.url)] += 1
            self._rows += _rows_of(request)
        return super().send(request, **options)

    def take(self) -> Tally:
        """Return what was counted since the last time."""
        with self._lock:
            tally = Tally(calls=self._calls, rows=self._rows)
            self._calls, self._rows = Counter(), 0
        return tally


def kind_of(method: str, url: str) -> Kind:
    """Return what a call asks for: messages belong to queues, everything else to tables."""
    path = urlsplit(url).path
    if "/messages" in path:
        return {"POST": Kind.PUT, "GET": Kind.GET, "DELETE": Kind.DELETE}.get(method, Kind.OTHER)
    if path.endswith("/$batch"):
        return Kind.TRANSACTION
    if path.endswith("()"):
        return Kind.QUERY
    if path.endswith(")"):
        return Kind.READ if method == "GET" else Kind.WRITE
    return Kind.OTHER


def _rows_of(request: Any) -> int:
    """Return how many rows a transaction names: each has a part of its own."""
    content = request.content if request.url.endswith("/$batch") else b""
    return int(content.count(b"\r\nContent-ID: "))
