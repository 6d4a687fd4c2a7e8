"""What is in force for a job: its own keys, or else the defaults and the calendars of its collection."""

from dataclasses import dataclass, replace
from typing import Final

from shared.domain.collection import Defaults, JobCollection
from shared.domain.definition import Definition
from shared.domain.local_time.local import DaylightSaving, Local
from shared.domain.local_time.zones import UTC_NAMES, UTC_ZONE, tzdata_version, zone_named

_NO_DEFAULTS: Final = Defaults()


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """With which rules a run was found: the version of tzdata, and the collection's calendars and zone.

    Both are empty for a job that counts in UTC, in a collection that has nothing to add.
    """

    tzdata: str = ""
    calendar: str = ""


NOT_COMPUTED: Final = Computed()


def local_of(definition: Definition, collection: JobCollection) -> Local | None:
    """Return by which clocks and days a job counts; None if these are UTC and all days."""
    defaults, exclude = collection.defaults, definition.exclude
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
    return definition.time_zone or (collection.defaults or _NO_DEFAULTS).time_zone or UTC_NAMES[0]


def computed_with(local: Local | None, collection: JobCollection) -> Computed:
    zoned = local is not None and local.zone is not UTC_ZONE
    return Computed(tzdata=tzdata_version() if zoned else "", calendar=collection.calendar_id)


def taken_defaults(definition: Definition, collection: JobCollection) -> Defaults:
    """Return what a job takes from its collection."""
    defaults = collection.defaults or _NO_DEFAULTS
    return replace(
        defaults,
        time_zone=None if definition.time_zone else defaults.time_zone,
        daylight_saving=None if definition.daylight_saving else defaults.daylight_saving,
    )


def settled_in(definition: Definition, collection: JobCollection) -> Definition:
    """Return the definition with a zone of its own if it names local times.

    Whatever becomes of the collection's zone, these keep their meaning.
    """
    if definition.time_zone or not definition.local_times:
        return definition
    return replace(definition, time_zone=zone_name(definition, collection))
