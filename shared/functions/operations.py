"""The operations of the REST API, and where they stand."""

from typing import Final

from shared.api.body import read_object
from shared.api.parse import parse_collection, parse_job
from shared.api.render import render_collection, render_history, render_job, render_list
from shared.domain.keys import CollectionKey, JobKey, checked_subscription
from shared.flow import manage_collections, manage_jobs
from shared.functions.routes import Call, Reply, Route
from shared.functions.wiring import App


def health(app: App, call: Call) -> Reply:
    app.check()
    return Reply(body={"status": "Healthy"})


def list_collections(app: App, call: Call) -> Reply:
    subscription = checked_subscription(call.names["subscription"])
    found = manage_collections.list_collections(app.ports.store, subscription)
    return Reply(body=render_list([render_collection(collection) for collection in found]))


def put_collection(app: App, call: Call) -> Reply:
    wanted = parse_collection(read_object(call.body))
    collection, created = manage_collections.put_collection(app.ports.store, _collection(call), wanted)
    return Reply(status=201 if created else 200, body=render_collection(collection))


def get_collection(app: App, call: Call) -> Reply:
    return Reply(
        body=render_collection(manage_collections.get_collection(app.ports.store, _collection(call)))
    )


def delete_collection(app: App, call: Call) -> Reply:
    manage_collections.delete_collection(app.ports.store, _collection(call))
    return Reply()


def put_job(app: App, call: Call) -> Reply:
    definition, state = parse_job(read_object(call.body), now=app.ports.clock())
    wanted = manage_jobs.WantedJob(key=_job(call), definition=definition, state=state)
    job, created = manage_jobs.put_job(app.ports, wanted)
    return Reply(status=201 if created else 200, body=render_job(job))


def get_job(app: App, call: Call) -> Reply:
    return Reply(body=render_job(manage_jobs.get_job(app.ports.store, _job(call))))


def delete_job(app: App, call: Call) -> Reply:
    manage_jobs.delete_job(app.ports.store, _job(call))
    return Reply()


def list_history(app: App, call: Call) -> Reply:
    job, entries = manage_jobs.job_history(app.ports.store, _job(call))
    return Reply(body=render_list([render_history(job, entry) for entry in entries]))


_COLLECTION: Final = (
    "subscriptions/{subscription}/resourceGroups/{resource_group}"
    "/providers/Microsoft.Scheduler/jobCollections/{collection}"
)

ROUTES: Final = (
    Route(template="health", operations={"GET": health}),
    Route(
        template="subscriptions/{subscription}/providers/Microsoft.Scheduler/jobCollections",
        operations={"GET": list_collections},
    ),
    Route(
        template=_COLLECTION,
        operations={"GET": get_collection, "PUT": put_collection, "DELETE": delete_collection},
    ),
    Route(
        template=_COLLECTION + "/jobs/{job}",
        operations={"GET": get_job, "PUT": put_job, "DELETE": delete_job},
    ),
    Route(template=_COLLECTION + "/jobs/{job}/history", operations={"GET": list_history}),
)


def _collection(call: Call) -> CollectionKey:
    return CollectionKey(
        subscription=call.names["subscription"],
        resource_group=call.names["resource_group"],
        name=call.names["collection"],
    )


def _job(call: Call) -> JobKey:
    return JobKey(collection=_collection(call), name=call.names["job"])
