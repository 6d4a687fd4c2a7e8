"""Which function a path belongs to."""

import re

import azure.functions as func
import pytest

from local.host.functions import HttpFunction, read_functions
from local.host.host_settings import HostSettings
from local.host.routes import decode_path, parse_route
from local.host.web import WebApp
from local.host.worker import Worker


@pytest.mark.parametrize(
    ("template", "path", "values"),
    [
        pytest.param("orders", "/orders", {}, id="a literal"),
        pytest.param("orders", "/ORDERS/", {}, id="any case, a slash at the end"),
        pytest.param("orders", "/orders/1", None, id="longer than the route"),
        pytest.param("orders", "/order", None, id="another literal"),
        pytest.param("orders", "//orders", None, id="a doubled slash in front"),
        pytest.param("orders/{id}", "/orders/A%2Fb", {"id": "A%2Fb"}, id="an escaped slash stays"),
        pytest.param("orders/{id}", "/orders/a%20%C3%A4%252F", {"id": "a ä%2F"}, id="escapes are decoded"),
        pytest.param("orders/{id}", "/orders/", None, id="a value is needed"),
        pytest.param("orders/{id}/items", "/orders//items", None, id="no empty value"),
        pytest.param(
            "orders/{id}/items/{item}", "/orders/1/items/2", {"id": "1", "item": "2"}, id="two values"
        ),
        pytest.param("orders/{id:int}", "/orders/-12", {"id": "-12"}, id="an int"),
        pytest.param("orders/{id:int}", "/orders/2147483648", None, id="too large for an int"),
        pytest.param("orders/{id:int}", "/orders/x", None, id="not an int"),
        pytest.param("orders/{id:int?}", "/orders", {}, id="an optional int that is missing"),
        pytest.param("orders/{id?}", "/orders/7", {"id": "7"}, id="an optional value that is there"),
        pytest.param("orders/{id?}", "/orders/", {}, id="an optional value that is missing"),
        pytest.param("orders/{id?}", "/orders/7/8", None, id="too much after an optional value"),
        pytest.param("{*path}", "/", {}, id="catch-all of nothing"),
        pytest.param(
            "{*path}", "/a/b%2Fc//d/", {"path": "a/b%2Fc//d/"}, id="catch-all takes the rest as it is"
        ),
        pytest.param("{*path}", "//a", None, id="catch-all does not begin with a slash"),
        pytest.param("files/{*path}", "/Files", {}, id="catch-all after a literal, of nothing"),
        pytest.param("files/{*path}", "/files/a/b", {"path": "a/b"}, id="catch-all after a literal"),
        pytest.param("", "/", {}, id="an empty route is the root"),
        pytest.param("", "/a", None, id="an empty route is only the root"),
    ],
)
def test_a_route_matches(template: str, path: str, values: dict[str, str] | None) -> None:
    assert parse_route(template).match(decode_path(path.encode())) == values


@pytest.mark.parametrize(
    ("template", "complaint"),
    [
        pytest.param("{*path}/more", "nothing may follow the catch-all", id="after the catch-all"),
        pytest.param("{id?}/more", "only optional parts may follow", id="after an optional part"),
        pytest.param("a//b", "an empty part", id="doubled slash"),
        pytest.param(
            "{id:regex(x)}", "does not understand '{id:regex(x)}'", id="a constraint with arguments"
        ),
        pytest.param("{id:float}", "does not know the constraint 'float'", id="an unknown constraint"),
        pytest.param("a-{id}", "does not understand 'a-{id}'", id="a mixed part"),
    ],
)
def test_a_route_that_cannot_be_served_is_refused(template: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        parse_route(template)


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        pytest.param("GET", "/api/orders/new", "by_id", id="the first in the alphabet wins, not the closest"),
        pytest.param("POST", "/api/orders/new", "new_order", id="the method is part of the match"),
        pytest.param("HEAD", "/api/orders/new", None, id="HEAD is not implied by GET"),
        pytest.param("DELETE", "/api/zone", "zone", id="no methods means all"),
        pytest.param("GET", "/zone", None, id="the prefix is part of the route"),
        pytest.param("GET", "/API/Zone", "zone", id="the prefix in any case"),
    ],
)
def test_functions_are_tried_in_the_hosts_order(method: str, path: str, expected: str | None) -> None:
    found = an_app_of_orders().find(method, path.encode())

    assert (found[0].target.name if found else None) == expected


def an_app_of_orders() -> WebApp:
    app = func.FunctionApp()

    @app.route(route="zone")
    def zone(req: func.HttpRequest) -> str:
        return ""

    @app.route(route="orders/new", methods=["GET", "POST"])
    def new_order(req: func.HttpRequest) -> str:
        return ""

    @app.route(route="orders/{id}", methods=["GET"])
    def by_id(req: func.HttpRequest) -> str:
        return ""

    functions = read_functions(app, HostSettings(), {})
    return WebApp(
        [function for function in functions if isinstance(function, HttpFunction)], Worker(threads=1)
    )
