"""Whom an action calls: jobs with the same remote side share its fate, and no others do."""

from ipaddress import IPv6Address
from typing import Final, assert_never

from shared.domain.action import Action, HttpAction, ServiceBusAction, StorageQueueAction
from shared.domain.address import address_of
from shared.domain.keys import CollectionKey
from shared.domain.outbound import literal_address

_UNKNOWN: Final = "unknown"


def remote_of(action: Action) -> str:
    """Return the host, whatever the port, the storage account, or the Service Bus namespace. Never raise."""
    match action:
        case HttpAction(request=request):
            return _host(request.uri)
        case StorageQueueAction(message=message):
            return f"storage account {message.account.lower()}"
        case ServiceBusAction(message=sent):
            return f"Service Bus namespace {sent.namespace.lower()}"
        case _:
            assert_never(action)


def name_of(holder: str | CollectionKey) -> str:
    """Return what a remote side, or a collection, is called where it has run out of places."""
    return f"job collection {'/'.join(holder.canonical)}" if isinstance(holder, CollectionKey) else holder


def _host(uri: str) -> str:
    """Return one name for a host, however it is written: `127.1` is 127.0.0.1, `a.` is `a`."""
    address = address_of(uri)
    if address is None:  # an old row may hold an address that would be refused today
        return _UNKNOWN
    literal = literal_address(address.host)
    if isinstance(literal, IPv6Address) and literal.ipv4_mapped is not None:
        literal = literal.ipv4_mapped
    return _ascii_name(address.host.rstrip(".")) if literal is None else str(literal)


def _ascii_name(host: str) -> str:
    """Return the name under which a host is asked for, as far as this can be told."""
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return host
