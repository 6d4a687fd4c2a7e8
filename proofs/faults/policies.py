"""Whether the policies of a job were kept: what its calls, and the records of what was skipped, say together.

The receiver's log says what was called and when. Only where it shows nothing for an occurrence are the app's
own records asked, and what they say must be true by that log:

- An occurrence that was skipped because of an overlap must have met an earlier one that was still open.
- One that became part of a late run must have been due before that run was claimed.
- One that came too late must have been late.

An occurrence that was called must not stand in a record as well.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final, assert_never

from proofs.faults.checker import Cause, Expected, Run, whole_second
from proofs.faults.rules import Rule
from shared.domain.course import SkipReason
from shared.domain.policies import MOST_CAUGHT_UP, MissedPolicy, Overlap

SETTLED_WITHIN: Final = timedelta(seconds=5)
"""How long an occurrence may stay open after its last call was answered, on a busy machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What the app noted: all times of the schedule from the first up to an instant were skipped.

    Without a reason they became part of a late run, that of the first.
    """

    path: str
    first: datetime
    until: datetime
    reason: SkipReason | None = None

    def tells_of(self, time: datetime, rule: Rule) -> bool:
        if self.reason is None:
            return self.first < time and rule.due(time) <= self.until
        return self.first <= time <= self.until

    def __str__(self) -> str:
        return f"{self.reason or 'collapsed'} from {self.first} to {self.until}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A job with its rule, its calls by the time that each is for, and what was noted about it."""

    rule: Rule
    calls: dict[datetime, list[Run]]
    records: tuple[Record, ...]
    causes: tuple[Cause, ...] = field(default=(), repr=False)

    def calls_for(self, time: datetime) -> list[Run]:
        return self.calls.get(whole_second(time), [])

    def ended(self, time: datetime) -> datetime | None:
        """Return when the last call of an occurrence was answered; None if there was none."""
        calls = self.calls_for(time)
        return calls[-1].at + self.rule.takes if calls else None


def follow(
    rule: Rule, runs: Iterable[Run], records: Iterable[Record], causes: Iterable[Cause] = ()
) -> Followed:
    calls: dict[datetime, list[Run]] = {}
    for run in sorted(runs, key=lambda run: run.at):
        if run.path == rule.path:
            calls.setdefault(run.expected, []).append(run)
    known = tuple(record for record in records if record.path == rule.path)
    return Followed(rule=rule, calls=calls, records=known, causes=tuple(causes))


def expected_of(job: Followed, error_path: str) -> list[Expected]:
    """Return what must and what may be called. An occurrence need not be called if a record tells of it.

    After so many faults as disable the job nothing is expected any more.
    """
    rule = job.rule
    expected: list[Expected] = []
    faults = 0
    for time in rule.owed:
        if faults == rule.most_faults:
            break
        called = bool(job.calls_for(time))
        faults += called and rule.fails
        told = any(record.tells_of(time, rule) for record in job.records)
        expected.append(
            Expected(
                path=rule.path,
                due=time,
                runs=rule.calls,
                required=called or not told,
                fails=rule.fails,
                delay=_free(job, time) - time,
            )
        )
        if rule.mourned and called:
            pause = rule.delay + sum(rule.pauses, timedelta())
            expected.append(Expected(path=error_path, due=time, delay=pause))
    return expected


def policy_faults(job: Followed, *, now: datetime) -> list[str]:
    """Return every way in which the policies were not kept."""
    return [*_overlaps(job), *_short_pauses(job), *_false_records(job, now)]


def end_of(job: Followed) -> str:
    """Return the state in which the job must be in the end."""
    if _has_too_many_faults(job):
        return "disabled"
    return "faulted" if job.rule.fails and job.calls else "completed"


def told_of(jobs: Iterable[Followed]) -> str:
    """Return how often policies had something to decide, in words that may follow others."""
    jobs = list(jobs)
    told = Counter(record.reason or "collapsed" for job in jobs for record in job.records)
    told["waited"] = sum(_free(job, one) > job.rule.earliest(one) for job in jobs for one in job.rule.times)
    told["disabled after faults"] = sum(_has_too_many_faults(job) for job in jobs)
    parts = [f"{what} {count}" for what, count in sorted(told.items()) if count]
    return f"; policies: {', '.join(parts)}" if parts else ""


def _has_too_many_faults(job: Followed) -> bool:
    return job.rule.most_faults is not None and len(job.calls) >= job.rule.most_faults


def _free(job: Followed, time: datetime) -> datetime:
    """Return when an occurrence could start: when it was due, or when the one it waited for had ended."""
    calls, due = job.calls_for(time), job.rule.earliest(time)
    if job.rule.overlap is not Overlap.WAIT or not calls:
        return due
    ends = [end for other in job.rule.times if other < time and (end := job.ended(other)) is not None]
    return max((end for end in ends if due < end <= calls[0].at), default=due)


def _overlaps(job: Followed) -> Iterator[str]:
    """Yield where an occurrence began before an earlier one of the same job was over."""
    if job.rule.overlap is Overlap.ALLOW:
        return
    called = [time for time in job.rule.times if job.calls_for(time)]
    for number, time in enumerate(called):
        begin = job.calls_for(time)[0].at
        for earlier in called[:number]:
            if reason := _open_at(job, earlier, begin):
                yield f"{job.rule.path} of {time} was called at {begin}, but that of {earlier} {reason}"


def _open_at(job: Followed, time: datetime, begin: datetime) -> str:
    """Say in which way an occurrence was open at an instant, if it was.

    Between two of its attempts it is open whatever has happened. A call that seems to be under way may be
    that of a runner which was killed, or has outlived its lease.
    """
    calls = job.calls_for(time)
    before = [call.at for call in calls if call.at <= begin]
    after = [call.at for call in calls if call.at > begin]
    if len(before) < job.rule.calls:
        return f"had been called only {len(before)} times"
    if any(not _is_explained(job, at, begin) for at in before if begin < at + job.rule.takes):
        return "was under way"
    if after and not _is_explained(job, before[0], after[-1]):
        return f"was called again at {after[-1]}"
    return ""


def _short_pauses(job: Followed) -> Iterator[str]:
    """Yield where a retry came sooner than the options, or the target, allow.

    What lies closer together is the same attempt, made again, if something went wrong between the two.
    """
    for time in job.rule.times:
        pauses = iter(job.rule.pauses)
        pause = next(pauses, None)
        for call, following in pairwise(job.calls_for(time)):
            waited = following.at - call.at - job.rule.takes
            if pause is not None and waited >= pause:
                pause = next(pauses, None)
            elif pause is not None and not _is_explained(job, call.at, following.at):
                yield f"{job.rule.path} of {time} was tried again after {waited} instead of {pause}"


def _false_records(job: Followed, now: datetime) -> Iterator[str]:
    for record in job.records:
        told = [time for time in job.rule.times if record.tells_of(time, job.rule)]
        if not told:
            yield f"{job.rule.path}: nothing was due in what is noted as {record}"
        for time in told:
            if job.calls_for(time):
                yield f"{job.rule.path} of {time} was called, but is noted as {record}"
            elif not _is_true(job, record, time, now):
                yield f"{job.rule.path} of {time} is noted as {record}, which is not true"


def _is_true(job: Followed, record: Record, time: datetime, now: datetime) -> bool:
    """Say whether the calls that came bear out why an occurrence was not made."""
    rule = job.rule
    match record.reason:
        case None:
            calls = job.calls_for(record.first)
            return rule.missed is not MissedPolicy.ALL and bool(calls) and record.until <= calls[0].at
        case SkipReason.OVERLAP:
            return rule.overlap is not Overlap.ALLOW and _met_an_open_one(job, time)
        case SkipReason.TOO_LATE:
            return rule.within is not None and now - rule.due(time) > rule.within
        case SkipReason.LIMIT:
            return rule.missed is MissedPolicy.ALL and len(rule.times) > MOST_CAUGHT_UP
        case SkipReason.COLLECTION_DISABLED:
            return rule.is_paused(time)
        case SkipReason.DISABLED:
            return _has_too_many_faults(job)
        case SkipReason.SUPERSEDED | SkipReason.BEGUN_IN_VAIN:
            return False  # nobody changes these jobs
        case _:
            assert_never(record.reason)


def _met_an_open_one(job: Followed, time: datetime) -> bool:
    due = job.rule.due(time)
    ends = [end for other in job.rule.times if other < time and (end := job.ended(other)) is not None]
    return any(due <= end + SETTLED_WITHIN or _is_explained(job, end, due) for end in ends)


def _is_explained(job: Followed, begin: datetime, end: datetime) -> bool:
    return any(cause.overlaps(begin, end) for cause in job.causes)
