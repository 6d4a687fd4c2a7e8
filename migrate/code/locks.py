"""One at a time: whoever applies a folder first marks its collections, with a tag that expires by itself.

1. All collections of the folder that exist are marked, in the order of their ids, each only if its ETag is
   still that of the plan. So of two who begin at the same time, one loses at the first that both want.
2. A mark that somebody else set and that has not expired is a refusal. Marks that were set before it are
   taken back, and nothing has been changed.
3. New collections are created with their mark, only if they are not there yet.
4. Marks are renewed when half of their time is over, and taken away at the end.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from migrate.found import Json
from migrate.planning.lock_tag import LOCK_TAG, LockTag, lock_in, without_lock
from migrate.remote_app import RemoteApp
from migrate.terminal import Problem, Refused, say
from shared.api.instants import write_instant
from shared.domain.keys import CollectionKey

HELD: Final = timedelta(minutes=15)
_CHANGED: Final = 412


class WorldChanged(Problem):
    """Something is not as the plan found it."""


class Marks:
    """The marks of one apply. Several threads may ask for them to be renewed."""

    def __init__(self, app: RemoteApp, owner: str, clock: Callable[[], datetime]) -> None:
        self._app, self._owner, self._clock = app, owner, clock
        self._until = clock() + HELD
        self._etags: dict[CollectionKey, str] = {}
        self._renewing = Lock()

    @property
    def tag(self) -> LockTag:
        """What is written on collections now."""
        return LockTag(owner=self._owner, until=self._until.replace(microsecond=0))

    def etag(self, key: CollectionKey) -> str:
        """Return the ETag of a collection since we marked it."""
        return self._etags[key]

    def take(self, key: CollectionKey, etag: str) -> None:
        """Mark a collection that exists; raise WorldChanged if it is not the one that was planned with."""
        try:
            answer = self._app.provided(etag).patch_collection(key, {"tags": {LOCK_TAG: str(self.tag)}})
        except Refused as exc:
            if exc.status not in (404, _CHANGED):
                raise
            answer = self._own(key) or {}  # an answer that was lost
            if not answer:
                raise WorldChanged(f"Collection '{key.name}' has been changed since it was planned.") from exc
        self.note(key, answer)

    def note(self, key: CollectionKey, answer: Json) -> None:
        """Remember that a collection, as the app answers it, bears our mark."""
        self._etags[key] = str(answer.get("etag"))

    def is_ours(self, key: CollectionKey) -> bool:
        return self._own(key) is not None

    def forget(self, key: CollectionKey) -> None:
        self._etags.pop(key, None)

    def renew(self) -> None:
        """Let the marks hold longer, if half of their time is over; raise WorldChanged if one is lost."""
        with self._renewing:
            now = self._clock()
            if self._until - now > HELD / 2:
                return
            self._until = now + HELD
            for key in list(self._etags):
                self._renew(key)

    def release(self) -> None:
        """Take the marks away. What cannot be done expires by itself."""
        for key in list(self._etags):
            try:
                self._release(key)
            except (Refused, Problem) as exc:
                say(f"The mark on '{key.name}' stays until {write_instant(self.tag.until)}: {exc}")
            self.forget(key)

    def _renew(self, key: CollectionKey) -> None:
        if (there := self._own(key)) is None:
            raise WorldChanged(f"Somebody else is at work on collection '{key.name}' by now.")
        self.take(key, str(there.get("etag")))

    def _release(self, key: CollectionKey) -> None:
        there = self._own(key)
        if there is None:  # it is gone, or somebody broke our mark
            return
        others = "tags" in without_lock(there)
        patch = {"tags": {LOCK_TAG: None} if others else None}
        self._app.provided(str(there.get("etag"))).patch_collection(key, patch)

    def _own(self, key: CollectionKey) -> Json | None:
        """Return a collection if it bears our mark."""
        try:
            there = self._app.collection(key)
        except Refused:
            return None
        mark = lock_in(there)
        return there if mark is not None and mark.owner == self._owner else None


def refuse_marked(key: CollectionKey, collection: Json, *, now: datetime) -> None:
    """Raise Problem if somebody else is at work on a collection."""
    mark = lock_in(collection)
    if mark is not None and mark.until > now:
        raise WorldChanged(
            f"Another apply is at work on collection '{key.name}', or has died; its mark ends at "
            f"{write_instant(mark.until)}. If it has died, --break-lock goes on at once."
        )
