"""A scenario that is over."""

from collections.abc import Sequence
from dataclasses import dataclass

from proofs.faults.changes import Changed
from proofs.faults.disturbances import Harm
from proofs.faults.storage_proxy import StorageProxy
from proofs.faults.workload import PlannedJob


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A scenario that is over: what was done, and whether everything settled afterwards.

    What was put off, in tickets, is counted where it must happen.
    """

    name: str
    jobs: Sequence[PlannedJob]
    harm: Harm
    proxy: StorageProxy
    calm: bool
    put_off: int | None = None

    @property
    def changes(self) -> dict[str, Changed]:
        """What was changed, by the path of the old form."""
        return {changed.old.path: changed for changed in self.harm.changed}

    @property
    def forms(self) -> list[set[str]]:
        """What the main actions of changed jobs call, in both forms of each."""
        harm = self.harm
        return [*(one.paths for one in harm.changed), *(set(one.paths) for one in harm.stirred)]

    def paths(self, job: PlannedJob) -> set[str]:
        """Return what the main action of a job calls, in all its forms."""
        return {job.path, *(path for paths in self.forms if job.path in paths for path in paths)}
