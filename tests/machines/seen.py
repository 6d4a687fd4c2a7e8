"""What is looked at after a step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.machines.acts import Execution
from tests.machines.notebook import Notebook
from tests.machines.snapshot import CollectionSeen, JobSeen, Owner, Snapshot, TicketSeen


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    snapshot: Snapshot
    standing: list[TicketSeen]
    notebook: Notebook
    now: datetime

    @property
    def jobs(self) -> list[JobSeen]:
        """Those that can be read."""
        return [job for job in self.snapshot.jobs if not job.spoilt]

    def of(self, job: JobSeen, *kinds: str) -> list[TicketSeen]:
        return [ticket for ticket in self.standing if ticket.owner == job.owner and ticket.kind in kinds]

    @property
    def aside(self) -> set[str]:
        """The keys of the tickets that were set aside."""
        return {row.former for row in self.snapshot.aside}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """All that was seen of jobs and collections in a step, and which actions were begun in it."""

    jobs: Sequence[JobSeen]
    collections: Sequence[CollectionSeen]
    begun: Sequence[Execution]
    ever: Sequence[Execution]
    """All actions that were ever begun."""
    tickets: Mapping[str, dict[str, Any]]
    """The fields of every ticket that was ever seen."""
    latest: datetime
    """What a clock showed at most."""

    def of(self, identity: tuple[Owner, str]) -> list[JobSeen]:
        return [job for job in self.jobs if not job.spoilt and job.identity == identity]
