"""An app with a table in memory, over real HTTP: for clients, with the clock of the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qsl, unquote, urlsplit

from shared.functions.wiring import App
from tests.functions.calls import call
from tests.receiver import Answer, Received, Receiver, a_receiver


@contextmanager
def served(app: App) -> Iterator[Receiver]:
    def answer(request: Received) -> Answer:
        parts = urlsplit(request.path)
        params, key = dict(parse_qsl(parts.query)), request.headers.get("x-functions-key", "")
        path, headers = unquote(parts.path).strip("/"), {"x-functions-key": key}
        url = f"http://{request.headers['host']}{request.path}"
        found = call(app, request.method, path, params=params, headers=headers, url=url)
        return Answer(status=found.status_code, body=found.get_body())

    with a_receiver(answer) as receiver:
        yield receiver
