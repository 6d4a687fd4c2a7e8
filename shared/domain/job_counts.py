"""How many jobs there are, which of them fail, and which credentials end."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey

MOST_NAMED: Final = 20
"""Of credentials: a note is one row, and holds the notes of many."""
MOST_FAILING_NAMED: Final = 50
RENEWED_AHEAD: Final = timedelta(days=14)
"""So long before its end somebody should see to a credential."""
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


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
    """A job that fails: how many of its occurrences faulted in a row, and when."""

    key: JobKey
    state: JobState
    in_a_row: int
    since: datetime | None = None
    last: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failing:
    """How many jobs fail, and some of them: those first that go on running, then the latest fault first."""

    count: int = 0
    named: tuple[FailingJob, ...] = ()

    def __add__(self, other: "Failing") -> "Failing":
        both = (*self.named, *other.named)
        return Failing(count=self.count + other.count, named=most_urgent(both))


@dataclass(frozen=True, slots=True, kw_only=True)
class JobCounts:
    """How many jobs there are, by state and by how their last occurrence ended.

    `failing` is None if an earlier version counted, which did not look at that.
    """

    counts: Counter[tuple[JobState, LastOutcome]] = field(default_factory=Counter)
    failing: Failing | None = None

    def __add__(self, other: "JobCounts") -> "JobCounts":
        failing = self.failing + other.failing if self.failing and other.failing else None
        return JobCounts(counts=self.counts + other.counts, failing=failing)

    @property
    def by_state(self) -> dict[JobState, int]:
        return {state: sum(self.counts[state, outcome] for outcome in LastOutcome) for state in JobState}

    @property
    def by_outcome(self) -> dict[LastOutcome, int]:
        return {outcome: sum(self.counts[state, outcome] for state in JobState) for outcome in LastOutcome}


def failing(jobs: Sequence[FailingJob]) -> Failing:
    return Failing(count=len(jobs), named=most_urgent(jobs))


def most_urgent(failing: Iterable[FailingJob]) -> tuple[FailingJob, ...]:
    """Return as many as are named."""
    latest = sorted(failing, key=lambda one: one.last or _LONG_AGO, reverse=True)
    return tuple(sorted(latest, key=lambda one: one.state is not JobState.ENABLED)[:MOST_FAILING_NAMED])


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSent:
    """How many jobs, or collections for their defaults, have a request that is never sent; some are named."""

    count: int = 0
    named: tuple[JobKey | CollectionKey, ...] = ()

    def __add__(self, other: "NotSent") -> "NotSent":
        return NotSent(count=self.count + other.count, named=(*self.named, *other.named)[:MOST_NAMED])


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
