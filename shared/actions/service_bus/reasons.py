"""Why Service Bus did not take a message, in words that hold no secrets."""

import re
from typing import Final

from azure.servicebus import exceptions as sdk

from shared.actions.no_connection import no_connection_because
from shared.actions.redaction import redacted
from shared.domain.causes import causes, chain

LARGEST_MESSAGE: Final = 256 * 1024
"""Of the Standard tier. For a larger one the service ends the link, and the SDK does not say why."""
LONGEST_REASON: Final = 200

_REASONS: Final = (
    (sdk.MessagingEntityNotFoundError, "it does not exist"),
    (sdk.MessagingEntityDisabledError, "it is disabled"),
    (sdk.ServiceBusQuotaExceededError, "it is full"),
    (sdk.ServiceBusAuthorizationError, "the key may not send to it"),
    (sdk.ServiceBusServerBusyError, "the service is busy"),
    (sdk.MessageSizeExceededError, "the message is too large"),
    (UnicodeError, "a text in it cannot be written in UTF-8"),
)
_ENDED_BY_SERVICE: Final = (b"amqp:link:detach-forced", b"amqp:connection:forced")


def reason_for(exc: sdk.ServiceBusError, text: str, key: str) -> str:
    """Return why a message of this text was not taken; the key is hidden in it."""
    wrapped = list(chain(exc))
    for kind, reason in _REASONS:
        if any(isinstance(cause, kind) for cause in wrapped):
            return reason
    if (unconnected := no_connection_because(causes(exc))) is not None:
        return unconnected
    if (status := _token_status(wrapped)) is not None:
        return "it does not exist" if status == 404 else "the key was refused"
    if is_lost_connection(exc):
        too_large = len(text.encode()) > LARGEST_MESSAGE
        return "the message is too large" if too_large else "the connection failed"
    return _said_by_service(wrapped, key)


def is_lost_connection(exc: sdk.ServiceBusError) -> bool:
    """Say whether there is no connection, or no longer one, so that a new one may do better."""
    wrapped = list(chain(exc))
    if _token_status(wrapped) is not None:
        return False
    # A WebSocket that the other side closes makes the SDK stumble over its own code.
    kinds = (sdk.ServiceBusConnectionError, sdk.ServiceBusCommunicationError, TypeError)
    return any(
        isinstance(cause, kinds) or getattr(cause, "condition", None) in _ENDED_BY_SERVICE
        for cause in wrapped
    )


def _token_status(wrapped: list[BaseException]) -> int | None:
    """Return how the service answered to the token, if it refused it."""
    found = [cause.status_code for cause in wrapped if hasattr(cause, "status_code")]
    return int(found[0]) if found and found[0] else None


def _said_by_service(wrapped: list[BaseException], key: str) -> str:
    """Return the first sentence of what the service says, without its numbers for tracking."""
    found = next(filter(None, (getattr(cause, "description", None) for cause in wrapped)), None)
    if found is None:
        return "the service did not take it"
    said = redacted(found.decode(errors="replace") if isinstance(found, bytes) else str(found), [key])
    sentence = re.split(r"(?<=\.)\s|\s*TrackingId:", " ".join(said.split()), maxsplit=1)[0]
    return f"refused: {sentence[:LONGEST_REASON]}"
