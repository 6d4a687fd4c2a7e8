"""A transport that ends the process at one call to storage."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from proofs.harness.transport import Moment, Target, WatchedTransport, target_of

ENDED: Final = 77
"""The exit code of a process that was ended here."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Point:
    """The call, counted from 1, and whether the process ends before storage sees it or after it was done."""

    call: int
    moment: Moment

    def __str__(self) -> str:
        return f"{self.moment} call {self.call}"


class EndingTransport(WatchedTransport):
    """Carries calls as usual, tells each before it is made, and ends the process at the point given."""

    def __init__(self, point: Point | None, tell: Callable[[str], None]) -> None:
        super().__init__()
        self.counting = False
        self._point = point
        self._tell = tell
        self._calls = 0

    def before(self, request: Any) -> None:
        if self.counting:
            self._calls += 1
            self._tell(_words(request.method, target_of(request.url)))
            self._end_if(Moment.BEFORE)

    def after(self, request: Any) -> None:
        if self.counting:
            self._end_if(Moment.AFTER)

    def _end_if(self, moment: Moment) -> None:
        if self._point == Point(call=self._calls, moment=moment):
            os._exit(ENDED)  # as if the machine had lost its power: nothing is cleared up


def _words(method: str, target: Target) -> str:
    """Return the call without what differs from trial to trial: account, table, queue and keys."""
    match target:
        case Target.TRANSACTION:
            return "transaction"
        case Target.ROWS:
            return "query rows"
        case Target.MESSAGES:
            return "send message"
        case Target.MESSAGE:
            return "delete message"
        case Target.TABLE | Target.ROW | Target.QUEUE:
            return f"{method} {target}"
