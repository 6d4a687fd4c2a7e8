"""The end: all troubles over, everything that is due happens, and nothing of what is deleted is left."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from shared.domain.collection import CollectionState
from shared.domain.errors import NotFound
from shared.flow.manage_collections import delete_collection, set_state
from shared.flow.manage_jobs import delete_job
from tests.machines.forms import COLLECTIONS, FIRST, JOBS, SECOND
from tests.machines.machine_world import MachineWorld
from tests.machines.snapshot import CENSUS, JobSeen, Snapshot, read_snapshot

_STEP: Final = timedelta(minutes=16)  # longer than any hint or lease is waited for
_STEPS: Final = 12  # two runs, each with two retries, and an error action with two more
_SIXTY_DAYS: Final = (timedelta(days=1), timedelta(days=29), timedelta(days=32), _STEP, _STEP, _STEP)


def drain_and_delete(world: MachineWorld, everything_holds: Callable[[], None]) -> None:
    world.disturbed = False
    _enable_all(world)
    everything_holds()
    for by in [_STEP] * _STEPS:
        _go_on(world, by, everything_holds)
    _check_that_all_ran(world)
    for by in _SIXTY_DAYS:
        _go_on(world, by, everything_holds)
    _check_that_what_is_finished_is_removed(world)
    _delete_all(world)
    everything_holds()
    for by in (*_SIXTY_DAYS, *_SIXTY_DAYS):
        _go_on(world, by, everything_holds)
    _check_that_nothing_is_left(read_snapshot(world.troubled.sound))


def _go_on(world: MachineWorld, by: timedelta, everything_holds: Callable[[], None]) -> None:
    world.now += by
    with world.journey(None):
        world.scan_at()
        world.run_visible()
    everything_holds()


def _enable_all(world: MachineWorld) -> None:
    for key in COLLECTIONS:
        try:
            set_state(world.ports, key, CollectionState.ENABLED)
        except NotFound:
            continue


def _check_that_all_ran(world: MachineWorld) -> None:
    snapshot = read_snapshot(world.troubled.sound)
    held_up = {row.owner for row in snapshot.aside}
    for job in snapshot.jobs:
        if not job.spoilt and job.owner not in held_up and job.fields["state"] == "enabled":
            assert '"recurrence"' in job.fields["definition"], f"{job.row} runs once, and has not"
            assert '"count"' not in _recurrence(job), f"{job.row} has not ended"
            assert '"end_time"' not in _recurrence(job), f"{job.row} has not ended"
            assert job.fields["open"] == 0, f"{job.row} has something open"
            since = world.now.replace(tzinfo=None) - _STEP
            assert job.fields["lastRun"] > since.isoformat(timespec="microseconds"), f"{job.row} has stopped"


def _recurrence(job: JobSeen) -> str:
    definition: str = job.fields["definition"]
    return definition[definition.index('"recurrence"') :]


def _check_that_what_is_finished_is_removed(world: MachineWorld) -> None:
    snapshot = read_snapshot(world.troubled.sound)
    held_up = {row.owner for row in snapshot.aside}
    old = [job.row for job in snapshot.jobs if not job.spoilt and job.owner not in held_up and job.finished]
    assert old == [], "finished 60 days ago, and still there"


def _delete_all(world: MachineWorld) -> None:
    for key in JOBS:
        if key.collection == FIRST:
            try:
                delete_job(world.ports, key)
            except NotFound:
                continue
    try:
        delete_collection(world.ports, SECOND)
    except NotFound:
        return


def _check_that_nothing_is_left(snapshot: Snapshot) -> None:
    tickets = [ticket for ticket in snapshot.tickets if ticket.kind != CENSUS]
    assert [row.row for row in [*snapshot.jobs, *tickets, *snapshot.history, *snapshot.aside]] == []
    assert len(snapshot.tickets) - len(tickets) <= 1, "the census has one ticket, which stays"
    assert [row.row for row in snapshot.collections if row.owner != FIRST.canonical] == []
