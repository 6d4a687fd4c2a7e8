"""`reseal`: lets the app encrypt stored secrets again, after another encryption key became its first."""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from migrate.connection import connect, find_collections, key_of
from migrate.found import Json
from migrate.progress import Progress
from migrate.remote_app import SIDE_BY_SIDE, Refused, RemoteApp
from migrate.secret_fields import may_hold_secrets
from migrate.terminal import counted, harmless, say
from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey

_CHANGES_NOTHING: Final[Json] = {"properties": {}}


class Sealing(StrEnum):
    """What became of a job's secrets."""

    ANEW = "sealed anew"
    FINISHED = "finished, so that it keeps the old key until it is removed"
    GONE = "gone meanwhile"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    key: JobKey
    became: Sealing
    reason: str = ""


def run_reseal(options: argparse.Namespace) -> int:
    """Patch every job that may hold a secret; return 0 if none failed, or raise Problem."""
    app = connect(options.to, options.key)
    collections = find_collections(app, options.subscription, options.resource_group, options.collection)
    jobs = [key for collection in collections for key in _with_secrets(app, key_of(collection))]
    done = _reseal_all(app, jobs)
    print("\n".join(map(harmless, _summary(done))), flush=True)
    return 1 if any(one.became is Sealing.FAILED for one in done) else 0


def _with_secrets(app: RemoteApp, collection: CollectionKey) -> Iterator[JobKey]:
    for job in app.jobs(collection):
        if may_hold_secrets(job["properties"]):
            yield JobKey(collection=collection, name=job["name"].partition("/")[2])


def _reseal_all(app: RemoteApp, jobs: Sequence[JobKey]) -> list[Sealed]:
    """Patch the jobs side by side. If the app is gone, no more are begun."""
    done, progress = list[Sealed](), Progress(len(jobs), "jobs")
    with ThreadPoolExecutor(SIDE_BY_SIDE) as executor:
        try:
            for one in executor.map(lambda key: _reseal(app, key), jobs):
                done.append(one)
                progress.step(well=one.became is not Sealing.FAILED)
        except BaseException:
            executor.shutdown(wait=True, cancel_futures=True)
            progress.stop()
            say(f"Stopped: {counted(len(done), 'job')} of {len(jobs)} done; the same command begins anew.")
            raise
    return done


def _reseal(app: RemoteApp, key: JobKey) -> Sealed:
    try:
        app.patch_job(key, _CHANGES_NOTHING)
    except Refused as exc:
        return Sealed(key=key, became=_refused(app, key, exc.status), reason=str(exc))
    return Sealed(key=key, became=Sealing.ANEW)


def _refused(app: RemoteApp, key: JobKey, status: int) -> Sealing:
    """Return what became of a refused job. A conflict may mean many things, so the job is looked at."""
    if status not in (404, 409):
        return Sealing.FAILED
    job = app.job(key)
    if job is None:
        return Sealing.GONE
    return Sealing.FINISHED if JobState(job["properties"]["state"]).final else Sealing.FAILED


def _summary(done: Sequence[Sealed]) -> Iterator[str]:
    for one in done:
        if one.became is Sealing.FAILED:
            yield f"{one.key.collection.name}/{one.key.name} failed: {one.reason}"
    tally = Counter(one.became for one in done)
    parts = [f"{tally[became]} {became}" for became in Sealing if tally[became]]
    yield f"{counted(len(done), 'job')} that could hold secrets{': ' if parts else ''}{', '.join(parts)}."
