"""The policies of the jobs in the machines, in every combination."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from shared.domain.definition import Definition
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from shared.domain.retry import RetryOptions

REFUSED: Final = 410
"""An answer after which some jobs do not try again."""
BACKOFF: Final = 2.0

_WITHIN: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """What a definition has beyond what the original knew."""

    overlap: Overlap | None = None
    missed: MissedRuns | None = None
    spread: timedelta | None = None
    faults: int | None = None
    """After how many in a row the job is disabled."""
    options: RetryOptions | None = None
    kept: timedelta | None = None
    """How long after its end."""
    own: bool = False
    """It takes nothing of its collection's defaults."""

    def put_on(self, definition: Definition) -> Definition:
        return replace(
            definition,
            overlap=self.overlap,
            missed_runs=self.missed,
            spread=self.spread,
            disable_after_faults=self.faults,
            retry_options=self.options,
            keep_finished_for=self.kept,
            use_defaults=False if self.own else None,
        )


NO_POLICIES: Final = Policies()
OVERLAPS: Final = (None, Overlap.ALLOW, Overlap.SKIP, Overlap.SKIP, Overlap.WAIT, Overlap.WAIT)
MISSED: Final = (
    None,
    MissedRuns(policy=MissedPolicy.ONE),
    MissedRuns(policy=MissedPolicy.NONE, within=_WITHIN),
    MissedRuns(policy=MissedPolicy.ALL, within=_WITHIN),
)
SPREADS: Final = (None, timedelta(seconds=40), timedelta(minutes=10))
FAULTS: Final = (None, None, 1, 2)
OPTIONS: Final = (None, RetryOptions(backoff=BACKOFF), RetryOptions(stop_on=(REFUSED,)))
KEPT: Final = (None, timedelta(hours=1), timedelta(days=10))
