"""What the app tells of a job's occurrences, held against its plan and against the receiver's own log.

- Every time that the plan names is told, and no other. Nothing is unexplained.
- What is told to have run was called. What is told not to have run was not.
- What was called is told.
- A late run that stands for others came after they were due.
- Whatever kept an occurrence from being made was there at its time, with the note that was sent.

The plan is the checker's own: it asks nothing of the engine under test.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from proofs.harness.receiver import Call

SCHEDULED: Final = "scheduled"
LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)
FAR_AHEAD: Final = datetime.max.replace(tzinfo=UTC)
MADE: Final = ("ran", "late", "failed", "faulted")
REASONED: Final = ("disabled", "collectionDisabled", "superseded", "excluded", "unknown")
"""Outcomes for which the plan must know a reason."""
UNMADE: Final = (*REASONED, "skipped", "collapsed", "ended", "upcoming")
"""The rest is wrong when all is over: nothing runs or waits any more, and nothing is unexplained."""
BEGUN: Final = "it had begun"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the app tells of one time."""

    at: datetime
    outcome: str
    due: datetime | None = None
    kind: str = SCHEDULED
    reason: str = ""
    note: str = ""
    into: datetime | None = None

    @property
    def had_begun(self) -> bool:
        return self.outcome == "superseded" and self.reason.startswith(BEGUN)

    def __str__(self) -> str:
        return " ".join([self.outcome, *(word for word in (self.reason, self.note) if word)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """What may have become of occurrences that were due from one instant to another, and with which note."""

    outcome: str
    begin: datetime = LONG_AGO
    end: datetime = FAR_AHEAD
    note: str = ""

    def holds_for(self, told: Told) -> bool:
        in_time = self.begin <= (told.due or told.at) <= self.end
        return self.outcome == told.outcome and in_time and self.note in ("", told.note)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The times that a job's definitions name, and what may have kept its occurrences from being made.

    Those of `perhaps` depend on which of two definitions was in force. One that has a count names times
    without end, and after so many runs it is over.
    """

    name: str
    times: tuple[datetime, ...]
    perhaps: tuple[datetime, ...] = ()
    reasons: tuple[Reason, ...] = ()
    skips: tuple[str, ...] = ()
    """Why its occurrences may be skipped."""
    collapses: bool = True
    count: int | None = None
    kinds: tuple[str, ...] = (SCHEDULED,)
    """Who may have asked for its runs."""


def telling_faults(plan: Plan, told: Sequence[Told], calls: Iterable[Call], *, now: datetime) -> list[str]:
    """Return what is told wrongly, or not at all, given the calls of the job's main action."""
    first: dict[datetime, datetime] = {}
    for call in sorted(calls, key=lambda call: call.at):
        if call.expected is not None:
            first.setdefault(call.expected, call.at)
    faults = [
        *_wrong_times(plan, told),
        *(fault for one in told if (fault := _fault(one, plan, first, now))),
        *_untold(told, first),
    ]
    return [f"{plan.name}: {fault}" for fault in faults]


def read_told(properties: Mapping[str, Any]) -> Told:
    """Return what an answer of the REST API tells of one time."""
    due, into = properties.get("due"), properties.get("into")
    return Told(
        at=datetime.fromisoformat(properties["at"]),
        outcome=properties["outcome"],
        due=datetime.fromisoformat(due) if due else None,
        kind=properties.get("kind", SCHEDULED),
        reason=properties.get("reason", ""),
        note=properties.get("note", ""),
        into=datetime.fromisoformat(into) if into else None,
    )


def _wrong_times(plan: Plan, told: Sequence[Told]) -> Iterator[str]:
    named = [one.at for one in told]
    yield from (f"nothing is told of {time}" for time in plan.times if time not in named)
    yield from (f"{time} is told more than once" for time in sorted(set(named)) if named.count(time) > 1)
    planned = {*plan.times, *plan.perhaps}
    yield from (f"{one.at} is told, {one}, but was not planned" for one in told if one.at not in planned)


def _fault(told: Told, plan: Plan, calls: Mapping[datetime, datetime], now: datetime) -> str | None:
    """Return what is wrong with what is told of one time, if anything is."""
    called = _whole_second(told.at) in calls
    if told.kind not in plan.kinds:
        return f"{told.at} is told as {told.kind} {told}"
    if told.outcome in MADE:
        return None if called else f"{told.at} is told as {told}, but was not called"
    if told.outcome not in UNMADE:
        return f"{told.at} is told as {told}"
    if called and not told.had_begun and told.outcome != "unknown":
        return f"{told.at} is told as {told}, but was called"
    return None if _is_true(told, plan, calls, now) else f"{told.at} is told as {told}, which is not true"


def _is_true(told: Told, plan: Plan, calls: Mapping[datetime, datetime], now: datetime) -> bool:
    match told.outcome:
        case "collapsed":
            called = calls.get(_whole_second(told.into)) if told.into else None
            return plan.collapses and called is not None and called >= (told.due or told.at)
        case "skipped":
            return told.reason in plan.skips
        case "ended":
            before = [expected for expected in calls if expected < told.at]
            return plan.count is not None and len(before) >= plan.count
        case "upcoming":
            return (told.due or told.at) > now
        case _:
            return any(reason.holds_for(told) for reason in plan.reasons)


def _untold(told: Sequence[Told], calls: Mapping[datetime, datetime]) -> Iterator[str]:
    known = {_whole_second(one.at) for one in told}
    yield from (
        f"{expected} was called, but nothing is told of it" for expected in calls if expected not in known
    )


def _whole_second(instant: datetime) -> datetime:
    """Return the second that a caller tells."""
    return instant.replace(microsecond=0)
