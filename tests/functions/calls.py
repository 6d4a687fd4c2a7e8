"""Calls of the HTTP function in process, over a table in memory."""

import json
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

import azure.functions as func

from shared.functions.http import answer
from shared.functions.settings import AccessKey, Settings
from shared.functions.wiring import App
from shared.storage.account import StorageAccount
from tests.world import PACE, World

KEY = "k" * 32
COLLECTION = "subscriptions/s/resourceGroups/rg/providers/Microsoft.Scheduler/jobCollections/jc1"
JOB = f"{COLLECTION}/jobs/j1"
WEST_EUROPE = {"location": "West Europe"}
EVERY_MINUTE = {
    "properties": {
        "action": {"type": "Http", "request": {"uri": "http://receiver.example/", "method": "GET"}},
        "recurrence": {"frequency": "minute"},
    }
}


def an_app(world: World | None = None, **changes: Any) -> App:
    settings: dict[str, Any] = {
        "storage": StorageAccount(connection_string="UseDevelopmentStorage=true"),
        "shards": 4,
        "pace": PACE,
        "concurrency": 512,
        "keys": (AccessKey("ops", KEY),),
        "read_keys": (),
        "encryption_keys": (),
        "open_loopback": False,
    }
    return App(
        settings=Settings(**settings | changes),
        ports=(world or World()).ports,
        check=lambda: None,
    )


def call(app: App, method: str, path: str, body: object = None, **changes: Any) -> func.HttpResponse:
    """Call the app; `query` is sent as it is written, `params` are encoded."""
    params = changes.pop("params", {"api-version": "2016-03-01"})
    request: dict[str, Any] = {
        "headers": {"x-functions-key": KEY},
        "body": b"" if body is None else json.dumps(body).encode(),
        **addressed(path, changes.pop("query", urlencode(params, errors="surrogatepass"))),
    }
    return answer(func.HttpRequest(**request | changes, method=method), lambda: app)


def addressed(path: str, query: str) -> dict[str, Any]:
    """Return what the host tells of an address: the URL as it came, the parameters joined, no empty ones."""
    params: dict[str, tuple[str, list[str]]] = {}
    for name, value in parse_qsl(query, keep_blank_values=True, errors="surrogatepass"):
        params.setdefault(name.lower(), (name, []))[1].append(value)
    return {
        "url": f"https://app.example/{quote(path, errors='replace')}" + (f"?{query}" if query else ""),
        "params": {name: ",".join(values) for name, values in params.values() if any(values)},
        "route_params": {"path": path},
    }


def content(response: func.HttpResponse) -> Any:
    return json.loads(response.get_body())


def error_of(response: func.HttpResponse) -> tuple[int, str]:
    return response.status_code, content(response)["error"]["code"]


def a_world_and_its_app(**collection: Any) -> tuple[World, App]:
    world = World()
    app = an_app(world)
    assert call(app, "PUT", COLLECTION, {"location": "westus", "properties": collection}).status_code == 201
    return world, app


def a_job_body(**properties: Any) -> dict[str, Any]:
    request = {"uri": "http://receiver.example/", "method": "GET"}
    return {"properties": {"action": {"type": "Http", "request": request}, **properties}}


def properties(app: App, path: str = JOB) -> dict[str, Any]:
    found: dict[str, Any] = content(call(app, "GET", path))["properties"]
    return found


def message(app: App, method: str, path: str, body: object = None) -> str:
    return str(content(call(app, method, path, body))["error"]["message"])
