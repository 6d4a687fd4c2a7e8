"""Trials: everything is checked and decided as ever, and nothing is stored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.audit import Deed, Standing
from shared.domain.changes import Change, Delete, Row, Update
from shared.domain.collection import JobCollection
from shared.domain.enabling import after_pauses
from shared.domain.job import Job
from shared.domain.keys import JobKey
from shared.domain.lifecycle import reschedule
from shared.flow.auditing import before_and_after
from shared.flow.ports import Ports, Store
from shared.flow.turns import Turns


@dataclass(slots=True)
class Trial:
    """Takes the place of storage in a commit, and notes what somebody asked for."""

    deed: Deed | None = None
    before: Standing = None
    after: Standing = None

    def commit(self, changes: Sequence[Change], deed: Deed | None) -> list[Row]:
        """Note what was asked for, and answer as if it were done."""
        if deed is not None and self.deed is None:
            self.deed = deed
            self.before, self.after = before_and_after(changes, deed)
        written = [change for change in changes if not isinstance(change, Delete)]
        return [change.after if isinstance(change, Update) else change.row for change in written]

    def unchanged(self, one: Job | JobCollection, deed: Deed) -> None:
        """Note what was asked for, and that it is so already."""
        self.deed, self.before, self.after = deed, one, one


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A job whose next run would be another one."""

    job: JobKey
    before: datetime | None
    after: datetime | None


def on_trial(ports: Ports) -> tuple[Ports, Trial]:
    """Return ports that change nothing, and what notes the changes."""
    trial = Trial()
    return replace(ports, trial=trial, turns=Turns()), trial


def moved_jobs(
    store: Store, before: JobCollection, after: JobCollection | None, *, now: datetime
) -> Iterator[Moved]:
    """Yield the jobs of a collection whose next run a change of the collection would move."""
    for job in store.jobs(before.key):
        if isinstance(job, Job):
            was, will = _next_run(job, before, now), _next_run(job, after, now)
            if was != will:
                yield Moved(job=job.key, before=was, after=will)


def _next_run(job: Job, collection: JobCollection | None, now: datetime) -> datetime | None:
    if collection is None:
        return None
    waiting = after_pauses(reschedule(job, collection, now=now)[0], collection)
    return waiting.next_run if waiting else None
