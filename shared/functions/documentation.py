"""The document of the API, made from the routes that answer it."""

from collections.abc import Callable, Sequence
from functools import cache

from shared.api.openapi import Endpoint, openapi_document
from shared.api.render_action import Json
from shared.functions.routes import API_VERSIONS, Call, Operation, Reply, Route
from shared.functions.wiring import App


def document_of(routes: Callable[[], Sequence[Route]]) -> Operation:
    """Return the operation that answers with the document of the routes, itself included."""

    @cache
    def document() -> Json:
        found = [endpoint for route in routes() for endpoint in endpoints(route)]
        return openapi_document(found, API_VERSIONS)

    def openapi(app: App, call: Call) -> Reply:
        return Reply(body=document())

    return openapi


def endpoints(route: Route) -> list[Endpoint]:
    return [
        Endpoint(
            template=route.template,
            method=method,
            name=getattr(operation, "__name__", ""),
            open_to_all=route.open_to_all,
            versioned=route.versioned,
            changes=route.changes(method),
        )
        for method, operation in route.operations.items()
    ]
