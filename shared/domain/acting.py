"""Which actions use the managed identity, for whom, and what must hold for them.

It is an extension that stands within an action, so it is taken out of what older versions store and see, and
kept when they replace a job. It is kept as a secret would be: only while the action has the same target.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, assert_never

from shared.domain.action import Action, HttpAction, ServiceBusAction, StorageQueueAction
from shared.domain.address import Unclear, address_of, read_address
from shared.domain.errors import Faults
from shared.domain.identity import (
    HTTPS_PORT,
    SERVICE_BUS_AUDIENCE,
    STORAGE_AUDIENCE,
    IdentityTarget,
    MessageIdentity,
    RequestIdentity,
)

AnIdentity = RequestIdentity | MessageIdentity


@dataclass(frozen=True, slots=True, kw_only=True)
class Suffixes:
    """The ends of host names in the cloud of the settings."""

    storage: str = "core.windows.net"
    service_bus: str = "servicebus.windows.net"


USUAL_SUFFIXES: Final = Suffixes()


def identity_of(action: Action) -> AnIdentity | None:
    match action:
        case HttpAction(request=request):
            return request.managed_identity
        case StorageQueueAction(message=message):
            return message.managed_identity
        case ServiceBusAction(message=sent):
            return sent.managed_identity
        case _:
            assert_never(action)


def with_identity(action: Action, identity: AnIdentity | None) -> Action:
    """Return the action with the identity; raise TypeError if it is one of another kind of action."""
    match action, identity:
        case HttpAction(request=request), RequestIdentity() | None:
            return replace(action, request=replace(request, managed_identity=identity))
        case StorageQueueAction(message=message), MessageIdentity() | None:
            return replace(action, message=replace(message, managed_identity=identity))
        case ServiceBusAction(message=sent), MessageIdentity() | None:
            return replace(action, message=replace(sent, managed_identity=identity))
        case _:
            raise TypeError("the identity belongs to another kind of action")


def keep_identity(action: Action, stored: Action) -> Action:
    """Return the action; if it says nothing of who sends it, the stored identity does for the same target."""
    kept = identity_of(stored)
    if kept is None or identity_of(action) or _proves(action) or _place(action) != _place(stored):
        return action
    return with_identity(action, kept)


def target_of_identity(action: Action, suffixes: Suffixes) -> IdentityTarget | None:
    """Return who gets the token of an action; None if it uses no identity."""
    match action:
        case HttpAction(request=request) if request.managed_identity is not None:
            address = address_of(request.uri)
            encrypted = address is not None and address.scheme == "https"
            return IdentityTarget(
                audience=request.managed_identity.audience,
                host=address.host if address else "",
                port=address.port if address and encrypted else HTTPS_PORT,  # http is refused for being http
                by_request=True,
            )
        case StorageQueueAction(message=message) if message.managed_identity is not None:
            host = f"{message.account.lower()}.queue.{suffixes.storage}"
            return IdentityTarget(audience=STORAGE_AUDIENCE, host=host)
        case ServiceBusAction(message=sent) if sent.managed_identity is not None:
            host = f"{sent.namespace.lower()}.{suffixes.service_bus}"
            return IdentityTarget(audience=SERVICE_BUS_AUDIENCE, host=host)
        case _:
            return None


def message_key(action: Action) -> str:
    """Return the key of the object that says what the action sends."""
    match action:
        case HttpAction():
            return "request"
        case StorageQueueAction():
            return "queueMessage"
        case ServiceBusAction():
            return f"{action.type[0].lower()}{action.type[1:]}Message"
        case _:
            assert_never(action)


def check_proof(action: Action, path: str, faults: Faults) -> None:
    """Note if an action has two proofs of who sends it, lacks one, or may not use the identity."""
    where = f"{path}.{message_key(action)}"
    for fault in _faults(action, where):
        faults.add(*fault)


def why_not_sent(action: HttpAction) -> str | None:
    """Return why the request of a stored action may not be sent; None if it may.

    Callers may store no such action. It is stored by an earlier version, or in a row that was edited by hand.
    """
    try:
        read_address(action.request.uri)
    except Unclear as exc:
        return f"nothing was sent: uri {exc}"
    for key, rule in _request_faults(action):
        return f"nothing was sent: {key} {rule}"
    return None


def is_never_sent(actions: Iterable[Action]) -> bool:
    """Say whether one of the actions is a request that may not be sent."""
    return any(isinstance(one, HttpAction) and why_not_sent(one) is not None for one in actions)


def _faults(action: Action, where: str) -> Iterator[tuple[str, str]]:
    proof = "sasToken" if isinstance(action, StorageQueueAction) else "authentication"
    identity = identity_of(action)
    if identity is None and isinstance(action, ServiceBusAction) and not _proves(action):
        yield f"{where}.authentication", "is required"
    if identity is not None and _proves(action):
        yield f"{where}.managedIdentity", f"cannot stand beside {proof}: send one of them"
    if isinstance(action, HttpAction):
        for key, rule in _request_faults(action):
            yield f"{where}.{key}", rule


def _request_faults(action: HttpAction) -> Iterator[tuple[str, str]]:
    """Yield what else says who sends the request, or who gets it, beside an authentication or an identity."""
    request = action.request
    address, identity = address_of(request.uri), request.managed_identity is not None
    if address is None or not (identity or _proves(action)):
        return
    proof = "managedIdentity" if identity else "authentication"
    if identity and address.scheme != "https":
        yield "uri", "must be https: a token of the managed identity is never sent over http"
    if address.userinfo:
        yield "uri", f"must hold no '@' before its path beside {proof}: one of them says who sends it"
    for name, _ in request.headers:
        if name.lower() == "host":
            yield f"headers.{name}", f"is refused beside {proof}: the uri names the host"


def _proves(action: Action) -> bool:
    match action:
        case HttpAction(request=request):
            return request.authentication is not None
        case StorageQueueAction(message=message):
            return message.sas_token is not None
        case ServiceBusAction(message=sent):
            return bool(sent.key_name)
        case _:
            assert_never(action)


def _place(action: Action) -> tuple[object, ...]:
    """Return what must stay the same for an identity to be kept."""
    match action:
        case HttpAction(request=request):
            address = address_of(request.uri)
            return ("http", *address.origin) if address else ("unclear", request.uri)
        case StorageQueueAction(message=message):
            return action.type, message.account.lower(), message.queue
        case ServiceBusAction(message=sent):
            return action.type, sent.namespace.lower(), sent.entity
        case _:
            assert_never(action)
