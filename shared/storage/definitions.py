"""A job's definition ⇄ the JSON text in its row.

Values are written field by field under the names they have in the code. Where a field may hold one of
several kinds of value, the kind's name, from the table below, is written along.
"""

import json
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from shared.domain.action import ErrorAction, HttpAction, HttpRequest, ServiceBusAction, StorageQueueAction
from shared.domain.authentication import ActiveDirectoryOAuth, Basic, ClientCertificate
from shared.domain.job import Definition
from shared.domain.messages import BrokeredProperties, ServiceBusMessage, StorageQueueMessage
from shared.domain.recurrence import MonthlyOccurrence, Recurrence, Schedule
from shared.domain.retry import RetryPolicy
from shared.domain.secret import Secret
from shared.storage.instants import read_instant, write_instant

# Stored rows hold these names: a class may be renamed, its name here may not.
_KINDS: Final[dict[str, type]] = {
    "definition": Definition,
    "http": HttpAction,
    "request": HttpRequest,
    "storageQueue": StorageQueueAction,
    "storageQueueMessage": StorageQueueMessage,
    "serviceBus": ServiceBusAction,
    "serviceBusMessage": ServiceBusMessage,
    "brokeredProperties": BrokeredProperties,
    "errorAction": ErrorAction,
    "retryPolicy": RetryPolicy,
    "basic": Basic,
    "clientCertificate": ClientCertificate,
    "activeDirectoryOAuth": ActiveDirectoryOAuth,
    "recurrence": Recurrence,
    "schedule": Schedule,
    "monthlyOccurrence": MonthlyOccurrence,
    "secret": Secret,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def write_definition(definition: Definition) -> str:
    return json.dumps(_write(definition), ensure_ascii=False, separators=(",", ":"))


def read_definition(text: str) -> Definition:
    definition: Definition = _read(Definition, json.loads(text))
    return definition


def _write(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case datetime():
            return write_instant(value)
        case timedelta():
            return value.total_seconds()
        case tuple():
            return [_write(item) for item in value]
        case _ if is_dataclass(value):
            found = {field.name: getattr(value, field.name) for field in fields(value)}
            written = {name: _write(item) for name, item in found.items() if item is not None}
            return {"kind": _NAMES[type(value)], **written}
        case _:
            return value


def _read(wanted: Any, stored: Any) -> Any:
    if isinstance(stored, dict):
        kind = _KINDS[stored["kind"]]
        return kind(
            **{name: _read(hint, stored[name]) for name, hint in _hints(kind).items() if name in stored}
        )
    if isinstance(stored, list):
        return tuple(_read(_item_of(wanted), item) for item in stored)
    plain = _plain(wanted)
    if plain is datetime:
        return read_instant(stored)
    if plain is timedelta:
        return timedelta(seconds=stored)
    return plain(stored) if isinstance(plain, type) and issubclass(plain, Enum) else stored


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _plain(hint: Any) -> Any:
    """Return the type that a field holds when it holds one: `datetime` of `datetime | None`."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    return next(arm for arm in get_args(hint) if arm is not NoneType)


@cache
def _item_of(hint: Any) -> Any:
    """Return the type of a tuple's items; those of a pair are alike."""
    arms = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    found = next((arm for arm in arms if get_origin(arm) is tuple), None)
    return get_args(found)[0] if found else hint
