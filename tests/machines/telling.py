"""What the app tells of every job's occurrences, held against the actions that were begun."""

from datetime import datetime, timedelta
from typing import Final

from shared.domain.keys import JobKey
from shared.domain.occurrences.story import Kind, Occurrence, Outcome
from shared.flow.occurrences import explain
from tests.machines.acts import Execution
from tests.machines.machine_world import MachineWorld
from tests.machines.snapshot import JobSeen, read_snapshot

_DAYS_TOLD: Final = timedelta(days=59)
_MOST: Final = 100_000
_MADE: Final = (Outcome.RAN, Outcome.LATE, Outcome.FAILED, Outcome.FAULTED)
_BEGUN: Final = (*_MADE, Outcome.RUNNING, Outcome.WAITING, Outcome.SUPERSEDED)


def check_what_is_told(world: MachineWorld, keys: tuple[JobKey, ...]) -> None:
    """Nothing is unexplained. What is told to have run was begun, and what was begun is not denied.

    Where rows were spoilt or the clock was set back, nobody can tell.
    """
    if world.muddled:
        return
    snapshot = read_snapshot(world.troubled.sound)
    aside = {row.owner for row in snapshot.aside}
    for job in snapshot.jobs:
        if not job.spoilt and job.owner not in aside:
            _check(job, next(key for key in keys if key.canonical == job.owner), world)


def _check(job: JobSeen, key: JobKey, world: MachineWorld) -> None:
    begin, end = world.now - _DAYS_TOLD, world.now + timedelta(minutes=10)
    _, told, _ = explain(world.ports, key, begin=begin, end=end, top=_MOST)
    executions = [
        one
        for one in world.executions
        if one.owner == job.owner and one.ticket.incarnation == job.fields["incarnation"]
    ]
    for occurrence in told:
        _check_one(occurrence, executions, job)
    for execution in executions:
        if begin <= execution.ticket.expected < end:
            assert _is_told(execution, told), f"{job.row}: nobody tells of {execution.ticket.expected}"


def _check_one(occurrence: Occurrence, executions: list[Execution], job: JobSeen) -> None:
    where = f"{job.row}: {occurrence}"
    assert occurrence.outcome is not Outcome.UNEXPLAINED, where
    scheduled = occurrence.kind is not Kind.RUN_NOW
    of_it = [
        one
        for one in executions
        if one.ticket.expected == occurrence.at and one.ticket.scheduled == scheduled
    ]
    if occurrence.outcome in _MADE:
        assert of_it, f"{where}: nobody did it"
    elif occurrence.outcome not in (*_BEGUN, Outcome.UNKNOWN):
        assert not of_it, f"{where}: it was begun"


def _is_told(execution: Execution, told: list[Occurrence]) -> bool:
    at: datetime = execution.ticket.expected
    return any(one.at == at and one.outcome in (*_BEGUN, Outcome.UNKNOWN) for one in told)
