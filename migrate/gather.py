"""What was found in all files → collections with their jobs. Each is there once, with its full name."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from migrate.found import Defaults, Found, FoundCollection, FoundJob, Json, Names, Origin
from migrate.ids import collection_key
from migrate.terminal import Problem
from shared.api.fields import Fields
from shared.domain.errors import Fault, Faults, Invalid
from shared.domain.keys import CollectionKey, JobKey

_OPTIONS: Final = {
    "subscription": "--subscription",
    "resource_group": "--resource-group",
    "collection": "--collection",
}

_READ_ONLY: Final = ("status", "effective", "recent")
_OF_A_PAUSE: Final = ("by", "since")
"""What the app says of something that is disabled. It is another with every import."""

_Found = TypeVar("_Found", FoundCollection, FoundJob)


@dataclass(frozen=True, slots=True, kw_only=True)
class GatheredCollection:
    """A collection as far as the files describe it, and its jobs."""

    key: CollectionKey
    collection: FoundCollection | None
    jobs: tuple[tuple[JobKey, FoundJob], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Nameless:
    """Something without a usable name."""

    origin: Origin
    faults: tuple[Fault, ...]


def gather(
    definitions: Sequence[Found], defaults: Defaults
) -> tuple[list[GatheredCollection], list[Nameless]]:
    """Return the collections, and what has no usable name; raise Problem if an option must give a name."""
    subscriptions = _subscriptions(definitions)
    named = [replace(one, names=_filled(one.names, defaults, subscriptions)) for one in definitions]
    _refuse_missing(named)
    collections: dict[CollectionKey, list[FoundCollection]] = defaultdict(list)
    jobs: dict[CollectionKey, dict[JobKey, list[FoundJob]]] = defaultdict(lambda: defaultdict(list))
    nameless = []
    for one in named:
        try:
            _refuse_dots(one.names)
            key = collection_key(one.names)
            if isinstance(one, FoundJob):
                jobs[key][JobKey(collection=key, name=one.names.job or "")].append(one)
            else:
                collections[key].append(one)
        except Invalid as exc:
            nameless.append(Nameless(origin=one.origin, faults=one.faults or exc.faults))
    return [
        GatheredCollection(
            key=key,
            collection=_one_of(collections[key]) if collections[key] else None,
            jobs=tuple((job, _one_of(same)) for job, same in jobs[key].items()),
        )
        for key in dict.fromkeys([*collections, *jobs])
    ], nameless


def _subscriptions(definitions: Iterable[Found]) -> dict[tuple[str, str], str]:
    """Return the subscription of each collection, by resource group and name, unless it is ambiguous.

    PowerShell writes the subscription of collections, but not of jobs.
    """
    owners: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in definitions:
        if one.names.subscription and isinstance(one, FoundCollection):
            owners[_place(one.names)].add(one.names.subscription.lower())
    return {place: names.pop() for place, names in owners.items() if len(names) == 1}


def _place(names: Names) -> tuple[str, str]:
    return (names.resource_group or "").lower(), (names.collection or "").lower()


def _filled(names: Names, defaults: Defaults, subscriptions: Mapping[tuple[str, str], str]) -> Names:
    filled = replace(
        names,
        resource_group=names.resource_group or defaults.resource_group,
        collection=names.collection or defaults.collection,
    )
    owner = names.subscription or subscriptions.get(_place(filled))
    return replace(filled, subscription=owner or defaults.subscription)


def _refuse_missing(definitions: Iterable[Found]) -> None:
    """Raise Problem with all names that are missing. Faulty definitions do not count."""
    lacking: dict[str, list[Origin]] = defaultdict(list)
    for one in definitions:
        for name, option in _OPTIONS.items():
            if getattr(one.names, name) is None and not one.faults:
                lacking[option].append(one.origin)
    if lacking:
        lines = [f"    {option}: {_listed(origins)}" for option, origins in lacking.items()]
        raise Problem("\n".join(["The files do not say everything. Add", *lines]))


def _listed(origins: Sequence[Origin]) -> str:
    more = f" and {len(origins) - 1} more" if len(origins) > 1 else ""
    return f"it is not in {origins[0]}{more}"


def _refuse_dots(names: Names) -> None:
    """Refuse `.` and `..`: they would be steps in the path of an address, so no call could reach them."""
    for name in (names.resource_group, names.collection, names.job):
        if name in (".", ".."):
            raise Invalid((Fault(f"name '{name}'", "dots alone cannot be part of an address"),))


def _one_of(same: Sequence[_Found]) -> _Found:
    """Return the latest of what was found several times. It is a fault if the definitions differ."""
    same = [one for one in same if not _is_stub(one)] or same
    first: _Found = same[0]
    other = next((one for one in same if _definition(one) != _definition(first)), None)
    if other is not None:
        rule = f"it is defined in two ways, in {first.origin} and in {other.origin}: give only one of them"
        return replace(first, faults=(*first.faults, Fault("", rule)))
    return max(same, key=_executions)


def _is_stub(one: Found) -> bool:
    """Say whether only a name was found. Lists such as that of `az resource list` hold no definitions."""
    return not (one.properties if isinstance(one, FoundJob) else one.body.get("properties"))


def _definition(one: Found) -> object:
    properties = one.body.get("properties")
    stated = _stated(properties) if isinstance(properties, dict) else properties
    return {**one.body, "properties": stated}, one.faults


def _stated(properties: Json) -> Json:
    """Return what somebody said, without what the app says of it."""
    stated = {key: value for key, value in properties.items() if key.lower() not in _READ_ONLY}
    for key, pause in properties.items():
        if key.lower() == "disabled" and isinstance(pause, dict):
            stated[key] = {said: value for said, value in pause.items() if said.lower() not in _OF_A_PAUSE}
    return stated


def _executions(one: Found) -> int:
    properties = one.properties if isinstance(one, FoundJob) else {}
    return Fields(properties, Faults()).object("status").integer("executionCount") or 0
