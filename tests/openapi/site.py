"""The app in process over a table in memory that can be set back: collections, jobs and history."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

import azure.functions as func

from shared.domain.about import EXTENDED
from shared.domain.identity import IdentityRules, read_identity_targets
from shared.functions.action_settings import ActionSettings
from shared.functions.http import answer
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Entity
from tests.builders import NINE
from tests.entra import A_TENANT
from tests.functions.calls import KEY, addressed, an_app, call
from tests.world import World

AUTHORIZED: Final = {"x-functions-key": KEY}
Rows = dict[str, dict[str, Entity]]
NAMES: Final = {"subscription": "sub-1", "resource_group": "group-1", "collection": "first", "job": "running"}
BASE: Final = "subscriptions/sub-1/resourceGroups/group-1/providers/Microsoft.Scheduler/jobCollections"
COLLECTION: Final = f"{BASE}/first"

HTTP: Final = {"type": "Http", "request": {"uri": "http://receiver.example/", "method": "GET"}}
BASIC: Final = {"type": "Basic", "username": "user", "password": "made-up"}
QUEUE: Final = {
    "storageAccount": "account1",
    "queueName": "queue-1",
    "sasToken": "made-up",
    "message": "hello",
}
RUNNING: Final = {"action": HTTP, "recurrence": {"frequency": "minute", "interval": 5}}
RICH: Final = {
    "startTime": "2026-04-01T00:00:00Z",
    "action": {
        "type": "Https",
        "request": {
            "uri": "https://receiver.example/hook",
            "method": "POST",
            "headers": {"a": "b"},
            "body": "text",
            "authentication": BASIC,
        },
        "retryPolicy": {"retryType": "fixed", "retryInterval": "00:01:00", "retryCount": 2},
        "errorAction": {"type": "StorageQueue", "queueMessage": QUEUE},
    },
    "recurrence": {
        "frequency": "month",
        "interval": 1,
        "count": 7,
        "endTime": "2027-01-01T00:00:00Z",
        "schedule": {
            "minutes": [0, 30],
            "hours": [6],
            "monthDays": [-1],
            "monthlyOccurrences": [{"day": "friday", "occurrence": 1}],
            "months": [1, 6],
        },
    },
    "state": "disabled",
}
LOCAL: Final = {
    "action": HTTP,
    "startTime": "2026-03-27T02:30:00",
    "recurrence": {"frequency": "day", "schedule": {"hours": [2], "minutes": [30]}},
    "timeZone": "W. Europe Standard Time",
    "daylightSaving": {"missing": "skip", "repeated": "both"},
    "exclude": {"weekDays": ["sunday"], "dates": ["--12-24"], "calendars": ["holidays"], "then": "after"},
}
RETRY_OPTIONS: Final = {"backoff": 2.5, "maxInterval": "01:00:00", "retryAfter": True, "stopOn": [400, 404]}
GUARDED: Final = {
    "action": {
        **HTTP,
        "retryOptions": RETRY_OPTIONS,
        "errorAction": {**HTTP, "retryOptions": {"backoff": 1.5, "retryAfter": False}},
    },
    "recurrence": {"frequency": "minute", "interval": 10},
    "missedRuns": {"policy": "all", "within": "01:00:00"},
    "overlap": "wait",
    "spread": "00:04:00",
    "disableAfterFaults": 5,
    "keepFinishedFor": "1.00:00:00",
    "useDefaults": False,
    "description": "Guarded by all policies",
}
PAUSED: Final = {
    "action": HTTP,
    "recurrence": {"frequency": "hour"},
    "state": "disabled",
    "disabled": {"note": "later", "until": "2026-04-01T00:00:00Z"},
}
BY_IDENTITY: Final = {
    "action": {
        "type": "Https",
        "request": {
            "uri": "https://receiver.example/",
            "method": "GET",
            "managedIdentity": {"audience": "https://vault.azure.net"},
        },
        "errorAction": {
            "type": "ServiceBusQueue",
            "serviceBusQueueMessage": {
                "queueName": "queue-1",
                "namespace": "namespace-1",
                "transportType": "AMQP",
                "message": "hello",
                "managedIdentity": {},
            },
        },
    },
    "recurrence": {"frequency": "day"},
}
JOBS: Final = {
    "running": RUNNING,
    "rich": RICH,
    "done": {"action": HTTP},
    "idle": {"action": HTTP, "recurrence": {"frequency": "minute"}, "state": "disabled"},
    "local": LOCAL,
    "guarded": GUARDED,
    "paused": PAUSED,
    "identity": BY_IDENTITY,
}
IDENTITY: Final = IdentityRules(
    client_id="00000000-0000-0000-0000-0000000000a1",
    targets=read_identity_targets(
        [
            "https://vault.azure.net|receiver.example",
            "https://storage.azure.com|*.core.windows.net",
            "https://servicebus.azure.net|*.servicebus.windows.net",
        ]
    ),
)
TAGS: Final = {"team": "billing"}
TAGGED: Final = {"guarded": {"tags": TAGS}}
DEFAULTS: Final = {
    "retryOptions": RETRY_OPTIONS,
    "errorAction": {
        "type": "StorageQueue",
        "queueMessage": QUEUE,
        "retryOptions": {"maxInterval": "00:05:00"},
    },
}
CALENDARS: Final = {
    "holidays": {"dates": ["2026-04-03", "--12-25"], "ranges": [{"from": "2026-08-03", "to": "2026-08-14"}]}
}


class SnapshotTable(MemoryTable):
    def rows(self) -> Rows:
        return {name: dict(found.rows) for name, found in self._partitions.items() if found.rows}

    def restore(self, rows: Rows) -> None:
        self._partitions.clear()
        for partition, found in rows.items():
            for row, entity in found.items():
                self._partition(partition).put(row, entity)


class Site:
    """A small world that answers HTTP; `reset` makes it as it was when it was filled."""

    def __init__(self) -> None:
        self.table = SnapshotTable()
        self.world = World(table=self.table)
        self.app = an_app(self.world, actions=ActionSettings(identity=IDENTITY), entra=A_TENANT)
        self._fill()
        self._filled = self.table.rows(), list(self.world.queue.messages), self.world.now

    def reset(self) -> None:
        rows, messages, self.world.now = self._filled
        self.table.restore(rows)
        self.world.queue.messages = list(messages)

    def stored(self) -> tuple[Rows, list[Any]]:
        """What must stay as it is when a request is refused."""
        return self.table.rows(), list(self.world.queue.messages)

    def send(self, method: str, path: str, body: bytes = b"", **params: str) -> func.HttpResponse:
        query = {"api-version": EXTENDED, **params}
        request = func.HttpRequest(
            method=method, headers=AUTHORIZED, body=body, **addressed(path, urlencode(query))
        )
        return answer(request, lambda: self.app)

    def wsgi(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer as the host would, which decodes the path and drops empty parameters."""
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "replace")
        headers = {
            name.removeprefix("HTTP_").replace("_", "-").lower(): value
            for name, value in environ.items()
            if name.startswith("HTTP_")
        }
        request = func.HttpRequest(
            method=environ["REQUEST_METHOD"],
            headers=headers,
            **addressed(path.removeprefix("/"), environ.get("QUERY_STRING", "")),
            body=environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)),
        )
        response = answer(request, lambda: self.app)
        status = HTTPStatus(response.status_code)
        start_response(f"{status.value} {status.phrase}", list(response.headers.items()))
        return [response.get_body()]

    def _fill(self) -> None:
        filled = {"calendars": CALENDARS, "defaults": DEFAULTS}
        for collection, properties in (COLLECTION, filled), (f"{BASE}/empty", {}):
            self._put(collection, {"location": "West Europe", "properties": properties})
        for name, job in JOBS.items():
            self._put(f"{COLLECTION}/jobs/{name}", {**TAGGED.get(name, {}), "properties": job})
        for minutes in range(0, 30, 5):
            self.world.scan_and_run(at=NINE + timedelta(minutes=minutes))

    def _put(self, path: str, body: dict[str, Any]) -> None:
        put = call(self.app, "PUT", path, body, params={"api-version": EXTENDED})
        assert put.status_code == 201, put.get_body()
