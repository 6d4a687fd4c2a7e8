"""HTTP triggers: an ASGI app that finds the function for a request and turns its answer into a response."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl

import azure.functions as func
from azure.functions.http import HttpRequest
from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, HTTPScope, Scope

from local.host.functions import HttpFunction
from local.host.routes import decode_path
from local.host.worker import Stopwatch, Worker

BODYLESS = (204, 304)
FRAMING = ("content-length", "transfer-encoding")  # the host itself says how long a body is


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""


EMPTY = [(b"content-length", b"0")]
NOT_FOUND = Answer(404, EMPTY)
SERVER_ERROR = Answer(500, EMPTY)


class WebApp:
    """Serves the HTTP functions. Only an empty 404 or 500 comes from the host itself."""

    def __init__(self, functions: Iterable[HttpFunction], worker: Worker) -> None:
        self._functions = sorted(functions, key=lambda function: function.target.name.casefold())
        self._worker = worker

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] != "http":
            return  # cannot happen, because the server serves nothing else
        body = await _read_body(receive)
        if body is None:
            return
        answer = await self._answer(scope, body)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body, "more_body": False})

    def find(self, method: str, raw_path: bytes) -> tuple[HttpFunction, dict[str, str]] | None:
        """Return the first function, by name, whose methods and route match, with the route's values."""
        path = decode_path(raw_path)
        for function in self._functions:
            if function.methods and method not in function.methods:
                continue
            values = function.route.match(path)
            if values is not None:
                return function, values
        return None

    async def _answer(self, scope: HTTPScope, body: bytes) -> Answer:
        match = self.find(scope["method"], scope["raw_path"])
        if match is None:
            return NOT_FOUND
        function, route_values = match
        stopwatch = Stopwatch("http", function.target)
        try:
            request = build_request(scope, route_values, body)
            returned = await self._worker.invoke(function.target, request).result
            return build_answer(returned, head=scope["method"] == "HEAD")
        except Exception as exc:  # the function's own fault
            stopwatch.log_failure(exc)
            return SERVER_ERROR


def build_request(scope: HTTPScope, route_values: dict[str, str], body: bytes) -> func.HttpRequest:
    """Return the request as the Python worker would pass it to a function."""
    headers = _joined(_decoded(scope["headers"]), ", ")
    query = scope["query_string"].decode("ascii", "replace")
    params = _joined(parse_qsl(query, keep_blank_values=True), ",")
    host = headers.get("host") or "{}:{}".format(*(scope["server"] or ("127.0.0.1", 80)))
    path = scope["raw_path"].decode("ascii", "replace")
    return HttpRequest(
        scope["method"],
        f"http://{host}{path}" + (f"?{query}" if query else ""),
        headers=headers,
        params={name: value for name, value in params.items() if value},
        route_params=route_values,
        body_type="bytes",
        body=body,
    )


def build_answer(returned: object, *, head: bool) -> Answer:
    """Return the answer for what a function returned; raise TypeError if that is no response."""
    match returned:
        case None:
            return Answer(204, [])
        case str():
            return build_answer(func.HttpResponse(returned), head=head)
        case func.HttpResponse():
            return _from_response(returned, head=head)
        case _:
            raise TypeError(f"an HTTP function must return an HttpResponse, not {type(returned).__name__}")


def _from_response(response: func.HttpResponse, *, head: bool) -> Answer:
    if not 200 <= response.status_code <= 599:
        raise ValueError(f"{response.status_code} is not a status code of a final response")
    body = b"" if response.status_code in BODYLESS else response.get_body()
    headers = [(name.lower(), value) for name, value in response.headers.items()]
    if not _has(headers, "content-type") and (kind := _content_type(response)):
        headers.append(("content-type", kind))  # an empty one takes the header away
    if not (head and _has(headers, "content-length")):
        headers = [(name, value) for name, value in headers if name not in FRAMING]
        if response.status_code not in BODYLESS:
            headers.append(("content-length", str(len(body))))
    encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return Answer(response.status_code, encoded, b"" if head else body)


def _has(headers: Iterable[tuple[str, str]], wanted: str) -> bool:
    return any(name == wanted for name, _ in headers)


def _content_type(response: func.HttpResponse) -> str:
    mimetype = str(response.mimetype)
    return f"{mimetype}; charset={response.charset}" if mimetype.startswith("text/") else mimetype


async def _read_body(receive: ASGIReceiveCallable) -> bytes | None:
    """Return the request's body, or None if the client is gone."""
    chunks: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        chunks.append(message["body"])
        if not message["more_body"]:
            return b"".join(chunks)


def _decoded(headers: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[str, str]]:
    return ((name.decode("ascii"), value.decode("utf-8", "replace")) for name, value in headers)


def _joined(pairs: Iterable[tuple[str, str]], separator: str) -> dict[str, str]:
    """Return the pairs as a dict. If names differ only in case, their values are joined."""
    values: dict[str, tuple[str, list[str]]] = {}
    for name, value in pairs:
        values.setdefault(name.lower(), (name, []))[1].append(value)
    return {name: separator.join(joined) for name, joined in values.values()}
