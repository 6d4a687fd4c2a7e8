"""A job that was found → the job as it would arrive: checked, its secrets apart, with notes for people."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from migrate.arrival import Arrival, Past, arrive, keep_grid, next_run_of, read_past, unsure_start
from migrate.certificates import with_certificates, without_unusable
from migrate.clock_rules import other_clock_rules
from migrate.found import FoundJob, Json, Origin
from migrate.pauses import arriving_pause, said, state_as_written
from migrate.private_targets import private_targets
from migrate.reading import read_asked, without_effectless
from migrate.secret_fields import needed_secrets, take_secrets
from migrate.versions import version_of
from shared.api.cron import has_cron
from shared.api.fields import Fields
from shared.api.instants import write_instant
from shared.api.keys.known import keys_for, refuse_unknown, without_unknown
from shared.api.old_places import modernise
from shared.api.parse import BARE, size_of
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.asked_job import AskedJob, in_its_place
from shared.domain.clock_changes import CountedJob
from shared.domain.collection import JobCollection
from shared.domain.definition import Definition, keep_extensions, refuse_size
from shared.domain.disabled import Disabled
from shared.domain.errors import Faults, Invalid
from shared.domain.in_force import local_of, zone_name
from shared.domain.job import JobState
from shared.domain.job_times import check_times
from shared.domain.keys import JobKey
from shared.domain.local_time.local import Local
from shared.domain.local_time.zones import UTC_NAMES
from shared.domain.secrecy import missing_secrets
from shared.domain.timing import Timing

_NOTICEABLE: Final = timedelta(seconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedJob:
    """A job as it would arrive; `found_state` is its state in the file.

    `disabled` says why and until when it is disabled, if it arrives so.
    Secrets that nobody gave are `missing`; they are `kept` if the app has them for the same target.
    `lost` says what its form cannot hold, `dropped` which of its keys are unknown here.
    `version` is the api-version under which it is sent.
    `start_told` is the one of its changes that tells of a start that it got.
    """

    key: JobKey
    origin: Origin
    definition: Definition
    state: JobState
    found_state: JobState
    disabled: Disabled | None = None
    version: str = ORIGINAL
    start_made_up: bool = False
    start_told: str = ""
    changes: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    missing: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a job arrives: its collection, and what is stored there under its name.

    If it counts `as_written`, nothing is changed for its arrival, and its times are checked later.
    """

    collection: JobCollection = BARE
    stored: Definition | None = None
    as_written: bool = False


_NOWHERE: Final = Place()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """What was found of a job, taken apart. `told` is what was left out because it has no effect."""

    properties: Json = field(repr=False)
    tags: Json
    secrets: Mapping[str, str] = field(repr=False)
    past: Past
    state: JobState
    version: str
    dropped: tuple[str, ...]
    told: tuple[str, ...]


def prepare(
    found_job: FoundJob, key: JobKey, given: Mapping[str, str], *, now: datetime, place: Place = _NOWHERE
) -> PreparedJob:
    """Return the job as it would arrive, with its given secrets; raise Invalid with all its faults."""
    if found_job.faults:
        raise Invalid(found_job.faults)
    faults = Faults()
    parts = _take_apart(found_job, key, place, faults)
    timed, start = _timed(parts, place, now)
    asked = _parse({**parts.tags, "properties": timed}, parts.version, place, faults, now=now)
    definition, local = asked.definition, local_of(asked.definition, place.collection)
    arrival = _arrival(asked, parts, place, faults, now=now)
    off = arrival.state is JobState.DISABLED
    pause, cut = arriving_pause(asked.pause(place.collection), off=off, now=now)
    changed = (*arrival.changes, *cut)
    in_utc = _said_of_utc(definition, parts.version, place)
    on_grid = start is not None and not has_cron(timed)
    unsure = unsure_start(definition, local) if on_grid else None
    other_next = _other_next_run(arrival.definition, arrival.state, parts.past, local, now=now)
    job = PreparedJob(
        key=key,
        origin=found_job.origin,
        definition=arrival.definition,
        state=arrival.state,
        found_state=arrival.state if place.as_written else parts.state,
        disabled=pause,
        version=EXTENDED if in_utc else parts.version,
        start_made_up=start is not None and not (on_grid and (parts.past.next or parts.past.last)),
        start_told=start or "",
        changes=(*filter(None, (None if place.as_written else start, in_utc)), *parts.told, *changed),
        lost=found_job.lost,
        dropped=parts.dropped,
        notes=(
            *(*found_job.notes, *arrival.notes, *_other_clock_rules(found_job, key, arrival, place, now=now)),
            *(*filter(None, (unsure, other_next)), *private_targets(definition)),
        ),
    )
    return _with_secrets(job, parts.secrets, given, faults, now=now)


def _timed(parts: _Parts, place: Place, now: datetime) -> tuple[Json, str | None]:
    """Return the properties with the start that the job gets, and what was done for that."""
    if place.as_written and not has_cron(parts.properties):
        return parts.properties, None
    return keep_grid(parts.properties, parts.state, parts.past, otherwise=now)


def _arrival(asked: AskedJob, parts: _Parts, place: Place, faults: Faults, *, now: datetime) -> Arrival:
    """Return how the job arrives. As it is written, nothing of it changes."""
    definition, local = asked.definition, local_of(asked.definition, place.collection)
    if place.as_written:
        pause = asked.pause(place.collection)
        return Arrival(definition=definition, state=state_as_written(parts.state, pause, now=now))
    arrival = arrive(definition, parts.state, parts.past, now=now, local=local)
    _check_runs(arrival, local, faults, now=now)
    return arrival


def _take_apart(found_job: FoundJob, key: JobKey, place: Place, faults: Faults) -> _Parts:
    """Return the parts of the job. A key that is unknown is dropped, but is a fault in what people write."""
    keys = keys_for(found_job.version or EXTENDED).job
    known, dropped = without_unknown(found_job.body, keys)
    if place.as_written and dropped:
        refuse_unknown(found_job.body, keys, faults)
    effective, effectless = without_effectless(modernise(known)["properties"])
    bare, secrets = take_secrets(effective, faults)
    return _Parts(
        properties=bare,
        tags={"tags": known["tags"]} if "tags" in known else {},
        secrets=secrets,
        past=Past() if place.as_written else read_past(bare, key, faults),
        state=Fields(bare, faults, "properties").member("state", JobState) or JobState.ENABLED,
        version=version_of(found_job),
        dropped=dropped,
        told=tuple(f"{key} is left out: the export says that it has no effect" for key in effectless),
    )


def _with_secrets(
    job: PreparedJob, taken: Mapping[str, str], given: Mapping[str, str], faults: Faults, *, now: datetime
) -> PreparedJob:
    """Return the job with its usable secrets, and the fields of the missing ones.

    A certificate in the export is most likely out of date. If it is unusable, a note says so.
    A certificate that is given now must be right; otherwise it is a fault.
    """
    if job.state.final:  # it never runs, so it needs no secret
        return job
    usable, told = without_unusable(taken, {**taken, **given}, now=now)
    secrets, missing = needed_secrets(missing_secrets(job.definition), {**usable, **given})
    definition = with_certificates(job.definition, secrets, faults, now=now)
    with faults.under(""):
        refuse_size(size_of(definition) + sum(map(len, secrets.values())))
    faults.raise_any()
    return replace(job, definition=definition, secrets=secrets, missing=missing, notes=(*job.notes, *told))


def arrive_disabled(job: PreparedJob, why: str) -> PreparedJob:
    """Return the job disabled, unless it would not run anyway."""
    if job.state is not JobState.ENABLED:
        return job
    return replace(job, state=JobState.DISABLED, changes=(*job.changes, f"it arrives disabled: {why}"))


def stay_disabled(job: PreparedJob, why: str) -> PreparedJob:
    """Return the job disabled, with no time at which it is enabled."""
    if job.disabled is None or job.disabled.until is None:
        return arrive_disabled(job, why)
    change = f"disabled.until is left out: {why}"
    return replace(job, disabled=said(job.disabled.note, None), changes=(*job.changes, change))


def _parse(body: Json, version: str, place: Place, faults: Faults, *, now: datetime) -> AskedJob:
    """Return what is asked for, with the definition as the app would store it.

    Until when a job is disabled is looked at later: the export may be old.
    """
    settled = None
    with faults.under(""):
        asked = _with_kept(read_asked(body, version=version, now=now), place)
        definition = in_its_place(replace(asked, disabled=None), place.collection, None, now=now)
        settled = replace(asked, definition=definition)
    return faults.sure(settled)


def _with_kept(asked: AskedJob, place: Place) -> AskedJob:
    """Return what is asked for with what the original's form cannot say: as it is stored, or else UTC.

    A job of the original counts in UTC, whatever its new collection says.
    """
    if asked.extended:
        return asked
    if place.stored is not None:
        kept = keep_extensions(asked.definition, place.stored)
    elif asked.definition.recurrence and zone_name(asked.definition, place.collection) not in UTC_NAMES:
        kept = replace(asked.definition, time_zone=UTC_NAMES[0])
    else:
        kept = asked.definition
    return replace(asked, definition=kept, extended=True)


def _said_of_utc(definition: Definition, version: str, place: Place) -> str | None:
    if version >= EXTENDED or place.stored is not None or definition.time_zone is None:
        return None
    zone = zone_name(replace(definition, time_zone=None), place.collection)
    return f"timeZone is UTC, which its file means; its collection counts in {zone}"


def _check_runs(arrival: Arrival, local: Local | None, faults: Faults, *, now: datetime) -> None:
    """Raise Invalid, as the app would, if the job is enabled and no day that it names counts."""
    if arrival.state is not JobState.ENABLED:
        return
    definition = arrival.definition
    timing = Timing(recurrence=definition.recurrence, start=definition.start_time, local=local)
    with faults.under("properties"):
        check_times(timing, enabled=True, now=now)
    faults.raise_any()


def _other_next_run(
    definition: Definition, state: JobState, past: Past, local: Local | None, *, now: datetime
) -> str | None:
    """Return a note if the next run is not the one that the export expected."""
    if state.final or past.next is None or past.next <= now:
        return None
    run = next_run_of(definition, now=now, local=local)
    if run is None or abs(run - past.next) < _NOTICEABLE:
        return None
    return f"its next run is {write_instant(run)}; the export expected {write_instant(past.next)}"


def _other_clock_rules(
    found_job: FoundJob, key: JobKey, arrival: Arrival, place: Place, *, now: datetime
) -> tuple[str, ...]:
    """Return notes on what clock changes do to the job here, where its origin would do something else."""
    if found_job.clock_rule is None or arrival.state.final:
        return ()
    definition = arrival.definition
    anchor = now if definition.start_time is None else definition.start_time
    job = CountedJob(key=key, definition=definition, collection=place.collection, anchor=anchor)
    return other_clock_rules(job, found_job.clock_rule, now=now)
