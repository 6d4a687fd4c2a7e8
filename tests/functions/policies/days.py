"""Days of the app: the clock is turned by hand, and everything that is due happens."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from shared.domain.attempt import Attempt, Completed, Failed, Outcome
from shared.domain.course import Skipped
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.stored import JobSkips
from shared.storage.history_rows import read_skipped
from tests.builders import at
from tests.world import World

KEY = JobKey(
    collection=CollectionKey(subscription="s", resource_group="rg", name="jc1"),
    name="j1",
)
FINE: Outcome = Completed("fine", status=200)
BROKEN: Outcome = Failed("broken", status=500)


def pass_time(world: World, until: str, *, step: int = 1) -> None:
    """Let the timer and the runners work until an instant, every second."""
    end = at(until)
    while world.now < end:
        world.scan()
        world.run()
        world.now = max(world.now, min(world.now + timedelta(seconds=step), end))
    world.scan()
    world.run()


def starts(world: World) -> list[str]:
    """Return when the main action was called."""
    return [f"{when:%H:%M:%S}" for when, attempt in world.receiver if _is_main(attempt)]


def expected(world: World) -> list[str]:
    return [f"{attempt.expected:%H:%M:%S}" for _, attempt in world.receiver if _is_main(attempt)]


def taking(world: World, **spans: str) -> Callable[[Attempt], Outcome]:
    """Return actions that take until an instant, by the expected times of their runs, such as t0900."""

    def answer(attempt: Attempt) -> Outcome:
        until = spans.get(f"t{attempt.expected:%H%M}")
        if until is not None:
            pass_time(world, until)
        return FINE

    return answer


def skips(world: World) -> list[tuple[str, str, str]]:
    """Return what was skipped: the reason, the first and the last instant, oldest first."""
    job = world.job(KEY)
    stretches = [row.stretch for row in _records(world)]
    stretches += [job.course.skipping] if job.course.skipping else []
    ordered = sorted(stretches, key=lambda one: one.first)
    return [(str(one.reason), _clock(one.first), _clock(one.until)) for one in ordered]


def _records(world: World) -> list[Skipped]:
    job = world.job(KEY)
    of = JobSkips(job=KEY, incarnation=job.incarnation)
    rows = {row.row: row.partition for row in world.store.rows(of, limit=1_000)}
    entities = [world.table.get(partition, row) for row, partition in rows.items()]
    return [read_skipped(entity.fields, entity.etag) for entity in entities if entity]


def _clock(instant: datetime) -> str:
    return f"{instant:%H:%M:%S}"


def _is_main(attempt: Attempt) -> bool:
    action: Any = attempt.action
    return "mourner" not in action.request.uri
