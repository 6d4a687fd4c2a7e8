"""What a collection lets its jobs do."""

from collections.abc import Sequence
from datetime import datetime

from shared.domain.action import Action, HttpAction
from shared.domain.collection import CollectionState, JobCollection, Sku
from shared.domain.definition import Definition
from shared.domain.disabled import Disabled
from shared.domain.errors import Conflict
from shared.domain.gaps import shortest_gap
from shared.domain.in_force import zone_name
from shared.domain.job import Job, JobState
from shared.domain.keys import JobKey
from shared.domain.local_time.zones import Zone, reading_of, text_at, zone_named
from shared.domain.timespan import write_timespan


def refuse_job(key: JobKey, definition: Definition, collection: JobCollection, *, now: datetime) -> None:
    """Raise Conflict if the job runs too often for its collection, or needs what a free collection lacks."""
    if definition.recurrence is not None:
        zone = zone_named(zone_name(definition, collection))  # clock changes and excluded days are left out
        gap = shortest_gap(definition.recurrence, anchor=reading_of(definition.start_time or now, zone))
        if gap < collection.shortest_period:
            shortest = write_timespan(collection.shortest_period)
            raise Conflict(
                f"Job '{key.name}' would run again after {write_timespan(gap)}; the shortest time "
                f"between two runs in collection '{collection.key.name}' is {shortest}."
            )
    if collection.sku is Sku.FREE and any(_authenticates(action) for action in _actions(definition)):
        raise Conflict(f"Job '{key.name}' has authentication, which a Free collection does not allow.")


def refuse_defaults(collection: JobCollection) -> None:
    """Raise Conflict if the defaults need what a free collection lacks."""
    default = collection.defaults.error_action if collection.defaults else None
    if collection.sku is Sku.FREE and default is not None and _authenticates(default.action):
        raise Conflict(
            "properties.defaults.errorAction has authentication, which a Free collection does not allow."
        )


def refuse_jobs(collection: JobCollection, jobs: Sequence[Job], *, now: datetime) -> None:
    """Raise Conflict if the collection, as changed, does not allow the jobs that are in it."""
    if len(jobs) > collection.most_jobs:
        raise Conflict(
            f"Job collection '{collection.key.name}' has {len(jobs)} jobs, more than {collection.most_jobs}."
        )
    for job in jobs:
        refuse_job(job.key, job.definition, collection, now=now)


def why_idle(job: Job, collection: JobCollection) -> str | None:
    """Return why a job does not run by its schedule now, or None if it does. Times are by its own clocks."""
    zone = zone_named(zone_name(job.definition, collection))
    if collection.state is not CollectionState.ENABLED:
        state, until = collection.state.lower(), _until(collection.disabled, zone)
        if until:
            return f"The collection is {state} until {until}, then its jobs run again."
        return f"The collection is {state}: nothing runs until it is enabled."
    if job.finished:
        return f"The job is {job.state}: it does not run again, unless it is saved anew."
    if job.state is JobState.DISABLED:
        if until := _until(job.disabled, zone):
            return f"The job is disabled until {until}, then it runs again."
        return "The job is disabled: it does not run until it is enabled."
    if job.course.waits is not None:
        return "The next run waits for an earlier one, which is still open."
    return None


def _until(disabled: Disabled | None, zone: Zone) -> str:
    return text_at(disabled.until, zone) if disabled and disabled.until else ""


def _actions(definition: Definition) -> list[Action]:
    return [definition.action, *([definition.error_action.action] if definition.error_action else [])]


def _authenticates(action: Action) -> bool:
    return isinstance(action, HttpAction) and action.request.authentication is not None
