"""What the census and rescheduling look at of the jobs and collections of a shard."""

from dataclasses import dataclass
from datetime import datetime

from shared.domain.collection import CollectionState, Defaults
from shared.domain.definition import Definition
from shared.domain.disabled import Disabled
from shared.domain.exclude import Calendars
from shared.domain.job import FaultTimes, JobState
from shared.domain.keys import CollectionKey, JobKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """A job without most of its standing.

    `recent` tells how its last occurrences ended, a letter each; `fault_times` when the last ones faulted.
    `disabled` and `since` tell why its state is what it is, and since when.
    `tzdata` are the rules of time zones by which its next run was found.
    """

    key: JobKey
    definition: Definition
    state: JobState
    recent: str = ""
    fault_times: FaultTimes | None = None
    disabled: Disabled | None = None
    since: datetime | None = None
    tzdata: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedParts:
    """What a collection has for its jobs."""

    key: CollectionKey
    calendars: Calendars = ()
    defaults: Defaults | None = None
    state: CollectionState = CollectionState.ENABLED
    disabled: Disabled | None = None

    def is_off(self, now: datetime) -> bool:
        """Say whether nothing runs in it. One whose time has come is on, even if nobody enabled it yet."""
        until = self.disabled.until if self.disabled else None
        return self.state is not CollectionState.ENABLED and (until is None or now < until)
