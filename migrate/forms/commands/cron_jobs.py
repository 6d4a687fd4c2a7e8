"""CronJobs of Kubernetes: `kubectl get cronjobs -o json` or `-o yaml`, and manifests."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from migrate.forms.commands.calling import Command, call_of, names_times_of_day
from migrate.found import (
    ClockRule,
    Defaults,
    Finding,
    FoundJob,
    Json,
    Missing,
    Names,
    Origin,
    PassedOver,
    Repeated,
    Unusable,
)
from shared.api.fields import Fields
from shared.api.shapes.writing import present
from shared.domain.about import EXTENDED
from shared.domain.errors import Fault, Faults, cut
from shared.domain.local_time.zones import UTC_NAMES
from shared.domain.policies import LONGEST_WITHIN, SHORTEST_WITHIN
from shared.domain.retry import MOST_RETRIES, SHORTEST_INTERVAL
from shared.domain.timespan import write_timespan

FORM: Final = "Kubernetes"
_KIND: Final = "cronjob"
# What Kubernetes computes with leaves out times that do not exist, and finds repeated ones twice.
_CLOCK_RULE: Final = ClockRule(missing=Missing.SKIP, repeated=Repeated.BOTH)
_SAVING: Final = {"missing": "skip", "repeated": "both"}
_OVERLAPS: Final = {"allow": None, "forbid": "skip", "replace": "skip"}
_KEYS: Final = {
    "properties.recurrence.cron": "spec.schedule",
    "properties.timeZone": "spec.timeZone",
    "properties.missedRuns": "spec.startingDeadlineSeconds",
}
_NO_ZONE: Final = "spec.timeZone is not set: it is taken as UTC, by which the clocks of most clusters go"
_OPEN: Final = "a run is open here until its call is answered, not until what it began has ended"
_REPLACE: Final = (
    "concurrencyPolicy Replace: a run here is not ended by the next; while one is open, the next is skipped"
)
_RETRIES: Final = "backoffLimit became retries of the call, which wait 15 seconds at first, up to 6 minutes"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Policies:
    """What becomes of runs that overlap or come late, as properties, and what should be known of it."""

    properties: Json
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def matches(document: object) -> bool:
    return _kind(document) == _KIND or _is_list(document)


def read(document: Json, origin: Origin, defaults: Defaults) -> list[Finding | PassedOver]:
    here = replace(origin, form=FORM)
    return [*(_items(document, here, defaults) if _is_list(document) else [_read(document, here, defaults)])]


def _kind(document: object) -> str:
    kind = Fields(document, Faults()).raw("kind") if isinstance(document, dict) else None
    return kind.lower() if isinstance(kind, str) else ""


def _is_list(document: object) -> bool:
    """Say whether it is a list with a CronJob in it. Lists of other things are not ours."""
    if not isinstance(document, dict) or not _kind(document).endswith("list"):
        return False
    items = document.get("items")
    return _kind(document) == "cronjoblist" or (
        isinstance(items, list) and any(_kind(item) == _KIND for item in items)
    )


def _items(document: Json, origin: Origin, defaults: Defaults) -> Iterator[Finding | PassedOver]:
    items = document.get("items")
    for index, item in enumerate(items if isinstance(items, list) else []):
        here = origin.at(f"items[{index}]")
        if _kind(item) in (_KIND, ""):  # in a list of one kind, the items need not name it
            yield _read(item, here, defaults)
        else:
            yield PassedOver(origin=here, what=cut(_kind(item)))
    metadata = document.get("metadata")
    if isinstance(metadata, dict) and metadata.get("continue"):
        rule = "leads to CronJobs that are in no file: fetch them all, without --limit"
        yield Unusable(origin=origin, faults=(Fault("metadata.continue", rule),))


def _read(document: Any, origin: Origin, defaults: Defaults) -> Finding:
    if not isinstance(document, dict):
        return Unusable(origin=origin, faults=(Fault("", "is no CronJob"),))
    faults = Faults()
    fields = Fields(document, faults)
    metadata, spec = fields.object("metadata"), fields.object("spec")
    name, namespace = metadata.required_text("name"), metadata.text("namespace") or ""
    schedule, zone = spec.required_text("schedule") or "", spec.text("timeZone") or defaults.time_zone
    command = Command(kind="CronJob", name=name or "", text=_command(spec), namespace=namespace)
    call, policies = call_of(command, defaults.url_template), _policies(spec, faults)
    local = (zone or UTC_NAMES[0]) not in UTC_NAMES and names_times_of_day(schedule)
    properties = {
        "timeZone": zone or UTC_NAMES[0],
        **present(daylightSaving=_SAVING if local else None),
        "state": "disabled" if spec.boolean("suspend") else "enabled",
        **call.properties,
        **policies.properties,
        "recurrence": {"cron": schedule},
    }
    properties["action"] = {**call.properties["action"], **_retries(spec, faults)}
    retried = _RETRIES if "retryOptions" in properties["action"] else None
    return FoundJob(
        origin=origin,
        names=Names(collection=defaults.collection or namespace or None, job=name),
        properties=properties,
        version=EXTENDED,
        lost=(*call.lost, *policies.lost),
        notes=tuple(filter(None, (*call.notes, *policies.notes, retried, None if zone else _NO_ZONE))),
        clock_rule=_CLOCK_RULE,
        keys=_KEYS,
        faults=faults.found,
    )


def _policies(spec: Fields, faults: Faults) -> _Policies:
    policy = (spec.text("concurrencyPolicy") or "Allow").lower()
    faults.check(policy in _OVERLAPS, "spec.concurrencyPolicy", "is none of Allow, Forbid, Replace")
    overlap = _OVERLAPS.get(policy)
    missed, shortened = _missed_runs(spec, faults)
    return _Policies(
        properties=present(overlap=overlap, missedRuns=missed),
        lost=(_REPLACE,) if policy == "replace" else (),
        notes=(*([_OPEN] if overlap else []), *shortened),
    )


def _missed_runs(spec: Fields, faults: Faults) -> tuple[Json | None, tuple[str, ...]]:
    """Return what becomes of late runs: those later than the deadline are skipped."""
    seconds = spec.integer("startingDeadlineSeconds")
    if seconds is None:
        return None, ()
    fits = 0 <= seconds <= LONGEST_WITHIN.total_seconds()
    faults.check(fits, "spec.startingDeadlineSeconds", f"is negative or more than {LONGEST_WITHIN.days} days")
    within = timedelta(seconds=seconds) if fits else SHORTEST_WITHIN
    note = f"startingDeadlineSeconds is {seconds}; here a run may be late by at least 5 minutes"
    return (
        {"policy": "none", "within": write_timespan(max(within, SHORTEST_WITHIN))},
        (note,) if within < SHORTEST_WITHIN else (),
    )


def _retries(spec: Fields, faults: Faults) -> Json:
    """Return the retries of the call. A Job is tried again six times, unless it says otherwise."""
    limit = spec.object("jobTemplate").object("spec").integer("backoffLimit")
    number = 6 if limit is None else limit
    faults.check(number >= 0, "spec.jobTemplate.spec.backoffLimit", "is negative")
    if number <= 0:
        return {"retryPolicy": {"retryType": "none"}}
    count = min(number, MOST_RETRIES)
    return {
        "retryPolicy": {
            "retryType": "fixed",
            "retryInterval": write_timespan(SHORTEST_INTERVAL),
            "retryCount": count,
        },
        "retryOptions": {"backoff": 2.0, "maxInterval": "00:06:00"},
    }


def _command(spec: Fields) -> str:
    """Return the commands of the containers, as a shell would write them, each with its image."""
    pod = spec.object("jobTemplate").object("spec").object("template").object("spec")
    containers = pod.raw("containers")
    parts = (
        [_of_container(one) for one in containers if isinstance(one, dict)]
        if isinstance(containers, list)
        else []
    )
    return "; ".join(filter(None, parts))


def _of_container(container: Json) -> str:
    words = [*_texts(container.get("command")), *_texts(container.get("args"))]
    image = container.get("image")
    said = [f"[{image}]"] if isinstance(image, str) and image else []
    return " ".join([*said, *map(shlex.quote, words)])


def _texts(values: Any) -> list[str]:
    return [one for one in values if isinstance(one, str)] if isinstance(values, list) else []
