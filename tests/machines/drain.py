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
from tests.machines.telling import check_what_is_told

_STEP: Final = timedelta(minutes=16)  # longer than any hint or lease is waited for
_STEPS: Final = 8  # a pause or a lease, then two runs, each after a retry, and an error action
_MOST_HINTS: Final = 10  # what was missed in the last minutes is made up for, one after the other
_KEPT_AT_MOST: Final = timedelta(days=62)
_SIXTY_DAYS: Final = (timedelta(days=1), timedelta(days=29), timedelta(days=32), _STEP, _STEP, _STEP)


def drain_and_delete(world: MachineWorld, everything_holds: Callable[[], None]) -> None:
    world.disturbed = False
    check_what_is_told(world, JOBS)
    _enable_all(world)
    everything_holds()
    for by in [_STEP] * _STEPS:
        _go_on(world, by, everything_holds)
    _check_that_all_ran(world)
    check_what_is_told(world, JOBS)
    for by in _SIXTY_DAYS:
        _go_on(world, by, everything_holds)
    _check_that_what_is_finished_is_removed(world)
    _check_that_old_records_are_trimmed(world)
    _delete_all(world)
    everything_holds()
    for by in (*_SIXTY_DAYS, *_SIXTY_DAYS):
        _go_on(world, by, everything_holds)
    _check_that_nothing_is_left(read_snapshot(world.troubled.sound))


def _go_on(world: MachineWorld, by: timedelta, everything_holds: Callable[[], None]) -> None:
    """Let everything happen that is due by then. What comes too late may leave a run that does not."""
    world.now += by
    with world.journey(None):
        world.scan_at()
        for _ in range(_MOST_HINTS):
            if not any(since <= world.now for since, _ in world.queue.messages):
                break
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
        if job.spoilt or job.owner in held_up:
            continue
        assert job.until is None, f"{job.row} should be enabled by now"
        if job.fields["state"] == "enabled":
            assert '"recurrence"' in job.fields["definition"], f"{job.row} runs once, and has not"
            assert '"count"' not in _recurrence(job), f"{job.row} has not ended"
            assert '"end_time"' not in _recurrence(job), f"{job.row} has not ended"
            assert job.fields["open"] == 0, f"{job.row} has something open"
            assert "waits" not in job.course, f"{job.row} waits for ever"
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


def _check_that_old_records_are_trimmed(world: MachineWorld) -> None:
    """Records of skips go with old history, unless their job cannot be read: it may be again."""
    snapshot = read_snapshot(world.troubled.sound)
    spoilt = {job.owner for job in snapshot.jobs if job.spoilt}
    old = [row for row in snapshot.skips if row.skip.until < world.now - _KEPT_AT_MOST]
    assert [row.row for row in old if row.owner not in spoilt] == [], "skipped 60 days ago, and still told"


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
    rows = [*snapshot.jobs, *tickets, *snapshot.history, *snapshot.skips, *snapshot.aside]
    assert [row.row for row in rows] == []
    assert len(snapshot.tickets) - len(tickets) <= 1, "the census has one ticket, which stays"
    assert [row.row for row in snapshot.collections if row.owner != FIRST.canonical] == []
