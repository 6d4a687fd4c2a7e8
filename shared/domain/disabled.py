"""Why a job or a collection is switched off, by whom, and until when."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from shared.domain.about import About
from shared.domain.errors import Faults
from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import Zone, instant_of

LONGEST_NOTE: Final = 1_024
SCHEDULER: Final = "the scheduler"
"""Who does what nobody asks for."""
THIS_MACHINE: Final = "this machine"
"""Who calls where no keys are needed."""


def note_fault(note: str) -> str | None:
    return None if len(note) <= LONGEST_NOTE else f"is longer than {LONGEST_NOTE} characters"


@dataclass(frozen=True, slots=True, kw_only=True)
class Disabled:
    note: str | None = None
    until: datetime | None = None
    """When it is enabled again."""
    by: str | None = None
    since: datetime | None = None

    def says(self, asked: "Disabled") -> bool:
        """Say whether it is what somebody asks for."""
        return (self.note, self.until) == (asked.note, asked.until)

    @property
    def pause(self) -> "Pause":
        """What somebody asks for who wants the same."""
        return Pause(note=self.note, until=self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """What a caller asks for, or is shown."""

    note: Annotated[str | None, About(words="Why.", longest=LONGEST_NOTE, refuse=note_fault)] = None
    until: Annotated[Moment | None, About(words="When it is enabled again. Not in the past.")] = None
    by: Annotated[str | None, About(words="Who disabled it.", read_only=True)] = None
    since: Annotated[datetime | None, About(read_only=True)] = None

    def in_zone(self, zone: Zone) -> Disabled:
        """Return it with an instant: a time without an offset is by the clocks of the zone."""
        until = None if self.until is None else instant_of(self.until, zone)
        return Disabled(note=self.note, until=until)


_NOTHING: Final = Disabled()


def switched_off(
    asked: Disabled | None, before: Disabled | None, *, was_off: bool, who: str, now: datetime
) -> Disabled | None:
    """Return what is noted of something that is switched off now, or was before; None if nothing is known.

    As long as it stays off, it is known who switched it off, and when.
    """
    note, until = (asked.note, asked.until) if asked else (None, None)
    if was_off:
        by, since = (before.by, before.since) if before else (None, None)
    else:
        by, since = who, now
    off = Disabled(note=note, until=until, by=by, since=since)
    return None if off == _NOTHING else off


def refuse_past_until(until: datetime | None, *, now: datetime, path: str = "disabled.until") -> None:
    """Raise Invalid if something is to be enabled at a time that is past."""
    faults = Faults()
    faults.check(until is None or until >= now, path, "lies in the past")
    faults.raise_any()
