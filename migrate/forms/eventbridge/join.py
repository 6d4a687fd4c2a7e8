"""Documents of AWS that belong together. Each command answers one thing, so that a schedule lies in pieces.

1. The description of an API destination goes into the targets that call it, with that of its connection.
2. A list of schedules names those that are whole elsewhere: in the list, nothing is left of them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from migrate.forms.eventbridge.targets import CONNECTION, DESTINATION, destination_name
from migrate.forms.values import looked_into
from migrate.found import Json, Origin

Items = Sequence[tuple[Origin, Any]]

LIST: Final = "Schedules"
_ARN: Final = re.compile(r"arn:[a-z-]+:scheduler:[^:]*:[^:]*:schedule/[^/]+/[^/]+")
_Name = tuple[str, str]


def is_whole(document: object) -> bool:
    """Say whether it is what `get-schedule` answers."""
    return _has(document, "Name", "ScheduleExpression") and (
        _has(document, "Target") or _has(document, "FlexibleTimeWindow")
    )


def is_destination(document: object) -> bool:
    return _has(document, "ApiDestinationArn", "InvocationEndpoint")


def is_connection(document: object) -> bool:
    return _has(document, "ConnectionArn", "AuthorizationType")


def is_summary(document: object) -> bool:
    """Say whether it is an entry of what `list-schedules` answers."""
    return _ARN.fullmatch(_text(document, "Arn")) is not None and not is_whole(document)


def is_list(document: object) -> bool:
    """Say whether it is what `list-schedules` answers. Others call something schedules too."""
    listed = document.get(LIST) if isinstance(document, dict) else None
    if not isinstance(listed, list):
        return False
    return not any(listed) or any(is_whole(one) or is_summary(one) for one in listed)


def is_done(document: object) -> bool:
    """Say whether it is a list that names nothing, or nothing any more."""
    return is_list(document) and not any(looked_into(document).raw(LIST)) and not _has(document, "NextToken")


def joined(files: Mapping[str, Items]) -> dict[str, Items]:
    """Return the documents of all files, with what belongs to a schedule in its place."""
    documents = [document for items in files.values() for _, document in items]
    connections = {_text(one, "ConnectionArn"): one for one in documents if is_connection(one)}
    destinations = {
        destination_name(_text(one, "ApiDestinationArn")): _with_connection(one, connections)
        for one in documents
        if is_destination(one)
    }
    whole = {_name(one) for one in documents if is_whole(one)}
    return {
        name: [(origin, _joined(document, destinations, whole)) for origin, document in items]
        for name, items in files.items()
    }


def _joined(document: Any, destinations: Mapping[str | None, Json], whole: set[_Name]) -> Any:
    if is_whole(document):
        return _with_destination(document, destinations)
    if is_summary(document) and _name(document) in whole:
        return {LIST: []}
    if is_list(document):
        listed = looked_into(document).raw(LIST)
        left = [one if is_whole(one) or _name(one) not in whole else None for one in listed]
        return {**_without(document, LIST), LIST: [_with_destination(one, destinations) for one in left]}
    return document


def _with_connection(destination: Json, connections: Mapping[str, Json]) -> Json:
    connection = connections.get(_text(destination, "ConnectionArn"))
    return destination if connection is None else {**destination, CONNECTION: connection}


def _with_destination(schedule: Any, destinations: Mapping[str | None, Json]) -> Any:
    target = looked_into(schedule).raw("Target")
    name = destination_name(_text(target, "Arn"))
    destination = None if name is None else destinations.get(name)
    if destination is None:
        return schedule
    return {**_without(schedule, "Target"), "Target": {**target, DESTINATION: destination}}


def _name(document: object) -> _Name:
    return _text(document, "GroupName"), _text(document, "Name")


def _has(document: object, *keys: str) -> bool:
    return isinstance(document, dict) and all(looked_into(document).has(key) for key in keys)


def _text(document: object, key: str) -> str:
    value = looked_into(document).raw(key)
    return value if isinstance(value, str) else ""


def _without(document: Json, key: str) -> Json:
    return {name: value for name, value in document.items() if name.lower() != key.lower()}
