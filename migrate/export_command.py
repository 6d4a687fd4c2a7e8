"""`export`: writes collections and jobs for this app or for other tools, so that nobody is locked in.

They are read in the newest api-version, so that nothing is left out.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from migrate.arrival import keep_grid, read_past
from migrate.asking.place import place_meant
from migrate.connection import find_collections, key_of
from migrate.exporting.arm import write_arm
from migrate.exporting.bicep import write_bicep
from migrate.exporting.form import Form
from migrate.exporting.losses import losses, missing_in, refuse_several_groups
from migrate.exporting.resources import Resource, describe
from migrate.exporting.terraform import write_terraform
from migrate.found import Json
from migrate.ids import job_name_in
from migrate.private_file import write_or_tell
from migrate.remote_app import RemoteApp
from migrate.terminal import counted, json_text, say
from shared.api.fields import Fields
from shared.domain.about import EXTENDED
from shared.domain.errors import Faults
from shared.domain.job import JobState
from shared.domain.keys import JobKey

_WRITERS: Final[Mapping[Form, Callable[[Sequence[Resource]], str]]] = {
    Form.ARM: write_arm,
    Form.BICEP: write_bicep,
    Form.TERRAFORM: write_terraform,
}


def run_export(options: argparse.Namespace) -> int:
    """Write what the options name; return 0, or raise Problem."""
    place = place_meant(options)
    app = place.app
    collections = find_collections(app, place.subscription, options.resource_group, options.collection)
    exported, started = _with_jobs(app, collections)
    text, told = _written(options.form, exported)
    _write(text, options.out)
    jobs = counted(len(exported) - len(collections), "job")
    say(f"{counted(len(collections), 'collection')} and {jobs}, {missing_in(options.form)}.")
    if started:
        jobs = counted(started, "recurring job")
        say(f"{jobs} got a start time, the next run or else the last, to keep the times.")
    for line in told:
        say(line)
    return 0


def _written(form: Form, exported: Sequence[Json]) -> tuple[str, Sequence[str]]:
    """Return the text of an export, and what is to be said of it."""
    if form is Form.REST:
        page = {"value": [_dated(one) for one in exported], "nextLink": None}
        return json_text(page, indent=2), ()
    resources = describe(exported)
    refuse_several_groups(form, resources)
    return _WRITERS[form](resources), list(losses(form, resources))


def _with_jobs(app: RemoteApp, collections: list[Json]) -> tuple[list[Json], int]:
    """Return each collection followed by its jobs, and how many jobs got a start time."""
    exported, started = [], 0
    for collection in collections:
        exported.append(collection)
        for job in app.jobs(key_of(collection)):
            kept = _with_start(job, collection)
            started += kept is not job
            exported.append(kept)
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
    key = JobKey(collection=key_of(collection), name=job_name_in(job))
    timed, said = keep_grid(properties, state, read_past(properties, key, faults), otherwise=None)
    return {**job, "properties": {"startTime": timed["startTime"], **timed}} if said else job


def _write(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
        return
    write_or_tell(out, f"{text}\n")
