"""Storage queue actions: a message, in the envelope that its readers know, sent with a token."""

import base64
import re
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import uuid4
from xml.sax.saxutils import escape

import requests
from azure.core.credentials import AzureSasCredential, TokenCredential
from azure.core.exceptions import (
    AzureError,
    HttpResponseError,
    ResourceNotFoundError,
    ServiceRequestError,
    ServiceResponseError,
)
from azure.core.pipeline.transport import RequestsTransport
from azure.storage.queue import QueueClient

from shared.actions.kept import KeepingAdapter, Kept, keeping_pools
from shared.actions.no_connection import is_unknown_host, no_connection_because
from shared.actions.quiet import keep_addresses_out_of_the_log
from shared.actions.redaction import in_sas_token, redacted
from shared.domain.action import StorageQueueAction
from shared.domain.attempt import Attempt, Completed, Failed, Outcome
from shared.domain.causes import causes
from shared.domain.messages import QUEUE_NAME, StorageQueueMessage

# Together less than the minute that an action may take; the SDK repeats nothing.
_TIME_LIMITS: Final[dict[str, Any]] = {"connection_timeout": 15, "read_timeout": 40}
_LONGEST_QUOTE: Final = 100
_EMULATED_ACCOUNT: Final = "devstoreaccount1"
_NAMESPACES: Final = (
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
)
_NOT_PLAIN: Final = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueSettings:
    """Where queues are, and what is put into them.

    `suffix` is the end of their host names. `emulator` is the address of Azurite, if its account may be used.
    Without `envelope`, the bare text is put into the queue.
    """

    suffix: str = "core.windows.net"
    emulator: str = ""
    envelope: bool = True
    use_proxy: bool = False
    ca_file: str | None = None
    """Replaces the known certificate authorities for the emulator. Azure's own are never replaced."""


class StorageQueues:
    """Sends messages to Storage queues. Many threads may use it; they share the connections kept open."""

    def __init__(self, settings: QueueSettings, kept: Kept | None = None) -> None:
        keep_addresses_out_of_the_log()
        self._settings = settings
        session = requests.Session()
        session.trust_env = settings.use_proxy
        adapter = KeepingAdapter(keeping_pools(kept or Kept()))
        for scheme in ("http://", "https://"):
            session.mount(scheme, adapter)
        self._transport = RequestsTransport(
            session=session, use_env_settings=settings.use_proxy, **_TIME_LIMITS
        )

    def send(self, action: StorageQueueAction, proof: str | TokenCredential, attempt: Attempt) -> Outcome:
        """Send the message with a SAS token, or with tokens of an identity; return what came of it."""
        message = action.message
        if not QUEUE_NAME.fullmatch(message.queue):
            return refused(action, "no queue can have this name")
        address = self._address(message.account.lower())
        if not isinstance(proof, str) and not address.startswith("https://"):
            return refused(action, "a token of the managed identity is never sent over http")
        verify: dict[str, Any] = {}
        if self._settings.ca_file is not None and self._is_emulated(message.account.lower()):
            verify = {"connection_verify": self._settings.ca_file}
        text = envelope(message.message, attempt) if self._settings.envelope else message.message
        try:
            queue = self._queue(address, message.queue, proof)
            queue.send_message(base64.b64encode(text.encode()).decode(), **verify)
        except (AzureError, ValueError) as exc:
            return _failure(action, exc, in_sas_token(proof) if isinstance(proof, str) else [])
        return Completed(f"StorageQueue Action - Message to {_target(message)} succeeded")

    def close(self) -> None:
        self._transport.close()

    def _queue(self, address: str, name: str, proof: str | TokenCredential) -> QueueClient:
        return QueueClient(
            address,
            name,
            credential=AzureSasCredential(proof.removeprefix("?")) if isinstance(proof, str) else proof,
            transport=self._transport,
            retry_total=0,
            permit_redirects=False,  # only the account may see the token
        )

    def _is_emulated(self, account: str) -> bool:
        return account == _EMULATED_ACCOUNT and bool(self._settings.emulator)

    def _address(self, account: str) -> str:
        if self._is_emulated(account):
            return f"{self._settings.emulator}/{account}"
        return f"https://{account}.queue.{self._settings.suffix}"


def refused(action: StorageQueueAction, reason: str) -> Failed:
    return Failed(f"StorageQueue Action - Message to {_target(action.message)} failed: {reason}")


def envelope(text: str, attempt: Attempt) -> str:
    """Return the message as the original service wrote it. Readers look for the element Message."""
    elements = {
        "ExecutionTag": attempt.execution_tag,
        "ClientRequestId": str(uuid4()),
        "ExpectedExecutionTime": attempt.expected.strftime("%Y-%m-%dT%H:%M:%S"),
        "SchedulerJobId": attempt.job.name,
        "SchedulerJobCollectionId": attempt.job.collection.name,
        "Region": attempt.region,
        "Message": text,
    }
    inner = "".join(f"  <{name}>{_escaped(value)}</{name}>\r\n" for name, value in elements.items())
    declaration = '<?xml version="1.0" encoding="utf-16"?>'
    return f"{declaration}\r\n<StorageQueueMessage {_NAMESPACES}>\r\n{inner}</StorageQueueMessage>"


def _escaped(text: str) -> str:
    """Escape as .NET did: carriage returns and what XML does not allow become references."""
    return _NOT_PLAIN.sub(lambda match: f"&#x{ord(match[0]):X};", escape(text))


def _failure(action: StorageQueueAction, exc: Exception, secrets: list[str]) -> Failed:
    message, known = action.message, causes(exc)
    match exc:
        case ResourceNotFoundError():
            text = f"StorageQueue Action - The queue '{message.queue}' does not exist"
            return Failed(text, status=exc.status_code)
        case HttpResponseError():
            said = redacted(_answer(exc), secrets)[:_LONGEST_QUOTE]
            return replace(refused(action, said), status=exc.status_code)
        case ServiceRequestError() if is_unknown_host(known):
            return Failed(f"StorageQueue Action - The account '{message.account}' could not be found")
        case ServiceResponseError():
            return refused(action, "no answer in time")
        case ServiceRequestError():
            return refused(action, no_connection_because(known) or "no connection")
        case _:
            return refused(action, type(exc).__name__)


def _answer(exc: HttpResponseError) -> str:
    """Return the status of an answer, and the service's code for it."""
    if 300 <= (exc.status_code or 0) < 400:
        return f"{exc.status_code}, a redirect, which is not followed"
    code = getattr(exc, "error_code", None)
    return " ".join(str(part) for part in (exc.status_code, getattr(code, "value", code)) if part)


def _target(message: StorageQueueMessage) -> str:
    return f"account '{message.account}' queue '{str(message.queue)[:_LONGEST_QUOTE]}'"
