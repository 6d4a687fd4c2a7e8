"""The HTTP trigger: one function for every path, so that every answer is ours."""

import json
import logging
import re
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import quote
from uuid import uuid4

import azure.functions as func

from shared.api.body import LARGEST_BODY
from shared.api.render import render_error
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.callers import NOBODY_KNOWN, Caller
from shared.domain.errors import (
    BadRequest,
    InvalidApiVersion,
    MethodNotAllowed,
    MissingApiVersion,
    NotFound,
    SchedulerError,
    StorageUnavailable,
    TooManyReads,
    cut,
)
from shared.functions.access import check_access
from shared.functions.asking import asking_of
from shared.functions.old_clients import durations_for
from shared.functions.parameters import Parameters, is_trial, sent_parameters
from shared.functions.portal import FOLDER, portal_reply
from shared.functions.route_table import ROUTES
from shared.functions.routes import API_VERSIONS, Call, Reply, Route
from shared.functions.scoping import as_seen_by
from shared.functions.trying import tried
from shared.functions.wiring import App, wiring
from shared.storage.outage import outage_line

log = logging.getLogger(__name__)
blueprint = func.Blueprint()

CLASSIC_API: Final = (
    "This is the classic API of Azure Scheduler, which is not served: `dev.py import` reads its jobs "
    "(docs/migrating.md), and programs call /subscriptions/{subscription}/resourceGroups/{group}"
    "/providers/Microsoft.Scheduler/jobCollections/{collection} instead."
)
_HALF_PAIR: Final = re.compile("[\ud800-\udfff]")
_JSON: Final = "application/json; charset=utf-8"
_CLASSIC: Final = re.compile("(?!subscriptions/)[^/]+/cloudservices(/.*)?", re.IGNORECASE | re.DOTALL)
_ORIGIN: Final = re.compile(
    r"https?://([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?(/|$)", re.ASCII
)
"""Nothing that one reader takes for the host and another for something else."""
_METHODS: Final = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


@blueprint.function_name("api")
@blueprint.route(route="{*path}", methods=_METHODS, auth_level=func.AuthLevel.ANONYMOUS)
def api(req: func.HttpRequest) -> func.HttpResponse:
    return answer(req, wiring)


def answer(req: func.HttpRequest, wired: Callable[[], App], portal: Path = FOLDER) -> func.HttpResponse:
    """Answer any request; nothing is raised, and every answer carries a request id."""
    began, request_id = time.perf_counter(), str(uuid4())
    path = req.route_params.get("path") or ""
    told = f"{req.method} /{quote(path, errors='replace')}"
    reply, content = _reply_or_error(req, path, wired, portal, request_id)
    took = (time.perf_counter() - began) * 1000
    by = f" by {reply.who}" if reply.who else ""
    log.info("%s %d in %.0f ms%s, %s", told, reply.status, took, by, request_id)
    return _respond(reply, content if req.method != "HEAD" else b"", request_id)


def _reply_or_error(
    req: func.HttpRequest, path: str, wired: Callable[[], App], portal: Path, request_id: str
) -> tuple[Reply, bytes]:
    """Return the reply and its body. If the reply cannot be encoded, that is an error like any other."""
    told, known = f"{req.method} /{quote(path, errors='replace')}, {request_id}", _Known()
    try:
        reply = portal_reply(req, path, portal, wired) or _reply(req, path, wired(), known, request_id)
        return replace(reply, who=known.caller.name), _encode(reply)
    except SchedulerError as exc:
        if isinstance(exc, StorageUnavailable):
            log.warning("%s: %s", told, outage_line(exc))
        body = render_error(exc, known.version)
        reply = Reply(status=exc.status, body=body, headers=_headers_of(exc), who=known.caller.name)
    except Exception:
        log.exception("%s failed", told)
        unexpected = SchedulerError("Something went wrong here; the app's log says what.")
        reply = Reply(status=unexpected.status, body=render_error(unexpected), who=known.caller.name)
    return reply, _encode(reply)


def _headers_of(exc: SchedulerError) -> dict[str, str]:
    match exc:
        case MethodNotAllowed():
            return {"Allow": ", ".join(exc.allowed)}
        case TooManyReads():
            return {"Retry-After": str(exc.retry_after)}
        case _:
            return {}


@dataclass(slots=True)
class _Known:
    """What is known of the request so far: the log names the caller whatever becomes of it."""

    caller: Caller = NOBODY_KNOWN
    version: str = ORIGINAL
    """The api-version by which he wants to be answered, also if the answer is an error."""


def _reply(req: func.HttpRequest, path: str, app: App, known: _Known, request_id: str) -> Reply:
    route, names = _find(path)
    if route is None and _CLASSIC.fullmatch(path.strip("/")):
        raise NotFound(CLASSIC_API)  # asks for no key: its clients have certificates, and nothing is told
    if route is None or not route.is_open(app.settings):
        # Before anything else: nobody without access learns which paths there are.
        changes = route is not None and route.changes(req.method)
        known.caller = check_access(
            app.settings, req.headers, req.params, changes=changes, identities=app.identities
        )
    if route is None:
        raise NotFound(f"There is nothing at '/{cut(path.strip('/'))}'.")
    if req.method == "OPTIONS":
        return Reply(headers={"Allow": ", ".join(route.allowed)})
    operation = route.operation(req.method)
    sent = sent_parameters(req.url)
    version = _api_version(req.params, sent) if route.versioned else ORIGINAL
    if version < route.since:
        raise NotFound(f"There is nothing at '/{cut(path.strip('/'))}' before api-version {route.since}.")
    _check_declared_length(req.headers)
    known.version = version
    known_here = route.parameters(req.method)
    trial = route.versioned and is_trial(sent, known_here, version=version)
    conditional = route.changes(req.method) and version >= EXTENDED
    asking = asking_of(req.headers, who=known.caller.name, request=request_id, conditional=conditional)
    call = Call(
        names=names,
        params=req.params,
        body=req.get_body(),
        version=version,
        asking=asking,
        caller=known.caller,
        durations=durations_for(req.headers),
        origin=origin_of(req.url),
    )
    seen = as_seen_by(known.caller, app)
    with _place(app, route, call, limited=trial or not route.changes(req.method)):
        return tried(operation, seen, call) if trial else operation(seen, call)


def _place(app: App, route: Route, call: Call, *, limited: bool) -> AbstractContextManager[None]:
    """Return what a request has to hold while it is answered: reads are limited, and changes are not."""
    who = call.caller.name
    if route.over_all_jobs:
        return app.reading_turns.taken(who)
    return app.reads_of_caller.taken(who) if limited and not route.is_open(app.settings) else nullcontext()


def origin_of(url: str) -> str:
    """Return scheme and host of the address that was asked, as the platform tells it; empty if that is odd.

    Whoever sends a request chooses its Host, and he alone gets the answer. No forwarding header is read.
    """
    found = _ORIGIN.match(url)
    return found[0].removesuffix("/") if found else ""


def _find(path: str) -> tuple[Route | None, dict[str, str]]:
    for route in ROUTES:
        names = route.match(path)
        if names is not None:
            return route, names
    return None, {}


def _api_version(params: Mapping[str, str], sent: Parameters) -> str:
    given = next((value for name, value in params.items() if name.lower() == "api-version"), None)
    known = ", ".join(API_VERSIONS)
    if sum(name.lower() == "api-version" for name, _ in sent) > 1:
        raise InvalidApiVersion("api-version: stands there more than once")
    if given is None:
        raise MissingApiVersion(
            f"The api-version query parameter (?api-version=) is required; known: {known}."
        )
    if given.lower() not in API_VERSIONS:
        raise InvalidApiVersion(f"The api-version '{cut(given)}' is not known; known: {known}.")
    return given.lower()


def _check_declared_length(headers: Mapping[str, str]) -> None:
    """Refuse a body that is too large before it is read. The host judges a length that is no number."""
    declared = headers.get("content-length", "").strip()
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > LARGEST_BODY:
        raise BadRequest(f"The body has {declared[:20]} bytes; the limit is {LARGEST_BODY}.")


def _encode(reply: Reply) -> bytes:
    """Return the body. Replace halves of surrogate pairs, which are no characters."""
    if reply.content:
        return reply.content.sent
    if reply.body is None:
        return b""
    text = json.dumps(reply.body, ensure_ascii=False, allow_nan=False)
    return _HALF_PAIR.sub("\N{REPLACEMENT CHARACTER}", text).encode()


def _respond(reply: Reply, content: bytes, request_id: str) -> func.HttpResponse:
    kind = reply.content.kind if reply.content else "" if reply.body is None else _JSON
    headers = {
        **reply.headers,
        **({"Content-Type": kind} if kind else {}),
        "Cache-Control": "no-cache",
        "X-Content-Type-Options": "nosniff",
        "x-ms-request-id": request_id,
    }
    # Without a type of ours the worker would send one: an empty one is left out by the host.
    return func.HttpResponse(content, status_code=reply.status, headers=headers, mimetype="")
