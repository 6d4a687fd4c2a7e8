"""Does what a plan shows, each change only to what the plan saw."""

from typing import Final

from migrate.carry_out import Calls, prepared, secrets_body
from migrate.code.bodies import is_as_wanted, locked_collection_body, patch_body, put_body, starts_afresh
from migrate.code.locks import Marks, WorldChanged, refuse_marked
from migrate.code.plan import CodePlan
from migrate.found import Json
from migrate.ids import job_name_in
from migrate.planning.collection import PlannedCollection
from migrate.planning.described import existing_collection
from migrate.planning.differences import differences
from migrate.planning.job import Outcome, PlannedJob
from migrate.remote_app import RemoteApp
from migrate.terminal import Refused
from shared.api.render import render_collection
from shared.domain.about import EXTENDED
from shared.domain.keys import CollectionKey, JobKey

_CHANGED: Final = 412
_GONE: Final = 404


class CarefulCalls(Calls):
    """Calls with the ETags of the plan. What was changed by somebody else since stops all further work."""

    def __init__(self, app: RemoteApp, plan: CodePlan, marks: Marks) -> None:
        super().__init__(app)
        self._plan, self._marks = plan, marks

    def begin(self, *, break_lock: bool) -> None:
        """Mark every collection of the folder, and look whether all is as planned. If not, change nothing.

        Those that stay as they are count too: else two applies could each do a part of what they want.
        """
        created: list[CollectionKey] = []
        collections = self._plan.in_order
        try:
            for planned in collections:
                self._mark(planned, break_lock=break_lock)
            for planned in collections:
                self._refuse_changed_jobs(planned.key)
            for planned in collections:
                if planned.outcome is Outcome.CREATE:
                    self._create(planned)
                    created.append(planned.key)
        except BaseException:
            for key in created:
                self._take_back(key)
            self._marks.release()
            raise

    def change_collection(self, planned: PlannedCollection) -> None:
        """Change a collection; a new one was created with its mark."""
        if planned.outcome is Outcome.CREATE:
            return
        app = self.app.provided(self._marks.etag(planned.key))
        try:
            if planned.outcome is Outcome.ADD_SECRETS:
                answer = app.patch_collection(planned.key, secrets_body(planned))
            else:
                answer = app.put_collection(planned.key, locked_collection_body(planned, self._marks.tag))
        except Refused as exc:
            if exc.status != _CHANGED:
                raise
            answer = self.app.collection(planned.key)
            if not _is_collection_as_wanted(answer, planned):
                raise _changed(f"Collection '{planned.key.name}'") from exc
        self._marks.note(planned.key, answer)

    def change_job(self, collection: PlannedCollection, planned: PlannedJob) -> None:
        self._marks.renew()
        key = JobKey(collection=collection.key, name=planned.name)
        existing = self._plan.there(collection.key, planned.name)
        try:
            self._change(key, planned, existing)
        except Refused as exc:
            if exc.status not in (_GONE, _CHANGED):
                raise
            if not self._is_done(key, planned):  # the answer to a first call may have been lost
                raise _changed(f"Job '{planned.name}' of collection '{collection.key.name}'") from exc

    def is_done_after_all(self, collection: PlannedCollection, planned: PlannedJob) -> bool:
        return False  # that was looked at when the job was refused

    def _change(self, key: JobKey, planned: PlannedJob, existing: Json | None) -> None:
        app = self.app.provided(None if existing is None else str(existing.get("etag")))
        if planned.outcome is Outcome.REMOVE:
            app.delete_job(key)
        elif planned.outcome is Outcome.ADD_SECRETS:
            app.patch_job(key, secrets_body(prepared(planned)))
        elif existing is None or starts_afresh(planned, existing):
            app.put_job(key, put_body(prepared(planned)))
        else:
            app.patch_job(key, patch_body(planned, existing, now=self._plan.now))

    def _is_done(self, key: JobKey, planned: PlannedJob) -> bool:
        there = self.app.job(key)
        if planned.outcome is Outcome.REMOVE:
            return there is None
        sent = planned.outcome is not Outcome.ADD_SECRETS and there is not None
        return sent and is_as_wanted(there or {}, prepared(planned), now=self._plan.now)

    def _mark(self, planned: PlannedCollection, *, break_lock: bool) -> None:
        existing = self._plan.whole.target.collections.get(planned.key)
        if existing is None:
            return
        if not break_lock:
            refuse_marked(planned.key, existing, now=self._plan.now)
        self._marks.take(planned.key, str(existing.get("etag")))

    def _refuse_changed_jobs(self, key: CollectionKey) -> None:
        """Raise WorldChanged if a job of a collection is not as it was when the plan was made."""
        if key not in self._plan.whole.target.collections:
            return
        planned = {name: body.get("etag") for name, body in self._plan.whole.target.jobs[key].items()}
        there = {job_name_in(body).lower(): body.get("etag") for body in self.app.jobs(key)}
        other = next((name for name in {**planned, **there} if planned.get(name) != there.get(name)), None)
        if other is not None:
            raise _changed(f"Job '{other}' of collection '{key.name}'")

    def _create(self, planned: PlannedCollection) -> None:
        body = locked_collection_body(planned, self._marks.tag)
        try:
            answer = self.app.provided(None).put_collection(planned.key, body)
        except Refused as exc:
            if exc.status != _CHANGED:
                raise
            if not self._marks.is_ours(planned.key):
                raise _changed(f"Collection '{planned.key.name}'") from exc
            answer = self.app.collection(planned.key)
        self._marks.note(planned.key, answer)

    def _take_back(self, key: CollectionKey) -> None:
        try:
            self.app.provided(self._marks.etag(key)).delete_collection(key)
        except Refused:
            return  # somebody has begun to use it
        self._marks.forget(key)


def _is_collection_as_wanted(there: Json, planned: PlannedCollection) -> bool:
    if planned.collection is None or planned.outcome is Outcome.ADD_SECRETS:
        return False
    known = render_collection(existing_collection(planned.key, there), EXTENDED)
    wanted = render_collection(planned.collection, EXTENDED)
    return all(one.field in ("id", "name", "etag") for one in differences(known, wanted))


def _changed(what: str) -> WorldChanged:
    return WorldChanged(f"{what} has been changed since it was planned.")
