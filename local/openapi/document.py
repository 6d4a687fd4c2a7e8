"""The API as an OpenAPI 3.1 document, made from the table of routes and from the limits of the values."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from local.openapi.operations import OPERATIONS, Described, Filter, Tag
from local.openapi.parameters import PARAMETERS
from local.openapi.schemas import NAMES, error_codes, name_schema, schemas
from local.openapi.words import SINCE, Schema, integer, known_since, ref, text
from shared.api.query import LARGEST_PAGE, MOST_SKIPPED
from shared.domain.about import EXTENDED
from shared.functions.parameters import DRY_RUN

_EXAMPLES: Final = Path(__file__).with_name("examples.json")
_SHORT_PAGES: Final = ("list_jobs", "list_history", "upcoming_runs")
_JSON: Final = "application/json"
_ALWAYS: Final = (500, 503)
_ABOUT: Final = (
    "The REST API of Azure Scheduler, which retired, served by an app of your own. "
    "Names and enum values are read in any case, and HEAD works wherever GET does. Unknown keys are refused, "
    "with the nearest known one or the place where they belong; what answers hold, what ARM adds to any "
    "resource and the objects of other action types are ignored. Query parameters that an operation does not "
    "know are refused too, but by older api-versions. What has `x-since` is known from that "
    "api-version on: older ones refuse it, never show it, and keep it when they change a resource."
)

_VERSIONS: Final = "The latest is this app's own, the others are those of Azure Scheduler."


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A method of a route, and the name of the function that answers it."""

    template: str
    method: str
    name: str
    open_to_all: bool
    query: tuple[str, ...]
    """The query parameters that it knows."""
    changes: bool
    since: str = ""

    @property
    def versioned(self) -> bool:
        return "api-version" in self.query

    @property
    def can_be_tried(self) -> bool:
        return DRY_RUN in self.query

    @property
    def path(self) -> str:
        return f"/{self.template}"

    @property
    def key(self) -> str:
        """The name under which the operation is described: one function lists what two paths hold."""
        of_group = self.name == "list_collections" and "{resource_group}" in self.template
        of_all = self.name == "upcoming_runs" and "{job}" not in self.template
        return f"{self.name}_of_group" if of_group else f"all_{self.name}" if of_all else self.name

    @property
    def is_conditional(self) -> bool:
        """Whether it can be bound to an ETag."""
        return self.changes and "{collection}" in self.template

    @property
    def id(self) -> str:
        first, *others = self.key.split("_")
        return first + "".join(word.capitalize() for word in others)


def openapi_document(endpoints: Sequence[Endpoint], api_versions: Sequence[str]) -> Schema:
    """Return the document; the first of the versions is the latest."""
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scheduler", "version": api_versions[0], "description": _ABOUT},
        "servers": [{"url": "/"}],
        "tags": [{"name": str(tag)} for tag in Tag],
        "security": [{"key": []}, {"code": []}, {"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": {**schemas(), "Document": {"type": "object", "required": ["openapi"]}},
            "parameters": _parameters(api_versions),
            "responses": {f"Error{status}": _error(status) for status in error_codes()},
            "headers": {"RequestId": {"description": "Unique to the request.", "schema": text(minLength=1)}},
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "x-functions-key"},
                "code": {"type": "apiKey", "in": "query", "name": "code"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


@cache
def examples() -> Mapping[str, list[Any]]:
    """Return calls of each operation, by its id, with the answers that a test compares with real ones."""
    calls: dict[str, list[Any]] = {}
    for call in json.loads(_EXAMPLES.read_text(encoding="utf-8")):
        calls.setdefault(call["operation"], []).append(call)
    return calls


def _operation(endpoint: Endpoint) -> Schema:
    described = OPERATIONS[endpoint.key]
    operation: Schema = {
        "operationId": endpoint.id,
        "summary": described.summary,
        "tags": [str(described.tag)],
        "parameters": _references(endpoint, described),
        "responses": _responses(endpoint, described),
    }
    if endpoint.open_to_all:
        operation["security"] = []
    if described.takes:
        operation["requestBody"] = _body(endpoint, described.takes, optional=described.optional)
    return known_since(endpoint.since, operation) if endpoint.since else operation


def _body(endpoint: Endpoint, takes: str, *, optional: bool) -> Schema:
    calls = [call for call in examples()[endpoint.id] if "body" in call]
    bodies = {call.get("title", ""): call["body"] for call in calls}
    content = {_JSON: {"schema": ref(takes), **_exemplified(bodies)}}
    body = {"required": not optional, "content": content}
    return known_since(EXTENDED, body) if optional else body


def _references(endpoint: Endpoint, described: Described) -> list[Schema]:
    names = [name for name in NAMES if f"{{{name}}}" in endpoint.template]
    names += [_component(name, endpoint) for name in endpoint.query if name != "$filter"]
    names += ["If-Match"] if endpoint.is_conditional else []
    names += ["If-None-Match"] if endpoint.method == "PUT" else []
    references = [{"$ref": f"#/components/parameters/{name}"} for name in names]
    return [*references, *([_filter(described.filter)] if described.filter else [])]


def _component(name: str, endpoint: Endpoint) -> str:
    """Return under which name a query parameter is described: names in paths are others."""
    if name == "$top":
        return "top" if endpoint.key in _SHORT_PAGES else "page"
    return {"$skip": "skip", "collection": "ofCollection", "job": "ofJob"}.get(name, name)


def _filter(wanted: Filter) -> Schema:
    values = "|".join(wanted.members)
    schema = text(
        pattern=f"^{wanted.field} eq ({values})$", examples=[f"{wanted.field} eq {wanted.members[0]}"]
    )
    return {"name": "$filter", "in": "query", "schema": schema}


def _parameters(api_versions: Sequence[str]) -> dict[str, Schema]:
    in_path = {
        name: {"name": name, "in": "path", "required": True, "schema": name_schema(name)} for name in NAMES
    }
    versions = text(_VERSIONS, enum=list(api_versions))
    return {
        **in_path,
        "api-version": {"name": "api-version", "in": "query", "required": True, "schema": versions},
        "top": {"name": "$top", "in": "query", "schema": integer(1, LARGEST_PAGE, "At most so many.")},
        "skip": {"name": "$skip", "in": "query", "schema": integer(0, MOST_SKIPPED, "Leave out so many.")},
        **PARAMETERS,
    }


def _responses(endpoint: Endpoint, described: Described) -> dict[str, Schema]:
    refusals = {*described.refusals, *_ALWAYS}
    if not endpoint.open_to_all:
        refusals |= {401, 403} if endpoint.changes else {401}
    if endpoint.versioned:
        refusals.add(400)
    if endpoint.is_conditional:
        refusals.add(412)
    if endpoint.since:  # older versions do not know it
        refusals.add(404)
    answers = {str(status): _answer(endpoint, status, name) for status, name in described.answers.items()}
    errors = {str(status): {"$ref": f"#/components/responses/Error{status}"} for status in sorted(refusals)}
    return {**answers, **errors}


def _answer(endpoint: Endpoint, status: int, name: str | None) -> Schema:
    response = _response(HTTPStatus(status).phrase)
    tried = endpoint.can_be_tried and status == HTTPStatus.OK
    if name is None and not tried:
        return response
    answers = {
        call.get("title", ""): call["answer"]
        for call in examples().get(endpoint.id, [])
        if call["status"] == status and "answer" in call
    }
    schema = _or_trial(name, OPERATIONS[endpoint.key]) if tried else ref(str(name))
    return {**response, "content": {_JSON: {"schema": schema, **_exemplified(answers)}}}


def _or_trial(name: str | None, described: Described) -> Schema:
    """The answer to a change, which may be empty, or to its trial."""
    trial, empty = {**ref("Trial"), SINCE: EXTENDED}, {"type": "null"}
    if name and described.empty_before:
        return {"anyOf": [empty, {**ref(name), SINCE: EXTENDED}, trial]}
    return {"anyOf": [ref(name) if name else empty, trial]}


def _exemplified(values: Mapping[str, Any]) -> Schema:
    """Return what is said of examples, by their titles; a single one needs none."""
    if len(values) > 1:
        return {"examples": {title: {"value": value} for title, value in values.items()}}
    return {"example": next(iter(values.values()))} if values else {}


def _error(status: int) -> Schema:
    codes = error_codes()[status]
    own = {"properties": {"error": {"properties": {"code": {"enum": codes}}}}}
    example = {"error": {"code": codes[0], "message": "What is wrong, and where."}}
    content = {_JSON: {"schema": {"allOf": [ref("Error"), own]}, "example": example}}
    return {**_response(f"{HTTPStatus(status).phrase}: {', '.join(codes)}"), "content": content}


def _response(description: str) -> Schema:
    return {
        "description": description,
        "headers": {"x-ms-request-id": {"$ref": "#/components/headers/RequestId"}},
    }
