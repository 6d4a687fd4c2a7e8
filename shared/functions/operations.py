"""The operations of the REST API."""

from dataclasses import replace
from itertools import islice
from typing import Any

from shared.api.body import read_object
from shared.api.merge import merge, without_echoes
from shared.api.old_places import modernise
from shared.api.parse import (
    BARE,
    parse_collection,
    read_job,
    read_note,
    read_patch,
    read_pause,
    read_timing,
    refuse_other_name,
    size_of,
)
from shared.api.preview import preview_answer, read_preview
from shared.api.proofs import without_identity
from shared.api.query import DEFAULT_RUNS, read_page
from shared.api.render import (
    etag_of,
    render_collection,
    render_definition,
    render_disabled,
    render_history,
    render_job,
    render_list,
    render_runs,
    render_tags,
)
from shared.domain.about import EXTENDED
from shared.domain.asked_job import AskedJob, in_its_place
from shared.domain.asking import Asking
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.collection_jobs import why_idle
from shared.domain.disabled import Pause
from shared.domain.enabling import after_pauses
from shared.domain.errors import BadRequest, Faults
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
from shared.domain.shown_runs import shown_runs
from shared.domain.summaries import sentence_of_job
from shared.domain.wanted_collection import WantedCollection
from shared.flow import manage_collections, manage_jobs, put_and_patch, switching
from shared.flow.put_and_patch import WantedJob
from shared.functions.routes import Call, Reply
from shared.functions.scoping import refuse_creation_outside
from shared.functions.targets import refuse_default_targets, refuse_targets
from shared.functions.wiring import App


def list_collections(app: App, call: Call) -> Reply:
    subscription, group = checked_subscription(call.names["subscription"]), call.names.get("resource_group")
    checked = None if group is None else checked_group(group)
    collections = manage_collections.list_collections(app.ports.store, subscription, checked)
    shown = [render_collection(one, call.version, call.durations.listed) for one in collections]
    return Reply(body=render_list(shown))


def put_collection(app: App, call: Call) -> Reply:
    key = _collection(call)
    refuse_creation_outside(call.caller, key)
    body, now = read_object(call.body), app.ports.clock()
    refuse_other_name(body, key.name, version=call.version)
    wanted = parse_collection(body, app.ports.vault(key), now=now, version=call.version)
    refuse_default_targets(wanted.defaults, app.settings.actions)
    keeps = call.version < EXTENDED
    collection, created = manage_collections.put_collection(
        app.ports, key, wanted, keeps=keeps, asking=call.asking
    )
    return _with_collection(collection, call, created=created)


def patch_collection(app: App, call: Call) -> Reply:
    key, patch = _collection(call), read_object(call.body)
    vault, now = app.ports.vault(key), app.ports.clock()
    refuse_other_name(patch, key.name, version=call.version)

    def wanted(stored: JobCollection) -> WantedCollection:
        merged = merge(render_collection(stored, EXTENDED), without_identity(without_echoes(patch)))
        asked = parse_collection(merged, vault, now=now, version=call.version, sent=patch)
        refuse_default_targets(asked.defaults, app.settings.actions)
        return asked.with_plan_of(stored)

    collection = manage_collections.patch_collection(app.ports, key, wanted, asking=call.asking)
    return _with_collection(collection, call)


def get_collection(app: App, call: Call) -> Reply:
    collection = manage_collections.get_collection(app.ports.store, _collection(call))
    return _with_collection(collection, call)


def delete_collection(app: App, call: Call) -> Reply:
    manage_collections.delete_collection(app.ports, _collection(call), call.asking)
    return Reply()


def enable_collection(app: App, call: Call) -> Reply:
    key, asking = _collection(call), _with_note(call)
    collection = manage_collections.set_state(app.ports, key, CollectionState.ENABLED, asking=asking)
    return _switched(collection, call)


def disable_collection(app: App, call: Call) -> Reply:
    key, pause = _collection(call), _pause(call)
    state, asking = CollectionState.DISABLED, _with_reason(call, pause)
    collection = manage_collections.set_state(app.ports, key, state, pause=pause, asking=asking)
    return _switched(collection, call)


def enable_job(app: App, call: Call) -> Reply:
    """An extension: as a PATCH of the state, and without effect on a job that is enabled."""
    job, collection = switching.enable_job(app.ports, _job(call), _with_note(call))
    return _with_job(job, collection, call)


def disable_job(app: App, call: Call) -> Reply:
    """An extension: as a PATCH of the state, with a note and a time."""
    pause = _pause(call) or Pause()
    job, collection = switching.disable_job(app.ports, _job(call), pause, _with_reason(call, pause))
    return _with_job(job, collection, call)


def list_jobs(app: App, call: Call) -> Reply:
    page = read_page(call.params, "state", JobState)
    collection, jobs = manage_jobs.list_jobs(
        app.ports.store, _collection(call), only=page.only, skip=page.skip, limit=page.top
    )
    shown = [render_job(job, collection, call.version, call.durations.listed) for job in jobs]
    return Reply(body=render_list(shown))


def put_job(app: App, call: Call) -> Reply:
    key, now = _job(call), app.ports.clock()
    body = _body_of_job(call, key)
    asked = read_job(body, app.ports.vault(key), now=now, version=call.version)

    def settle(wanted: WantedJob, collection: JobCollection, stored: Job | None) -> WantedJob:
        definition = in_its_place(asked, collection, stored, now=now)
        refuse_targets(definition, app.settings.actions)  # it may keep a managed identity
        kept = stored.disabled if stored and not asked.extended else asked.pause(collection)
        return replace(wanted, definition=definition, size=size_of(definition), disabled=kept)

    job, collection, created = put_and_patch.put_job(app.ports, _wanted(app, call, asked), settle)
    return _with_job(job, collection, call, created=created)


def patch_job(app: App, call: Call) -> Reply:
    """Do what a careful caller does by hand: read the job, change it, put it back.

    So a patch needs no rules of its own for secrets, and the merged JSON never holds one. It is merged in the
    extended form, whatever the api-version: a patch says nothing about what it leaves out.
    """
    key = _job(call)
    sent = modernise(_body_of_job(call, key))
    patch = read_patch(sent, version=call.version)

    def wanted(stored: Job, collection: JobCollection) -> WantedJob:
        now = app.ports.clock()
        pause = render_disabled(stored.disabled) or {}
        properties = {
            **render_definition(stored.definition, EXTENDED),
            "state": stored.state,
            "disabled": pause,
        }
        shown = {**render_tags(stored.definition), "properties": properties}
        merged = merge(shown, without_identity(without_echoes(patch)))
        asked = read_job(merged, app.ports.vault(key), now=now, version=call.version, sent=sent)
        definition = in_its_place(asked, collection, stored, now=now, patched=True)
        asked = replace(asked, definition=definition)
        return replace(_wanted(app, call, asked), disabled=asked.pause(collection))

    gently = call.version >= EXTENDED
    job, collection = put_and_patch.patch_job(app.ports, key, wanted, gently=gently)
    return _with_job(job, collection, call)


def get_job(app: App, call: Call) -> Reply:
    job, collection = manage_jobs.existing_job(app.ports.store, _job(call))
    return _with_job(job, collection, call)


def delete_job(app: App, call: Call) -> Reply:
    manage_jobs.delete_job(app.ports, _job(call), call.asking)
    return Reply()


def run_job(app: App, call: Call) -> Reply:
    manage_jobs.run_job(app.ports, _job(call), _with_note(call))
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
    shown = [render_history(job, entry, call.version) for entry in entries[page.skip :]]
    return Reply(body=render_list(shown))


def upcoming_runs(app: App, call: Call) -> Reply:
    """An extension: when a job will run next."""
    page = read_page(call.params, "state", JobState)
    job, collection = manage_jobs.existing_job(app.ports.store, _job(call))
    waiting = after_pauses(job, collection) or job
    instants = islice(upcoming(waiting, collection), page.top or DEFAULT_RUNS)
    runs = shown_runs(job.definition, collection, instants, anchor=job.counted_from)
    sentence, note = sentence_of_job(job, collection), why_idle(job, collection)
    return Reply(body=render_runs(sentence, list(runs), version=call.version, note=note))


def preview_runs(app: App, call: Call) -> Reply:
    """An extension: when a job would run if it were created now; nothing is stored."""
    checked_subscription(call.names["subscription"])
    body, faults, asked = read_object(call.body), Faults(), None
    preview = read_preview(body, faults, now=app.ports.clock())
    with faults.under(""):
        asked = read_timing(body, now=preview.created, version=call.version)
    asked = faults.sure(asked)
    of = preview.of.collection if preview.of else None
    collection = manage_collections.get_collection(app.ports.store, of) if of else BARE
    definition = in_its_place(asked, collection, None, now=preview.created)
    return Reply(body=preview_answer(definition, collection, preview, call.version))


def _wanted(app: App, call: Call, asked: AskedJob) -> WantedJob:
    definition = asked.definition
    refuse_targets(definition, app.settings.actions)
    return WantedJob(
        key=_job(call),
        definition=definition,
        state=asked.state,
        size=size_of(definition),
        asking=call.asking,
    )


def _body_of_job(call: Call, key: JobKey) -> dict[str, Any]:
    body = read_object(call.body)
    refuse_other_name(body, key.name, f"{key.collection.name}/{key.name}", version=call.version)
    return body


def _with_job(job: Job, collection: JobCollection, call: Call, *, created: bool = False) -> Reply:
    body = render_job(job, collection, call.version, call.durations.alone)
    return Reply(status=201 if created else 200, body=body, headers=_etag(job, call))


def _with_collection(collection: JobCollection, call: Call, *, created: bool = False) -> Reply:
    body = render_collection(collection, call.version, call.durations.alone)
    return Reply(status=201 if created else 200, body=body, headers=_etag(collection, call))


def _switched(collection: JobCollection, call: Call) -> Reply:
    """Return what was switched; older api-versions get an empty answer, as the original gave."""
    return _with_collection(collection, call) if call.version >= EXTENDED else Reply()


def _etag(one: Job | JobCollection, call: Call) -> dict[str, str]:
    return {"ETag": etag_of(one)} if call.version >= EXTENDED else {}


def _with_note(call: Call) -> Asking:
    """Return who asks, with the note in the request. Older api-versions do not look at the body."""
    if call.version < EXTENDED or not call.body.strip():
        return call.asking
    return replace(call.asking, note=read_note(read_object(call.body)))


def _with_reason(call: Call, pause: Pause | None) -> Asking:
    return replace(call.asking, note=pause.note) if pause else call.asking


def _pause(call: Call) -> Pause | None:
    """Return why and until when something is to be disabled; None if the api-version cannot say."""
    pause = read_pause(read_object(call.body)) if call.body.strip() else Pause()
    if call.version >= EXTENDED:
        return pause
    if pause != Pause():
        raise BadRequest(f"note, until: are known from api-version {EXTENDED} on")
    return None


def _collection(call: Call) -> CollectionKey:
    names = call.names
    return checked_collection(names["subscription"], names["resource_group"], names["collection"])


def _job(call: Call) -> JobKey:
    names = call.names
    return checked_job(names["subscription"], names["resource_group"], names["collection"], names["job"])
