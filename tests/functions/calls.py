"""Calls of the HTTP function in process, over a table in memory."""

import json
from typing import Any

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
    request: dict[str, Any] = {
        "method": method,
        "url": f"https://app.example/{path}",
        "headers": {"x-functions-key": KEY},
        "params": {"api-version": "2016-03-01"},
        "route_params": {"path": path},
        "body": b"" if body is None else json.dumps(body).encode(),
    }
    return answer(func.HttpRequest(**request | changes), lambda: app)


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
