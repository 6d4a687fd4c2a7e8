"""Callers of the REST API, each with a connection of its own that it keeps."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from typing import Any, Final
from urllib.parse import urlsplit

from local.dev.terminal import Problem

Caller = Callable[[str, str, Any], Any]
"""Takes a method, a path with its parameters, and a body or None; returns what is answered."""

_VERSION: Final = "api-version=2016-03-01"
_LONGEST_WAIT: Final = 60.0  # seconds


@contextmanager
def some_callers(address: str, number: int) -> Iterator[list[Caller]]:
    with ExitStack() as open_connections:
        yield [open_connections.enter_context(a_caller(address)) for _ in range(number)]


@contextmanager
def a_caller(address: str) -> Iterator[Caller]:
    connection = HTTPConnection(urlsplit(address).netloc, timeout=_LONGEST_WAIT)

    def ask(method: str, path: str, body: Any = None) -> Any:
        content = None if body is None else json.dumps(body)
        target = f"{path}{'&' if '?' in path else '?'}{_VERSION}"
        connection.request(method, target, content, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise Problem(f"{method} {path} was refused: {answer.status} {text.decode(errors='replace')}")
        return json.loads(text) if text else None

    try:
        yield ask
    finally:
        connection.close()


def seconds_each(callers: Sequence[Caller], calls: Sequence[Callable[[Caller], object]]) -> float:
    """Share the calls among the callers, who work side by side; return the seconds divided by the calls."""

    def work(number: int) -> None:
        for call in calls[number :: len(callers)]:
            call(callers[number])

    began = time.perf_counter()
    with ThreadPoolExecutor(len(callers)) as threads:
        list(threads.map(work, range(len(callers))))
    return (time.perf_counter() - began) / len(calls)
