"""Schemas of what a job does and of when: one for each kind of action, authentication and frequency."""

from typing import Any, Final

from local.openapi.objects import NAMES, field_schema, object_schema
from local.openapi.words import (
    Schema,
    Side,
    choice,
    ignoring_since,
    instant,
    integer,
    known_since,
    local_instant,
    members,
    record,
    ref,
    text,
)
from shared.api.keys.known import JOB, keys_of
from shared.api.query import DEFAULT_RUNS, LARGEST_PAGE
from shared.api.shapes.objects import ACTION, AUTHENTICATION, DEFINITION, DISABLED, shapes_for
from shared.api.shapes.shape import Record
from shared.domain.about import EXTENDED
from shared.domain.action import ActionType
from shared.domain.cron import LONGEST_CRON
from shared.domain.job import JobState
from shared.domain.keys import RESOURCE_GROUP_NAME, RESOURCE_NAME, SUBSCRIPTION_NAME
from shared.domain.policies import MissedPolicy
from shared.domain.recurrence import FITTING, LONGEST_INTERVAL, Frequency
from shared.domain.retry import DEFAULT_INTERVAL, DEFAULT_RETRIES

_RETRIES: Final = f"Without a policy: {DEFAULT_RETRIES} retries, {DEFAULT_INTERVAL.seconds} seconds apart."
_CRON: Final = (
    "Instead of `frequency`, `interval` and `schedule`, in which form it is stored and answered. "
    "A job without `startTime` gets the instant of the request as its start. In a preview, every api-version "
    "reads it."
)
_EXPRESSION: Final = (
    "Minute, hour, day of month, month, day of week; or a macro such as `@daily`; or six fields, of which "
    "the first is 0. What dialects read in different ways is refused."
)
_NOT_READ: Final = "May stand here; only its keys are looked at."
_JOB_ID: Final = "/subscriptions/{}/resourceGroups/{}/providers/Microsoft.Scheduler/jobCollections/{}/jobs/{}"
_PLACE: Final = (
    "The id of a job, be it there or not. The defaults and the calendars of its collection hold. "
    "Needed where calendars are named."
)


_UNTIL: Final = {
    "description": "When it is enabled again, with the offset of its zone.",
    "anyOf": [instant(Side.ANSWER), local_instant("")],
}


def held(shape: Record, *keys: str) -> Any:
    """Return the shape that is held under keys, one within the other."""
    for key in keys:
        shape = next(field.type for field in shape.fields if field.key == key)
    return getattr(shape, "item", shape)


_MAIN: Final[Record] = held(DEFINITION, "action")
_ERROR: Final[Record] = held(_MAIN, "errorAction")
_OPTIONS: Final[Record] = held(_MAIN, "retryOptions")
_RECURRENCE: Final[Record] = held(DEFINITION, "recurrence")
_MISSED: Final[Record] = held(DEFINITION, "missedRuns")
_LIMITED: Final = (MissedPolicy.NONE, MissedPolicy.ALL)
_MESSAGES: Final = {
    type_: next(field for field in shape.fields if isinstance(field.type, Record))
    for type_, shape in ACTION.records.items()
    if shape is not None
}


def job_schemas(side: Side) -> dict[str, Schema]:
    schemas = {**_actions(side, "", _MAIN), **_actions(side, "Error", _ERROR), **_authentications(side)}
    for field in _MESSAGES.values():
        name = field_schema(side, field)["$ref"].rpartition("/")[2]
        schemas[name.removesuffix(side)] = {**object_schema(side, field.type), **_proof(side, field.type)}
    schemas["RetryPolicy"] = {**object_schema(side, held(_MAIN, "retryPolicy")), "description": _RETRIES}
    brokered = held(_MESSAGES[ActionType.SERVICE_BUS_QUEUE].type, "brokeredMessageProperties")
    schemas["BrokeredMessageProperties"] = object_schema(side, brokered)
    for frequency in Frequency:
        schemas |= _timing(side, frequency)
    schemas |= _recurrences(side)
    for shape in (*(held(DEFINITION, key) for key in ("daylightSaving", "exclude")), DISABLED, _OPTIONS):
        own = {"until": _UNTIL} if shape is DISABLED and side is Side.ANSWER else {}
        schemas[NAMES[shape.kind]] = object_schema(side, shape, optional=own, ignored=shape.read_only())
    schemas |= _missed_runs(side)
    # The items of an array are whole even in a patch, which replaces arrays.
    whole = Side.INPUT if side is Side.PATCH else side
    schemas["MonthlyOccurrence"] = object_schema(whole, held(_RECURRENCE, "schedule", "monthlyOccurrences"))
    return {f"{name}{side}": schema for name, schema in schemas.items()}


def _proof(side: Side, message: Record) -> Schema:
    """Return the rule that a message has a secret or the managed identity, where it must be whole."""
    if side is not Side.INPUT:
        return {}
    identity = "managedIdentity"
    proof = next(field for field in message.fields if field.key in ("authentication", "sasToken"))
    rule: Schema = {"not": {"required": [proof.key, identity]}}
    if proof.all_or_none:
        rule |= {"if": {"not": {"required": [identity]}}, "then": {"required": [proof.key]}}
    return rule


def preview_schema() -> Schema:
    """What `previewRuns` takes: a whole job, or only its timing."""
    names = ("FrequencyRecurrence", "CronRecurrence")
    timing: dict[str, Schema] = {
        **{field.key: field_schema(Side.INPUT, field) for field in shapes_for(EXTENDED).timing.fields},
        "recurrence": {"oneOf": [ref(name, Side.INPUT) for name in names]},
        "state": members(JobState),
        "action": {"description": _NOT_READ},
        "disabled": known_since(EXTENDED, {"description": _NOT_READ}),
    }
    properties = record(Side.INPUT, {}, timing, ignored=("status",))
    own: dict[str, Schema] = {
        "now": instant(Side.INPUT, "The present time to count from; left out, the real one."),
        "top": integer(1, LARGEST_PAGE, "How many runs at most.", default=DEFAULT_RUNS),
        "job": text(
            _PLACE, pattern=_job_id(), examples=[_JOB_ID.format("sub-1", "group-1", "first", "job-1")]
        ),
        "tags": known_since(EXTENDED, {"description": _NOT_READ}),
        "properties": {
            **ignoring_since(EXTENDED, ("effective", "recent"), properties),
            "description": "Of a job; the timing may stand here, or beside `now`, `top` and `job`.",
        },
    }
    bare = record(Side.INPUT, {}, {**own, **timing}, ignored=(*JOB.ignored, "status"))
    return ignoring_since(EXTENDED, ("effective", "recent"), bare)


def _job_id() -> str:
    patterns = (SUBSCRIPTION_NAME, RESOURCE_GROUP_NAME, RESOURCE_NAME, RESOURCE_NAME)
    names = [pattern.pattern for pattern, _ in patterns]
    return f"^{_JOB_ID.replace('.', '[.]').format(*names)}/?$"


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


def _recurrences(side: Side) -> dict[str, Schema]:
    """Return what a recurrence may be: one of a frequency or, when it is sent, one by cron."""
    kinds = {str(frequency): f"{frequency.capitalize()}Recurrence" for frequency in Frequency}
    by_frequency = choice(side, "frequency", kinds)
    if side is Side.ANSWER:
        return {"Recurrence": by_frequency}
    cron = text(_EXPRESSION, maxLength=LONGEST_CRON, format="cron", examples=["*/15 9-16 * * mon-fri"])
    rest = _RECURRENCE.without("frequency", "interval", "schedule")
    either = [ref("FrequencyRecurrence", side), known_since(EXTENDED, ref("CronRecurrence", side))]
    return {
        "Recurrence": {"oneOf" if side is Side.INPUT else "anyOf": either},
        "FrequencyRecurrence": by_frequency,
        "CronRecurrence": {**object_schema(side, rest, {"cron": cron}), "description": _CRON},
    }


def _missed_runs(side: Side) -> dict[str, Schema]:
    """Return what becomes of missed runs: all policies but one need `within`, which that one refuses.

    A patch may change the policy alone, or remove `within`.
    """
    if side is Side.PATCH:
        return {"MissedRuns": object_schema(side, _MISSED)}
    policy, within = _MISSED.fields
    needed = {policy.key: members(_LIMITED), within.key: field_schema(side, within)}
    names = {**dict.fromkeys(map(str, _LIMITED), "RunsWithin"), str(MissedPolicy.ONE): "OneLateRun"}
    return {
        "MissedRuns": {**choice(side, policy.key, names), "description": policy.about.words},
        "OneLateRun": record(side, {policy.key: text(const=str(MissedPolicy.ONE))}),
        "RunsWithin": record(side, needed),
    }


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
