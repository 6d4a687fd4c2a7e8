"""Runs as they are shown: each with its zone, and with what clock changes and excluded days do to it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.in_force import local_of, zone_name
from shared.domain.local_time.rules import TimesOfDay
from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import UTC_NAMES, Zone, zone_named
from shared.domain.policy_words import policies_in_words
from shared.domain.runs import rule_of
from shared.domain.sentence import Clocks, describe


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    at: datetime
    """The time that the schedule names."""
    zone: Zone
    due: datetime
    note: str | None = None


def shown_runs(
    definition: Definition,
    collection: JobCollection,
    instants: Iterable[tuple[datetime, datetime]],
    *,
    anchor: Moment,
) -> Iterator[Run]:
    """Yield the runs of a job, which counts from the anchor, with what is to be said of each.

    `instants` are the times that the schedule names, each with when the run is due.
    """
    zone, local = zone_named(zone_name(definition, collection)), local_of(definition, collection)
    recurrence = definition.recurrence
    rule = rule_of(recurrence, anchor=anchor, local=local) if recurrence else None
    for at, due in instants:
        yield Run(at=at, zone=zone, due=due, note=rule.note(at) if isinstance(rule, TimesOfDay) else None)


def sentence_of(
    definition: Definition, collection: JobCollection, *, start: Moment | None, now: datetime
) -> str:
    """Return what a job does in a sentence; `start` is what it counts from, if its first run is not owed."""
    name = zone_name(definition, collection)
    clocks = Clocks() if name in UTC_NAMES else Clocks(zone=zone_named(name), name=name)
    said = describe(definition.recurrence, start=start, now=now, clocks=clocks, exclude=definition.exclude)
    return said if definition.recurrence is None else said + policies_in_words(definition)
