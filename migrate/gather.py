"""What was found in all files → collections with their jobs. Each is there once, with its full name."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeVar

from migrate.found import Defaults, Finding, Found, FoundCollection, FoundJob, Json, Names, Origin, Unusable
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


class Kind(StrEnum):
    COLLECTION = "collection"
    JOB = "job"


@dataclass(frozen=True, slots=True, kw_only=True)
class Nameless:
    """Something without a usable name, or that cannot be used at all; `kind` says what it is, if known."""

    origin: Origin
    faults: tuple[Fault, ...]
    kind: Kind | None = None


def gather(
    findings: Sequence[Finding], defaults: Defaults
) -> tuple[list[GatheredCollection], list[Nameless]]:
    """Return the collections, and what has no usable name; raise Problem if an option must give a name."""
    usable = [one for one in findings if not isinstance(one, Unusable)]
    subscriptions = _subscriptions(usable)
    named = [replace(one, names=_filled(one.names, defaults, subscriptions)) for one in usable]
    _refuse_missing(named)
    collections: dict[CollectionKey, list[FoundCollection]] = defaultdict(list)
    jobs: dict[CollectionKey, dict[JobKey, list[FoundJob]]] = defaultdict(lambda: defaultdict(list))
    nameless = [
        Nameless(origin=one.origin, faults=one.faults) for one in findings if isinstance(one, Unusable)
    ]
    for one in named:
        try:
            _refuse_dots(one.names)
            key = collection_key(one.names)
            if isinstance(one, FoundJob):
                jobs[key][JobKey(collection=key, name=one.names.job or "")].append(one)
            else:
                collections[key].append(one)
        except Invalid as exc:
            kind = Kind.JOB if isinstance(one, FoundJob) else Kind.COLLECTION
            nameless.append(Nameless(origin=one.origin, faults=one.faults or exc.faults, kind=kind))
    return [
        GatheredCollection(
            key=key,
            collection=_described(collections[key]),
            jobs=tuple((job, _one_of(same)) for job, same in jobs[key].items()),
        )
        for key in dict.fromkeys([*collections, *jobs])
    ], nameless


def _described(same: Sequence[FoundCollection]) -> FoundCollection | None:
    """Return what is said of a collection; None if it is only named."""
    saying = [one for one in same if one.body or one.faults]
    return _one_of(saying) if saying else None


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
        return replace(first, faults=(*first.faults, Fault("", _two_ways(first, other))))
    latest: _Found = max(same, key=_executions)
    return replace(latest, notes=(*latest.notes, *_other_spellings(latest, same)))


def _two_ways(first: Found, other: Found) -> str:
    if _last_name(first) == _last_name(other):
        return f"it is defined in two ways, in {first.origin} and in {other.origin}: give only one of them"
    return (
        f"it is defined in two ways, as '{_last_name(first)}' in {first.origin} and as '{_last_name(other)}' "
        f"in {other.origin}: names that differ only in case are one name, so give only one of them"
    )


def _other_spellings(one: Found, same: Iterable[Found]) -> Iterator[str]:
    """Yield a note on each other spelling of the name, which counts as the same."""
    others = {_last_name(other): other.origin for other in same if _last_name(other) != _last_name(one)}
    for name, origin in others.items():
        yield f"it is spelled '{name}' in {origin}, which is the same name"


def _last_name(one: Found) -> str:
    return (one.names.job if isinstance(one, FoundJob) else one.names.collection) or ""


def _is_stub(one: Found) -> bool:
    """Say whether only a name was found. Lists such as that of `az resource list` hold no definitions."""
    return not (one.properties if isinstance(one, FoundJob) else one.body.get("properties"))


def _definition(one: Found) -> object:
    properties = one.body.get("properties")
    said = stated(properties) if isinstance(properties, dict) else properties
    return {**one.body, "properties": said}, one.faults


def stated(properties: Json) -> Json:
    """Return what somebody said, without what the app says of it."""
    kept = {key: value for key, value in properties.items() if key.lower() not in _READ_ONLY}
    for key, pause in properties.items():
        if key.lower() == "disabled" and isinstance(pause, dict):
            kept[key] = {said: value for said, value in pause.items() if said.lower() not in _OF_A_PAUSE}
            kept = kept if kept[key] else {other: kept[other] for other in kept if other != key}
    return kept


def _executions(one: Found) -> int:
    properties = one.properties if isinstance(one, FoundJob) else {}
    return Fields(properties, Faults()).object("status").integer("executionCount") or 0
