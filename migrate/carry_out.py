"""Does what was planned: first the collections, then their jobs.

Several collections are worked on side by side. The jobs of one collection are put one after the other: each
changes the number of jobs in the collection, so calls side by side would only wait for one another.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from threading import Event, Lock
from typing import Final, TypeVar

from migrate.found import Json
from migrate.planning.collection import PlannedCollection
from migrate.planning.job import Outcome, PlannedJob
from migrate.prepare import PreparedJob
from migrate.progress import Progress
from migrate.remote_app import SIDE_BY_SIDE, RemoteApp
from migrate.secret_fields import nested, with_secrets
from migrate.terminal import Refused
from shared.api.render import render_collection, render_definition, render_disabled, render_tags
from shared.domain.about import EXTENDED

_DONE: Final = {
    Outcome.CREATE: Outcome.CREATED,
    Outcome.REPLACE: Outcome.REPLACED,
    Outcome.ADD_SECRETS: Outcome.SECRETS_ADDED,
    Outcome.REMOVE: Outcome.REMOVED,
}
TO_DO: Final = tuple(_DONE)

_Planned = TypeVar("_Planned", PlannedJob, PlannedCollection)


class Calls:
    """How the app is asked for what is planned: whatever became of it since. Each raises Refused."""

    def __init__(self, app: RemoteApp) -> None:
        self.app = app

    def change_collection(self, planned: PlannedCollection) -> None:
        if planned.outcome is Outcome.ADD_SECRETS:
            self.app.under(EXTENDED).patch_collection(planned.key, secrets_body(planned))
        else:
            self.app.under(planned.version).put_collection(planned.key, collection_body(planned))

    def change_job(self, collection: PlannedCollection, planned: PlannedJob) -> None:
        job = prepared(planned)
        if planned.outcome is Outcome.ADD_SECRETS:
            self.app.patch_job(job.key, secrets_body(job))
        else:
            self.app.under(job.version).put_job(job.key, job_body(job))

    def is_done_after_all(self, collection: PlannedCollection, planned: PlannedJob) -> bool:
        """Say whether a finished job is there although it was refused: a first call's answer was lost."""
        job = prepared(planned)
        if planned.outcome is not Outcome.CREATE or not job.state.final:
            return False
        there = self.app.job(job.key)
        return there is not None and there.get("properties", {}).get("state") == job.state


class Work:
    """What has become of a plan so far. It can be asked at any time, even if the work was stopped."""

    def __init__(
        self, app: RemoteApp, planned: Sequence[PlannedCollection], calls: Calls | None = None
    ) -> None:
        self._calls = calls or Calls(app)
        self._collections = list(planned)
        self._jobs = [list(collection.jobs) for collection in planned]
        self._stopping = Event()
        self._counting = Lock()

    @property
    def result(self) -> list[PlannedCollection]:
        """Return the plan with what was done. What is still to do counts as not reached."""
        return [
            replace(_not_reached(collection), jobs=tuple(_not_reached(job) for job in self._jobs[number]))
            for number, collection in enumerate(self._collections)
        ]

    def do(self, progress: Callable[[int], Progress]) -> None:
        """Do everything. A refusal concerns one job only; but if the app is gone, the rest is left undone."""
        # Changes come before new collections, because they may make room, as for another free collection.
        for number in sorted(range(len(self._collections)), key=self._is_new):
            self._put_collection(number)
        waiting = [sum(job.outcome in TO_DO for job in jobs) for jobs in self._jobs]
        if any(waiting):
            self._put_all_jobs(progress(sum(waiting)))

    def _is_new(self, number: int) -> bool:
        return self._collections[number].outcome is Outcome.CREATE

    def _put_collection(self, number: int) -> None:
        planned = self._collections[number]
        if planned.outcome not in TO_DO or planned.collection is None:
            return
        try:
            self._calls.change_collection(planned)
        except Refused as exc:
            reasons = (str(exc), *_way_out(planned, str(exc)))
            self._collections[number] = replace(planned, outcome=Outcome.FAILED, reasons=reasons)
            why = ("its collection failed",)
            self._jobs[number] = [_failed(job, why) if job.outcome in TO_DO else job for job in planned.jobs]
        else:
            self._collections[number] = replace(planned, outcome=_DONE[planned.outcome])

    def _put_all_jobs(self, progress: Progress) -> None:
        with ThreadPoolExecutor(SIDE_BY_SIDE) as executor:
            numbers = range(len(self._collections))
            working = [executor.submit(self._put_jobs_of, number, progress) for number in numbers]
            try:
                for future in as_completed(working):
                    future.result()
            except BaseException:
                # The user stops it, or the app is gone. Calls that have begun end, and no more begin.
                self._stopping.set()
                executor.shutdown(wait=True, cancel_futures=True)
                progress.stop()
                raise

    def _put_jobs_of(self, number: int, progress: Progress) -> None:
        for index, job in enumerate(self._jobs[number]):
            if self._stopping.is_set():
                return
            if job.outcome in TO_DO:
                done = self._do_job(self._collections[number], job)
                self._jobs[number][index] = done
                with self._counting:
                    progress.step(well=done.outcome is not Outcome.FAILED)

    def _do_job(self, collection: PlannedCollection, planned: PlannedJob) -> PlannedJob:
        """Do what is planned for a job, and return what became of it."""
        try:
            self._calls.change_job(collection, planned)
        except Refused as exc:
            if not self._calls.is_done_after_all(collection, planned):
                told = _way_out(planned.prepared, str(exc)) if planned.prepared else ()
                return _failed(planned, (str(exc), *told))
        return replace(planned, outcome=_DONE[planned.outcome])


def prepared(planned: PlannedJob) -> PreparedJob:
    """Return the job as it is to be. Only one that is removed has nothing of this."""
    if planned.prepared is None:
        raise RuntimeError("a job that was not prepared is not sent")
    return planned.prepared


def collection_body(planned: PlannedCollection) -> Json:
    """Return what is sent to create the collection."""
    if planned.collection is None:
        raise RuntimeError("a collection that cannot be is not sent")
    rendered = render_collection(planned.collection, planned.version)
    properties = with_secrets(rendered["properties"], planned.secrets)
    return {
        **{key: rendered[key] for key in ("location", "tags") if key in rendered},
        "properties": properties,
    }


def job_body(job: PreparedJob) -> Json:
    """Return what is sent to create the job, with its secrets."""
    properties = {**render_definition(job.definition, job.version), "state": job.state}
    if job.version < EXTENDED:
        return {"properties": with_secrets(properties, job.secrets)}
    pause = render_disabled(job.disabled)
    properties |= {"disabled": pause} if pause else {}
    return {**render_tags(job.definition), "properties": with_secrets(properties, job.secrets)}


def secrets_body(holder: PreparedJob | PlannedCollection) -> Json:
    """Return what is sent to add the secrets to what exists. Nothing else changes."""
    return {"properties": nested(holder.secrets)}


def _way_out(holder: PreparedJob | PlannedCollection, refusal: str) -> tuple[str, ...]:
    if not any(f"{field}: is required" in refusal for field in holder.kept):
        return ()
    return ("the app keeps a secret only for the same target: give it with --secrets",)


def _failed(job: PlannedJob, why: tuple[str, ...]) -> PlannedJob:
    return replace(job, outcome=Outcome.FAILED, reasons=why)


def _not_reached(planned: _Planned) -> _Planned:
    return replace(planned, outcome=Outcome.NOT_DONE) if planned.outcome in TO_DO else planned
