"""Summaries of jobs: what is told of each where all are listed, and which of them are sought."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from shared.domain.collection import JobCollection
from shared.domain.contents import outline_of
from shared.domain.enabling import after_pauses
from shared.domain.job import Job, JobState
from shared.domain.job_counts import LastOutcome, last_outcome
from shared.domain.local_time.zones import UnknownZone
from shared.domain.shown_runs import sentence_of


def sentence_of_job(job: Job, collection: JobCollection) -> str:
    """Return what a job does in a sentence. If its first run is owed, it counts from no start."""
    first_is_over = job.progress.started > 0
    start = job.definition.start_time or (job.anchor if first_is_over else None)
    return sentence_of(job.definition, collection, start=start, now=job.anchor)


def next_run_of(job: Job, collection: JobCollection) -> datetime | None:
    """Return when a job runs next, after its pauses. None if it does not, or nobody can tell."""
    try:
        waiting = after_pauses(job, collection)
    except UnknownZone:
        return None
    return waiting.next_run if waiting else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """Which jobs are sought. All of the words, in lower case, must occur in what a job is known by."""

    state: JobState | None = None
    outcome: LastOutcome | None = None
    words: tuple[str, ...] = ()

    def wants(self, job: Job) -> bool:
        if self.state is not None and job.state is not self.state:
            return False
        if self.outcome is not None and last_outcome(job.recent) is not self.outcome:
            return False
        return not self.words or self._has_words(job)

    def _has_words(self, job: Job) -> bool:
        text = "\n".join(_known_by(job)).casefold()
        return all(word in text for word in self.words)


EVERY_JOB: Final = Sought()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bookmark:
    """How far a list over all shards was read: the shard, and the key of the last row; empty before any."""

    shard: int = 0
    row: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobsPage:
    """Some jobs of one shard, and where the list goes on; None if it is over."""

    shard: int
    read: int = 0
    """How many jobs were looked at."""
    jobs: tuple[Job, ...] = ()
    behind: Bookmark | None = None


def _known_by(job: Job) -> Iterator[str]:
    collection = job.key.collection
    yield f"{collection.resource_group}/{collection.name}/{job.key.name}"
    yield job.definition.description or ""
    for tag in job.definition.tags or ():
        yield from tag
    yield outline_of(job.definition.action).target
