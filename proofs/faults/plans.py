"""What is to be told of each job: the times that its definitions name, and why one of them may not have run.

All of it follows from what was sent, and from when that was answered.
"""

from collections.abc import Iterable
from datetime import datetime

from proofs.faults.changes import SLOW, Changed, ChangeKind, Off
from proofs.faults.checker import Series
from proofs.faults.policies import Followed
from proofs.faults.policy_jobs import OFF_FOR_A_WHILE
from proofs.faults.workload import PlannedChange, PlannedJob
from proofs.harness.telling import Plan, Reason
from shared.domain.policies import MissedPolicy, Overlap


def plan_once(job: PlannedJob) -> Plan:
    """An error action is for the same time as what failed before it."""
    return Plan(name=job.address, times=(job.expected[0].due,))


def plan_series(job: PlannedJob, series: Series, *, until: datetime) -> Plan:
    """It has a count and no end, so that its schedule goes on to name times."""
    named = range((until - series.first) // series.every + 1)
    times = tuple(due for number in named if (due := series.first + series.every * number) < until)
    return Plan(name=job.address, times=times, count=series.count)


def plan_switched(job: PlannedJob, offs: Iterable[Off]) -> Plan:
    """Whatever its collection was disabled for is told."""
    reasons = (
        Reason(outcome="collectionDisabled", begin=off.disabling - SLOW, end=off.enabled, note=off.note)
        for off in offs
    )
    return Plan(name=job.address, times=(job.expected[0].due,), reasons=tuple(reasons))


def plan_changed(job: PlannedJob, change: PlannedChange, changed: Changed) -> Plan | None:
    """Return nothing for a job that is gone.

    A new form that is due at another time replaces the time of the old one, unless that had come before.
    """
    old, new = changed.old.due, changed.new.due if changed.new else changed.old.due
    if changed.refused:
        return Plan(name=job.address, times=(old,))
    reasons = [Reason(outcome="superseded", begin=change.at - SLOW, end=changed.answered)]
    match changed.kind:
        case ChangeKind.DELETE:
            return None
        case ChangeKind.DISABLE:
            reasons.append(Reason(outcome="disabled", begin=change.at - SLOW, note=change.note))
            return Plan(name=job.address, times=(old,), reasons=tuple(reasons))
        case ChangeKind.PATCH | ChangeKind.PUT:
            return Plan(name=job.address, times=(new,), perhaps=(old,), reasons=tuple(reasons))


def plan_ruled(job: PlannedJob, followed: Followed, *, until: datetime) -> Plan:
    rule = followed.rule
    allowed = {
        "overlap": rule.overlap is not Overlap.ALLOW,
        "tooLate": rule.within is not None,
        "limit": rule.missed is MissedPolicy.ALL,
    }
    return Plan(
        name=job.address,
        times=tuple(time for time in rule.times if time < until),
        reasons=tuple(_reasons(followed)),
        skips=tuple(reason for reason, holds in allowed.items() if holds),
        collapses=rule.missed is not MissedPolicy.ALL,
    )


def _reasons(followed: Followed) -> Iterable[Reason]:
    rule = followed.rule
    if rule.off_until is not None:
        yield Reason(outcome="disabled", end=rule.off_until, note=OFF_FOR_A_WHILE)
    if rule.paused_until is not None:
        yield Reason(outcome="collectionDisabled", end=rule.paused_until, note=OFF_FOR_A_WHILE)
    if rule.most_faults is not None and len(followed.calls) >= rule.most_faults:
        last = max(run.at for runs in followed.calls.values() for run in runs)
        yield Reason(outcome="disabled", begin=last)
