"""Recurring jobs that are disabled and enabled, patched or replaced as they are due, while things go wrong.

Under faults a call of the API can take long, and can be made twice. So only two instants count: when it was
sent first, and when it was answered.
"""

import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, assert_never

from local.dev.terminal import Problem
from proofs.faults.checker import Cause, Entry, Expected, Run, whole_second
from proofs.faults.rules import MINUTE
from proofs.faults.site import Stage
from proofs.faults.workload import (
    CONFLICT,
    EXTENDED,
    NO_RETRIES,
    Place,
    PlannedJob,
    PlannedStir,
    Size,
    StirKind,
    a_job,
    a_request,
)
from proofs.harness.clock import now
from proofs.harness.telling import Plan, Reason

FIRST_NUMBER: Final = 5_000
CLIENTS: Final = 8
EARLIEST: Final = timedelta(seconds=2.2)
LATEST: Final = timedelta(seconds=0.4)
"""How long before the due instant a job may be stirred, and how long after it."""
RESTING: Final = 0.5  # seconds
UNCLAIMED: Final = timedelta(minutes=5)
"""How long an occurrence may be due and not claimed, while storage or hints are lost."""
_NEW: Final = "/new"
_NEVER_RUNS: Final = "the job would never run"
_SOON_OVER: Final = timedelta(seconds=50)  # the schedule ends before it names one more minute


@dataclass(frozen=True, slots=True, kw_only=True)
class Stirred:
    """A job that was stirred: when the call was sent and answered, and when all was over.

    One that rests was enabled again by a second call, sent at `enabling`.
    A job that had finished before refuses, and one whose last time has come.
    """

    job: PlannedJob
    kind: StirKind
    sent: datetime
    answered: datetime
    enabling: datetime
    over: datetime
    refused: bool = False
    note: str = ""

    @property
    def paths(self) -> tuple[str, str]:
        return self.job.path, self.job.path + _NEW

    @property
    def times(self) -> tuple[datetime, ...]:
        return tuple(one.due for one in self.job.expected)

    def calls(self, runs: Iterable[Run]) -> list[Run]:
        """Return the calls of either form."""
        return [run for run in runs if run.path in self.paths]


def plan_stirred(place: Place, size: Size, *, begin: datetime, chance: random.Random) -> list[PlannedJob]:
    """Return jobs with as many occurrences as the size says, the first of them in the first third."""
    kinds, jobs = list(StirKind), []
    for number in range(size.stirred):
        due = begin + max(EARLIEST, size.disturbed / 3 * chance.random())
        at = due + timedelta(seconds=chance.uniform(-EARLIEST.total_seconds(), LATEST.total_seconds()))
        stir = PlannedStir(kind=kinds[number % len(kinds)], at=at)
        jobs.append(_planned(place, FIRST_NUMBER + number, due, size, stir))
    return jobs


def stir_jobs(stage: Stage) -> list[Stirred]:
    """Stir each job at its instant; several clients wait for theirs at any time."""
    planned = [(stir.at, job.path, job, stir) for job in stage.jobs if (stir := job.stir) is not None]
    with ThreadPoolExecutor(CLIENTS) as clients:
        return list(clients.map(lambda one: _stir(one[2], one[3], stage), sorted(planned, key=_when)))


def expected_when_stirred(stirred: Stirred, runs: Iterable[Run]) -> list[Expected]:
    """Return what may and what must run, given what did. An occurrence that is not in the list must not.

    An occurrence that was due before an earlier one started may have become part of that late run.
    What was refused may have been done before, by a call whose answer was lost: then the new form was called.
    """
    calls = stirred.calls(runs)
    if any(run.path.endswith(_NEW) for run in calls):
        stirred = replace(stirred, refused=False)
    expected: list[Expected] = []
    for due in stirred.times:
        passed = any(run.expected < whole_second(due) and due <= run.at for run in calls)
        expected += [replace(one, required=one.required and not passed) for one in _forms(stirred, due)]
    return expected


def told_plan(stirred: Stirred) -> Plan:
    """Return what is to be told of a stirred job: both its forms name the same times.

    A change gives up what was due before it and was not yet claimed.
    """
    since, over = stirred.sent - UNCLAIMED, stirred.over
    reasons = [Reason(outcome="superseded", begin=since, end=over)]
    if stirred.kind is StirKind.REST:
        reasons.append(Reason(outcome="disabled", begin=since, end=over, note=stirred.note))
    known = () if stirred.refused else tuple(reasons)
    return Plan(name=stirred.job.address, times=stirred.times, reasons=known)


def count_faults(
    stirred: Iterable[Stirred], runs: Sequence[Run], entries: Iterable[Entry], causes: Sequence[Cause]
) -> list[str]:
    """Return whose history does not show each of its runs once.

    If whoever ran the old form has died, nobody settles it any more.
    """
    shown = Counter((entry.path, whole_second(entry.expected)) for entry in entries)
    faults = []
    for one in stirred:
        called = {run.expected for run in one.calls(runs)}
        for due in (whole_second(due) for due in one.times):
            times = shown[one.job.path, due]
            lost = due in called and not times
            if times > (due in called) or (lost and not causes):
                faults.append(f"{one.job.path} of {due}: its history shows it {times} times")
    return faults


def _planned(place: Place, number: int, due: datetime, size: Size, stir: PlannedStir) -> PlannedJob:
    path, dues = place.path(number), [due + MINUTE * repeat for repeat in range(size.repeats)]
    body = a_job(place.receiver + path, due, retryPolicy=NO_RETRIES)
    over = (dues[-1] + _SOON_OVER).isoformat()
    body["properties"]["recurrence"] = {"frequency": "minute", "interval": 1, "endTime": over}
    expected = tuple(Expected(path=path, due=due) for due in dues)
    return PlannedJob(address=place.job(number), body=body, expected=expected, stir=stir)


def _when(planned: tuple[datetime, str, PlannedJob, PlannedStir]) -> tuple[datetime, str]:
    return planned[0], planned[1]


def _forms(stirred: Stirred, due: datetime) -> list[Expected]:
    """Return in which forms an occurrence may be made: it must, if there is no doubt about the form."""
    old, new = (Expected(path=path, due=due) for path in stirred.paths)
    if stirred.refused:
        return [old]
    if stirred.kind is StirKind.REST:
        off = stirred.answered < due < stirred.enabling
        return [] if off else [replace(old, required=stirred.over < due)]
    if stirred.over < due:
        return [new]
    doubtful = [old, new] if stirred.sent < due else [old]
    return [replace(form, required=False) for form in doubtful]


def _stir(job: PlannedJob, stir: PlannedStir, stage: Stage) -> Stirred:
    time.sleep(max((stir.at - now()).total_seconds(), 0))
    sent, note = now(), f"rest of {job.path}"
    refused = _ask(stage, *_asked(job, stir.kind, note))
    answered = enabling = now()
    if stir.kind is StirKind.REST and not refused:
        time.sleep(RESTING)
        enabling = now()
        stage.client.ask("POST", f"{job.address}/enable", version=EXTENDED)
    return Stirred(
        job=job,
        kind=stir.kind,
        sent=sent,
        answered=answered,
        enabling=enabling,
        over=now(),
        refused=refused,
        note=note,
    )


def _asked(job: PlannedJob, kind: StirKind, note: str) -> tuple[str, str, object]:
    """Return method, address and body of the call that is made first."""
    properties = job.body["properties"]
    uri = properties["action"]["request"]["uri"] + _NEW
    match kind:
        case StirKind.REST:
            return "POST", f"{job.address}/disable", {"note": note}
        case StirKind.PATCH:
            return "PATCH", job.address, {"properties": {"action": {"request": {"uri": uri}}}}
        case StirKind.PUT:
            action = {**properties["action"], "request": a_request(uri)}
            return "PUT", job.address, {"properties": {**properties, "action": action}}
        case _:
            assert_never(kind)


def _ask(stage: Stage, method: str, address: str, body: object) -> bool:
    """Say whether it was refused: because the job had finished, or because no time was left to it."""
    answer = stage.client.answer_to(method, address, body, version=EXTENDED)
    if not answer.ok and answer.status_code != CONFLICT and _NEVER_RUNS not in answer.text:
        raise Problem(f"{method} {address} was refused: {answer.text}")
    return not answer.ok
