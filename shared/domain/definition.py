"""What a caller asks for: what a job does, and when."""

from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, get_args, get_type_hints

from shared.domain.about import EXTENDED, About
from shared.domain.acting import AnIdentity, identity_of, keep_identity, with_identity
from shared.domain.action import Action, ErrorAction
from shared.domain.errors import Faults
from shared.domain.exclude import LONGEST_STRETCH, Exclude
from shared.domain.labels import LONGEST_TAG_NAME, LONGEST_TAG_VALUE, MOST_TAGS
from shared.domain.local_time.keys import TIME_ZONE
from shared.domain.local_time.local import DaylightSaving
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.local_time.zones import UTC_NAMES, UTC_ZONE, Zone, instant_of, zone_named
from shared.domain.messages import Pairs
from shared.domain.policies import (
    LONGEST_DESCRIPTION,
    LONGEST_FINISHED_KEPT,
    LONGEST_SPREAD,
    MOST_FAULTS_IN_A_ROW,
    SHORTEST_KEPT,
    MissedRuns,
    Overlap,
    description_fault,
    faults_in_a_row_fault,
    kept_fault,
    spread_fault,
)
from shared.domain.recurrence import Recurrence
from shared.domain.retry import RetryOptions, RetryPolicy
from shared.domain.timespan import write_timespan

LONGEST_LEAD: Final = timedelta(days=548)
"""How far ahead a job may start: 18 months."""
LARGEST_JOB: Final = 16_384
"""Bytes of a job as JSON in UTF-8, its secrets included, as older api-versions show it."""
LARGEST_EXTENSIONS: Final = 8_192
"""Bytes of what only newer api-versions show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """What the caller asked for."""

    action: Annotated[Action, About(key="action.")]
    retry_policy: Annotated[RetryPolicy | None, About(key="action.retryPolicy")] = None
    retry_options: Annotated[
        RetryOptions | None,
        About(
            key="action.retryOptions",
            since=EXTENDED,
            words="Without them, those of the collection's defaults.",
        ),
    ] = None
    error_action: Annotated[ErrorAction | None, About(key="action.errorAction")] = None
    start_time: Annotated[
        Moment | None,
        About(
            words=f"At most {LONGEST_LEAD.days} days ahead. Without it, the job first runs at once, "
            "or, with cron, at the next time that it names."
        ),
    ] = None
    recurrence: Recurrence | None = None
    time_zone: Annotated[
        str | None,
        replace(
            TIME_ZONE,
            since=EXTENDED,
            words=f"{TIME_ZONE.words} Without it, that of the collection's defaults, or UTC.",
        ),
    ] = None
    daylight_saving: Annotated[
        DaylightSaving | None,
        About(
            since=EXTENDED,
            words="What a clock change does to times of day, in jobs that name some. "
            "Without it, that of the collection's defaults.",
        ),
    ] = None
    exclude: Annotated[
        Exclude | None,
        About(
            since=EXTENDED,
            words=f"Days that do not count, at most {LONGEST_STRETCH} in a row. For recurring jobs only.",
        ),
    ] = None
    missed_runs: Annotated[
        MissedRuns | None,
        About(
            since=EXTENDED,
            words="What becomes of occurrences that come late. Without it, they become one late run. "
            "For recurring jobs only.",
        ),
    ] = None
    overlap: Annotated[
        Overlap | None,
        About(
            since=EXTENDED,
            words="What becomes of an occurrence while an earlier one is open, its retries included: it runs "
            "beside it, is skipped, or waits, and further ones are skipped meanwhile. "
            "For recurring jobs only.",
            default=Overlap.ALLOW,
        ),
    ] = None
    spread: Annotated[
        timedelta | None,
        About(
            since=EXTENDED,
            words="Every run is put off by a delay that is shorter than this, and always the same for a job. "
            "For recurring jobs only.",
            refuse=spread_fault,
            sent={"x-minimum": "00:00:00.001", "x-maximum": write_timespan(LONGEST_SPREAD)},
        ),
    ] = None
    disable_after_faults: Annotated[
        int | None,
        About(
            since=EXTENDED,
            words="After so many occurrences in a row that failed to the end, the job is disabled.",
            lowest=1,
            highest=MOST_FAULTS_IN_A_ROW,
            refuse=faults_in_a_row_fault,
        ),
    ] = None
    keep_finished_for: Annotated[
        timedelta | None,
        About(
            since=EXTENDED,
            words="How long the job is kept when it is over; one that faulted at least 7 days. "
            "Without it, 60 days.",
            refuse=kept_fault,
            sent={
                "x-minimum": write_timespan(SHORTEST_KEPT),
                "x-maximum": write_timespan(LONGEST_FINISHED_KEPT),
            },
        ),
    ] = None
    use_defaults: Annotated[
        bool | None,
        About(
            since=EXTENDED, words="`false`: the job takes nothing of its collection's defaults.", default=True
        ),
    ] = None
    description: Annotated[
        str | None, About(since=EXTENDED, longest=LONGEST_DESCRIPTION, refuse=description_fault)
    ] = None
    tags: Annotated[
        Pairs | None,
        About(
            since=EXTENDED,
            longest=MOST_TAGS,
            sent={"propertyNames": {"maxLength": LONGEST_TAG_NAME}},
            each={"maxLength": LONGEST_TAG_VALUE},
        ),
    ] = None

    @property
    def overlaps(self) -> bool:
        """Whether an occurrence may run beside an earlier one."""
        return self.overlap is None or self.overlap is Overlap.ALLOW or self.recurrence is None

    @property
    def end_time(self) -> Moment | None:
        return self.recurrence.end_time if self.recurrence else None

    @property
    def local_times(self) -> bool:
        """Whether it names times without saying by which zone's clocks."""
        return any(isinstance(moment, WallTime) for moment in (self.start_time, self.end_time))

    @property
    def is_zoned(self) -> bool:
        """Whether it names a zone of its own that is not UTC."""
        return self.time_zone is not None and self.time_zone not in UTC_NAMES

    @property
    def own_zone(self) -> Zone:
        return zone_named(self.time_zone) if self.time_zone else UTC_ZONE


@cache
def extension_fields() -> tuple[str, ...]:
    """Return the fields that older api-versions do not know."""
    hints = get_type_hints(Definition, include_extras=True)
    abouts = {name: get_args(hint)[1:] for name, hint in hints.items()}
    return tuple(
        field.name
        for field in fields(Definition)
        if any(isinstance(about, About) and about.since for about in abouts[field.name])
    )


def in_old_form(definition: Definition) -> Definition:
    """Return what older api-versions show of it: instants, and nothing that they do not know."""
    start, end = (_instant(moment, definition) for moment in (definition.start_time, definition.end_time))
    nothing: dict[str, Any] = dict.fromkeys(extension_fields())
    bare = with_identities(with_error_options(replace(definition, **nothing), None), _NO_IDENTITIES)
    return _with_times(bare, start, end)


def keep_extensions(
    wanted: Definition, stored: Definition, proven: frozenset[str] = frozenset()
) -> Definition:
    """Return what an older api-version wants, with what it cannot say as it is stored.

    Times that are the same instants keep the local form in which they were written. A managed identity is
    kept for the same target alone, and not in an action of which the request says how it proves who it is.
    """
    kept = replace(wanted, **{name: getattr(stored, name) for name in extension_fields()})
    kept = _keep_identities(kept, stored, proven)
    return _with_times(
        with_error_options(kept, error_options(stored)),
        _kept(wanted.start_time, stored.start_time, stored),
        _kept(wanted.end_time, stored.end_time, stored),
    )


class Identities(NamedTuple):
    """The managed identities that a job's action and its error action use."""

    own: AnIdentity | None
    of_error_action: AnIdentity | None


_NO_IDENTITIES: Final = Identities(None, None)


def identities(definition: Definition) -> Identities:
    error_action = definition.error_action
    return Identities(
        identity_of(definition.action), identity_of(error_action.action) if error_action else None
    )


def with_identities(definition: Definition, wanted: Identities) -> Definition:
    if identities(definition) == wanted:
        return definition
    error_action = definition.error_action
    if error_action is not None:
        action = with_identity(error_action.action, wanted.of_error_action)
        error_action = replace(error_action, action=action)
    action = with_identity(definition.action, wanted.own)
    return replace(definition, action=action, error_action=error_action)


def _keep_identities(wanted: Definition, stored: Definition, proven: frozenset[str]) -> Definition:
    bare = with_identities(wanted, _NO_IDENTITIES)
    action, error_action = bare.action, bare.error_action
    if "action" not in proven:
        action = keep_identity(action, stored.action)
    if error_action and stored.error_action and "action.errorAction" not in proven:
        kept = keep_identity(error_action.action, stored.error_action.action)
        error_action = replace(error_action, action=kept)
    return replace(bare, action=action, error_action=error_action)


def error_options(definition: Definition) -> RetryOptions | None:
    """Return the retry options of the error action, the one extension that is not a field of its own."""
    return definition.error_action.retry_options if definition.error_action else None


def with_error_options(definition: Definition, options: RetryOptions | None) -> Definition:
    if definition.error_action is None or definition.error_action.retry_options == options:
        return definition
    return replace(definition, error_action=replace(definition.error_action, retry_options=options))


def refuse_size(size: int) -> None:
    """Raise Invalid if a job of so many bytes is larger than a job may be."""
    faults = Faults()
    faults.check(size <= LARGEST_JOB, "properties", f"the job has {size} bytes, more than {LARGEST_JOB}")
    faults.raise_any()


def refuse_extensions_size(size: int) -> None:
    faults = Faults()
    rule = f"what api-version {EXTENDED} adds has {size} bytes, more than {LARGEST_EXTENSIONS}"
    faults.check(size <= LARGEST_EXTENSIONS, "properties", rule)
    faults.raise_any()


def _with_times(definition: Definition, start: Moment | None, end: Moment | None) -> Definition:
    recurrence = definition.recurrence and replace(definition.recurrence, end_time=end)
    return replace(definition, start_time=start, recurrence=recurrence)


def _kept(wanted: Moment | None, stored: Moment | None, of: Definition) -> Moment | None:
    return stored if wanted is not None and wanted == _instant(stored, of) else wanted


def _instant(moment: Moment | None, of: Definition) -> datetime | None:
    return None if moment is None else instant_of(moment, of.own_zone)
