"""What callers ask for, as values, so that a request can be made at any moment of another."""

from dataclasses import dataclass
from enum import StrEnum

from shared.domain.collection import CollectionState, WantedCollection
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.flow.manage_collections import delete_collection, put_collection, set_state
from shared.flow.manage_jobs import delete_job, run_job
from shared.flow.ports import Ports
from shared.flow.put_and_patch import WantedJob, patch_job, put_job
from tests.machines.forms import Asked


class Verb(StrEnum):
    PUT = "put"
    PATCH = "patch"
    DISABLE = "disable"
    ENABLE = "enable"
    DELETE = "delete"
    RUN_NOW = "runNow"
    DISABLE_ALL = "disableAll"
    ENABLE_ALL = "enableAll"
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
        case Verb.DISABLE:
            patch_job(ports, key, lambda job, _: _in_state(job, JobState.DISABLED))
        case Verb.ENABLE:
            patch_job(ports, key, lambda job, _: _in_state(job, JobState.ENABLED))
        case Verb.DELETE:
            delete_job(ports, key)
        case Verb.RUN_NOW:
            run_job(ports, key)
        case _:
            _carry_out_for_all(request.verb, key.collection, ports)


def _carry_out_for_all(verb: Verb, collection: CollectionKey, ports: Ports) -> None:
    match verb:
        case Verb.DISABLE_ALL:
            set_state(ports, collection, CollectionState.DISABLED)
        case Verb.ENABLE_ALL:
            set_state(ports, collection, CollectionState.ENABLED)
        case Verb.DELETE_ALL:
            delete_collection(ports, collection)
        case Verb.CREATE_COLLECTION:
            wanted = WantedCollection(location="West Europe")
            put_collection(ports, collection, wanted)
        case _:
            assert verb is Verb.NOTHING


def _wanted(request: Request, ports: Ports) -> WantedJob:
    asked = request.asked
    return WantedJob(key=request.job, definition=asked.form.definition(ports.clock()), state=asked.state)


def _in_state(job: Job, state: JobState) -> WantedJob:
    return WantedJob(key=job.key, definition=job.definition, state=state)
