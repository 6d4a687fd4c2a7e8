"""The document as the routes and the shapes of values make it."""

from typing import Any

from local.openapi.document import Endpoint, openapi_document
from shared.functions.route_table import ROUTES
from shared.functions.routes import API_VERSIONS, Route


def generated() -> dict[str, Any]:
    return openapi_document([one for route in ROUTES for one in endpoints(route)], API_VERSIONS)


def endpoints(route: Route) -> list[Endpoint]:
    return [
        Endpoint(
            template=route.template,
            method=method,
            name=getattr(operation, "__name__", ""),
            open_to_all=route.open_to_all,
            changes=route.changes(method),
            since=route.since,
            query=route.parameters(method),
        )
        for method, operation in route.operations.items()
    ]
