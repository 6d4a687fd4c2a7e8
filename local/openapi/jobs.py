"""Schemas of what a job does and of when: one for each kind of action, authentication and frequency."""

from typing import Any, Final

from local.openapi.objects import field_schema, object_schema
from local.openapi.words import (
    Schema,
    Side,
    choice,
    instant,
    integer,
    members,
    record,
    ref,
    text,
)
from shared.api.keys.known import JOB, keys_of
from shared.api.query import DEFAULT_RUNS, LARGEST_PAGE
from shared.api.shapes.objects import ACTION, AUTHENTICATION, DEFINITION, shapes_for
from shared.api.shapes.shape import Record
from shared.domain.about import EXTENDED
from shared.domain.action import ActionType
from shared.domain.job import JobState
from shared.domain.recurrence import FITTING, LONGEST_INTERVAL, Frequency
from shared.domain.retry import DEFAULT_INTERVAL, DEFAULT_RETRIES

_RETRIES: Final = f"Without a policy: {DEFAULT_RETRIES} retries, {DEFAULT_INTERVAL.seconds} seconds apart."


def held(shape: Record, *keys: str) -> Any:
    """Return the shape that is held under keys, one within the other."""
    for key in keys:
        shape = next(field.type for field in shape.fields if field.key == key)
    return getattr(shape, "item", shape)


_MAIN: Final[Record] = held(DEFINITION, "action")
_ERROR: Final[Record] = held(_MAIN, "errorAction")
_RECURRENCE: Final[Record] = held(DEFINITION, "recurrence")
_MESSAGES: Final = {
    type_: next(field for field in shape.fields if isinstance(field.type, Record))
    for type_, shape in ACTION.records.items()
    if shape is not None
}


def job_schemas(side: Side) -> dict[str, Schema]:
    schemas = {**_actions(side, "", _MAIN), **_actions(side, "Error", _ERROR), **_authentications(side)}
    for field in _MESSAGES.values():
        name = field_schema(side, field)["$ref"].rpartition("/")[2]
        schemas[name.removesuffix(side)] = object_schema(side, field.type)
    schemas["RetryPolicy"] = {**object_schema(side, held(_MAIN, "retryPolicy")), "description": _RETRIES}
    brokered = held(_MESSAGES[ActionType.SERVICE_BUS_QUEUE].type, "brokeredMessageProperties")
    schemas["BrokeredMessageProperties"] = object_schema(side, brokered)
    for frequency in Frequency:
        schemas |= _timing(side, frequency)
    kinds = {str(frequency): f"{frequency.capitalize()}Recurrence" for frequency in Frequency}
    schemas["Recurrence"] = choice(side, "frequency", kinds)
    # The items of an array are whole even in a patch, which replaces arrays.
    whole = Side.INPUT if side is Side.PATCH else side
    schemas["MonthlyOccurrence"] = object_schema(whole, held(_RECURRENCE, "schedule", "monthlyOccurrences"))
    return {f"{name}{side}": schema for name, schema in schemas.items()}


def preview_schema() -> Schema:
    """What `previewRuns` takes: a whole job, or only its timing."""
    timing: dict[str, Schema] = {
        **{field.key: field_schema(Side.INPUT, field) for field in shapes_for(EXTENDED).timing.fields},
        "state": members(JobState),
        "action": {"description": "May stand here; only its keys are looked at."},
    }
    own: dict[str, Schema] = {
        "now": instant(Side.INPUT, "The present time to count from; left out, the real one."),
        "top": integer(1, LARGEST_PAGE, "How many runs at most.", default=DEFAULT_RUNS),
        "properties": {
            **record(Side.INPUT, {}, timing, ignored=("status",)),
            "description": "Of a job; the timing may stand here, or beside `now` and `top`.",
        },
    }
    return record(Side.INPUT, {}, {**own, **timing}, ignored=(*JOB.ignored, "status"))


def _actions(side: Side, prefix: str, around: Record) -> dict[str, Schema]:
    """Return the schemas of main or error actions; those of a kind differ in the object that they hold."""
    kinds: dict[str, list[ActionType]] = {}
    for type_ in ActionType:
        name = "Http" if type_ is ActionType.HTTPS else str(type_)
        kinds.setdefault(f"{prefix}{name}Action", []).append(type_)
    names = {str(type_): name for name, types in kinds.items() for type_ in types}
    actions = {name: _action(side, types, around) for name, types in kinds.items()}
    return {f"{prefix}Action": choice(side, "type", names), **actions}


def _action(side: Side, types: list[ActionType], around: Record) -> Schema:
    message = _MESSAGES[types[0]]
    required = {"type": members(types), message.key: field_schema(side, message)}
    others = dict.fromkeys(field.key for field in _MESSAGES.values() if field.key != message.key)
    return object_schema(side, around, required, ignored=others)


def _authentications(side: Side) -> dict[str, Schema]:
    kinds = {
        str(type_): shape or Record(None, ())
        for type_, shape in AUTHENTICATION.records.items()
        if shape or side is not Side.ANSWER
    }
    names = {type_: f"{type_}Authentication" for type_ in kinds}
    schemas = {names[type_]: _authentication(side, type_, shape) for type_, shape in kinds.items()}
    return {"Authentication": choice(side, "type", names), **schemas}


def _authentication(side: Side, type_: str, shape: Record) -> Schema:
    """A patch may go from one type to another, so that the keys of others are ignored."""
    known = keys_of(AUTHENTICATION)
    own = ("type", *(field.key for field in shape.fields if not field.about.read_only))
    others = [key for key in (*known.keys, *known.ignored) if key not in own]
    return object_schema(side, shape, {"type": text(const=type_)}, ignored=others)


def _timing(side: Side, frequency: Frequency) -> dict[str, Schema]:
    name, longest = frequency.capitalize(), LONGEST_INTERVAL[frequency]
    interval = integer(1, longest) if side is Side.ANSWER else integer(1, longest, default=1)
    own = {"interval": interval, "schedule": ref(f"{name}Schedule", side)}
    schedule = held(_RECURRENCE, "schedule")
    unfit = [key for key, fitting in FITTING.items() if frequency not in fitting]
    return {
        f"{name}Recurrence": object_schema(side, _RECURRENCE, {"frequency": text(const=str(frequency))}, own),
        f"{name}Schedule": object_schema(side, schedule.without(*unfit)),
    }
