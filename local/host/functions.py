"""The functions that an app declares, as values that the listeners can serve."""

import importlib
import inspect
import logging
import re
import sys
import traceback
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import azure.functions as func
from azure.functions.decorators.core import Binding
from azure.functions.decorators.function_app import Function

from local.host.errors import HostError, SettingError
from local.host.host_settings import HostSettings, resolve
from local.host.queue_trigger.storage import QueueConnection, is_usable, read_connection
from local.host.routes import Route, parse_route
from shared.functions import ncrontab

log = logging.getLogger(__name__)

DEFAULT_CONNECTION = "AzureWebJobsStorage"
QUEUE_NAME = r"(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*"
QUEUE_ARGUMENTS = (func.QueueMessage, str, bytes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a trigger calls: the function `body`. Its only parameter has the name `argument`."""

    name: str
    argument: str
    body: Callable[..., object]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerFunction:
    target: Target
    schedule: ncrontab.Schedule
    run_on_startup: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFunction:
    target: Target
    queue: str
    connection: QueueConnection
    argument_type: type


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpFunction:
    target: Target
    route: Route
    methods: frozenset[str]  # empty: all


HostedFunction = TimerFunction | QueueFunction | HttpFunction


def import_app(root: Path) -> func.FunctionApp:
    """Return `app` of `function_app.py` in `root`."""
    sys.path.insert(0, str(root))
    try:
        module = importlib.import_module("function_app")
    except Exception as exc:
        traceback.print_exc()
        raise HostError(f"function_app.py in {root} cannot be imported: {exc!r}.") from exc
    app = getattr(module, "app", None)
    if not isinstance(app, func.FunctionApp):
        raise HostError("function_app.py must define `app`, an azure.functions.FunctionApp.")
    return app


def read_functions(
    app: func.FunctionApp, settings: HostSettings, environment: Mapping[str, str]
) -> list[HostedFunction]:
    """Return the functions of `app`; raise a HostError that names a function that cannot be served.

    A function whose setting is missing or wrong is left out, as in the real host. The rest is served.
    """
    try:
        declared = app.get_functions()
    except ValueError as exc:
        raise HostError(f"The app's functions cannot be read: {exc}") from exc
    reader = _Reader(settings, environment)
    return [read for function in declared if (read := reader.read_unless_misconfigured(function))]


@dataclass(frozen=True, slots=True)
class _Reader:
    settings: HostSettings
    environment: Mapping[str, str]

    def read_unless_misconfigured(self, function: Function) -> HostedFunction | None:
        try:
            return self.read(function)
        except SettingError as exc:
            log.error("Not started: %s", exc)
            return None

    def read(self, function: Function) -> HostedFunction:
        name = str(function.get_function_name())
        trigger = function.get_trigger()
        for binding in function.get_bindings():
            if binding is not trigger and binding.type != "http":
                raise HostError(f"Function '{name}': the local host has no {binding.type} binding.")
        match trigger:
            case Binding(type="timerTrigger"):
                return self._timer(_target(name, function, trigger), trigger)
            case Binding(type="queueTrigger"):
                return self._queue(_target(name, function, trigger), trigger)
            case Binding(type="httpTrigger"):
                return self._http(_target(name, function, trigger), trigger)
            case _:
                kind = trigger.type if trigger else "trigger of that kind"
                raise HostError(f"Function '{name}': the local host has no {kind}.")

    def _timer(self, target: Target, trigger: Binding) -> TimerFunction:
        try:
            schedule = ncrontab.parse(self._resolved(trigger, "schedule", target))
        except ValueError as exc:
            raise SettingError(
                f"Function '{target.name}' has a schedule that cannot be read: {exc}."
            ) from exc
        run_on_startup = bool(getattr(trigger, "run_on_startup", False))
        return TimerFunction(target=target, schedule=schedule, run_on_startup=run_on_startup)

    def _queue(self, target: Target, trigger: Binding) -> QueueFunction:
        setting = getattr(trigger, "connection", "") or DEFAULT_CONNECTION
        connection = read_connection(setting, self.environment)
        if connection is None:
            raise SettingError(f"Function '{target.name}' needs the setting {setting}, which is missing.")
        if not is_usable(connection):
            kind = "a connection string" if connection.text else "set to an address that can be used"
            raise SettingError(f"Function '{target.name}': {setting} is not {kind}.")
        queue = self._resolved(trigger, "queue_name", target)
        if not re.fullmatch(QUEUE_NAME, queue):
            raise HostError(f"Function '{target.name}': '{queue}' is not a valid name of a queue.")
        return QueueFunction(
            target=target, queue=queue, connection=connection, argument_type=_queue_argument_type(target)
        )

    def _http(self, target: Target, trigger: Binding) -> HttpFunction:
        template = self._resolved(trigger, "route", target).strip("/")
        try:
            route = parse_route(f"{self.settings.route_prefix}/{template}".strip("/"))
        except ValueError as exc:
            raise HostError(f"Function '{target.name}' has a route that cannot be served: {exc}.") from exc
        methods = getattr(trigger, "methods", None) or ()
        return HttpFunction(
            target=target, route=route, methods=frozenset(str(method).upper() for method in methods)
        )

    def _resolved(self, trigger: Binding, attribute: str, target: Target) -> str:
        text = getattr(trigger, attribute, None) or ""
        return resolve(str(text), self.environment, user=f"Function '{target.name}'")


def _target(name: str, function: Function, trigger: Binding) -> Target:
    body = function.get_user_function()
    parameters = set(inspect.signature(body).parameters)
    if parameters != {trigger.name}:
        raise HostError(
            f"Function '{name}': the local host passes one argument, {trigger.name}, "
            f"but the function takes {', '.join(sorted(parameters)) or 'none'}."
        )
    return Target(name=name, argument=trigger.name, body=body)


def _queue_argument_type(target: Target) -> type:
    hint = typing.get_type_hints(target.body).get(target.argument, func.QueueMessage)
    if hint not in QUEUE_ARGUMENTS:
        wish = "of a queueTrigger must be a QueueMessage, str or bytes"
        raise HostError(f"Function '{target.name}': {target.argument} {wish}.")
    return typing.cast(type, hint)
