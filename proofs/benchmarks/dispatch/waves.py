"""When the jobs of a measurement are due."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from proofs.benchmarks.dispatch.punctuality import Timetable
from proofs.benchmarks.herd import Herd, Planned
from shared.domain.recurrence import Frequency
from shared.domain.retry import RetryPolicy

PERIODS: Final = {Frequency.MINUTE: timedelta(minutes=1), Frequency.DAY: timedelta(days=1)}
JOBS_IN_A_COLLECTION: Final = 25
IDLE_JOBS_IN_A_COLLECTION: Final = 250


@dataclass(frozen=True, slots=True, kw_only=True)
class Wave:
    """Jobs that are due evenly over a span, and so again every minute or day; the first rounds count.

    With a spread each has a delay of its own besides.
    """

    name: str
    jobs: int
    span: timedelta = timedelta()
    every: Frequency = Frequency.DAY
    rounds: int = 1
    retry_policy: RetryPolicy | None = None
    jobs_in_a_collection: int = JOBS_IN_A_COLLECTION
    spread: timedelta | None = None

    def herd(self, uri: str, first: datetime) -> list[Planned]:
        """Return the jobs, the first of which is due at an instant."""
        herd = Herd(
            name=self.name,
            size=self.jobs,
            collections=-(-self.jobs // self.jobs_in_a_collection),
            uri=uri,
            due=lambda number: first + self.span * number / self.jobs,
            every=self.every,
            retry_policy=self.retry_policy,
            spread=self.spread,
        )
        return list(herd.jobs())

    def timetable(self, herd: list[Planned]) -> Timetable:
        """Return the runs that count and, so that they can be told apart, those of the round after."""
        period = PERIODS[self.every]
        runs = {job.key.name: [job.due + period * turn for turn in range(self.rounds + 1)] for job in herd}
        delays = {job.key.name: job.delay for job in herd if job.delay}
        return Timetable(due=runs, end=min(job.due for job in herd) + period * self.rounds, delays=delays)


def idle_jobs(count: int, uri: str, now: datetime, *, name: str = "idle") -> Iterator[Planned]:
    """Yield jobs that are due tomorrow, over the whole of the day."""
    tomorrow = now.replace(microsecond=0) + timedelta(days=1)
    return Herd(
        name=name,
        size=count,
        collections=-(-count // IDLE_JOBS_IN_A_COLLECTION),
        uri=uri,
        due=lambda number: tomorrow + timedelta(days=1) * number / count,
    ).jobs()
