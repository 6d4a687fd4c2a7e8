"""The operations of the REST API."""

from itertools import islice
from typing import Final

from shared.api.body import read_object
from shared.api.merge import merge, without_echoes
from shared.api.old_places import modernise
from shared.api.parse import parse_collection, parse_job, parse_timing, size_of
from shared.api.query import DEFAULT_RUNS, read_page, read_preview
from shared.api.render import (
    render_collection,
    render_definition,
    render_history,
    render_job,
    render_list,
    render_runs,
)
from shared.api.render_status import render_status
from shared.api.shapes.writing import Json
from shared.domain.collection import CollectionState, JobCollection, WantedCollection
from shared.domain.collection_jobs import why_idle
from shared.domain.errors import Faults
from shared.domain.history import Status
from shared.domain.job import Job, JobState, upcoming
from shared.domain.keys import (
    CollectionKey,
    JobKey,
    checked_collection,
    checked_group,
    checked_job,
    checked_subscription,
)
from shared.domain.runs import runs
from shared.domain.sentence import describe
from shared.flow import manage_collections, manage_jobs, put_and_patch
from shared.flow.app_status import has_shut_secrets, read_status
from shared.functions.routes import Call, Reply
from shared.functions.targets import refuse_targets
from shared.functions.wiring import App

_SHUT: Final = "Some stored secrets cannot be opened with the configured keys; GET /status says more."


def health(app: App, call: Call) -> Reply:
    """Say that work can be done, and what is odd about the settings. Show no value: anyone may ask."""
    app.check()
    warnings = [*app.settings.warnings, *([_SHUT] if has_shut_secrets(app.ports.store) else [])]
    return Reply(body={"status": "Healthy", **({"warnings": warnings} if warnings else {})})


def status(app: App, call: Call) -> Reply:
    """An extension: how the app is, from storage alone."""
    app_status = read_status(app.ports, now=app.ports.clock())
    key_names = {key.id: key.name for key in app.settings.encryption_keys}
    warnings = app.settings.warnings
    return Reply(body=render_status(app_status, warnings=warnings, key_names=key_names))


def list_collections(app: App, call: Call) -> Reply:
    subscription, group = checked_subscription(call.names["subscription"]), call.names.get("resource_group")
    checked = None if group is None else checked_group(group)
    collections = manage_collections.list_collections(app.ports.store, subscription, checked)
    return Reply(body=render_list([render_collection(collection) for collection in collections]))


def put_collection(app: App, call: Call) -> Reply:
    key, wanted = _collection(call), parse_collection(read_object(call.body))
    collection, created = manage_collections.put_collection(app.ports, key, wanted)
    return Reply(status=201 if created else 200, body=render_collection(collection))


def patch_collection(app: App, call: Call) -> Reply:
    key, patch = _collection(call), read_object(call.body)

    def wanted(stored: JobCollection) -> WantedCollection:
        return parse_collection(merge(render_collection(stored), patch), sent=patch)

    collection = manage_collections.patch_collection(app.ports, key, wanted)
    return Reply(body=render_collection(collection))


def get_collection(app: App, call: Call) -> Reply:
    return Reply(
        body=render_collection(manage_collections.get_collection(app.ports.store, _collection(call)))
    )


def delete_collection(app: App, call: Call) -> Reply:
    manage_collections.delete_collection(app.ports, _collection(call))
    return Reply()


def enable_collection(app: App, call: Call) -> Reply:
    manage_collections.set_state(app.ports, _collection(call), CollectionState.ENABLED)
    return Reply()


def disable_collection(app: App, call: Call) -> Reply:
    manage_collections.set_state(app.ports, _collection(call), CollectionState.DISABLED)
    return Reply()


def list_jobs(app: App, call: Call) -> Reply:
    page = read_page(call.params, "state", JobState)
    jobs = manage_jobs.list_jobs(
        app.ports.store, _collection(call), wanted=lambda job: page.wants(job.state), limit=page.end
    )
    return Reply(body=render_list([render_job(job) for job in jobs[page.skip :]]))


def put_job(app: App, call: Call) -> Reply:
    key = _job(call)
    job, created = put_and_patch.put_job(app.ports, _wanted(app, key, read_object(call.body)))
    return Reply(status=201 if created else 200, body=render_job(job))


def patch_job(app: App, call: Call) -> Reply:
    """Do what a careful caller does by hand: read the job, change it, put it back.

    So a patch needs no rules of its own for secrets, and the merged JSON never holds one.
    """
    key, patch = _job(call), modernise(read_object(call.body))

    def wanted(stored: Job) -> put_and_patch.WantedJob:
        properties = {**render_definition(stored.definition), "state": stored.state}
        merged = merge({"properties": properties}, without_echoes(patch))
        return _wanted(app, key, merged, stored=stored, sent=patch)

    return Reply(body=render_job(put_and_patch.patch_job(app.ports, key, wanted)))


def get_job(app: App, call: Call) -> Reply:
    return Reply(body=render_job(manage_jobs.get_job(app.ports.store, _job(call))))


def delete_job(app: App, call: Call) -> Reply:
    manage_jobs.delete_job(app.ports, _job(call))
    return Reply()


def run_job(app: App, call: Call) -> Reply:
    manage_jobs.run_job(app.ports, _job(call))
    return Reply()


def list_history(app: App, call: Call) -> Reply:
    page = read_page(call.params, "status", Status)
    job, entries = manage_jobs.job_history(
        app.ports.store,
        _job(call),
        now=app.ports.clock(),
        wanted=lambda entry: page.wants(entry.status),
        limit=page.end,
    )
    return Reply(body=render_list([render_history(job, entry) for entry in entries[page.skip :]]))


def upcoming_runs(app: App, call: Call) -> Reply:
    """An extension: when a job will run next."""
    page = read_page(call.params, "state", JobState)
    key = _job(call)
    job = manage_jobs.get_job(app.ports.store, key)
    collection = manage_collections.get_collection(app.ports.store, key.collection)
    instants = islice(upcoming(job), page.top or DEFAULT_RUNS)
    first_is_over = job.progress.started > 0
    start = job.definition.start_time or (job.anchor if first_is_over else None)
    sentence = describe(job.definition.recurrence, start=start, now=job.anchor)
    return Reply(body=render_runs(sentence, list(instants), why_idle(job, collection)))


def preview_runs(app: App, call: Call) -> Reply:
    """An extension: when a job would run if it were created now; nothing is stored."""
    checked_subscription(call.names["subscription"])
    body, faults, timing = read_object(call.body), Faults(), None
    now, top = read_preview(body, faults, now=app.ports.clock())
    with faults.under(""):
        timing = parse_timing(body, now=now)
    start, recurrence = faults.sure(timing)
    instants = islice(runs(recurrence, start=start, now=now), top)
    return Reply(body=render_runs(describe(recurrence, start=start, now=now), list(instants)))


def _wanted(
    app: App, key: JobKey, body: Json, *, stored: Job | None = None, sent: Json | None = None
) -> put_and_patch.WantedJob:
    """Return what a PUT asks for. For a PATCH, `body` is what was `sent`, merged into the `stored` job."""
    now = app.ports.clock()
    definition, state = parse_job(body, app.ports.vault(key), now=now, stored=stored, sent=sent)
    refuse_targets(definition, app.settings.actions.http.outbound)
    return put_and_patch.WantedJob(key=key, definition=definition, state=state, size=size_of(definition))


def _collection(call: Call) -> CollectionKey:
    names = call.names
    return checked_collection(names["subscription"], names["resource_group"], names["collection"])


def _job(call: Call) -> JobKey:
    names = call.names
    return checked_job(names["subscription"], names["resource_group"], names["collection"], names["job"])
