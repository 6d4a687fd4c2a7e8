"""Schedules of EventBridge Scheduler: what `aws scheduler get-schedule` and `list-schedules` answer."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from migrate.forms.eventbridge.join import (
    LIST,
    is_connection,
    is_destination,
    is_done,
    is_list,
    is_summary,
    is_whole,
)
from migrate.forms.eventbridge.policies import AwsPolicies, read_policies
from migrate.forms.eventbridge.targets import read_target
from migrate.forms.eventbridge.timing import read_timing
from migrate.forms.no_counterpart import Call
from migrate.forms.values import looked_into
from migrate.found import Defaults, Finding, FoundJob, Json, Names, Origin, Unusable
from shared.api.fields import Fields
from shared.api.shapes.writing import present
from shared.domain.about import EXTENDED
from shared.domain.errors import Fault, Faults, cut

FORM: Final = "EventBridge Scheduler"
_STATES: Final = {"ENABLED": "enabled", "DISABLED": "disabled"}
_DELETED: Final = "AWS deletes it after its last run; here it is kept for 60 days (keepFinishedFor)"
_MORE: Final = (
    "leads to schedules that are in no file: repeat the command without --max-items, or with --starting-token"
)


def matches(document: object) -> bool:
    return is_whole(document) or is_list(document) or is_summary(document)


def is_beside(document: object) -> bool:
    """Say whether it is no schedule, but may belong to some: a destination, a connection, an empty list."""
    return is_destination(document) or is_connection(document) or is_done(document)


def read(document: Json, origin: Origin, defaults: Defaults) -> list[Finding]:
    """Return the document's schedules as jobs. What a list names without defining it is unusable."""
    here = replace(origin, form=FORM)
    return [*_read_list(document, here, defaults)] if is_list(document) else [_read(document, here, defaults)]


def _read_list(document: Json, origin: Origin, defaults: Defaults) -> Iterator[Finding]:
    fields = Fields(document, Faults())
    for index, one in enumerate(fields.raw(LIST)):
        if one is not None:
            yield _read(one, origin.at(f"{LIST}[{index}]"), defaults)
    if fields.has("NextToken"):
        yield Unusable(origin=origin, faults=(Fault("NextToken", _MORE),))


def _read(document: Any, origin: Origin, defaults: Defaults) -> Finding:
    if is_whole(document):
        return _read_schedule(document, origin, defaults)
    fields = looked_into(document)
    names = _names(fields, defaults)
    named = f"--name {cut(names.job or 'NAME')} --group-name {cut(fields.text('GroupName') or 'default')}"
    rule = f"is only named by a list: save the answer of `aws scheduler get-schedule {named}` too"
    return Unusable(origin=origin, faults=(Fault("", rule),), names=names)


def _read_schedule(document: Json, origin: Origin, defaults: Defaults) -> FoundJob:
    faults = Faults()
    fields = Fields(document, faults)
    timing = read_timing(fields, faults)
    policies = read_policies(fields, faults, recurs=timing.recurs)
    call = read_target(fields.object("Target"), faults)
    deleted = (fields.text("ActionAfterCompletion") or "").upper() == "DELETE"
    return FoundJob(
        origin=origin,
        names=_names(fields, defaults),
        properties=_properties(fields, faults, timing.properties, policies, call),
        version=EXTENDED,
        lost=(*call.lost, *_lost(fields.object("Target"))),
        notes=(*call.notes, *timing.notes, *policies.notes, *([_DELETED] if deleted else [])),
        clock_rule=timing.clock_rule,
        faults=faults.found,
    )


def _properties(fields: Fields, faults: Faults, timing: Json, policies: AwsPolicies, call: Call) -> Json:
    action = {**call.properties["action"], **policies.of_action}
    own = {"state": _state(fields, faults), **call.properties, "action": action}
    return present(description=fields.text("Description") or None, **own, **timing, **policies.of_job)


def _state(fields: Fields, faults: Faults) -> str:
    text = fields.text("State") or "ENABLED"
    faults.check(text.upper() in _STATES, "State", f"'{cut(text)}' is none of {', '.join(_STATES)}")
    return _STATES.get(text.upper(), "disabled")


def _names(fields: Fields, defaults: Defaults) -> Names:
    return Names(collection=defaults.collection or fields.text("GroupName"), job=fields.text("Name"))


def _lost(target: Fields) -> Iterator[str]:
    queue = target.object("DeadLetterConfig").text("Arn")
    if queue:
        yield f"its dead-letter queue, {cut(queue)}: give the job an error action instead"
