"""A job that is put reads the clock once: its first run is due when it begins to count."""

from dataclasses import replace
from datetime import datetime, timedelta

from shared.domain.job import JobState
from shared.flow.put_and_patch import WantedJob, put_job
from tests.builders import KEY, a_definition
from tests.world import World, a_world


def test_the_first_run_is_due_at_the_instant_from_which_the_job_counts() -> None:
    world = a_world()
    ports = replace(world.ports, clock=lambda: tick(world))

    for _ in ("created", "replaced"):
        wanted = WantedJob(key=KEY, definition=a_definition(), state=JobState.ENABLED)
        job, _, _ = put_job(ports, wanted)

        assert job.next_nominal == job.anchor


def tick(world: World) -> datetime:
    """A clock that goes on while it is read, as real ones do."""
    world.now += timedelta(microseconds=1)
    return world.now
