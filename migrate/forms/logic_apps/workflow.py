"""A workflow, wherever it was found → a job."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from migrate.forms.logic_apps.actions import Surroundings, read_action
from migrate.forms.logic_apps.steps import Step, Steps, read_steps
from migrate.forms.logic_apps.timing import Timing, read_timing
from migrate.forms.logic_apps.values import Values
from migrate.forms.no_counterpart import Call
from migrate.forms.values import looked_into
from migrate.found import FoundJob, Json, Names, Origin, PassedOver
from migrate.spelling import Keys
from shared.api.fields import Fields
from shared.api.shapes.writing import present
from shared.domain.about import EXTENDED
from shared.domain.errors import Faults, cut

_SCHEDULES: Final = ("recurrence", "slidingwindow")
_STATES: Final = {
    "enabled": "enabled",
    "disabled": "disabled",
    "suspended": "disabled",
    "completed": "disabled",
}
_WINDOW: Final = (
    "is a sliding window, which makes up for every window that it missed: write a Recurrence trigger, "
    "and give the job missedRuns 'all' if that matters"
)
_WAITING: Final = (
    "one run waits for the one before it, and further ones are left out; Logic Apps lets more wait"
)
_NOTHING: Final[Json] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow:
    """A workflow with the names that were found; `path` leads to its definition.

    `beside` is what stands in the files of its app: connections, parameters, settings.
    """

    names: Names
    holder: Json = field(repr=False)
    path: str = "definition"
    beside: Json = field(default_factory=dict, repr=False)
    tags: object = None
    notes: tuple[str, ...] = ()


def starts_by_schedule(definition: object) -> bool:
    """Say whether a workflow may be a job. One whose triggers cannot be read may be one."""
    triggers = looked_into(definition).raw("triggers")
    if triggers is None:
        return False
    if not isinstance(triggers, dict):
        return True
    return any(kind in _SCHEDULES for kind in map(str.lower, _kinds(triggers)))


def passed_over(name: str | None, definition: object, origin: Origin) -> PassedOver:
    """Return what a workflow is that no schedule starts."""
    triggers = looked_into(definition).raw("triggers")
    kinds = ", ".join(cut(kind) for kind in _kinds(triggers) if kind) if isinstance(triggers, dict) else ""
    started = f"its trigger is {kinds}" if kinds else "it has no trigger"
    return PassedOver(
        origin=origin, what=f"the Logic App '{cut(name or '')}', which no schedule starts: {started}"
    )


def read_workflow(workflow: Workflow, origin: Origin, faults: Faults) -> FoundJob:
    """Return the job that a workflow is, with all its faults."""
    holder, beside = Fields(workflow.holder, faults), looked_into(workflow.beside)
    definition = Fields(_plain(holder.raw("definition")), faults, workflow.path)
    settings = _plain(beside.raw("settings"))
    given = {**_plain(beside.raw("parameters")), **_plain(holder.raw("parameters"))}
    values = Values(_plain(definition.raw("parameters")), given, settings)
    around = Surroundings(values=values, connections=_connections(_plain(beside.raw("connections")), given))
    trigger, timing = _timing(definition, values, _saved(holder), faults)
    steps = read_steps(definition, faults)
    call, failing = _calls(steps, around, faults)
    waits, lost, notes = _concurrency(trigger)
    own = {
        **timing.properties,
        **waits,
        "state": _state(holder, workflow, settings, faults),
        **call.properties,
    }
    return FoundJob(
        origin=origin,
        names=workflow.names,
        properties=present(description=definition.text("description") or None, **own),
        tags=workflow.tags,
        version=EXTENDED,
        lost=(*call.lost, *failing.lost, *steps.lost, *timing.lost, *lost),
        notes=_once((*workflow.notes, *timing.notes, *call.notes, *failing.notes, *steps.notes, *notes)),
        clock_rule=timing.clock_rule,
        keys=_keys(trigger, steps),
        faults=faults.found,
    )


def _once(notes: tuple[str, ...]) -> tuple[str, ...]:
    """Return each note once: an action and its error action may have the same to say."""
    return tuple(dict.fromkeys(notes))


def _timing(
    definition: Fields, values: Values, saved: datetime | None, faults: Faults
) -> tuple[Fields, Timing]:
    triggers = definition.named("triggers")
    faults.check(len(triggers) == 1, definition.path("triggers"), "must be one: a job has one schedule")
    trigger = triggers[0][1] if triggers else Fields({}, faults)
    if str(trigger.raw("type")).lower() == "slidingwindow":
        faults.add(trigger.path(), _WINDOW)
    if trigger.raw("conditions"):
        faults.add(
            trigger.path("conditions"),
            "decide whether it runs: a job has no conditions, so it would always run",
        )
    path, resolved = trigger.path("recurrence"), values.resolved(_plain(trigger.raw("recurrence")))
    for reason in resolved.unknown:
        faults.add(path, reason)
    return trigger, read_timing(resolved.value, path, saved, faults)


def _calls(steps: Steps, around: Surroundings, faults: Faults) -> tuple[Call, Call]:
    """Return the action with its error action in it, and what is to be said of the latter."""
    if steps.main is None:
        return Call(properties={}), Call(properties={})
    call = read_action(steps.main, around, faults)
    if steps.on_failure is None:
        return call, Call(properties={})
    failing = read_action(steps.on_failure, around, faults)
    if "state" in failing.properties:
        return call, Call(properties={}, lost=(_left_out(steps.on_failure, failing),))
    action = {**call.properties["action"], "errorAction": failing.properties["action"]}
    return Call(properties={**call.properties, "action": action}, lost=call.lost, notes=call.notes), failing


def _left_out(step: Step, failing: Call) -> str:
    why = failing.lost[0].partition(": it stays disabled")[0]
    return f"its error path, {step}: {why}; without it, nothing is done when the job has failed"


def _concurrency(trigger: Fields) -> tuple[Json, tuple[str, ...], tuple[str, ...]]:
    """Return how runs may overlap, what is lost, and what is noted."""
    options = [one.strip() for one in (trigger.text("operationOptions") or "").split(",") if one.strip()]
    runs = trigger.object("runtimeConfiguration").object("concurrency").integer("runs")
    others = [one for one in options if one.lower() != "singleinstance"]
    lost = [f"its option {cut(one)}: it has no counterpart here" for one in others]
    lost += ["splitOn of its trigger: it has no counterpart here"] if trigger.has("splitOn") else []
    if others != options:
        return {"overlap": "skip"}, tuple(lost), ()
    if runs == 1:
        return {"overlap": "wait"}, tuple(lost), (_WAITING,)
    if runs is not None:
        lost.append(f"that at most {cut(runs)} of its runs are under way at a time: here any number may be")
    return {}, tuple(lost), ()


def _state(holder: Fields, workflow: Workflow, settings: Json, faults: Faults) -> str:
    """Return the state: that of the resource or, of a workflow of Standard, that of its app's settings."""
    flow = {key.lower(): value for key, value in settings.items()}.get(
        f"workflows.{workflow.names.job or ''}.flowstate".lower()
    )
    text = holder.text("state") or (flow if isinstance(flow, str) and flow else "Enabled")
    known = text.lower() in _STATES
    faults.check(known, holder.path("state"), f"'{cut(text)}' is none of {', '.join(_STATES)}")
    return _STATES.get(text.lower(), "disabled")


def _saved(holder: Fields) -> datetime | None:
    """Return when a workflow was last saved. What is unreadable says nothing."""
    quiet = Fields({key: holder.raw(key) for key in ("changedTime", "createdTime")}, Faults())
    return quiet.instant("changedTime") or quiet.instant("createdTime")


def _connections(beside: Json, given: Json) -> Json:
    """Return the connections of an app or, of a workflow of Consumption, those that a parameter lists."""
    listed = _plain(looked_into(given.get("$connections")).raw("value"))
    managed = {
        name: {"api": {"id": looked_into(one).raw("id")}}
        for name, one in listed.items()
        if isinstance(one, dict)
    }
    own = _plain(looked_into(beside).raw("managedApiConnections"))
    return {**beside, "managedApiConnections": {**managed, **own}}


def _keys(trigger: Fields, steps: Steps) -> Keys:
    recurrence = trigger.path("recurrence")
    timed = {f"properties.{key}": f"{recurrence}.{key}" for key in ("startTime", "timeZone")}
    keys = {**timed, "properties.recurrence": recurrence}
    if steps.main is not None:
        keys["properties.action"] = f"{steps.main.path}.inputs"
    if steps.on_failure is not None:
        keys["properties.action.errorAction"] = f"{steps.on_failure.path}.inputs"
    return keys


def _kinds(triggers: Json) -> Iterator[str]:
    for one in triggers.values():
        kind = looked_into(one).raw("type")
        yield kind if isinstance(kind, str) else ""


def _plain(value: Any) -> Json:
    return value if isinstance(value, dict) else _NOTHING
