"""Jobs and collections that are changed just as they are due, by several clients at once."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any, Final, assert_never

from local.dev.terminal import Problem
from proofs.faults.changes import Changed, ChangeKind, Off
from proofs.faults.checker import Expected
from proofs.faults.patient_client import PatientClient
from proofs.faults.site import Stage
from proofs.faults.stirring import plan_stirred
from proofs.faults.workload import (
    CONFLICT,
    EXTENDED,
    NO_RETRIES,
    Place,
    PlannedChange,
    PlannedJob,
    Size,
    a_job,
    collections_of,
    some_time,
)
from proofs.harness.clock import now

CLIENTS: Final = 8
EARLIEST: Final = timedelta(seconds=2.2)
"""How long before the due instant a job may be changed: sometimes its runner has not read it yet."""
LATEST: Final = timedelta(seconds=0.4)
"""How long after it: most have been claimed by then, and many have finished."""
_SWITCHED_COLLECTIONS: Final = 2
_AFTER_THE_LAST_SWITCH: Final = timedelta(seconds=1.5)
_LATER: Final = timedelta(seconds=3)  # when a job that is replaced is due instead
_SOON_OVER: Final = timedelta(seconds=10)  # less than a minute: one occurrence


def plan_changes(place: Place, size: Size, *, begin: datetime, chance: random.Random) -> list[PlannedJob]:
    """Return jobs that are changed, each once, others beside them, and jobs of collections to be disabled."""
    fire, kinds = size.fire, list(ChangeKind)
    jobs = []
    for number in range(fire.changed + fire.unchanged):
        due = begin + EARLIEST + some_time(size.disturbed - EARLIEST, number, chance)
        job = _plan_unchanged(place, number, due)
        if number < fire.changed:
            at = due + timedelta(seconds=chance.uniform(-EARLIEST.total_seconds(), LATEST.total_seconds()))
            job = _plan_changed(job, place, kinds[number % len(kinds)], at)
        jobs.append(job)
    span = size.disturbed + _AFTER_THE_LAST_SWITCH
    dues = [begin + span * (number + 0.5) / fire.switched for number in range(fire.switched)]
    switched = [_plan_switched(place, number, due) for number, due in enumerate(dues)]
    return [*jobs, *switched, *plan_stirred(place, size, begin=begin, chance=chance)]


def make_changes(stage: Stage) -> list[Changed]:
    """Make each change at its instant; several clients wait for theirs at any time."""
    planned = [(change.at, job, change) for job in stage.jobs if (change := job.change) is not None]
    planned.sort(key=itemgetter(0))
    with ThreadPoolExecutor(CLIENTS) as clients:
        return list(clients.map(lambda one: _make(one[1], one[2], stage.client), planned))


def switch_collections(stage: Stage, size: Size) -> list[Off]:
    """Disable and enable collections until the time is over; leave them enabled."""
    collections = collections_of(job for job in stage.jobs if job.switched)
    with ThreadPoolExecutor(len(collections)) as clients:
        switched = clients.map(lambda collection: _switch(collection, stage, size), collections)
        return [off for offs in switched for off in offs]


def _plan_unchanged(place: Place, number: int, due: datetime) -> PlannedJob:
    path = place.path(number)
    body = a_job(place.receiver + path, due, retryPolicy=NO_RETRIES)
    return PlannedJob(address=place.job(number), body=body, expected=(Expected(path=path, due=due),))


def _plan_changed(job: PlannedJob, place: Place, kind: ChangeKind, at: datetime) -> PlannedJob:
    (old,) = job.expected
    path = f"{old.path}/{kind}"
    return replace(job, change=_plan_change(kind, at, place.receiver + path, replace(old, path=path)))


def _plan_change(kind: ChangeKind, at: datetime, uri: str, new: Expected) -> PlannedChange:
    match kind:
        case ChangeKind.PATCH:
            body: dict[str, Any] = {"properties": {"action": {"request": {"uri": uri}}}}
            return PlannedChange(kind=kind, at=at, method="PATCH", body=body, new=new)
        case ChangeKind.DISABLE:
            note = f"no more of {uri}"
            body = {"properties": {"state": "disabled", "disabled": {"note": note}}}
            return PlannedChange(kind=kind, at=at, method="PATCH", body=body, note=note)
        case ChangeKind.DELETE:
            return PlannedChange(kind=kind, at=at, method="DELETE")
        case ChangeKind.PUT:
            later = replace(new, due=new.due + _LATER)
            body = a_job(uri, later.due, retryPolicy=NO_RETRIES)
            return PlannedChange(kind=kind, at=at, method="PUT", body=body, new=later)
        case _:
            assert_never(kind)


def _plan_switched(place: Place, number: int, due: datetime) -> PlannedJob:
    """One with a single occurrence, which is skipped for good if its collection is disabled."""
    path = f"/{place.group}/switched-{number}"
    address = f"{place.collections}/switched-{number % _SWITCHED_COLLECTIONS}/jobs/{number}"
    body = a_job(place.receiver + path, due, retryPolicy=NO_RETRIES)
    over = (due + _SOON_OVER).isoformat()
    body["properties"]["recurrence"] = {"frequency": "minute", "interval": 1, "endTime": over}
    return PlannedJob(address=address, body=body, expected=(Expected(path=path, due=due),), switched=True)


def _make(job: PlannedJob, change: PlannedChange, client: PatientClient) -> Changed:
    time.sleep(max((change.at - now()).total_seconds(), 0))
    answer = client.answer_to(change.method, job.address, change.body, version=change.version)
    answered = now()
    if not answer.ok and answer.status_code != CONFLICT:
        raise Problem(f"{change.method} {job.address} was refused: {answer.text}")
    return Changed(
        kind=change.kind,
        old=job.expected[0],
        new=change.new,
        answered=answered,
        refused=answer.status_code == CONFLICT,
    )


def _switch(collection: str, stage: Stage, size: Size) -> list[Off]:
    offs, on = list[Off](), size.fire.on.total_seconds()
    while stage.pause(on / 2, on):
        disabling = now()
        note = f"switched off {len(offs)}"
        stage.client.ask("POST", f"{collection}/disable", {"note": note}, version=EXTENDED)
        disabled = now()
        time.sleep(size.fire.off.total_seconds())
        enabling = now()
        stage.client.ask("POST", f"{collection}/enable")
        offs.append(
            Off(
                collection=collection,
                disabling=disabling,
                disabled=disabled,
                enabling=enabling,
                enabled=now(),
                note=note,
            )
        )
    return offs
