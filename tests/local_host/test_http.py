"""HTTP triggers, through a real server."""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPResponse

import pytest

from tests.local_host.hosting import HostProcess, hosted

APP = """
import json
import threading
import azure.functions as func

app = func.FunctionApp()
both = threading.Barrier(2)


@app.route(route="echo/{*path}", methods=["GET", "POST", "HEAD"])
def echo(req: func.HttpRequest) -> func.HttpResponse:
    seen = {
        "method": req.method,
        "url": req.url,
        "headers": dict(req.headers),
        "params": dict(req.params),
        "route": dict(req.route_params),
        "length": len(req.get_body()),
    }
    return func.HttpResponse(json.dumps(seen), mimetype="application/json")


@app.route(route="answer")
def answer(req: func.HttpRequest) -> func.HttpResponse:
    response = func.HttpResponse("grüße", status_code=201, headers={"X-Left": "1"})
    response.headers.add("Set-Cookie", "a=1")
    response.headers.add("Set-Cookie", "b=2")
    return response


@app.route(route="text")
def text(req: func.HttpRequest) -> str:
    return "hello"


@app.route(route="nothing")
def nothing(req: func.HttpRequest) -> func.HttpResponse:
    return func.HttpResponse(status_code=204)


@app.route(route="untyped")
def untyped(req: func.HttpRequest) -> func.HttpResponse:
    return func.HttpResponse(b"", mimetype="")


@app.route(route="broken")
def broken(req: func.HttpRequest) -> func.HttpResponse:
    raise RuntimeError("the reason in the log")


@app.route(route="wrong")
def wrong(req: func.HttpRequest) -> func.HttpResponse:
    return 42


@app.route(route="meet")
def meet(req: func.HttpRequest) -> func.HttpResponse:
    both.wait(timeout=30)
    return func.HttpResponse("met")


@app.route(route="async")
async def async_(req: func.HttpRequest) -> func.HttpResponse:
    return func.HttpResponse("from the loop")
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostProcess]:
    with hosted(tmp_path_factory.mktemp("http"), APP) as running:
        yield running


def test_a_function_sees_the_request_as_the_worker_gives_it(host: HostProcess) -> None:
    connection = host.connect()
    connection.putrequest("POST", "/echo/a%20b%2Fc?x=1&y=&x=2&%24top=%C3%A4+b", skip_accept_encoding=True)
    for name, value in [("X-Many", "1"), ("x-many", "2"), ("Content-Length", "3")]:
        connection.putheader(name, value)
    connection.endheaders(b"abc")
    seen = json.loads(connection.getresponse().read())
    connection.close()

    assert seen == {
        "method": "POST",
        "url": f"http://127.0.0.1:{host.port}/echo/a%20b%2Fc?x=1&y=&x=2&%24top=%C3%A4+b",
        "headers": {"host": f"127.0.0.1:{host.port}", "x-many": "1, 2", "content-length": "3"},
        "params": {"x": "1,2", "$top": "ä b"},
        "route": {"path": "a b%2Fc"},
        "length": 3,
    }


def test_a_response_keeps_its_status_headers_and_body(host: HostProcess) -> None:
    response, body = ask(host, "GET", "/answer")

    assert (response.status, body.decode()) == (201, "grüße")
    assert response.getheader("X-Left") == "1"
    assert response.getheader("Content-Type") == "text/plain; charset=utf-8"
    assert response.headers.get_all("Set-Cookie") == ["a=1", "b=2"]


def test_an_empty_type_is_none(host: HostProcess) -> None:
    response, _ = ask(host, "GET", "/untyped")

    assert (response.getheader("Content-Type"), response.getheader("Content-Length")) == (None, "0")


@pytest.mark.parametrize(
    ("method", "path", "status", "expected"),
    [
        pytest.param("GET", "/text", 200, b"hello", id="a string is a response"),
        pytest.param("GET", "/async", 200, b"from the loop", id="an async function"),
        pytest.param("DELETE", "/nothing", 204, b"", id="no content"),
        pytest.param("GET", "/missing", 404, b"", id="no such route"),
        pytest.param("PUT", "/echo/a", 404, b"", id="no such method: 404, not 405"),
        pytest.param("GET", "/broken", 500, b"", id="an exception"),
        pytest.param("GET", "/wrong", 500, b"", id="not a response"),
    ],
)
def test_an_answer(host: HostProcess, method: str, path: str, status: int, expected: bytes) -> None:
    response, body = ask(host, method, path)

    assert (response.status, body) == (status, expected)


def test_an_exception_is_logged(host: HostProcess) -> None:
    ask(host, "GET", "/broken")

    assert "RuntimeError: the reason in the log" in host.log.read_text()


def test_head_has_the_headers_of_get_and_no_body(host: HostProcess) -> None:
    response, body = ask(host, "HEAD", "/echo/a")

    assert (response.status, body) == (200, b"")
    assert response.getheader("Content-Type") == "application/json"
    assert int(response.getheader("Content-Length", "0")) > 0


def test_a_large_body_arrives_whole(host: HostProcess) -> None:
    _, body = ask(host, "POST", "/echo/a", bytes(30_000_000))

    assert json.loads(body)["length"] == 30_000_000


def test_a_large_body_to_nowhere_leaves_the_connection_usable(host: HostProcess) -> None:
    connection = host.connect()
    connection.request("POST", "/missing", bytes(5_000_000))
    first = connection.getresponse()
    first.read()
    connection.request("GET", "/text")
    second = connection.getresponse().read()
    connection.close()

    assert (first.status, second) == (404, b"hello")


def test_one_connection_serves_many_requests(host: HostProcess) -> None:
    connection = host.connect()
    connection.connect()
    own_socket = connection.sock
    bodies = []
    for _ in range(3):
        connection.request("GET", "/text")
        bodies.append(connection.getresponse().read())

    assert bodies == [b"hello"] * 3
    assert connection.sock is own_socket
    connection.close()


def test_pipelined_requests_are_answered_in_their_order(host: HostProcess) -> None:
    with socket.create_connection(("127.0.0.1", host.port)) as raw:
        raw.sendall(head("GET /async") + head("GET /text", "Connection: close"))
        answers = raw.makefile("rb").read()

    assert answers.count(b"HTTP/1.1 200 OK") == 2
    assert answers.index(b"from the loop") < answers.index(b"hello")


def test_functions_run_side_by_side(host: HostProcess) -> None:
    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(ask, host, "GET", "/meet") for _ in range(2)]

    assert [answer.result()[1] for answer in answers] == [b"met", b"met"]


def test_a_client_that_expects_100_continue_gets_it(host: HostProcess) -> None:
    with socket.create_connection(("127.0.0.1", host.port)) as raw:
        raw.sendall(head("POST /echo/a", "Content-Length: 3", "Expect: 100-continue", "Connection: close"))
        answer = raw.makefile("rb")
        interim = answer.readline()
        raw.sendall(b"abc")
        final = answer.read()

    assert interim == b"HTTP/1.1 100 Continue\r\n"
    assert b'"length": 3' in final


def head(request: str, *headers: str) -> bytes:
    return "\r\n".join([f"{request} HTTP/1.1", "Host: here", *headers, "", ""]).encode()


def ask(host: HostProcess, method: str, path: str, body: bytes | None = None) -> tuple[HTTPResponse, bytes]:
    connection = host.connect()
    connection.request(method, path, body)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response, content
