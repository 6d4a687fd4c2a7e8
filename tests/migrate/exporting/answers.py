"""Collections and jobs as the app answers them under api-version 2026-11-01."""

from typing import Any, Final

from migrate.found import Json

GROUP: Final = "/subscriptions/sub-1/resourceGroups/group (a)"
DAILY: Final = {"frequency": "day", "interval": 1}
START: Final = "2026-01-01T08:00:00Z"
STATUS: Final = {"executionCount": 3, "failureCount": 0, "faultedCount": 0}


def a_collection_answer(name: str = "nightly", group: str = GROUP, **properties: Any) -> Json:
    return {
        "id": f"{group}/providers/Microsoft.Scheduler/jobCollections/{name}",
        "type": "Microsoft.Scheduler/jobCollections",
        "name": name,
        "etag": "1",
        "location": "West US",
        "properties": {"sku": {"name": "Standard"}, "state": "Enabled", **properties},
    }


def a_job_answer(
    name: str = "backup", action: Json | None = None, *, collection: str = "nightly", **properties: Any
) -> Json:
    return {
        "id": f"{GROUP}/providers/Microsoft.Scheduler/jobCollections/{collection}/jobs/{name}",
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "name": f"{collection}/{name}",
        "etag": "2",
        "properties": {
            "startTime": START,
            "action": action or an_http_action(),
            "recurrence": DAILY,
            "state": "enabled",
            "recent": "ccr",
            "status": STATUS,
            **properties,
        },
    }


def an_http_action(authentication: Json | None = None, **more: Any) -> Json:
    request: Json = {"uri": "https://example.com/", "method": "GET"}
    signed = {"authentication": authentication} if authentication else {}
    return {"type": "Https", "request": {**request, **signed}, **more}


def a_queue_action(**more: Any) -> Json:
    message = {"storageAccount": "account1", "queueName": "orders", "message": "go", **more}
    return {"type": "StorageQueue", "queueMessage": message}


def a_bus_action(kind: str = "Queue") -> Json:
    place = {"queueName": "orders"} if kind == "Queue" else {"topicPath": "orders"}
    message = {
        "authentication": {"type": "sharedAccessKey", "sasKeyName": "sender"},
        "message": "go",
        "namespace": "busyplace",
        "transportType": "AMQP",
        **place,
    }
    return {"type": f"ServiceBus{kind}", f"serviceBus{kind}Message": message}
