"""A transport that ends the process at one call to storage."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from azure.core.pipeline.transport import RequestsTransport

from shared.storage.account import TIME_LIMITS

ENDED: Final = 77
"""The exit code of a process that was ended here."""


class Moment(StrEnum):
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Point:
    """The call, counted from 1, and whether the process ends before storage sees it or after it was done."""

    call: int
    moment: Moment

    def __str__(self) -> str:
        return f"{self.moment} call {self.call}"


class EndingTransport(RequestsTransport):  # type: ignore[misc]  # azure-core hides its type
    """Carries calls as usual, tells each before it is made, and ends the process at the point given."""

    def __init__(self, point: Point | None, tell: Callable[[str], None]) -> None:
        super().__init__(**TIME_LIMITS)
        self.counting = False
        self._point = point
        self._tell = tell
        self._calls = 0

    def send(self, request: Any, **options: Any) -> Any:
        if not self.counting:
            return super().send(request, **options)
        self._calls += 1
        self._tell(_words(request.method, request.url))
        self._end_if(Moment.BEFORE)
        answer = super().send(request, **options)
        self._end_if(Moment.AFTER)
        return answer

    def _end_if(self, moment: Moment) -> None:
        if self._point == Point(call=self._calls, moment=moment):
            os._exit(ENDED)  # as if the machine had lost its power: nothing is cleared up


def _words(method: str, url: str) -> str:
    """Return the call without what differs from trial to trial: account, table, queue and keys."""
    what = unquote(urlsplit(url).path).split("/")[2:]
    match what:
        case ["$batch"]:
            words = "transaction"
        case ["Tables" | "Tables()"]:
            words = f"{method} table"
        case [_, "messages"]:
            words = "send message"
        case [_, "messages", _]:
            words = "delete message"
        case [name] if name.endswith("()"):
            words = "query rows"
        case [name] if "(" in name:
            words = f"{method} row"
        case _:
            words = f"{method} queue"
    return words
