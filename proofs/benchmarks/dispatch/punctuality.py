"""What the receiver saw, matched with what it should have seen."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from proofs.harness.receiver import Call

Run = tuple[str, datetime]
"""A job's name and when it is due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """When each job is due, by its name, in ascending order; runs due from `end` on do not count.

    Some jobs have delays: they are due so long after the time that their calls and their history name.
    """

    due: Mapping[str, Sequence[datetime]]
    end: datetime
    delays: Mapping[str, timedelta] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return sum(due < self.end for runs in self.due.values() for due in runs)

    @property
    def begin(self) -> datetime:
        return min(runs[0] for runs in self.due.values())

    @property
    def last(self) -> datetime:
        return max(due for runs in self.due.values() for due in runs if due < self.end)

    def run_of(self, call: Call) -> Run | None:
        """Return the run a call belongs to: the one it names, or else the latest that was due by then.

        A call that comes before any of its runs is due belongs to the first.
        """
        job = call.path.strip("/")
        runs = self.due.get(job, ())
        if call.expected is not None:
            delay = self.delays.get(job, timedelta())
            named = (due for due in runs if (due - delay).replace(microsecond=0) == call.expected)
            due = next(named, None)
        else:
            due = max((due for due in runs if due <= call.at), default=runs[0] if runs else None)
        return None if due is None else (job, due)

    def named(self, job: str, expected: datetime) -> Run | None:
        """Return the run that counts and has this name in the history, if there is one."""
        due = expected + self.delays.get(job, timedelta())
        return (job, due) if due < self.end and due in self.due.get(job, ()) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Punctuality:
    """How the runs of a wave came: how late, in seconds, the first call of each run was, by due instant."""

    wanted: int
    late: Sequence[float]
    doubled: int
    strange: int
    rate: float
    """Runs per second, from the first due instant to the last start."""
    starts: Sequence[float] = ()
    """When the runs started, in seconds from the first due instant, in ascending order."""

    @property
    def lateness(self) -> list[float]:
        return sorted(self.late)

    @property
    def lost(self) -> int:
        return self.wanted - len(self.late)

    @property
    def early(self) -> int:
        return sum(late < 0 for late in self.late)

    def percentile(self, percent: int) -> float:
        """Return the lateness that so many per cent of the runs do not exceed; endless if none came."""
        return _percentile(self.lateness, percent)

    def over_stretches(self, percent: int, stretches: int) -> list[float]:
        """Return that lateness for stretches of as many runs each, one after the other."""
        size = max(-(-len(self.late) // stretches), 1)
        return [
            _percentile(sorted(self.late[begin : begin + size]), percent)
            for begin in range(0, len(self.late), size)
        ]


def compare(timetable: Timetable, calls: Iterable[Call]) -> Punctuality:
    """Match each call with the run it belongs to."""
    starts: dict[Run | None, list[datetime]] = defaultdict(list)
    for call in sorted(calls, key=lambda call: call.at):
        starts[timetable.run_of(call)].append(call.at)
    strange = starts.pop(None, [])
    counted = {run: at for run, at in starts.items() if run is not None and run[1] < timetable.end}
    last = max((at[0] for at in counted.values()), default=timetable.begin)
    return Punctuality(
        wanted=timetable.size,
        late=[(counted[run][0] - run[1]).total_seconds() for run in sorted(counted, key=lambda run: run[1])],
        doubled=sum(len(at) - 1 for at in counted.values()),
        strange=len(strange),
        rate=len(counted) / max((last - timetable.begin).total_seconds(), 0.001),
        starts=sorted((at[0] - timetable.begin).total_seconds() for at in counted.values()),
    )


def _percentile(lateness: Sequence[float], percent: int) -> float:
    if not lateness:
        return float("inf")
    if len(lateness) == 1 or percent == 100:
        return lateness[-1]
    return statistics.quantiles(lateness, n=100, method="inclusive")[percent - 1]
