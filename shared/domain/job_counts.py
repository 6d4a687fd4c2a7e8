"""How many jobs there are, which of them fail, and which credentials end."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey

MOST_NAMED: Final = 20
"""Jobs, and credentials: a note is one row, and holds the notes of many."""
RENEWED_AHEAD: Final = timedelta(days=14)
"""So long before its end somebody should see to a credential."""
FEWEST_TO_JUDGE: Final = 10
"""If fewer jobs fail, that may be the affair of their targets."""


class LastOutcome(StrEnum):
    """How the last occurrence of a job ended."""

    COMPLETED = "completed"
    RETRIED = "retried"
    """It completed after retries."""
    FAULTED = "faulted"
    NONE = "none"
    """There was none since the job was put."""


_BY_LETTER: Final = {
    "c": LastOutcome.COMPLETED,
    "r": LastOutcome.RETRIED,
    "f": LastOutcome.FAULTED,
}


def last_outcome(recent: str) -> LastOutcome:
    return _BY_LETTER.get(recent[:1], LastOutcome.NONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailingJob:
    key: JobKey
    state: JobState


@dataclass(frozen=True, slots=True, kw_only=True)
class JobCounts:
    """How many jobs there are, by state and by how their last occurrence ended.

    `failing` names some of those whose last occurrence faulted. Those that go on running come first.
    """

    counts: Counter[tuple[JobState, LastOutcome]] = field(default_factory=Counter)
    failing: tuple[FailingJob, ...] = ()

    def __add__(self, other: "JobCounts") -> "JobCounts":
        counts = self.counts + other.counts
        return JobCounts(counts=counts, failing=most_urgent((*self.failing, *other.failing)))

    @property
    def by_state(self) -> dict[JobState, int]:
        return {state: sum(self.counts[state, outcome] for outcome in LastOutcome) for state in JobState}

    @property
    def by_outcome(self) -> dict[LastOutcome, int]:
        return {outcome: sum(self.counts[state, outcome] for state in JobState) for outcome in LastOutcome}

    @property
    def wide_failure(self) -> tuple[int, int] | None:
        """If half of the jobs that run are failing: how many these are, and of how many."""
        running = {outcome: self.counts[JobState.ENABLED, outcome] for outcome in LastOutcome}
        ran, faulted = sum(running.values()) - running[LastOutcome.NONE], running[LastOutcome.FAULTED]
        return (faulted, ran) if faulted >= FEWEST_TO_JUDGE and 2 * faulted >= ran else None


def most_urgent(failing: Iterable[FailingJob]) -> tuple[FailingJob, ...]:
    """Return as many as are named: those first that go on running."""
    return tuple(sorted(failing, key=lambda one: one.state is not JobState.ENABLED)[:MOST_NAMED])


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialEnd:
    """When a credential of a job, or of a collection's defaults, ends; `path` says which one it is."""

    owner: JobKey | CollectionKey
    path: str
    ends: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """The credentials of jobs that run, and of collections' defaults: which of them end first.

    `ending` counts those that have ended, or should be renewed by now.
    """

    ending: int = 0
    earliest: tuple[CredentialEnd, ...] = ()

    def __add__(self, other: "Credentials") -> "Credentials":
        both = (*self.earliest, *other.earliest)
        return Credentials(ending=self.ending + other.ending, earliest=earliest(both))


def credentials(ends: Iterable[CredentialEnd], *, now: datetime) -> Credentials:
    known = list(ends)
    ending = sum(one.ends <= now + RENEWED_AHEAD for one in known)
    return Credentials(ending=ending, earliest=earliest(known))


def earliest(ends: Iterable[CredentialEnd]) -> tuple[CredentialEnd, ...]:
    """Return as many as are named: those first that end first."""
    return tuple(sorted(ends, key=lambda one: (one.ends, str(one.owner), one.path))[:MOST_NAMED])
