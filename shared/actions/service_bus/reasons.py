"""Why Service Bus did not take a message, in words that hold no secrets."""

import re
from typing import Final

from azure.servicebus import exceptions as sdk

from shared.actions.no_connection import no_connection_because
from shared.actions.redaction import redacted
from shared.domain.causes import causes, chain

LARGEST_MESSAGE: Final = 256 * 1024
"""In bytes, in the Standard tier. At a larger one the service ends the link, and the SDK does not say why."""
LONGEST_REASON: Final = 200

_REASONS: Final = (
    (sdk.MessagingEntityNotFoundError, "it does not exist"),
    (sdk.MessagingEntityDisabledError, "it is disabled"),
    (sdk.ServiceBusQuotaExceededError, "it is full"),
    (sdk.ServiceBusAuthorizationError, "the {} may not send to it"),
    (sdk.ServiceBusServerBusyError, "the service is busy"),
    (sdk.MessageSizeExceededError, "the message is too large"),
    (UnicodeError, "a text in it cannot be written in UTF-8"),
)
_ENDED_BY_SERVICE: Final = (b"amqp:link:detach-forced", b"amqp:connection:forced")


def reason_for(exc: sdk.ServiceBusError, text: str, proof: object) -> str:
    """Return why the message with this text was not taken. A key is hidden in the reason."""
    sender = "key" if isinstance(proof, str) else "identity"
    wrapped = list(chain(exc))
    for kind, reason in _REASONS:
        if any(isinstance(cause, kind) for cause in wrapped):
            return reason.format(sender)
    if (unconnected := no_connection_because(causes(exc))) is not None:
        return unconnected
    if (status := _token_status(wrapped)) is not None:
        return "it does not exist" if status == 404 else f"the {sender} was refused"
    if is_lost_connection(exc):
        too_large = len(text.encode()) > LARGEST_MESSAGE
        return "the message is too large" if too_large else "the connection failed"
    return _said_by_service(wrapped, [proof] if isinstance(proof, str) else [])


def is_lost_connection(exc: sdk.ServiceBusError) -> bool:
    """Say whether the connection failed or was lost, so that a new one may work."""
    wrapped = list(chain(exc))
    if _token_status(wrapped) is not None:
        return False
    # If the other side closes a WebSocket, the SDK raises a TypeError of its own.
    kinds = (sdk.ServiceBusConnectionError, sdk.ServiceBusCommunicationError, TypeError)
    return any(
        isinstance(cause, kinds) or getattr(cause, "condition", None) in _ENDED_BY_SERVICE
        for cause in wrapped
    )


def _token_status(wrapped: list[BaseException]) -> int | None:
    """Return the status of the answer to the token, if the token was refused."""
    statuses = [cause.status_code for cause in wrapped if hasattr(cause, "status_code")]
    return int(statuses[0]) if statuses and statuses[0] else None


def _said_by_service(wrapped: list[BaseException], secrets: list[str]) -> str:
    """Return the first sentence that the service says, without its tracking numbers."""
    text = next(filter(None, (getattr(cause, "description", None) for cause in wrapped)), None)
    if text is None:
        return "the service did not take it"
    said = redacted(text.decode(errors="replace") if isinstance(text, bytes) else str(text), secrets)
    sentence = re.split(r"(?<=\.)\s|\s*TrackingId:", " ".join(said.split()), maxsplit=1)[0]
    return f"refused: {sentence[:LONGEST_REASON]}"
