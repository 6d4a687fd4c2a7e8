"""JSON of a request → values; all faults of a body in one answer, each with its path."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from shared.api.cron import has_cron, without_cron
from shared.api.fields import Fields
from shared.api.instants import with_utc
from shared.api.keys.known import NOTE, PAUSE, keys_for, preview_keys, refuse_unknown
from shared.api.old_places import modernise
from shared.api.proofs import proven_actions
from shared.api.render import render_definition, render_tags
from shared.api.shapes.objects import DEFINITION, DISABLED, EXTENSION_PATHS, TAGS, shapes_for
from shared.api.shapes.own_ways import job_reader, timing_reader
from shared.api.shapes.reading import Reader
from shared.api.shapes.writing import write
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.acting import check_proof
from shared.domain.action import ActionType, HttpAction, HttpRequest
from shared.domain.asked_job import AskedJob, deaf_options, in_its_place
from shared.domain.collection import PREMIUM, JobCollection
from shared.domain.definition import Definition, refuse_extensions_size, refuse_size
from shared.domain.disabled import Pause, note_fault
from shared.domain.errors import Fault, Faults, Invalid, cut
from shared.domain.exclude import Exclude, check_calendars, check_exclude
from shared.domain.job import JobState
from shared.domain.job_times import check_times, refuse_past_end
from shared.domain.keys import CollectionKey
from shared.domain.labels import check_location, check_tags
from shared.domain.secrecy import default_secrets, secrets_size
from shared.domain.secret import Sealer
from shared.domain.timing import Timing
from shared.domain.wanted_collection import WantedCollection, refuse_long_part

BARE: Final = JobCollection(key=CollectionKey(subscription="-", resource_group="-", name="-"), location="")
"""A collection that has nothing to add to its jobs."""
_NO_ACTION: Final = HttpAction(
    type=ActionType.HTTP, request=HttpRequest(uri="http://localhost", method="GET")
)
"""Of a job that is only looked at for its times."""
_LONG_PARTS: Final = ("defaults", "calendars")


def parse_collection(
    body: Mapping[str, Any],
    vault: Sealer,
    *,
    now: datetime,
    version: str = ORIGINAL,
    sent: Mapping[str, Any] | None = None,
) -> WantedCollection:
    """Return what a PUT of a collection asks for.

    `sent` is what the caller sent, if the body is what a patch was merged into: that has the extended form.
    """
    faults = Faults()
    refuse_unknown(body if sent is None else sent, keys_for(version).collection, faults)
    shape = shapes_for(version if sent is None else EXTENDED).collection
    fields, reader = Fields(body, faults), job_reader(faults, vault, now)
    values = reader.values(shape, fields)
    values["any_premium"] = version < ORIGINAL and _says_premium(body if sent is None else sent)
    if values.get("location") is not None:
        check_location(faults, values["location"])
    check_tags(faults, values.get("tags") or ())
    with faults.under("properties"):
        check_calendars(values.get("calendars") or ())
    wanted: WantedCollection | None = reader.made(shape, fields, values)
    default = wanted.defaults.error_action if wanted and wanted.defaults else None
    if default is not None:
        for path, rule in deaf_options("errorAction", default.retry_options, default.action):
            faults.add(f"properties.defaults.{path}", rule)
        check_proof(default.action, "properties.defaults.errorAction", faults)
    checked = faults.sure(wanted)
    sizes = {"defaults": sum(secret.size for secret, _ in default_secrets(checked.defaults))}
    for key, part in write(shape, checked)["properties"].items():
        if key in _LONG_PARTS:
            size = len(json.dumps(part, ensure_ascii=False)) + sizes.get(key, 0)
            refuse_long_part(f"properties.{key}", size)
    return checked


def _says_premium(sent: Mapping[str, Any]) -> bool:
    """Say whether the plan is called Premium. What is not well-formed is found elsewhere."""
    fields: Fields | None = Fields(sent, Faults())
    for key in ("properties", "sku"):
        fields = fields and fields.object_if_any(key)
    name = fields and fields.raw("name")
    return isinstance(name, str) and name.lower() == PREMIUM.lower()


def read_job(
    body: Mapping[str, Any],
    vault: Sealer,
    *,
    now: datetime,
    version: str = ORIGINAL,
    sent: Mapping[str, Any] | None = None,
) -> AskedJob:
    """Return what a PUT or PATCH of a job asks for, before it is looked at in its place.

    For a PATCH, the body is what the caller `sent`, merged into the stored job in its extended form.
    """
    faults, given = Faults(), body if sent is None else sent
    refuse_unknown(given, keys_for(version).job, faults)
    shapes = shapes_for(version if sent is None else EXTENDED)
    properties = _properties(modernise(body), faults, version)
    reader = job_reader(faults, vault, now)
    times, state = _read_times(properties, reader, shapes.timing)
    values = {**times, **reader.values(shapes.deeds, properties)}
    if version >= EXTENDED or sent is not None:
        values |= _read_tags(body, reader)
    disabled = _read_disabled(properties, reader) if shapes is shapes_for(EXTENDED) else None
    definition: Definition | None = reader.made(DEFINITION, properties, values)
    if faults.found and sent is None:
        _look_at_times(properties, times, faults, enabled=state is JobState.ENABLED, now=now)
    checked = faults.sure(definition)
    refuse_size(size_of(checked) + secrets_size(checked))
    refuse_extensions_size(extensions_size(checked))
    said = Fields(modernise(given), Faults()).raw("properties") or {}
    return replace(_asked(checked, state, said, properties, version), disabled=disabled)


def read_pause(body: Mapping[str, Any]) -> Pause:
    """Return why and until when something is to be disabled, from the body of a request that does it."""
    faults = Faults()
    refuse_unknown(body, PAUSE, faults)
    reader, fields = Reader(faults, {}), Fields(body, faults)
    pause: Pause | None = reader.value(DISABLED, fields)
    return faults.sure(pause)


def read_note(body: Mapping[str, Any]) -> str | None:
    """Return why something is asked for, from the body of a request that says no more."""
    faults = Faults()
    refuse_unknown(body, NOTE, faults)
    note = Fields(body, faults).text("note")
    fault = note_fault(note) if note else None
    faults.check(fault is None, "note", fault or "")
    faults.raise_any()
    return note


def read_patch(sent: Mapping[str, Any], *, version: str = ORIGINAL) -> dict[str, Any]:
    """Return a patch of a job in the form in which it is merged.

    Older api-versions know no local times, so theirs get their `Z`. What cron stands for takes its place.
    """
    properties = Fields(sent, Faults()).raw("properties")
    if not isinstance(properties, Mapping):
        return dict(sent)
    faults = Faults()
    if version >= EXTENDED:
        merged = without_cron(properties, faults, path="properties", patch=True)
    else:
        merged = with_utc(properties)
    faults.raise_any()
    return {key: merged if key.lower() == "properties" else value for key, value in sent.items()}


def parse_job(
    body: Mapping[str, Any],
    vault: Sealer,
    *,
    now: datetime,
    version: str = ORIGINAL,
    collection: JobCollection = BARE,
) -> tuple[Definition, JobState]:
    """Return what a PUT creates: a job's definition and its state."""
    asked = read_job(body, vault, now=now, version=version)
    return in_its_place(asked, collection, None, now=now), asked.state


def read_timing(body: Mapping[str, Any], *, now: datetime, version: str = ORIGINAL) -> AskedJob:
    """Return when a job is to run, whatever it does. `properties` may be left out."""
    faults = Faults()
    refuse_unknown(body, preview_keys(body, version), faults)
    bare = not Fields(body, Faults()).has("properties")
    properties = _properties({"properties": dict(body)} if bare else body, faults, EXTENDED, bare=bare)
    times, state = _read_times(properties, timing_reader(faults), shapes_for(version).timing)
    if faults.found:
        _look_at_times(properties, times, faults, enabled=state is JobState.ENABLED, now=now)
    faults.raise_any()
    definition = Definition(action=_NO_ACTION, **times)
    given = body if bare else Fields(body, Faults()).raw("properties")
    return _asked(definition, state, given, properties, version)


def refuse_other_name(body: Mapping[str, Any], *names: str, version: str) -> None:
    """Raise Invalid if a body names another resource than its address does. Older api-versions ignore it."""
    name = Fields(body, Faults()).raw("name")
    if version < EXTENDED or name is None:
        return
    if not isinstance(name, str):
        raise Invalid((Fault("name", "is not a string"),))
    if name.lower() not in {one.lower() for one in names}:
        rule = f"'{cut(name)}' is not '{names[0]}', which the address names; nothing is renamed"
        raise Invalid((Fault("name", rule),))


def size_of(definition: Definition) -> int:
    """Return how many bytes older api-versions show of a definition, as JSON in UTF-8, without its secrets.

    It is written to be measured: the limit is one of the JSON that answers hold, and a second way to count
    the same would have to be kept alike.
    """
    return _bytes(render_definition(definition, ORIGINAL))


def extensions_size(definition: Definition) -> int:
    """Return how many bytes the keys have that older api-versions do not show."""
    shown = {**render_definition(definition, EXTENDED), **render_tags(definition)}
    return max(_bytes(shown) - size_of(definition), 0)


def _bytes(shown: Mapping[str, Any]) -> int:
    return len(json.dumps(shown, ensure_ascii=False).encode())


def _properties(body: Mapping[str, Any], faults: Faults, version: str, *, bare: bool = False) -> Fields:
    """Return the properties of a job, with what cron stands for in its place."""
    properties = Fields(body, faults).object("properties")
    raw = Fields(body, Faults()).raw("properties")
    if isinstance(raw, Mapping) and version >= EXTENDED:
        raw = without_cron(raw, faults, path="" if bare else "properties")
    if bare and isinstance(raw, Mapping):
        return Fields(raw, faults)
    return Fields(raw, faults, "properties") if isinstance(raw, Mapping) else properties


def _read_times(properties: Fields, reader: Reader, timing: Any) -> tuple[dict[str, Any], JobState]:
    state = properties.member("state", JobState) or JobState.ENABLED
    times = reader.values(timing, properties)
    if times.get("exclude") == Exclude():  # it names no day, so that none is left out
        times["exclude"] = None
    if (exclude := times.get("exclude")) is not None:
        with reader.faults.under(properties.path("exclude")):
            check_exclude(exclude)
    return times, state


def _read_tags(body: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    values = reader.values(TAGS, Fields(body, reader.faults))
    check_tags(reader.faults, values.get("tags") or ())
    return values


def _read_disabled(properties: Fields, reader: Reader) -> Pause | None:
    inner = properties.object_if_any("disabled")
    return None if inner is None else reader.value(DISABLED, inner)


def _look_at_times(
    properties: Fields, times: Mapping[str, Any], faults: Faults, *, enabled: bool, now: datetime
) -> None:
    """Tell what else is wrong beside other faults, as far as that can be said without the collection."""
    timing = Timing(recurrence=times.get("recurrence"), start=times.get("start_time"))
    with faults.under(properties.path()):
        check_times(timing, enabled=enabled, now=now)
    if timing.recurrence is None and enabled:
        with faults.under(properties.path()):
            refuse_past_end(_end_of_wrong(properties), now=now)


def _end_of_wrong(properties: Fields) -> datetime | None:
    """Return the end of a recurrence that has other faults, which must not hide that it is past."""
    recurrence = properties.raw("recurrence")
    return Fields(recurrence, Faults()).instant("endTime") if isinstance(recurrence, Mapping) else None


def _asked(
    definition: Definition, state: JobState, given: Mapping[str, Any], properties: Fields, version: str
) -> AskedJob:
    """Return what is asked for; `given` is what the request itself says."""
    return AskedJob(
        definition=definition,
        state=state,
        extended=version >= EXTENDED,
        named=frozenset(path for path in EXTENSION_PATHS if _names(given, path)),
        proven=proven_actions(given),
        begins_with_cron=has_cron(given) and definition.start_time is None,
        path=properties.path(),
    )


def _names(given: Any, path: str) -> bool:
    """Say whether a request has something at a path."""
    key, _, rest = path.partition(".")
    if not isinstance(given, Mapping):
        return False
    value = Fields(given, Faults()).raw(key)
    return _names(value, rest) if rest else value is not None
