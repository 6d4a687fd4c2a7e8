"""What a collection lets its jobs do."""

from collections.abc import Sequence
from datetime import datetime

from shared.domain.action import Action, HttpAction
from shared.domain.collection import JobCollection, Sku
from shared.domain.errors import Conflict
from shared.domain.gaps import shortest_gap
from shared.domain.job import Definition, Job
from shared.domain.keys import JobKey


def refuse_job(key: JobKey, definition: Definition, collection: JobCollection, *, now: datetime) -> None:
    """Raise Conflict if the job runs too often for its collection, or needs what a free one has not."""
    if definition.recurrence is not None:
        gap = shortest_gap(definition.recurrence, anchor=definition.start_time or now, now=now)
        if gap < collection.shortest_period:
            raise Conflict(
                f"Job '{key.name}' would run again after {gap}; the shortest time between two runs in "
                f"collection '{collection.key.name}' is {collection.shortest_period}."
            )
    if collection.sku is Sku.FREE and any(_authenticates(action) for action in _actions(definition)):
        raise Conflict(f"Job '{key.name}' has authentication, which a Free collection does not allow.")


def refuse_jobs(collection: JobCollection, jobs: Sequence[Job], *, now: datetime) -> None:
    """Raise Conflict if a collection that is changed does not allow the jobs that it has."""
    if len(jobs) > collection.most_jobs:
        raise Conflict(
            f"Job collection '{collection.key.name}' has {len(jobs)} jobs, more than {collection.most_jobs}."
        )
    for job in jobs:
        refuse_job(job.key, job.definition, collection, now=now)


def _actions(definition: Definition) -> list[Action]:
    return [definition.action, *([definition.error_action.action] if definition.error_action else [])]


def _authenticates(action: Action) -> bool:
    return isinstance(action, HttpAction) and action.request.authentication is not None
