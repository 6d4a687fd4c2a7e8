"""Trials of changes: what would become of a job or a collection."""

from dataclasses import replace

from shared.api.render_trial import render_trial
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.job import Job
from shared.flow.manage_collections import get_collection
from shared.flow.trial import Moved, Trial, moved_jobs, on_trial
from shared.functions.routes import Call, Operation, Reply
from shared.functions.wiring import App


def tried(operation: Operation, app: App, call: Call) -> Reply:
    """Do everything but store it, and say what would change. What would be refused is refused."""
    ports, trial = on_trial(app.ports)
    operation(replace(app, ports=ports), call)
    return Reply(body=render_trial(trial, _collection(app, trial), _moved(app, trial)))


def _collection(app: App, trial: Trial) -> JobCollection | None:
    """Return the collection of the job that was tried."""
    job = trial.after or trial.before
    return get_collection(app.ports.store, job.key.collection) if isinstance(job, Job) else None


def _moved(app: App, trial: Trial) -> list[Moved]:
    """Return the jobs of the collection that was tried whose next run would be another one."""
    before, after, now = trial.before, trial.after, app.ports.clock()
    if not isinstance(before, JobCollection) or not isinstance(after, JobCollection):
        return []
    gone = after.state is CollectionState.DELETED
    return list(moved_jobs(app.ports.store, before, None if gone else after, now=now))
