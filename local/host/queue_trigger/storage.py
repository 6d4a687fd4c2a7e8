"""The storage calls of the queue trigger."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from azure.core.credentials import TokenCredential
from azure.core.exceptions import AzureError, HttpResponseError, ResourceExistsError, ResourceNotFoundError
from azure.identity import DefaultAzureCredential, ManagedIdentityCredential
from azure.storage.queue import ExponentialRetry, QueueClient, StorageErrorCode

from local.host.queue_trigger.rules import POISON_SUFFIX

POISON_LIFETIME = timedelta(days=7)


class StorageUnavailableError(Exception):
    """The queue service cannot be reached, or refuses to work. The reason is one line."""


class MessageLostError(Exception):
    """The message was deleted, or somebody else has received it."""


@dataclass(slots=True, kw_only=True)
class ReceivedMessage:
    """A message while it is ours. Each change of its visibility gives it a new receipt."""

    id: str
    text: str
    receipt: str
    dequeue_count: int
    inserted_on: datetime | None
    expires_on: datetime | None
    next_visible_on: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueConnection:
    """Where queues are, as the real host reads it: a connection string, or an address and an identity."""

    text: str = field(default="", repr=False)
    address: str = ""
    managed_identity: bool = False
    client_id: str = ""


def read_connection(setting: str, environment: Mapping[str, str]) -> QueueConnection | None:
    """Return the connection that settings of this name describe, or None if they describe none."""
    text, account = environment.get(setting, ""), environment.get(f"{setting}__accountName", "")
    address = environment.get(f"{setting}__queueServiceUri", "")
    if not address and account:
        address = f"https://{account}.queue.core.windows.net"
    if not text and not address:
        return None
    return QueueConnection(
        text=text,
        address=address,
        managed_identity=environment.get(f"{setting}__credential", "").lower() == "managedidentity",
        client_id=environment.get(f"{setting}__clientId", ""),
    )


class MessageQueue:
    """One queue and its poison queue. All calls block."""

    def __init__(self, connection: QueueConnection, name: str) -> None:
        self.name = name
        self._queue = _client(connection, name)
        self._poison = _client(connection, name + POISON_SUFFIX)

    def receive(self, count: int, invisibility: timedelta) -> list[ReceivedMessage]:
        """Return up to `count` messages; none if the queue does not exist."""
        seconds = round(invisibility.total_seconds())
        try:
            pages = self._queue.receive_messages(
                messages_per_page=count, visibility_timeout=seconds, retry_total=0
            ).by_page()
            return [
                ReceivedMessage(
                    id=message.id,
                    text=message.content or "",
                    receipt=message.pop_receipt or "",
                    dequeue_count=message.dequeue_count or 0,
                    inserted_on=message.inserted_on,
                    expires_on=message.expires_on,
                    next_visible_on=message.next_visible_on,
                )
                for message in next(pages, [])
            ]
        except ResourceNotFoundError:
            return []
        except AzureError as exc:
            raise _translated(exc) from exc

    def delete(self, message: ReceivedMessage) -> None:
        try:
            self._queue.delete_message(message.id, message.receipt)
        except AzureError as exc:
            raise _translated(exc) from exc

    def hide(self, message: ReceivedMessage, duration: timedelta) -> None:
        """Make the message visible again after `duration`; zero means at once."""
        seconds = round(duration.total_seconds())
        try:
            updated = self._queue.update_message(message.id, message.receipt, visibility_timeout=seconds)
        except AzureError as exc:
            raise _translated(exc) from exc
        message.receipt = updated.pop_receipt or message.receipt

    def move_to_poison(self, message: ReceivedMessage) -> None:
        """Send the message's text to the poison queue, then delete the message."""
        try:
            self._send_to_poison(message.text)
        except AzureError as exc:
            raise _translated(exc) from exc
        self.delete(message)

    def _send_to_poison(self, text: str) -> None:
        seconds = round(POISON_LIFETIME.total_seconds())
        try:
            self._poison.send_message(text, time_to_live=seconds)
        except ResourceNotFoundError:
            self._create_poison_queue()
            self._poison.send_message(text, time_to_live=seconds)

    def _create_poison_queue(self) -> None:
        with suppress(ResourceExistsError):  # another process was faster
            self._poison.create_queue()


def is_usable(connection: QueueConnection) -> bool:
    """Say whether this is a connection string, or an address for an identity."""
    try:
        _client(connection, "any").close()
    except ValueError:
        return False
    return True


def _client(connection: QueueConnection, name: str) -> QueueClient:
    # Few and short retries, because the listener itself keeps trying.
    retries = ExponentialRetry(initial_backoff=0, increment_base=1, retry_total=2, random_jitter_range=0)
    how: dict[str, Any] = {"retry_policy": retries, "connection_timeout": 5, "read_timeout": 20}
    if connection.text:
        return QueueClient.from_connection_string(connection.text, name, **how)
    return QueueClient(connection.address, name, credential=_credential(connection), **how)


def _credential(connection: QueueConnection) -> TokenCredential:
    client_id = connection.client_id or None
    if connection.managed_identity:
        return ManagedIdentityCredential(client_id=client_id)
    return DefaultAzureCredential(managed_identity_client_id=client_id)


def _translated(exc: AzureError) -> Exception:
    code = getattr(exc, "error_code", None)
    if isinstance(exc, ResourceNotFoundError) or code == StorageErrorCode.POP_RECEIPT_MISMATCH:
        return MessageLostError(code)
    if isinstance(exc, HttpResponseError) and exc.status_code:
        return StorageUnavailableError(f"{exc.status_code} {getattr(code, 'value', code) or exc.reason}")
    return StorageUnavailableError(str(exc).splitlines()[0])
