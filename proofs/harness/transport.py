"""Calls to storage, watched where they leave the process: whatever makes one is seen, retries included."""

from enum import StrEnum
from typing import Any
from urllib.parse import unquote, urlsplit

from azure.core.pipeline.transport import RequestsTransport

from shared.storage.account import TIME_LIMITS


class Moment(StrEnum):
    """When something happens to a call: before storage sees it, or after storage has done what it asks."""

    BEFORE = "before"
    AFTER = "after"


class Target(StrEnum):
    """What a call is about."""

    TRANSACTION = "transaction"
    TABLE = "table"
    ROWS = "rows"
    ROW = "row"
    MESSAGES = "messages"
    MESSAGE = "message"
    QUEUE = "queue"


class WatchedTransport(RequestsTransport):  # type: ignore[misc]  # azure-core loads it late, without types
    """Carries calls as the usual transport does; a subclass is told of each, before and after."""

    def __init__(self) -> None:
        super().__init__(**TIME_LIMITS)

    def before(self, request: Any) -> None:
        """Take notice of a call that is to be made."""

    def after(self, request: Any) -> None:
        """Take notice of a call that was answered."""

    def send(self, request: Any, **options: Any) -> Any:
        self.before(request)
        answer = super().send(request, **options)
        self.after(request)
        return answer


def target_of(url: str) -> Target:
    """Return what a call to Azurite, whose addresses begin with the account, is about."""
    match [unquote(part) for part in urlsplit(url).path.split("/")[2:]]:
        case ["$batch"]:
            return Target.TRANSACTION
        case ["Tables" | "Tables()"]:
            return Target.TABLE
        case [_, "messages"]:
            return Target.MESSAGES
        case [_, "messages", _]:
            return Target.MESSAGE
        case [name] if name.endswith("()"):
            return Target.ROWS
        case [name] if "(" in name:
            return Target.ROW
        case _:
            return Target.QUEUE
