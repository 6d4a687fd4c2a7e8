"""What callers ask for, as values, so that a request can be made at any moment of another."""

from dataclasses import dataclass
from enum import StrEnum

from shared.domain.asking import Asking
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.wanted_collection import WantedCollection
from shared.flow.manage_collections import delete_collection, patch_collection, put_collection, set_state
from shared.flow.manage_jobs import delete_job, run_job
from shared.flow.ports import Ports
from shared.flow.put_and_patch import WantedJob, patch_job, put_job
from shared.flow.switching import disable_job, enable_job
from tests.machines.forms import Asked

A_MACHINE = Asking(who="a machine")


class Verb(StrEnum):
    PUT = "put"
    PATCH = "patch"
    REVISE = "revise"
    """Another form with the same schedule."""
    DISABLE = "disable"
    ENABLE = "enable"
    PAUSE = "pause"
    """Disable until an instant, if one is said."""
    GO_ON = "goOn"
    """Enable what is disabled, and leave alone what is not."""
    DELETE = "delete"
    RUN_NOW = "runNow"
    DISABLE_ALL = "disableAll"
    ENABLE_ALL = "enableAll"
    PAUSE_ALL = "pauseAll"
    SET_DEFAULTS = "setDefaults"
    DELETE_ALL = "deleteAll"
    CREATE_COLLECTION = "createCollection"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """About a job, or about the collection of that job."""

    verb: Verb
    job: JobKey
    asked: Asked


def carry_out(request: Request, ports: Ports) -> None:
    key = request.job
    match request.verb:
        case Verb.PUT:
            put_job(ports, _wanted(request, ports))
        case Verb.PATCH:
            patch_job(ports, key, lambda *_: _wanted(request, ports))
        case Verb.REVISE:
            patch_job(ports, key, lambda job, _: _revised(job, request, ports))
        case Verb.DISABLE:
            patch_job(ports, key, lambda job, _: _in_state(job, JobState.DISABLED))
        case Verb.ENABLE:
            patch_job(ports, key, lambda job, _: _in_state(job, JobState.ENABLED))
        case Verb.PAUSE:
            disable_job(ports, key, request.asked.disabled(ports.clock()).pause, A_MACHINE)
        case Verb.GO_ON:
            enable_job(ports, key, A_MACHINE)
        case Verb.DELETE:
            delete_job(ports, key)
        case Verb.RUN_NOW:
            run_job(ports, key)
        case _:
            _carry_out_for_all(request, key.collection, ports)


def _carry_out_for_all(request: Request, collection: CollectionKey, ports: Ports) -> None:
    match request.verb:
        case Verb.DISABLE_ALL:
            set_state(ports, collection, CollectionState.DISABLED)
        case Verb.ENABLE_ALL:
            set_state(ports, collection, CollectionState.ENABLED)
        case Verb.PAUSE_ALL:
            pause = request.asked.disabled(ports.clock()).pause
            set_state(ports, collection, CollectionState.DISABLED, pause=pause)
        case Verb.SET_DEFAULTS:
            patch_collection(ports, collection, lambda stored: _with_defaults(stored, request))
        case Verb.DELETE_ALL:
            delete_collection(ports, collection)
        case Verb.CREATE_COLLECTION:
            wanted = WantedCollection(location="West Europe")
            put_collection(ports, collection, wanted)
        case _:
            assert request.verb is Verb.NOTHING


def _wanted(request: Request, ports: Ports) -> WantedJob:
    asked, now = request.asked, ports.clock()
    return WantedJob(
        key=request.job,
        definition=asked.form.definition(now),
        state=asked.state,
        disabled=asked.disabled(now),
    )


def _revised(job: Job, request: Request, ports: Ports) -> WantedJob:
    asked, definition = request.asked, request.asked.form.revised(job.definition)
    disabled = asked.disabled(ports.clock())
    return WantedJob(key=job.key, definition=definition, state=asked.state, disabled=disabled)


def _with_defaults(stored: JobCollection, request: Request) -> WantedCollection:
    defaults = request.asked.form.defaults
    pause = stored.disabled.pause if stored.disabled else None
    return WantedCollection(location=None, state=stored.state, disabled=pause, defaults=defaults)


def _in_state(job: Job, state: JobState) -> WantedJob:
    return WantedJob(key=job.key, definition=job.definition, state=state)
