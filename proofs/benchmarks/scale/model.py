"""A model of calls, rows and limits. It knows the app only by what was counted of it."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

DAY: Final = 86_400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Calls to storage, and the rows that they read and change."""

    calls: float = 0.0
    rows: float = 0.0

    def __add__(self, other: "Work") -> "Work":
        return Work(calls=self.calls + other.calls, rows=self.rows + other.rows)

    def __mul__(self, times: float) -> "Work":
        return Work(calls=self.calls * times, rows=self.rows * times)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """What the tickets of one message take, from the scan that sends it to their settled history."""

    tickets: float
    sending: Work
    starting: Work
    settling: Work
    cpu: float
    """Seconds of one core, once the message is taken from the queue."""

    @property
    def running(self) -> Work:
        """What is done once the message is taken from the queue."""
        return self.starting + self.settling


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What was counted: a pack of one, a full pack, and the trimming of a job's history, once a day."""

    alone: Pack
    full: Pack
    trim: Work

    def pack(self, tickets: float) -> Pack:
        """Return what a pack of this size takes: in proportion between the two that were counted."""
        share = (tickets - self.alone.tickets) / (self.full.tickets - self.alone.tickets)

        def between(one: Work, all_: Work) -> Work:
            return one * (1 - share) + all_ * share

        return Pack(
            tickets=tickets,
            sending=between(self.alone.sending, self.full.sending),
            starting=between(self.alone.starting, self.full.starting),
            settling=between(self.alone.settling, self.full.settling),
            cpu=self.alone.cpu * (1 - share) + self.full.cpu * share,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What storage and instances give, and how the app is set."""

    rows: float = 2_000.0
    """Rows a second of one partition."""
    calls: float = 20_000.0
    """Calls a second of one account."""
    call: float = 0.015
    """Seconds that a call takes."""
    action: float = 0.1
    """Seconds that an action takes."""
    load: float = 0.7
    """The share of an instance that is planned for."""
    slots: int
    """Messages that an instance works on side by side."""
    horizon: float
    """Seconds that a scan looks ahead."""
    between_scans: float
    shards_at_once: int
    """Shards that a scan sends for side by side."""


class Bound(StrEnum):
    """What decides how soon a herd has started."""

    ROWS = "rows"
    CALLS = "calls"
    SLOTS = "slots"
    CPU = "CPU"
    HINTS = "hints"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Jobs that run once in a period, evenly over it; packs of what is due in the same second and shard."""

    jobs: int
    period: float
    counts: Counts
    limits: Limits

    @property
    def rate(self) -> float:
        """Runs a second."""
        return self.jobs / self.period

    def calls(self, shards: int) -> float:
        """Calls a second: of the runs, of the trimming, and of the scans that look into every shard."""
        scans = (shards + 1) / self.limits.between_scans
        pack = self._pack(shards)
        trims = self.counts.trim.calls * self.jobs / DAY
        return self.rate * (pack.sending + pack.running).calls / pack.tickets + trims + scans

    def rows(self, shards: int) -> float:
        """Rows a second of one partition. Each scan reads a ticket again while it is within the horizon."""
        pack = self._pack(shards)
        read_again = min(self.limits.horizon, self.period) / self.limits.between_scans - 1
        a_run = (pack.sending + pack.running).rows / pack.tickets + max(read_again, 0)
        return (self.rate * a_run + self.counts.trim.rows * self.jobs / DAY) / shards

    def holds(self, shards: int) -> bool:
        return self.rows(shards) <= self.limits.rows and self.calls(shards) <= self.limits.calls

    def instances(self, shards: int) -> int:
        """Instances that have slots and cores enough."""
        pack = self._pack(shards)
        packs = self.rate / pack.tickets
        busy = max(packs * pack.cpu, packs * _slot_time(pack, self.limits) / self.limits.slots)
        return max(math.ceil(busy / self.limits.load), 1)

    def _pack(self, shards: int) -> Pack:
        expected = self.rate / shards
        tickets = expected / -math.expm1(-expected)  # the mean of those that are not empty
        return self.counts.pack(min(tickets, self.counts.full.tickets))


@dataclass(frozen=True, slots=True, kw_only=True)
class AtOnce:
    """Jobs that are due at one instant."""

    jobs: int
    counts: Counts
    limits: Limits

    def started(self, shards: int, instances: int) -> tuple[float, Bound]:
        """Return after how many seconds the last one has started at the latest, and what decides that.

        Settling is taken as if it came before the next start, so that the answer errs to the slow side.
        """
        pack = self.counts.pack(max(min(self.jobs / shards, self.counts.full.tickets), 1))
        packs, limits = self.jobs / pack.tickets, self.limits
        at_once = instances * limits.slots
        seconds = {
            Bound.ROWS: packs / min(shards, packs) * pack.running.rows / limits.rows,
            Bound.CALLS: packs * pack.running.calls / limits.calls,
            Bound.SLOTS: (math.ceil(packs / at_once) - 1) * _slot_time(pack, limits)
            + pack.starting.calls * limits.call,
            Bound.CPU: packs * pack.cpu / instances,
            Bound.HINTS: self.hints(shards) - (limits.horizon - limits.between_scans),
        }
        decides = max(seconds, key=lambda bound: seconds[bound])
        return seconds[decides], decides

    def hints(self, shards: int) -> float:
        """Return how many seconds a scan sends hints of all of them, some shards side by side."""
        pack = self.counts.pack(max(min(self.jobs / shards, self.counts.full.tickets), 1))
        packs = self.jobs / pack.tickets
        side_by_side = min(self.limits.shards_at_once, shards, packs)
        calls = packs * pack.sending.calls * self.limits.call / side_by_side
        rows = packs / min(shards, packs) * pack.sending.rows / self.limits.rows
        return max(calls, rows)


def _slot_time(pack: Pack, limits: Limits) -> float:
    """Return how long a message holds its slot: its calls one after the other, and its actions at once."""
    return pack.running.calls * limits.call + limits.action
