"""What the app answers when it is asked, through its API, what became of every occurrence of a scenario."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from proofs.faults.checker import Run
from proofs.faults.patient_client import PatientClient
from proofs.faults.plans import plan_changed, plan_once, plan_ruled, plan_series, plan_switched
from proofs.faults.played import Played
from proofs.faults.policies import Followed
from proofs.faults.stirring import told_plan
from proofs.faults.workload import PlannedJob
from proofs.harness.clock import now
from proofs.harness.receiver import Call
from proofs.harness.telling import Plan, telling_faults

BEFOREHAND: Final = timedelta(minutes=10)
"""From how long before the first time on the app is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """How many occurrences had which outcome, and what is told wrongly."""

    outcomes: Counter[str]
    faults: tuple[str, ...]

    def __str__(self) -> str:
        """Return the outcomes in words that may follow others."""
        return f"; told: {', '.join(f'{what} {count}' for what, count in sorted(self.outcomes.items()))}"


def ask_about_all(
    played: Played, runs: Sequence[Run], policied: Mapping[str, Followed], client: PatientClient
) -> Answers:
    """Ask about all jobs that are still there, over the whole time of the scenario."""
    until = now()
    plans = _plans(played, policied, until)
    jobs = [job for job in played.jobs if job.address in plans]
    begin = min(time for plan in plans.values() for time in plan.times) - BEFOREHAND
    outcomes, faults = Counter[str](), list[str]()
    for job, told in zip(jobs, client.told(jobs, begin, until), strict=True):
        paths = played.paths(job)
        called = [Call(path=run.path, at=run.at, expected=run.expected) for run in runs if run.path in paths]
        faults += telling_faults(plans[job.address], told, called, now=until)
        outcomes.update(one.outcome for one in told)
    return Answers(outcomes=outcomes, faults=tuple(faults))


def _plans(played: Played, policied: Mapping[str, Followed], until: datetime) -> dict[str, Plan]:
    """Return what is to be told, by the addresses of the jobs that are still there."""
    stirred = {one.job.address: told_plan(one) for one in played.harm.stirred}
    others = [job for job in played.jobs if job.stir is None]
    found = {job.address: _plan(job, played, policied, until) for job in others}
    return stirred | {address: plan for address, plan in found.items() if plan is not None}


def _plan(job: PlannedJob, played: Played, policied: Mapping[str, Followed], until: datetime) -> Plan | None:
    if job.change is not None:
        return plan_changed(job, job.change, played.changes[job.path])
    if job.switched:
        return plan_switched(job, [off for off in played.harm.offs if off.collection == job.collection])
    if job.series is not None:
        return plan_series(job, job.series, until=until)
    return plan_ruled(job, policied[job.path], until=until) if job.rule else plan_once(job)
