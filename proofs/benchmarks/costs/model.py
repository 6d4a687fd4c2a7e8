"""A month on paper: how many calls, executions, and gigabytes for how many seconds so many jobs take."""

import math
from collections import Counter
from dataclasses import dataclass
from typing import Final

from proofs.benchmarks.costs.figures import Calls, Measured
from proofs.harness.counting import CallKind

DAYS: Final = 30
SECONDS: Final = DAYS * 86_400
RUNS: Final = {"every 5 minutes": DAYS * 288, "every hour": DAYS * 24, "every day": DAYS}
"""Runs of one job in a month."""
MIX: Final = {"every 5 minutes": 0.1, "every hour": 0.6, "every day": 0.3}
"""The share of the jobs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How the app is set up, and what is assumed of Azure."""

    shards: int = 16
    between_scans: float = 15.0
    between_censuses: float = 900.0
    between_looks: float = 1.0
    """Seconds after which the host looks into an empty queue again."""
    memory: float = 2.0
    """Gigabytes of an instance."""
    ahead: float = 2.0
    """Seconds that a pack waits for its instant."""
    call: float = 0.015
    """Seconds that a call takes."""
    action: float = 0.1
    """Seconds that an action takes."""
    shortest: float = 1.0
    """Seconds for which an execution is charged at least."""
    load: float = 0.7
    """The share of a core that is planned for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """A month of jobs in the mix. They are due at any second, or, if `together`, so that packs are full."""

    jobs: int
    measured: Measured
    together: bool = False
    plan: Plan = Plan()

    @property
    def runs(self) -> float:
        return sum(self.jobs * share * RUNS[rhythm] for rhythm, share in MIX.items())

    @property
    def pack_size(self) -> float:
        """The mean of what is due in the same second and shard, where there is anything."""
        if self.together:
            return self.measured.pack_size
        expected = self.runs / SECONDS / self.plan.shards
        return min(expected / -math.expm1(-expected), self.measured.pack_size)

    @property
    def packs(self) -> float:
        return self.runs / self.pack_size

    @property
    def scans(self) -> float:
        return SECONDS / self.plan.between_scans

    @property
    def upkeep(self) -> float:
        """Messages of censuses and trims: each shard is counted, and each history is trimmed once a day."""
        return self._censuses + self.jobs * DAYS

    @property
    def of_scans(self) -> Calls:
        return self.measured.scan * self.scans

    @property
    def of_runs(self) -> Calls:
        return self._pack * self.packs

    @property
    def of_upkeep(self) -> Calls:
        return self.measured.census * self._censuses + self.measured.trim * (self.jobs * DAYS)

    @property
    def of_host(self) -> Calls:
        """The looks of the host into the queue, while nothing is there."""
        idle = SECONDS - self._active(self.packs + self.upkeep)
        return Calls(by_kind=Counter({CallKind.GET: idle / self.plan.between_looks}))

    @property
    def calls(self) -> Calls:
        return self.of_scans + self.of_runs + self.of_upkeep + self.of_host

    @property
    def executions(self) -> float:
        return self.scans + self.packs + self.upkeep

    @property
    def instances(self) -> int:
        """Instances that run packs, by the time of their cores. One more scans."""
        cpu = self.measured.cpu_alone * (1 - self._share) + self.measured.cpu_pack * self._share
        return max(math.ceil(self.packs / SECONDS * cpu / self.plan.load), 1)

    @property
    def ready(self) -> float:
        """Gigabyte seconds of the two instances that are always ready: one scans, one runs packs."""
        return 2 * self.plan.memory * SECONDS

    @property
    def active(self) -> float:
        """Gigabyte seconds while instances execute: scans, and packs as far as they do not overlap."""
        scanning = self.scans * max(self.plan.shortest, self.measured.scan.total * self.plan.call)
        running = self._active(self.packs + self.upkeep) * self.instances
        return self.plan.memory * (scanning + running)

    @property
    def _censuses(self) -> float:
        return self.plan.shards * SECONDS / self.plan.between_censuses

    @property
    def _share(self) -> float:
        """Where a pack of this size lies between a run alone and the large pack."""
        return (self.pack_size - 1) / (self.measured.pack_size - 1)

    @property
    def _pack(self) -> Calls:
        return self.measured.alone * (1 - self._share) + self.measured.pack * self._share

    def _active(self, messages: float) -> float:
        """Return the seconds in which at least one message is worked on, if they come at random."""
        lasts = max(
            self.plan.shortest, self.plan.ahead + self._pack.total * self.plan.call + self.plan.action
        )
        return SECONDS * -math.expm1(-messages / SECONDS * lasts)
