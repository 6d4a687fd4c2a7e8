"""What host.json may say. The host ignores keys that it does not know, and stops over values out of range."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

Rule = Callable[[object], bool]


def host_json_faults(content: object) -> list[str]:
    """Return the path of everything that is missing, unknown or out of range."""
    return list(_faults(content, SHAPE, "host.json"))


def duration(text: object) -> timedelta | None:
    """Return the duration in the host's notation, or None if it is none."""
    found = re.fullmatch(r"(\d\d):([0-5]\d):([0-5]\d)(\.\d{1,6})?", text) if isinstance(text, str) else None
    if found is None:
        return None
    hours, minutes, seconds, fraction = found.groups(default="0")
    return timedelta(hours=int(hours), minutes=int(minutes), seconds=int(seconds) + float(fraction))


def _faults(content: object, shape: Mapping[str, Any], path: str) -> Iterator[str]:
    if not isinstance(content, dict):
        yield f"{path} is no object"
        return
    yield from (f"{path}: {key} is not known" for key in content if key not in shape)
    for key, rule in shape.items():
        if key not in content:
            yield f"{path}: {key} is missing, and its default will not do"
        elif isinstance(rule, Mapping):
            yield from _faults(content[key], rule, f"{path}: {key}")
        elif not rule(content[key]):
            yield f"{path}: {key} cannot be {content[key]!r}"


def _exactly(wanted: object) -> Rule:
    return lambda value: value == wanted and type(value) is type(wanted)


def _number(lowest: int, highest: int) -> Rule:
    return lambda value: type(value) is int and lowest <= value <= highest


def _span(shortest: float, longest: float) -> Rule:
    """A duration of so many seconds."""

    def holds(value: object) -> bool:
        span = duration(value)
        return span is not None and shortest <= span.total_seconds() <= longest

    return holds


def _levels(value: object) -> bool:
    """A map from loggers to levels."""
    return isinstance(value, dict) and set(value.values()) <= set(_LEVELS)


def _telemetry_types(value: object) -> bool:
    return isinstance(value, str) and set(value.split(";")) <= set(_TELEMETRY)


_LEVELS: Final = ("Trace", "Debug", "Information", "Warning", "Error", "Critical", "None")
_TELEMETRY: Final = ("Dependency", "Event", "Exception", "PageView", "Request", "Trace")

SHAPE: Final[Mapping[str, Any]] = {
    "version": _exactly("2.0"),
    "functionTimeout": _span(1, 600),  # the Consumption plan allows ten minutes
    "extensionBundle": {
        "id": _exactly("Microsoft.Azure.Functions.ExtensionBundle"),
        "version": _exactly("[4.*, 5.0.0)"),
    },
    "extensions": {
        "http": {"routePrefix": _exactly("")},  # paths are those of the original service
        "queues": {
            "batchSize": _number(1, 32),
            "newBatchThreshold": _number(0, 1000),
            "maxPollingInterval": _span(0.1, 60),
            "visibilityTimeout": _span(1, 7 * 86_400),  # 0, the default, repeats a failure at once
            "maxDequeueCount": _number(1, 100),
            "messageEncoding": _exactly("base64"),  # what the app sends
        },
    },
    "singleton": {
        "listenerLockPeriod": _span(15, 60),
        "listenerLockRecoveryPollingInterval": _span(15, 60),
    },
    "logging": {
        "logLevel": _levels,
        "applicationInsights": {
            "samplingSettings": {
                "isEnabled": lambda value: isinstance(value, bool),
                "excludedTypes": _telemetry_types,
            }
        },
    },
}
