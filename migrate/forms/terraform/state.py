"""Files of Terraform (`terraform show -json`, states of version 4 and 3) → Scheduler's resources."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from migrate.found import Json

JOB: Final = "azurerm_scheduler_job"
COLLECTION: Final = "azurerm_scheduler_job_collection"

_DEEPEST: Final = 5  # the deepest: action_web, 0, authentication_basic, 0, password


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A resource of Scheduler. If its attributes could not be read, `fault` says why."""

    type: str
    place: str
    attributes: Json = field(repr=False)
    fault: str = ""


def matches(document: object) -> bool:
    return isinstance(document, dict) and _reader(document) is not None


def resources(document: Json) -> list[Resource]:
    """Return the resources of Scheduler that Terraform managed, in the order of the file.

    Where the file does not have the shape that Terraform writes, there is a job with a fault instead.
    """
    walk = _Walk()
    read = _reader(document)
    if read is not None:
        read(document, walk)
    return walk.resources


class _Walk:
    """Collects resources, and a fault for everything on the way that has the wrong shape."""

    def __init__(self) -> None:
        self.resources: list[Resource] = []

    def add(self, type_: str, place: str, attributes: object) -> None:
        if isinstance(attributes, dict):
            self.resources.append(Resource(type=type_, place=place, attributes=attributes))
        else:
            self.refuse(place, "its attributes are missing, or no object", type_=type_)

    def refuse(self, place: str, rule: str, *, type_: str = JOB) -> None:
        self.resources.append(Resource(type=type_, place=place, attributes={}, fault=rule))

    def one(self, value: object, place: str) -> Json:
        """Return an object, an empty one if there is none."""
        if isinstance(value, dict):
            return value
        if value is not None:
            self.refuse(place, "is not an object")
        return {}

    def many(self, value: object, place: str) -> list[Json]:
        """Return the objects of a list, none if there is no list."""
        if isinstance(value, list):
            for index, item in enumerate(value):
                if not isinstance(item, dict):
                    self.refuse(f"{place}[{index}]", "is not an object")
            return [item for item in value if isinstance(item, dict)]
        if value is not None:
            self.refuse(place, "is not a list")
        return []


_Reader = Callable[[Json, _Walk], None]


def _reader(document: Json) -> _Reader | None:
    if isinstance(document.get("format_version"), str) and {"values", "planned_values"} & document.keys():
        return _read_shown
    match document.get("version"):
        case 4 if "resources" in document:
            return _read_version_4
        case 3 if "modules" in document:
            return _read_version_3
        case _:
            return None


def _read_shown(document: Json, walk: _Walk) -> None:
    top = "planned_values" if document.get("values") is None else "values"
    values = walk.one(document.get(top), top)
    place = f"{top}.root_module"
    waiting = [(walk.one(values.get("root_module"), place), place)]
    while waiting:  # it is a tree, so this ends. No recursion: files may nest too deep for Python
        module, place = waiting.pop()
        for resource in walk.many(module.get("resources"), f"{place}.resources"):
            if _is_ours(resource) and not resource.get("deposed_key"):
                walk.add(resource["type"], _shown_address(resource), resource.get("values"))
        children = walk.many(module.get("child_modules"), f"{place}.child_modules")
        waiting += [(child, _text(child, "address") or place) for child in reversed(children)]


def _read_version_4(document: Json, walk: _Walk) -> None:
    for resource in walk.many(document.get("resources"), "resources"):
        if not _is_ours(resource):
            continue
        address = _address(resource)
        for instance in walk.many(resource.get("instances"), f"{address}.instances"):
            if not instance.get("deposed"):  # a deposed one was replaced, and waits for its destruction
                walk.add(resource["type"], f"{address}{_index(instance)}", _instance_attributes(instance))


def _read_version_3(document: Json, walk: _Walk) -> None:
    for index, module in enumerate(walk.many(document.get("modules"), "modules")):
        prefix = _module_prefix(module.get("path"))
        resources = walk.one(module.get("resources"), f"modules[{index}].resources")
        for key, resource in resources.items():
            type_ = key.partition(".")[0]  # a data source has "data" there
            if type_ in (JOB, COLLECTION):
                walk.add(type_, f"{prefix}{key}", _primary_attributes(resource))


def _is_ours(resource: Json) -> bool:
    return resource.get("mode") == "managed" and resource.get("type") in (JOB, COLLECTION)


def _shown_address(resource: Json) -> str:
    return _text(resource, "address") or _address(resource)


def _address(resource: Json) -> str:
    parts = (_text(resource, key) for key in ("module", "type", "name"))
    return ".".join(part for part in parts if part)


def _index(instance: Json) -> str:
    match instance.get("index_key"):
        case int(number):
            return f"[{number}]"
        case str(name):
            return f'["{name}"]'
        case _:
            return ""


def _instance_attributes(instance: Json) -> Json | None:
    """Return the attributes. In a state that was of version 3, they stay flat until they are refreshed."""
    attributes, flat = instance.get("attributes"), instance.get("attributes_flat")
    if isinstance(attributes, dict):
        return attributes
    return _nested(flat, _DEEPEST) if attributes is None and isinstance(flat, dict) else None


def _primary_attributes(resource: object) -> Json | None:
    primary = resource.get("primary") if isinstance(resource, dict) else None
    flat = primary.get("attributes") if isinstance(primary, dict) else None
    return _nested(flat, _DEEPEST) if isinstance(flat, dict) else None


def _module_prefix(path: object) -> str:
    below_root = path[1:] if isinstance(path, list) else []
    return "".join(f"module.{name}." for name in below_root if isinstance(name, str))


def _text(holder: Json, key: str) -> str:
    value = holder.get(key)
    return value if isinstance(value, str) else ""


def _nested(flat: Mapping[str, Any], levels: int) -> Json:
    """Return flat attributes (`retry.0.count`) as the objects and lists that they were."""
    groups: dict[str, Json] = {}
    for key, value in flat.items():
        head, _, rest = key.partition(".")
        groups.setdefault(head, {})[rest] = value
    return {head: _ungrouped(group, levels - 1) for head, group in groups.items()}


def _ungrouped(group: Json, levels: int) -> Any:
    """Return the map, list or set that the keys after a name describe. Maps have a `%`, the others a `#`."""
    if "%" in group:
        return {key: value for key, value in group.items() if key != "%"}
    if "" in group:
        return group[""]
    if levels == 0:
        return None
    if "#" not in group:
        return _nested(group, levels)
    items = _nested({key: value for key, value in group.items() if key != "#"}, levels)
    return [items[key] for key in sorted(items, key=lambda key: (len(key), key))]
