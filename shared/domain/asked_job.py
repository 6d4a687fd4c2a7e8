"""A job that a caller asks for, and what becomes of it in its collection.

What a request says is read first. Some of it depends on what is stored: what an older api-version cannot say
is kept, and zone and calendars may be those of the collection. All checks of times come after that.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from shared.domain.acting import check_proof
from shared.domain.action import Action, HttpAction
from shared.domain.collection import JobCollection
from shared.domain.definition import Definition, keep_extensions
from shared.domain.disabled import Disabled, Pause, refuse_past_until
from shared.domain.errors import Faults, cut
from shared.domain.in_force import local_of, settled_in, zone_name
from shared.domain.job import Job, JobState
from shared.domain.job_times import check_times
from shared.domain.local_time.excluded import Then
from shared.domain.local_time.rules import is_beat
from shared.domain.local_time.zones import zone_named
from shared.domain.recurrence import Recurrence
from shared.domain.retry import RetryOptions
from shared.domain.timing import Timing


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedJob:
    """What a PUT asks for, or a PATCH once it is merged into what is stored."""

    definition: Definition
    state: JobState
    extended: bool = False
    """Whether it says everything; else what it cannot say is kept."""
    named: frozenset[str] = field(default_factory=frozenset)
    """The paths of the extension keys that the request itself names."""
    disabled: Pause | None = None
    """Why and until when the job is to be disabled. It has no meaning for one that is enabled."""
    proven: frozenset[str] = field(default_factory=frozenset)
    """The paths of the actions of which the request says how they prove who they are, or that they do not."""
    begins_with_cron: bool = False
    """Whether it has a cron expression and no start. Cron has no immediate first run."""
    path: str = "properties"
    """Where the request says all this."""

    def pause(self, collection: JobCollection) -> Disabled | None:
        """Return why and until when it is to be disabled, by the clocks of its zone."""
        if self.disabled is None:
            return None
        return self.disabled.in_zone(zone_named(zone_name(self.definition, collection)))


def in_its_place(
    asked: AskedJob, collection: JobCollection, stored: Job | None, *, now: datetime, patched: bool = False
) -> Definition:
    """Return the definition as it will be stored; raise Invalid if it makes no sense there.

    Times that a patch leaves as they were stored may be past by now: they were right when they were stored.
    """
    definition = asked.definition
    if stored is not None and not asked.extended:
        definition = keep_extensions(definition, stored.definition, asked.proven)
    if asked.begins_with_cron:
        definition = replace(definition, start_time=_start_of_cron(definition, stored, now))
    definition = settled_in(definition, collection)
    faults = Faults()
    with faults.under(asked.path):
        _check_fit(asked, definition, collection, stored)
    with faults.under(asked.path):
        _check_until(asked.pause(collection), asked.state, stored, now=now)
    with faults.under(asked.path):
        _check_proofs(definition)
    if not (patched and stored and _same_times(definition, stored.definition)):
        with faults.under(asked.path):
            timing, enabled = _timing(definition, collection), asked.state is JobState.ENABLED
            check_times(timing, enabled=enabled, now=now, stored=stored if patched else None)
    faults.raise_any()
    return definition


def misfits(definition: Definition) -> Iterator[tuple[str, str]]:
    """Yield the extension keys that have no effect on such a job, and why."""
    recurrence, exclude = definition.recurrence, definition.exclude
    if exclude is not None and recurrence is None:
        yield "exclude", "has no effect on a job without a recurrence"
    if definition.daylight_saving is not None and (recurrence is None or is_beat(recurrence)):
        yield "daylightSaving", "has no effect on a job that names no times of day"
    if exclude and exclude.then is not Then.SKIP and recurrence is not None and is_beat(recurrence):
        yield "exclude.then", f"'{exclude.then}' moves times of day, and this job names none"
    for key, value in _for_recurring(definition) if recurrence is None else ():
        if value is not None:
            yield key, "has no effect on a job without a recurrence"
    yield from _deaf_options(definition)


def _for_recurring(definition: Definition) -> Iterator[tuple[str, object]]:
    yield "missedRuns", definition.missed_runs
    yield "overlap", definition.overlap
    yield "spread", definition.spread
    yield "disableAfterFaults", definition.disable_after_faults


def _deaf_options(definition: Definition) -> Iterator[tuple[str, str]]:
    """Yield what listens to HTTP answers of actions that have none."""
    yield from deaf_options("action", definition.retry_options, definition.action)
    if definition.error_action is not None:
        own = definition.error_action
        yield from deaf_options("action.errorAction", own.retry_options, own.action)


def deaf_options(path: str, options: RetryOptions | None, action: Action) -> Iterator[tuple[str, str]]:
    """Yield what listens to answers of an action that has none, and why that is wrong."""
    if options is None or isinstance(action, HttpAction):
        return
    if options.retry_after:
        yield f"{path}.retryOptions.retryAfter", "is heard by HTTP actions only"
    if options.stop_on:
        yield f"{path}.retryOptions.stopOn", "is looked at for HTTP actions only"


def _timing(definition: Definition, collection: JobCollection) -> Timing:
    return Timing(
        recurrence=definition.recurrence,
        start=definition.start_time,
        local=local_of(definition, collection),
    )


def _start_of_cron(definition: Definition, stored: Job | None, now: datetime) -> datetime:
    """Return the start of the same expression as it is stored, or now."""
    before = stored.definition if stored else None
    if before is None or before.recurrence is None or definition.recurrence is None:
        return now
    same = _rhythm(before.recurrence) == _rhythm(definition.recurrence)
    return before.start_time if same and isinstance(before.start_time, datetime) else now


def _rhythm(recurrence: Recurrence) -> Recurrence:
    return replace(recurrence, count=None, end_time=None)


def _check_fit(
    asked: AskedJob, definition: Definition, collection: JobCollection, stored: Job | None
) -> None:
    """Raise Invalid if keys that the request names do not fit the job, or calendars are not there.

    What does not fit the stored job either, and is sent as it was read, is accepted.
    """
    faults, before = Faults(), stored.definition if stored else None
    before_too = {key for key, _ in misfits(before)} if before else set[str]()
    for key, rule in misfits(definition):
        if before and key in before_too and _part(definition, key) == _part(before, key):
            continue
        named = any(key == path or key.startswith(f"{path}.") for path in asked.named)
        faults.check(not named, key, rule)
    exclude = definition.exclude if "exclude" in asked.named else None
    for name in exclude.missing(collection.calendars) if exclude else ():
        known = ", ".join(f"'{known}'" for known, _ in collection.calendars) or "none"
        rule = f"'{cut(name)}' is no calendar of collection '{collection.key.name}', which has {cut(known)}"
        faults.add("exclude.calendars", rule)
    faults.raise_any()


def _part(definition: Definition, key: str) -> object:
    """Return what stands under a key that is told to have no effect."""
    name = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", key.removeprefix("action."))
    part: object = definition
    for field_name in name.split("."):
        part = getattr(part, field_name, None)
    return part


def _check_proofs(definition: Definition) -> None:
    """Raise Invalid if an action cannot prove who it is, or does so in two ways."""
    faults = Faults()
    check_proof(definition.action, "action", faults)
    if definition.error_action is not None:
        check_proof(definition.error_action.action, "action.errorAction", faults)
    faults.raise_any()


def _check_until(pause: Disabled | None, state: JobState, stored: Job | None, *, now: datetime) -> None:
    """Raise Invalid if a job is to be enabled at a time that is past, unless it was so before."""
    until = pause.until if pause and state is JobState.DISABLED else None
    before = stored.disabled.until if stored and stored.disabled else None
    refuse_past_until(None if until == before else until, now=now)


def _same_times(definition: Definition, stored: Definition) -> bool:
    """A count that is lowered to what has run ends a job, as it should."""
    return _times(definition) == _times(stored)


def _times(definition: Definition) -> tuple[object, ...]:
    recurrence = definition.recurrence and replace(definition.recurrence, count=None)
    local = (definition.time_zone, definition.daylight_saving, definition.exclude, definition.use_defaults)
    return definition.start_time, recurrence, local
