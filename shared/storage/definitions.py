"""A job's definition ⇄ the JSON text in its row.

Values are written field by field under the names they have in the code. An object is written with the
name of its kind, from the table below, because a field may hold one of several kinds.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from functools import cache, lru_cache
from types import UnionType
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from shared.domain.action import (
    ActionType,
    ErrorAction,
    HttpAction,
    HttpRequest,
    ServiceBusAction,
    StorageQueueAction,
)
from shared.domain.audit import CollectionOutline, JobOutline
from shared.domain.authentication import ActiveDirectoryOAuth, Basic, ClientCertificate
from shared.domain.collection import Defaults
from shared.domain.contents import ActionOutline
from shared.domain.course import Course, Streak, Stretch, WaitingRun
from shared.domain.definition import (
    Definition,
    Identities,
    error_options,
    extension_fields,
    identities,
    with_error_options,
    with_identities,
)
from shared.domain.disabled import Disabled
from shared.domain.exclude import Calendar, Calendars, Exclude, Span
from shared.domain.identity import MessageIdentity, RequestIdentity
from shared.domain.job import FaultTimes
from shared.domain.local_time.local import DaylightSaving
from shared.domain.local_time.wall_time import WallTime
from shared.domain.messages import BrokeredProperties, ServiceBusMessage, StorageQueueMessage
from shared.domain.policies import MissedRuns
from shared.domain.recurrence import MonthlyOccurrence, Recurrence, Schedule
from shared.domain.retry import Retrying, RetryOptions, RetryPolicy
from shared.domain.secret import Secret
from shared.domain.ticket import TicketKey
from shared.storage.instants import read_instant, write_instant
from shared.storage.row_keys import read_ticket_row, ticket_row

# Stored rows hold these names: a class may be renamed, its name here may not.
KINDS: Final[dict[str, type]] = {
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
    "requestIdentity": RequestIdentity,
    "messageIdentity": MessageIdentity,
    "wallTime": WallTime,
    "daylightSaving": DaylightSaving,
    "exclude": Exclude,
    "defaults": Defaults,
    "calendar": Calendar,
    "span": Span,
    "retryOptions": RetryOptions,
    "retrying": Retrying,
    "missedRuns": MissedRuns,
    "disabled": Disabled,
    "faultTimes": FaultTimes,
    "course": Course,
    "waitingRun": WaitingRun,
    "stretch": Stretch,
    "streak": Streak,
    "jobOutline": JobOutline,
    "collectionOutline": CollectionOutline,
    "actionOutline": ActionOutline,
}
_NAMES: Final = {kind: name for name, kind in KINDS.items()}
_Kind = TypeVar("_Kind")


_LOCAL_TIMES: Final = ("start_time", "end_time")
_ERROR_OPTIONS: Final = "error_retry_options"
_IDENTITIES: Final = ("managed_identity", "error_managed_identity")
TIMING: Final = frozenset(
    {"recurrence", "start_time", "end_time", "time_zone", "daylight_saving", "exclude", "spread"}
    | {"use_defaults"}
)
"""What the runs of a job follow from."""
CREDENTIALS: Final = frozenset({"action", "error_action"})
KNOWN_BY: Final = frozenset({"action", "description", "tags"})
"""What a job is sought by."""
_UNREAD: Final = HttpAction(
    type=ActionType.HTTP, request=HttpRequest(uri="http://unread.invalid/", method="GET")
)


def write_definition(definition: Definition) -> str:
    return write_value(definition)


def read_definition(text: str, extensions: str = "") -> Definition:
    definition: Definition = _read(Definition, json.loads(text))
    return _extended(definition, json.loads(extensions)) if extensions else definition


def read_part(text: str, extensions: str, wanted: frozenset[str]) -> Definition:
    """Return a definition of which only some fields are read: where all jobs are, reading is what costs."""
    hints, stored = _hints(Definition), json.loads(text)
    part = {name: _read(hints[name], stored[name]) for name in wanted & stored.keys() & hints.keys()}
    definition = Definition(**{"action": _UNREAD, **part})
    added = json.loads(extensions) if extensions else {}
    kept = {name: added[name] for name in wanted & added.keys()}
    return _extended(definition, kept) if kept else definition


def has_extensions(definition: Definition) -> bool:
    """Say whether a definition holds what an older version would not understand."""
    named = any(getattr(definition, name) is not None for name in extension_fields())
    within = error_options(definition) is not None or any(identities(definition))
    return named or definition.local_times or within


def write_extensions(definition: Definition) -> str:
    """Return what the old form of a definition does not hold, as text; empty if there is nothing."""
    held = {name: getattr(definition, name) for name in extension_fields()}
    local = {name: getattr(definition, name) for name in _LOCAL_TIMES}
    held |= {name: moment for name, moment in local.items() if isinstance(moment, WallTime)}
    held[_ERROR_OPTIONS] = error_options(definition)
    held |= dict(zip(_IDENTITIES, identities(definition), strict=True))
    written = {name: _write(value) for name, value in held.items() if value is not None}
    return _text(written) if written else ""


def write_value(value: Any) -> str:
    return _text(_write(value))


def read_defaults(text: str) -> Defaults | None:
    return _read(Defaults, json.loads(text)) if text else None


def write_difference(value: Any, usual: Any) -> str:
    """Return the fields of a value that are not the usual ones, as text; empty if all are."""
    held = {field.name: getattr(value, field.name) for field in fields(value)}
    other = {name: _write(item) for name, item in held.items() if item != getattr(usual, name)}
    return _text({"kind": _NAMES[type(value)], **other}) if other else ""


def write_optional_value(value: Any) -> str:
    return "" if value is None else write_value(value)


def read_optional_value(kind: type[_Kind], text: str) -> _Kind | None:
    return cast(_Kind, _read(kind, json.loads(text))) if text else None


def write_calendars(calendars: Calendars) -> str:
    return _text({name: _write(calendar) for name, calendar in calendars}) if calendars else ""


@lru_cache(maxsize=64)  # a collection is read for every pack, and its calendars hardly ever change
def read_calendars(text: str) -> Calendars:
    return tuple((name, _read(Calendar, stored)) for name, stored in json.loads(text).items()) if text else ()


def _extended(definition: Definition, stored: dict[str, Any]) -> Definition:
    hints = _hints(Definition)
    own = {name: _read(hints[name], stored[name]) for name in extension_fields() if name in stored}
    local = {name: _read(WallTime, stored[name]) for name in _LOCAL_TIMES if name in stored}
    recurrence = definition.recurrence
    if recurrence is not None and "end_time" in local:
        recurrence = replace(recurrence, end_time=local["end_time"])
    start = local.get("start_time", definition.start_time)
    extended = replace(definition, **own, start_time=start, recurrence=recurrence)
    kinds = RequestIdentity | MessageIdentity
    used = [_read(kinds, stored[name]) if name in stored else None for name in _IDENTITIES]
    extended = with_identities(extended, Identities(*used))
    if _ERROR_OPTIONS not in stored:
        return extended
    return with_error_options(extended, _read(RetryOptions, stored[_ERROR_OPTIONS]))


def _text(written: Any) -> str:
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def _write(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case datetime():
            return write_instant(value)
        case timedelta():
            return value.total_seconds()
        case TicketKey():
            return ticket_row(value)
        case tuple():
            return [_write(item) for item in value]
        case _ if is_dataclass(value):
            held = {field.name: getattr(value, field.name) for field in fields(value)}
            written = {name: _write(item) for name, item in held.items() if item is not None}
            return {"kind": _NAMES[type(value)], **written}
        case _:
            return value


def _read(wanted: Any, stored: Any) -> Any:
    """Return the value; raise TypeError or ValueError if the field may not hold it."""
    arms = _arms(wanted)
    if isinstance(stored, dict):
        kind = KINDS.get(str(stored.get("kind")))
        if kind is not None and kind in arms:
            return _made(kind, stored)
    elif isinstance(stored, list):
        if (item := _item_of(wanted)) is not None:
            if (read := _PLAIN.get(item)) and {*map(type, stored)} <= {*read.types}:
                return tuple(map(read.value, stored))  # long lists of numbers and dates are frequent
            return tuple(_read(item, one) for one in stored)
    else:
        for arm in arms:
            if (read := _PLAIN.get(arm)) and type(stored) in read.types:
                return read.value(stored)
            if isinstance(arm, type) and issubclass(arm, Enum) and not isinstance(stored, bool):
                return arm(stored)
    raise TypeError(f"{repr(stored)[:100]} is not what belongs there")


@dataclass(frozen=True, slots=True)
class _Plain:
    """The types that a plain value has in JSON, and the function that makes the value from one of them."""

    types: tuple[type, ...]
    value: Callable[[Any], Any]


_PLAIN: Final[dict[Any, _Plain]] = {
    str: _Plain((str,), str),
    int: _Plain((int,), int),
    float: _Plain((int, float), float),
    bool: _Plain((bool,), bool),
    datetime: _Plain((str,), read_instant),
    timedelta: _Plain((int, float), lambda seconds: timedelta(seconds=seconds)),
    TicketKey: _Plain((str,), read_ticket_row),
}


def _made(kind: type, stored: dict[str, Any]) -> Any:
    hints = _hints(kind).items()
    return kind(**{name: _read(hint, stored[name]) for name, hint in hints if name in stored})


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _arms(hint: Any) -> tuple[Any, ...]:
    """Return the types that a field may hold: `datetime | None` gives `datetime` and None."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


@cache
def _item_of(hint: Any) -> Any:
    """Return the type of a tuple's items, or None if the field holds no tuple. A pair has one type."""
    tuple_arm = next((arm for arm in _arms(hint) if get_origin(arm) is tuple), None)
    return get_args(tuple_arm)[0] if tuple_arm else None
