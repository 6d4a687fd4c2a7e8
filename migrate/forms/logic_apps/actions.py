"""An action of a workflow → an action of a job.

What would be sent may hold expressions that only Logic Apps evaluates. They must never be sent as texts:

1. If they stand in the address, a call to nowhere takes the place of the action.
2. Elsewhere the action comes over with its texts as they are, and its job stays disabled whatever is
   accepted.
3. In a password or another secret, they count as a secret that is missing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from migrate.forms.logic_apps.http import read_request, timeout
from migrate.forms.logic_apps.messages import read_sending, sending_built_in, sending_by_api
from migrate.forms.logic_apps.retries import read_retries
from migrate.forms.logic_apps.steps import Step
from migrate.forms.logic_apps.values import Values
from migrate.forms.no_counterpart import Call, held_back, stand_in
from migrate.found import Json
from shared.api.fields import Fields
from shared.domain.errors import Faults, cut

_MOST_REASONS: Final = 3
SECRETS: Final = ("password", "pfx", "secret", "value")
_AUTHENTICATION: Final = "authentication"
_ADDRESSES: Final = ("uri", "path")
_ENTITIES: Final = ("entityname", "queuename")
_KNOWN_OPTIONS: Final = (
    "disableasyncpattern",
    "suppressworkflowheaders",
    "suppressworkflowheadersonresponse",
)
_WAITS: Final = (
    "a call ends after 60 seconds here, and 202 counts as done; "
    "Logic Apps waits for 2 minutes, and asks on after a 202"
)
_NO_ASYNC: Final = "a call ends after 60 seconds here; Logic Apps waits for 2 minutes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What an action may refer to: the values of its workflow, and its connections."""

    values: Values
    connections: Json = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inputs:
    """The inputs of an action with their expressions carried out; `unknown` says why some were not."""

    document: Json = field(repr=False)
    address: tuple[str, ...]
    unknown: tuple[str, ...]
    exposed: tuple[str, ...]
    notes: tuple[str, ...]


def read_action(step: Step, around: Surroundings, faults: Faults) -> Call:
    """Return what an action does, with how it is tried again, or what stands for it."""
    raw, path = Fields(step.document, faults, step.path).raw("inputs"), f"{step.path}.inputs"
    if not isinstance(raw, dict):
        return stand_in(step.kind.lower(), f"the action {step}", None)
    inputs = _resolved(raw, around.values)
    call = _call(step, raw, inputs, around, faults)
    http = call.properties["action"]["type"].startswith("Http")
    retries = read_retries(Fields(inputs.document, faults, path), faults, http=http)
    lost, notes = _beside(step, faults, http=step.kind.lower() == "http")
    done = {**call.properties, "action": {**call.properties["action"], **retries.keys}}
    return Call(
        properties=done,
        lost=(*call.lost, *inputs.exposed, *lost),
        notes=(*call.notes, *inputs.notes, *retries.notes, *notes),
    )


def _call(step: Step, raw: Json, inputs: _Inputs, around: Surroundings, faults: Faults) -> Call:
    if inputs.address:
        return stand_in(step.kind.lower(), f"the action {step}", None, why=_some(inputs.address))
    path = f"{step.path}.inputs"
    fields = Fields(inputs.document, faults, path)
    match step.kind.lower():
        case "http":
            call = read_request(fields, inputs.document, faults)
        case "apiconnection" | "serviceprovider" as kind:
            built_in = kind == "serviceprovider"
            sending = (
                sending_built_in(fields) if built_in else sending_by_api(fields, raw, around.connections)
            )
            if sending is None:
                return stand_in(kind, f"the action {step}", None)
            call = read_sending(sending, path, around.connections, around.values, faults)
        case other:
            return stand_in(other, f"the action {step}", None)
    return held_back(call, f"its request {_some(inputs.unknown)}") if inputs.unknown else call


def _some(reasons: tuple[str, ...]) -> str:
    more = f" and {len(reasons) - _MOST_REASONS} more" if len(reasons) > _MOST_REASONS else ""
    return f"{', '.join(reasons[:_MOST_REASONS])}{more}"


def _resolved(raw: Json, values: Values) -> _Inputs:
    """Resolve the parts of the inputs one by one: an expression in an address is worse than in a body."""
    parts = {
        key: values.resolved(part)
        for key, part in raw.items()
        if key.lower() not in ("host", _AUTHENTICATION)
    }
    document: Json = {key: part.value for key, part in parts.items()}
    address = [reason for key, part in parts.items() if key.lower() in _ADDRESSES for reason in part.unknown]
    address += [reason for one in _named_entities(raw) for reason in values.resolved(one).unknown]
    unknown = [reason for part in parts.values() for reason in part.unknown]
    proof, hidden, notes = _authentication(raw, values)
    return _Inputs(
        document={**document, **proof},
        address=tuple(dict.fromkeys(address)),
        unknown=tuple(dict.fromkeys((*unknown, *hidden))),
        exposed=_exposed(raw, values),
        notes=notes,
    )


def _named_entities(raw: Json) -> Iterator[object]:
    parameters = Fields(raw, Faults()).raw("parameters")
    if isinstance(parameters, dict):
        fields = Fields(parameters, Faults())
        yield from map(fields.raw, _ENTITIES)


def _authentication(raw: Json, values: Values) -> tuple[Json, tuple[str, ...], tuple[str, ...]]:
    """Return the authentication, why parts of it are unknown, and notes on secrets that are left out."""
    found: Any = Fields(raw, Faults()).raw(_AUTHENTICATION)
    if not isinstance(found, dict):
        whole = values.resolved(found)
        return ({} if whole.value is None else {_AUTHENTICATION: whole.value}), whole.unknown, ()
    kept, unknown, notes = dict[str, Any](), list[str](), list[str]()
    for key, value in found.items():
        part = values.resolved(value)
        if part.unknown and key.lower() in SECRETS:
            notes.append(f"{cut(key)} is left out: it {_some(part.unknown)}")
        else:
            kept[key] = part.value
            unknown += part.unknown
    return {_AUTHENTICATION: kept}, tuple(unknown), tuple(notes)


def _exposed(raw: Json, values: Values) -> tuple[str, ...]:
    """Say which secrets would become public: here only authentication holds secrets.

    A setting of an app may be one. In an address it hardly is.
    """
    told: dict[str, None] = {}
    for key, part in raw.items():
        if key.lower() not in ("host", _AUTHENTICATION):
            found = values.resolved(_without_entity(part) if key.lower() == "parameters" else part)
            settings = () if key.lower() in _ADDRESSES else found.settings
            told |= {f"parameter '{cut(name)}'": None for name in found.secure}
            told |= {f"app setting '{cut(name)}'": None for name in settings}
    return tuple(
        f"that its {what} is hidden: it becomes part of the address, headers or message, which everyone "
        "sees who may read the job"
        for what in told
    )


def _without_entity(part: object) -> object:
    """Return the parameters of a connector without the entity's name, which is an address too."""
    if not isinstance(part, dict):
        return part
    return {key: value for key, value in part.items() if key.lower() not in _ENTITIES}


def _beside(step: Step, faults: Faults, *, http: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is lost, and what is noted, of what stands beside the inputs."""
    fields = Fields(step.document, faults, step.path)
    lost, notes = timeout(fields.object("limit").timespan("timeout"))
    options = [one.strip() for one in (fields.text("operationOptions") or "").split(",") if one.strip()]
    runtime = fields.object("runtimeConfiguration")
    if http and not fields.object("limit").has("timeout"):
        quiet = any(one.lower() == "disableasyncpattern" for one in options)
        notes = (*notes, _NO_ASYNC if quiet else _WAITS)
    if fields.has("trackedProperties"):
        notes = (*notes, "trackedProperties are left out: history holds what is known of a run")
    others = [
        f"its option {cut(one)}: it has no counterpart here"
        for one in options
        if one.lower() not in _KNOWN_OPTIONS
    ]
    if runtime.object("contentTransfer").has("transferMode"):
        others.append("that its content goes in chunks: it goes in one piece here")
    static = runtime.object("staticResult")
    if runtime.has("staticResult") and (static.text("staticResultOptions") or "").lower() != "disabled":
        others.append("its static result: with it, Logic Apps does not call its target at all")
    return (*lost, *others), notes
