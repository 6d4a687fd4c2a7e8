"""What is in force for a job: its own keys, or else the defaults and the calendars of its collection."""

from dataclasses import dataclass, fields, replace
from typing import Final

from shared.domain.action import Action, ErrorAction
from shared.domain.collection import Defaults, JobCollection, default_zone
from shared.domain.definition import Definition
from shared.domain.local_time.local import DaylightSaving, Local
from shared.domain.local_time.zones import UTC_NAMES, UTC_ZONE, tzdata_version, zone_named
from shared.domain.retry import Retrying
from shared.domain.ticket import TicketKind

_NO_DEFAULTS: Final = Defaults()
_TAKEN: Final = tuple(field.name for field in fields(Defaults))
"""What a job takes from the defaults where it has none of its own, under the same names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """With which rules a run was found: the version of tzdata, and the collection's calendars and zone.

    Both are empty for a job that counts in UTC, in a collection that has nothing to add.
    """

    tzdata: str = ""
    calendar: str = ""


NOT_COMPUTED: Final = Computed()


def defaults_of(definition: Definition, collection: JobCollection | None) -> Defaults | None:
    """Return the defaults of the collection, unless the job takes none."""
    return None if collection is None or definition.use_defaults is False else collection.defaults


def local_of(definition: Definition, collection: JobCollection) -> Local | None:
    """Return by which clocks and days a job counts; None if these are UTC and all days."""
    defaults, exclude = defaults_of(definition, collection), definition.exclude
    if definition.time_zone is None and defaults is None and exclude is None:
        return None
    name = zone_name(definition, collection)
    if name in UTC_NAMES and exclude is None:
        return None
    saving = definition.daylight_saving or (defaults or _NO_DEFAULTS).daylight_saving or DaylightSaving()
    excluded = exclude.within(collection.calendars) if exclude else None
    return Local(zone=zone_named(name), daylight_saving=saving, excluded=excluded)


def zone_name(definition: Definition, collection: JobCollection) -> str:
    """Return the name of the zone that a job counts in."""
    return definition.time_zone or default_zone(defaults_of(definition, collection))


def computed_with(local: Local | None, collection: JobCollection) -> Computed:
    zoned = local is not None and local.zone is not UTC_ZONE
    return Computed(tzdata=tzdata_version() if zoned else "", calendar=collection.calendar_id)


def error_action_of(definition: Definition, collection: JobCollection | None) -> ErrorAction | None:
    """Return what is done when the last retry has failed: the job's own, or that of the defaults."""
    defaults = defaults_of(definition, collection)
    return definition.error_action or (defaults.error_action if defaults else None)


def action_of(kind: TicketKind, definition: Definition, collection: JobCollection | None) -> Action:
    """Return what a ticket asks for: the job's action, or its error action."""
    error_action = error_action_of(definition, collection) if kind is TicketKind.ERROR_ACTION else None
    return error_action.action if error_action else definition.action


def retrying_of(kind: TicketKind, definition: Definition, collection: JobCollection | None) -> Retrying:
    """Return by which rules an attempt is made again.

    An error action that says nothing about retries is tried again as the main action is.
    """
    defaults = defaults_of(definition, collection) or _NO_DEFAULTS
    main = Retrying(
        policy=definition.retry_policy or defaults.retry_policy,
        options=definition.retry_options or defaults.retry_options,
    )
    own = error_action_of(definition, collection) if kind is TicketKind.ERROR_ACTION else None
    if own is None or (own.retry_policy is None and own.retry_options is None):
        return main
    return Retrying(policy=own.retry_policy or main.policy, options=own.retry_options)


def taken_defaults(definition: Definition, collection: JobCollection) -> Defaults:
    """Return what a job takes from its collection."""
    defaults = defaults_of(definition, collection) or _NO_DEFAULTS
    own = {name for name in _TAKEN if getattr(definition, name) is not None}
    return replace(defaults, **dict.fromkeys(own))


def settled_in(definition: Definition, collection: JobCollection) -> Definition:
    """Return the definition with a zone of its own if it names local times.

    Whatever becomes of the collection's zone, these keep their meaning.
    """
    if definition.time_zone or not definition.local_times:
        return definition
    return replace(definition, time_zone=zone_name(definition, collection))
