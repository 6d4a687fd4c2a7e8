"""What the census and rescheduling look at of the jobs and collections of a shard."""

from dataclasses import dataclass

from shared.domain.collection import Defaults
from shared.domain.definition import Definition
from shared.domain.exclude import Calendars
from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """A job without most of its standing.

    `recent` tells how its last occurrences ended, a letter each.
    `tzdata` are the rules of time zones by which its next run was found.
    """

    key: JobKey
    definition: Definition
    state: JobState
    recent: str = ""
    tzdata: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedParts:
    """What a collection has for its jobs."""

    key: CollectionKey
    calendars: Calendars = ()
    defaults: Defaults | None = None
