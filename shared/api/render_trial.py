"""What a trial answers: what would change, field by field, and the next runs before and after."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Final, Protocol

from shared.api.instants import write_instant
from shared.api.render import etag_of, job_id, render_collection, render_job
from shared.api.shapes.writing import Json, present
from shared.domain.about import EXTENDED
from shared.domain.audit import Deed
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.contents import Word
from shared.domain.job import Job, upcoming
from shared.domain.keys import JobKey

RUNS_SHOWN: Final = 20
"""Enough for a picture of what a change does, also where it is seen only after some weeks."""
JOBS_SHOWN: Final = 100
_OF_ITSELF: Final = ("id", "name", "type", "etag")
_STANDING: Final = ("status", "recent", "effective")


class Tried(Protocol):
    @property
    def deed(self) -> Deed | None: ...

    @property
    def before(self) -> Job | JobCollection | None: ...

    @property
    def after(self) -> Job | JobCollection | None: ...


class Moved(Protocol):
    @property
    def job(self) -> JobKey: ...

    @property
    def before(self) -> datetime | None: ...

    @property
    def after(self) -> datetime | None: ...


def render_trial(trial: Tried, collection: JobCollection | None, moved: Sequence[Moved]) -> Json:
    """`collection` is that of the job that was tried; `moved` are jobs of the collection that was."""
    deed, before, after = trial.deed, trial.before, _kept(trial.after)
    changes = list(_changes("", _shown(before, collection), _shown(after, collection)))
    return present(
        dryRun=True,
        operation=str(deed.operation) if deed else None,
        exists=before is not None,
        existsAfter=after is not None,
        etag=etag_of(before) if before else None,
        changes=changes,
        fields=_untold(deed) or None,
        nextRuns=_next_runs(before, after, collection) if collection else None,
        jobs=_render_moved(moved) if collection is None else None,
    )


def _kept(after: Job | JobCollection | None) -> Job | JobCollection | None:
    gone = isinstance(after, JobCollection) and after.state is CollectionState.DELETED
    return None if gone else after


def _shown(one: Job | JobCollection | None, collection: JobCollection | None) -> Json:
    """Return what a caller can set, as it is shown."""
    if one is None:
        return {}
    if isinstance(one, JobCollection):
        shown = render_collection(one, EXTENDED)
    else:
        shown = render_job(one, collection, EXTENDED) if collection else {}
    properties = {key: value for key, value in shown["properties"].items() if key not in _STANDING}
    own = {key: value for key, value in shown.items() if key not in _OF_ITSELF}
    return {**own, "properties": properties}


def _changes(path: str, before: Any, after: Any) -> Iterator[Json]:
    """Yield what differs, as deep as objects go."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield from _changes(f"{path}.{key}".strip("."), before.get(key), after.get(key))
    elif before != after:
        yield present(path=path, before=before, after=after)


def _untold(deed: Deed | None) -> Json:
    """Return what would become of the fields whose values nobody is told."""
    return {path: said for path, said in (deed.words if deed else ()) if said != Word.KEPT}


def _next_runs(
    before: Job | JobCollection | None, after: Job | JobCollection | None, collection: JobCollection
) -> Json:
    return {"before": _runs(before, collection), "after": _runs(after, collection)}


def _runs(job: Job | JobCollection | None, collection: JobCollection) -> list[str]:
    if not isinstance(job, Job):
        return []
    return [write_instant(due) for _, due in islice(upcoming(job, collection), RUNS_SHOWN)]


def _render_moved(moved: Sequence[Moved]) -> Json:
    shown = [
        {
            "id": job_id(one.job),
            "before": write_instant(one.before) if one.before else None,
            "after": write_instant(one.after) if one.after else None,
        }
        for one in moved[:JOBS_SHOWN]
    ]
    return {"moved": len(moved), "shown": shown}
