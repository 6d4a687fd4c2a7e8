"""`reseal`: lets the app encrypt stored secrets again, after another encryption key became its first."""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from migrate.connection import find_collections, key_of, reach
from migrate.found import Json
from migrate.progress import Progress
from migrate.remote_app import SIDE_BY_SIDE, RemoteApp
from migrate.secret_fields import may_hold_secrets
from migrate.terminal import Refused, counted, harmless, say
from shared.domain.about import EXTENDED
from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey

_CHANGES_NOTHING: Final[Json] = {"properties": {}}


class Sealing(StrEnum):
    """What became of the secrets of a job, or of a collection's defaults."""

    ANEW = "sealed anew"
    FINISHED = "finished, so that it keeps the old key until it is removed"
    GONE = "gone meanwhile"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    key: JobKey | CollectionKey
    became: Sealing
    reason: str = ""


def run_reseal(options: argparse.Namespace) -> int:
    """Patch every job and collection that may hold a secret; return 0 if none failed, or raise Problem."""
    app = reach(options)
    asked = app.under(EXTENDED)  # older api-versions do not show the defaults of collections
    collections = find_collections(asked, options.subscription, options.resource_group, options.collection)
    keys = [key for collection in collections for key in _with_secrets(app, collection)]
    done = _reseal_all(app, keys)
    print("\n".join(map(harmless, _summary(done))), flush=True)
    return 1 if any(one.became is Sealing.FAILED for one in done) else 0


def _with_secrets(app: RemoteApp, collection: Json) -> Iterator[JobKey | CollectionKey]:
    key = key_of(collection)
    if may_hold_secrets(collection.get("properties", {})):
        yield key
    for job in app.jobs(key):
        if may_hold_secrets(job["properties"]):
            yield JobKey(collection=key, name=job["name"].partition("/")[2])


def _reseal_all(app: RemoteApp, keys: Sequence[JobKey | CollectionKey]) -> list[Sealed]:
    """Patch them side by side. If the app is gone, no more are begun."""
    of_jobs = all(isinstance(key, JobKey) for key in keys)
    done, progress = list[Sealed](), Progress(len(keys), "jobs" if of_jobs else "jobs and collections")
    with ThreadPoolExecutor(SIDE_BY_SIDE) as executor:
        try:
            for one in executor.map(lambda key: _reseal(app, key), keys):
                done.append(one)
                progress.step(well=one.became is not Sealing.FAILED)
        except BaseException:
            executor.shutdown(wait=True, cancel_futures=True)
            progress.stop()
            say(f"Stopped: {counted(len(done), 'job')} of {len(keys)} done; the same command begins anew.")
            raise
    return done


def _reseal(app: RemoteApp, key: JobKey | CollectionKey) -> Sealed:
    try:
        if isinstance(key, JobKey):
            app.patch_job(key, _CHANGES_NOTHING)
        else:
            app.patch_collection(key, _CHANGES_NOTHING)
    except Refused as exc:
        return Sealed(key=key, became=_refused(app, key, exc.status), reason=str(exc))
    return Sealed(key=key, became=Sealing.ANEW)


def _refused(app: RemoteApp, key: JobKey | CollectionKey, status: int) -> Sealing:
    """Return what became of what was refused. A conflict may mean many things, so a job is looked at."""
    if isinstance(key, CollectionKey):
        return Sealing.GONE if status == 404 else Sealing.FAILED
    if status not in (404, 409):
        return Sealing.FAILED
    job = app.job(key)
    if job is None:
        return Sealing.GONE
    return Sealing.FINISHED if JobState(job["properties"]["state"]).final else Sealing.FAILED


def _summary(done: Sequence[Sealed]) -> Iterator[str]:
    for one in done:
        if one.became is Sealing.FAILED:
            yield f"{_named(one.key)} failed: {one.reason}"
    tally = Counter(one.became for one in done)
    parts = [f"{tally[became]} {became}" for became in Sealing if tally[became]]
    collections = sum(isinstance(one.key, CollectionKey) for one in done)
    holders = f"{counted(collections, 'collection')} and " if collections else ""
    holders += counted(len(done) - collections, "job")
    yield f"{holders} that could hold secrets{': ' if parts else ''}{', '.join(parts)}."


def _named(key: JobKey | CollectionKey) -> str:
    return f"{key.collection.name}/{key.name}" if isinstance(key, JobKey) else key.name
