"""The HTTP trigger: one function for every path, so that every answer is ours."""

import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import quote
from uuid import uuid4

import azure.functions as func

from shared.api.render import render_error
from shared.domain.errors import (
    InvalidApiVersion,
    MethodNotAllowed,
    MissingApiVersion,
    NotFound,
    SchedulerError,
    cut,
)
from shared.functions.access import check_access
from shared.functions.route_table import ROUTES
from shared.functions.routes import API_VERSIONS, Call, Reply, Route
from shared.functions.wiring import App, wiring

log = logging.getLogger(__name__)
blueprint = func.Blueprint()

_METHODS: Final = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


@blueprint.function_name("api")
@blueprint.route(route="{*path}", methods=_METHODS, auth_level=func.AuthLevel.ANONYMOUS)
def api(req: func.HttpRequest) -> func.HttpResponse:
    return answer(req, wiring)


def answer(req: func.HttpRequest, wired: Callable[[], App]) -> func.HttpResponse:
    """Answer any request; nothing is raised, and every answer carries a request id."""
    began, request_id = time.perf_counter(), str(uuid4())
    path = req.route_params.get("path") or ""
    reply = _reply_or_error(req, path, wired)
    took = (time.perf_counter() - began) * 1000
    log.info("%s /%s %d in %.0f ms, %s", req.method, quote(path), reply.status, took, request_id)
    return _encode(reply, request_id, with_body=req.method != "HEAD")


def _reply_or_error(req: func.HttpRequest, path: str, wired: Callable[[], App]) -> Reply:
    try:
        return _reply(req, path, wired())
    except SchedulerError as exc:
        headers = {"Allow": ", ".join(exc.allowed)} if isinstance(exc, MethodNotAllowed) else {}
        return Reply(status=exc.status, body=render_error(exc), headers=headers)
    except Exception:
        log.exception("%s /%s failed", req.method, quote(path))
        unexpected = SchedulerError("Something went wrong here; the app's log says what.")
        return Reply(status=unexpected.status, body=render_error(unexpected))


def _reply(req: func.HttpRequest, path: str, app: App) -> Reply:
    route, names = _find(path)
    if route is None or not route.open_to_all:
        # Before anything else: nobody without access learns which paths there are.
        changes = route is not None and route.changes(req.method)
        check_access(app.settings, req.headers, req.params, changes=changes)
    if route is None:
        raise NotFound(f"There is nothing at '/{cut(path.strip('/'))}'.")
    if req.method == "OPTIONS":
        return Reply(headers={"Allow": ", ".join(route.allowed)})
    operation = route.operation(req.method)
    if route.versioned:
        _check_api_version(req.params)
    return operation(app, Call(names=names, params=req.params, body=req.get_body()))


def _find(path: str) -> tuple[Route | None, dict[str, str]]:
    for route in ROUTES:
        names = route.match(path)
        if names is not None:
            return route, names
    return None, {}


def _check_api_version(params: Mapping[str, str]) -> None:
    given = next((value for name, value in params.items() if name.lower() == "api-version"), None)
    known = ", ".join(API_VERSIONS)
    if given is None:
        raise MissingApiVersion(
            f"The api-version query parameter (?api-version=) is required; known: {known}."
        )
    if given.lower() not in API_VERSIONS:
        raise InvalidApiVersion(f"The api-version '{cut(given)}' is not known; known: {known}.")


def _encode(reply: Reply, request_id: str, *, with_body: bool) -> func.HttpResponse:
    body = b"" if reply.body is None else json.dumps(reply.body, ensure_ascii=False).encode()
    headers = {
        **reply.headers,
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-cache",
        "x-ms-request-id": request_id,
    }
    return func.HttpResponse(
        body if with_body else b"", status_code=reply.status, headers=headers, mimetype="application/json"
    )
