"""What the host refuses in functions although Microsoft's library for Python takes it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from shared.functions import ncrontab

NAME: Final = r"[a-z][a-z0-9_-]{0,127}"
RESERVED_NAME: Final = "host"
RESERVED_ROUTES: Final = ("admin", "runtime")  # beginnings of a route, not whole segments
ALL_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})

Function = Mapping[str, Any]
"""A function as it was indexed: `name` and `bindings`."""


def function_faults(functions: Sequence[Function], settings: Mapping[str, str]) -> list[str]:
    """Return what is wrong with the functions of an app that has these settings."""
    each = [fault for function in functions for fault in _faults_of_one(function, settings)]
    return each + list(_shared_routes(functions))


def is_ours(shared: str | None, app_folder: Path) -> bool:
    """Say whether the package `shared` came from the app, and not from a package of that name."""
    return shared is not None and Path(shared).resolve() == (app_folder / "shared" / "__init__.py").resolve()


def _faults_of_one(function: Function, settings: Mapping[str, str]) -> Iterator[str]:
    name = function["name"]
    if not re.fullmatch(NAME, name) or name == RESERVED_NAME:
        yield f"{name}: not a name for a function"
    for binding in function["bindings"]:
        if "_" in binding["name"]:
            yield f"{name}: the binding {binding['name']} has an underscore"
        if binding["type"] == "timerTrigger":
            yield from _schedule_faults(name, binding["schedule"], settings)
    for route, _ in _routes(function):
        if route.startswith(RESERVED_ROUTES):
            yield f"{name}: the route {route} is reserved"


def _schedule_faults(name: str, schedule: str, settings: Mapping[str, str]) -> Iterator[str]:
    missing = [setting for setting in re.findall(r"%([^%]+)%", schedule) if setting not in settings]
    if missing:
        yield f"{name}: the setting {missing[0]} is missing"
        return
    try:
        ncrontab.parse(re.sub(r"%([^%]+)%", lambda found: settings[found[1]], schedule))
    except ValueError as exc:
        yield f"{name}: {exc}"


def _shared_routes(functions: Sequence[Function]) -> Iterator[str]:
    routes = [(function["name"], *found) for function in functions for found in _routes(function)]
    for (one, route, methods), (other, other_route, other_methods) in combinations(routes, 2):
        if _shape(route) == _shape(other_route) and methods & other_methods:
            yield f"{one} and {other} share the route {route}"


def _routes(function: Function) -> Iterator[tuple[str, frozenset[str]]]:
    """Return the route and the methods of an HTTP function, with the host's own defaults."""
    for binding in function["bindings"]:
        if binding["type"] == "httpTrigger":
            route = binding.get("route", function["name"]).strip("/").lower()
            yield route, frozenset(method.upper() for method in binding.get("methods", ())) or ALL_METHODS


def _shape(route: str) -> str:
    """Return the route without the names of its parameters, which make no difference."""
    return re.sub(r"\{(\**)\w+", r"{\1", route)
