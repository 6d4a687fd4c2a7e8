"""History: one entry per attempt, written when the attempt is settled."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Final

from shared.domain.about import EXTENDED, About
from shared.domain.keys import JobKey

MOST_ENTRIES: Final = 1_000
LONGEST_KEPT: Final = timedelta(days=60)

LONGEST_MESSAGE: Final = 16_000
"""In characters. A table holds texts of up to 64 KiB in UTF-16; a pack's entries share 4 MiB."""

LONGEST_NOTED: Final = 256
"""Characters of a message in the index of failures: enough to see what it was about."""
FAILURES_KEPT: Final = timedelta(days=7)

_TICKS_AT_THE_END_OF_TIME: Final = 3_155_378_975_999_999_999  # .NET's DateTime.MaxValue
_YEAR_ONE: Final = datetime(1, 1, 1, tzinfo=UTC)


class ActionName(StrEnum):
    MAIN = "MainAction"
    ERROR = "ErrorAction"


class RunKind(StrEnum):
    """Who asked for a run: the schedule, or somebody."""

    SCHEDULED = "scheduled"
    RUN_NOW = "runNow"


class Status(StrEnum):
    COMPLETED = "Completed"
    FAILED = "Failed"
    POSTPONED = "Postponed"
    """Callers may ask for it, but no entry has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """An attempt that has ended. `number` is that of the occurrence; `attempt` counts from 0 within it."""

    job: JobKey
    incarnation: str
    number: Annotated[int, About(key="repeatCount", lowest=1)]
    attempt: Annotated[int, About(key="retryCount", lowest=0)]
    expected: Annotated[datetime, About(key="expectedExecutionTime")]
    started: Annotated[datetime, About(key="startTime")]
    ended: Annotated[datetime, About(key="endTime")]
    status: Status
    message: str
    action: Annotated[ActionName, About(key="actionName")] = ActionName.MAIN
    lateness: timedelta = timedelta()
    """How long after its own due time this attempt began. `expected` is when the occurrence was due."""
    kind: Annotated[RunKind | None, About(since=EXTENDED)] = None
    """None if an earlier version wrote it, which did not say."""
    due: Annotated[datetime | None, About(key="dueTime", since=EXTENDED)] = None
    """When this attempt was due."""
    collapsed_until: Annotated[
        datetime | None,
        About(since=EXTENDED, words="Until when occurrences were missed that this late run stands for."),
    ] = None
    revision: Annotated[str | None, About(since=EXTENDED, words="Of the job, when the run was claimed.")] = (
        None
    )
    http_status: Annotated[int | None, About(since=EXTENDED)] = None
    retry_at: Annotated[
        datetime | None, About(key="retryTime", since=EXTENDED, words="When it is tried again.")
    ] = None
    etag: str = field(default="", compare=False, repr=False)

    @property
    def name(self) -> str:
        """Two numbers of 20 digits. The first falls with time, so that the newest names come first."""
        within = self.number * 100 + (50 if self.action is ActionName.ERROR else 0) + self.attempt
        return f"{inverted(self.started)}:{within:020d}"


@dataclass(frozen=True, slots=True)
class FailureNote:
    """An attempt that failed, once more, where the failures of all jobs stand in the order of time."""

    entry: HistoryEntry
    etag: str = field(default="", compare=False, repr=False)


def failure_note(entry: HistoryEntry) -> FailureNote:
    return FailureNote(replace(entry, message=entry.message[:LONGEST_NOTED]))


def storable(message: str) -> str:
    """Return the message without half characters, which a target may have sent and no table can store."""
    return message.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")[:LONGEST_MESSAGE]


def inverted(started: datetime) -> str:
    """Return the first part of the names of entries that started at this instant."""
    micros = (started - _YEAR_ONE) // timedelta(microseconds=1)
    return f"{_TICKS_AT_THE_END_OF_TIME - micros * 10:020d}"
