"""`export`: writes collections and jobs as ARM JSON, so that nobody is locked in.

They are read in the newest api-version, so that nothing is left out, and each names that version.
"""

import argparse
import json
import sys
from pathlib import Path

from migrate.arrival import keep_grid, read_past
from migrate.connection import connect, find_collections, key_of
from migrate.found import Json
from migrate.private_file import write_private
from migrate.remote_app import RemoteApp
from migrate.terminal import Problem, counted, say
from shared.api.fields import Fields
from shared.domain.about import EXTENDED
from shared.domain.errors import Faults
from shared.domain.job import JobState
from shared.domain.keys import JobKey


def run_export(options: argparse.Namespace) -> int:
    """Write what the options name; return 0, or raise Problem."""
    app = connect(getattr(options, "from"), options.key, EXTENDED)
    collections = find_collections(app, options.subscription, options.resource_group, options.collection)
    exported, started = _with_jobs(app, collections)
    text = json.dumps({"value": exported, "nextLink": None}, indent=2, ensure_ascii=False)
    _write(text, options.out)
    jobs = counted(len(exported) - len(collections), "job")
    say(f"{counted(len(collections), 'collection')} and {jobs}, without secrets.")
    if started:
        jobs = counted(started, "recurring job")
        say(f"{jobs} got a start time, the next run or else the last, to keep the times.")
    return 0


def _with_jobs(app: RemoteApp, collections: list[Json]) -> tuple[list[Json], int]:
    """Return each collection followed by its jobs, and how many jobs got a start time."""
    exported, started = [], 0
    for collection in collections:
        exported.append(_dated(collection))
        for job in app.jobs(key_of(collection)):
            kept = _with_start(job, collection)
            started += kept is not job
            exported.append(_dated(kept))
    return exported, started


def _dated(resource: Json) -> Json:
    """Return a resource with its api-version: there, a time without an offset is local.

    The ETag is left out: elsewhere it means nothing.
    """
    return {"apiVersion": EXTENDED, **{key: value for key, value in resource.items() if key != "etag"}}


def _with_start(job: Json, collection: Json) -> Json:
    """Return the job with a start time. Without one, a recurring job would run at once when imported."""
    properties, faults = job["properties"], Faults()
    state = Fields(properties, faults).member("state", JobState) or JobState.ENABLED
    key = JobKey(collection=key_of(collection), name=str(job["name"]).rpartition("/")[2])
    timed, said = keep_grid(properties, state, read_past(properties, key, faults), otherwise=None)
    return {**job, "properties": {"startTime": timed["startTime"], **timed}} if said else job


def _write(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
        return
    try:
        write_private(out, f"{text}\n")
    except OSError as exc:
        raise Problem(f"Cannot write {out}: {exc.strerror}.") from exc
