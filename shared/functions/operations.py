"""The operations of the REST API."""

from itertools import islice

from shared.api.body import read_object
from shared.api.merge import merge
from shared.api.old_places import modernise
from shared.api.parse import parse_collection, parse_job, parse_timing
from shared.api.query import DEFAULT_RUNS, read_page, read_preview
from shared.api.render import (
    render_collection,
    render_definition,
    render_history,
    render_job,
    render_list,
    render_runs,
)
from shared.api.render_condition import render_condition
from shared.domain.collection import CollectionState, JobCollection, WantedCollection
from shared.domain.history import Status
from shared.domain.job import Job, JobState, upcoming
from shared.domain.keys import CollectionKey, JobKey, checked_group, checked_subscription
from shared.domain.runs import runs
from shared.domain.sentence import describe
from shared.flow import manage_collections, manage_jobs
from shared.flow.condition import read_condition
from shared.functions.routes import Call, Reply
from shared.functions.targets import refuse_targets
from shared.functions.wiring import App


def health(app: App, call: Call) -> Reply:
    """What is odd but stops nothing is told too, without any value: this answer is open to all."""
    app.check()
    warnings = list(app.settings.warnings)
    return Reply(body={"status": "Healthy", **({"warnings": warnings} if warnings else {})})


def status(app: App, call: Call) -> Reply:
    """An extension: how the app is, from storage alone."""
    condition = render_condition(read_condition(app.ports, now=app.ports.clock()))
    return Reply(body={**condition, "reasons": list(app.settings.warnings)})


def list_collections(app: App, call: Call) -> Reply:
    subscription, group = checked_subscription(call.names["subscription"]), call.names.get("resource_group")
    checked = None if group is None else checked_group(group)
    found = manage_collections.list_collections(app.ports.store, subscription, checked)
    return Reply(body=render_list([render_collection(collection) for collection in found]))


def put_collection(app: App, call: Call) -> Reply:
    key, wanted = _collection(call), parse_collection(read_object(call.body))
    now = app.ports.clock()
    collection, created = manage_collections.put_collection(app.ports.store, key, wanted, now=now)
    return Reply(status=201 if created else 200, body=render_collection(collection))


def patch_collection(app: App, call: Call) -> Reply:
    key, patch = _collection(call), read_object(call.body)

    def wanted(stored: JobCollection) -> WantedCollection:
        return parse_collection(merge(render_collection(stored), patch))

    now = app.ports.clock()
    collection = manage_collections.patch_collection(app.ports.store, key, wanted, now=now)
    return Reply(body=render_collection(collection))


def get_collection(app: App, call: Call) -> Reply:
    return Reply(
        body=render_collection(manage_collections.get_collection(app.ports.store, _collection(call)))
    )


def delete_collection(app: App, call: Call) -> Reply:
    manage_collections.delete_collection(app.ports, _collection(call))
    return Reply()


def enable_collection(app: App, call: Call) -> Reply:
    manage_collections.set_state(app.ports.store, _collection(call), CollectionState.ENABLED)
    return Reply()


def disable_collection(app: App, call: Call) -> Reply:
    manage_collections.set_state(app.ports.store, _collection(call), CollectionState.DISABLED)
    return Reply()


def list_jobs(app: App, call: Call) -> Reply:
    page = read_page(call.params, "state", JobState)
    found = manage_jobs.list_jobs(app.ports.store, _collection(call))
    return Reply(body=render_list([render_job(job) for job in page.of(found, lambda job: job.state)]))


def put_job(app: App, call: Call) -> Reply:
    key = _job(call)
    definition, state = parse_job(read_object(call.body), app.vault(key), now=app.ports.clock())
    refuse_targets(definition, app.settings.actions.http.outbound)
    wanted = manage_jobs.WantedJob(key=key, definition=definition, state=state)
    job, created = manage_jobs.put_job(app.ports, wanted)
    return Reply(status=201 if created else 200, body=render_job(job))


def patch_job(app: App, call: Call) -> Reply:
    key, patch = _job(call), modernise(read_object(call.body))

    def wanted(stored: Job) -> manage_jobs.WantedJob:
        properties = {**render_definition(stored.definition, with_secrets=True), "state": stored.state}
        merged = merge({"properties": properties}, patch)
        definition, state = parse_job(merged, app.vault(key), now=app.ports.clock(), stored=stored.definition)
        refuse_targets(definition, app.settings.actions.http.outbound)
        return manage_jobs.WantedJob(key=key, definition=definition, state=state)

    return Reply(body=render_job(manage_jobs.patch_job(app.ports, key, wanted)))


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
    job, entries = manage_jobs.job_history(app.ports.store, _job(call), now=app.ports.clock())
    wanted = page.of(entries, lambda entry: entry.status)
    return Reply(body=render_list([render_history(job, entry) for entry in wanted]))


def upcoming_runs(app: App, call: Call) -> Reply:
    """An extension: when a job will run next."""
    page = read_page(call.params, "state", JobState)
    job = manage_jobs.get_job(app.ports.store, _job(call))
    found = islice(upcoming(job), page.top or DEFAULT_RUNS)
    first_is_over = job.progress.started > 0
    start = job.definition.start_time or (job.anchor if first_is_over else None)
    sentence = describe(job.definition.recurrence, start=start, now=job.anchor)
    return Reply(body=render_runs(sentence, list(found)))


def preview_runs(app: App, call: Call) -> Reply:
    """An extension: when a job would run if it were created now; nothing is stored."""
    checked_subscription(call.names["subscription"])
    body = read_object(call.body)
    now, top = read_preview(body, now=app.ports.clock())
    start, recurrence = parse_timing(body, now=now)
    found = islice(runs(recurrence, start=start, now=now), top)
    return Reply(body=render_runs(describe(recurrence, start=start, now=now), list(found)))


def _collection(call: Call) -> CollectionKey:
    return CollectionKey(
        subscription=call.names["subscription"],
        resource_group=call.names["resource_group"],
        name=call.names["collection"],
    )


def _job(call: Call) -> JobKey:
    return JobKey(collection=_collection(call), name=call.names["job"])
