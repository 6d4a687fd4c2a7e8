"""What may be told of an action to those who look at changes, and what became of the rest.

People put tokens anywhere: into queries, headers, bodies and messages. Of these it is told only that they
were set, changed, kept or removed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

from shared.domain.acting import message_key
from shared.domain.action import (
    Action,
    ActionType,
    ErrorAction,
    HttpAction,
    HttpRequest,
    ServiceBusAction,
    StorageQueueAction,
)
from shared.domain.address import address_of
from shared.domain.collection import Defaults
from shared.domain.definition import Definition
from shared.domain.messages import Pairs

_NO_ACTION: Final = HttpAction(
    type=ActionType.HTTPS, request=HttpRequest(method="GET", uri="https://nowhere.invalid/")
)
_UNCLEAR: Final = "an address that programs read in different ways"


class Word(StrEnum):
    """What a change did to something that is not told."""

    SET = "set"
    CHANGED = "changed"
    KEPT = "kept"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOutline:
    """Whom an action calls; nothing of what it says to them."""

    type: ActionType
    target: str
    """The address without its query, or the account or namespace with the queue or topic."""
    method: str = ""


def outline_of(action: Action) -> ActionOutline:
    match action:
        case HttpAction(request=request):
            return ActionOutline(type=action.type, method=request.method, target=_address(request.uri))
        case StorageQueueAction(message=message):
            return ActionOutline(type=action.type, target=f"{message.account}/{message.queue}")
        case ServiceBusAction(message=sent):
            return ActionOutline(type=action.type, target=f"{sent.namespace}/{sent.entity}")
        case _:
            assert_never(action)


def without_contents(definition: Definition) -> Definition:
    """Return the definition with its timing and policies alone."""
    return replace(definition, action=_NO_ACTION, error_action=None, description=None, tags=None)


def words_of_job(before: Definition | None, after: Definition | None) -> Pairs:
    """Return what a change did to each field that is not told."""
    return _words(dict(_of_definition(before)), dict(_of_definition(after)))


def words_of_defaults(before: Defaults | None, after: Defaults | None) -> Pairs:
    """Do as `words_of_job`, for the error action of a collection's defaults."""
    held = (one.error_action if one else None for one in (before, after))
    first, second = (dict(_of_error_action("defaults.errorAction", one)) for one in held)
    return _words(first, second)


def word(before: object, after: object) -> Word | None:
    """Return what a change did to a value; None if there was and is none."""
    if before is None:
        return None if after is None else Word.SET
    if after is None:
        return Word.REMOVED
    return Word.KEPT if before == after else Word.CHANGED


def _words(before: dict[str, object], after: dict[str, object]) -> Pairs:
    paths = sorted({*before, *after})
    words = ((path, word(before.get(path), after.get(path))) for path in paths)
    return tuple((path, said) for path, said in words if said is not None)


def _of_definition(definition: Definition | None) -> Iterator[tuple[str, object]]:
    if definition is None:
        return
    yield "description", definition.description
    yield "tags", definition.tags
    yield from _of_action("action", definition.action)
    yield from _of_error_action("action.errorAction", definition.error_action)


def _of_error_action(path: str, error_action: ErrorAction | None) -> Iterator[tuple[str, object]]:
    if error_action is None:
        return
    yield from _of_action(path, error_action.action)
    yield f"{path}.retryPolicy", error_action.retry_policy
    yield f"{path}.retryOptions", error_action.retry_options


def _of_action(path: str, action: Action) -> Iterator[tuple[str, object]]:
    match action:
        case HttpAction(request=request):
            address = address_of(request.uri)
            yield f"{path}.request.uri (query)", (address.query or None) if address else None
            yield from ((f"{path}.request.headers.{name}", value) for name, value in request.headers)
            yield f"{path}.request.body", request.body
            yield f"{path}.request.authentication", request.authentication
            yield f"{path}.request.managedIdentity", request.managed_identity
        case StorageQueueAction(message=message):
            yield f"{path}.queueMessage.message", message.message
            yield f"{path}.queueMessage.sasToken", message.sas_token
            yield f"{path}.queueMessage.managedIdentity", message.managed_identity
        case ServiceBusAction(message=sent):
            kind = message_key(action)
            yield f"{path}.{kind}.message", sent.message
            yield f"{path}.{kind}.authentication", (sent.key_name, sent.key) if sent.key_name else None
            yield f"{path}.{kind}.managedIdentity", sent.managed_identity
            yield f"{path}.{kind}.brokeredMessageProperties", sent.brokered
            yield f"{path}.{kind}.customMessageProperties", sent.custom
        case _:
            assert_never(action)


def _address(uri: str) -> str:
    """Return an address without query, fragment, and the name and password that may stand before its host."""
    address = address_of(uri)
    return f"{address.scheme}://{address.place}{address.path}" if address else _UNCLEAR
