"""Whom an action calls: jobs with the same remote side share its fate, and no others do."""

from typing import Final, assert_never
from urllib.parse import urlsplit

from shared.domain.action import Action, HttpAction, ServiceBusAction, StorageQueueAction

_UNKNOWN: Final = "unknown"
_PORTS: Final = {"http": 80, "https": 443}


def remote_of(action: Action) -> str:
    """Return host and port, the storage account, or the Service Bus namespace. Never raise."""
    match action:
        case HttpAction(request=request):
            return _host_and_port(request.uri)
        case StorageQueueAction(message=message):
            return f"storage account {message.account.lower()}"
        case ServiceBusAction(message=sent):
            return f"Service Bus namespace {sent.namespace.lower()}"
        case _:
            assert_never(action)


def _host_and_port(uri: str) -> str:
    try:
        parts = urlsplit(uri)
        return f"{parts.hostname or _UNKNOWN}:{parts.port or _PORTS.get(parts.scheme, 0)}"
    except ValueError:  # an old row may hold an address that would be refused today
        return _UNKNOWN
