"""Calls under the api-version that knows the extensions, over a table in memory."""

from typing import Any

import azure.functions as func

from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, a_job_body, a_world_and_its_app, call, content
from tests.world import World

EXTENDED = {"api-version": "2026-11-01"}
DAILY_AT_HALF_PAST_TWO = {"frequency": "day", "schedule": {"hours": [2], "minutes": [30]}}
HOLIDAYS = {
    "holidays": {"dates": ["2026-12-25", "--01-01"], "ranges": [{"from": "2026-08-03", "to": "2026-08-14"}]}
}


def extended(app: App, method: str, path: str, body: object = None, **params: str) -> func.HttpResponse:
    return call(app, method, path, body, params={**EXTENDED, **params})


def a_place(**properties: Any) -> tuple[World, App]:
    """A world at 2026-03-02 09:00 UTC, and its app with a collection."""
    world, app = a_world_and_its_app()
    body = {"location": "westus", "properties": properties}
    assert extended(app, "PUT", COLLECTION, body).status_code == 200
    return world, app


def put(app: App, path: str = JOB, **properties: Any) -> func.HttpResponse:
    return extended(app, "PUT", path, a_job_body(**properties))


def shown(app: App, path: str = JOB, version: str = "2026-11-01") -> dict[str, Any]:
    answer = call(app, "GET", path, params={"api-version": version})
    assert answer.status_code == 200
    properties: dict[str, Any] = content(answer)["properties"]
    return properties


def message(answer: func.HttpResponse) -> str:
    text: str = content(answer)["error"]["message"]
    return text


def next_run(app: App, path: str = JOB) -> str | None:
    run: str | None = shown(app, path).get("status", {}).get("nextExecutionTime")
    return run
