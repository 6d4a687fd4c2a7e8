"""The keys that a request's body may have: one tree, and what is made of any other key.

A key that nobody reads is refused: a job that silently runs in UTC, or once instead of daily, is worse than
an error. `hints.py` says what to write instead.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from shared.api.fields import LONGEST_ARRAY
from shared.api.keys.hints import hint, newer
from shared.api.keys.tree import VALUE, KeyTree
from shared.api.shapes.objects import DEFINITION, DISABLED, WANTED_COLLECTION
from shared.api.shapes.shape import Choice, Many, Named, Record, record
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.action import ErrorAction, HttpRequest
from shared.domain.errors import Faults, cut
from shared.domain.messages import Pairs
from shared.domain.retry import RetryPolicy

OF_ANY_RESOURCE: Final = (
    *("id", "name", "type"),
    *("etag", "kind", "identity", "plan", "managedBy", "systemData", "zones"),
    *("apiVersion", "dependsOn", "comments"),
)
"""What is read-only, and what ARM adds to any resource, in answers and in templates."""


def keys_of(type_: Any, version: str = EXTENDED) -> KeyTree:
    """Return the keys that an object of the API has in an api-version."""
    match type_:
        case Record():
            return _keys_of_record(type_, version)
        case Choice():
            records = [
                (member, _keys_of_record(one, version)) for member, one in type_.records.items() if one
            ]
            keys = {"type": VALUE, **{key: below for _, one in records for key, below in one.keys.items()}}
            ignored = tuple(key for _, one in records for key in one.ignored)
            own = {str(member): key for member, one in records for key in one.keys if one.keys[key].keys}
            return KeyTree(keys=keys, ignored=ignored, chosen=own if type_.apart else {})
        case Many(item):
            return keys_of(item, version)
        case Named(item):
            return KeyTree(free=True, each=keys_of(item, version))
        case _:
            return KeyTree(free=True) if type_ is Pairs else VALUE


def _keys_of_record(record: Record, version: str) -> KeyTree:
    sent = [field for field in record.fields if not field.about.read_only]
    known = [field for field in sent if field.about.since <= version]
    beside = next((keys_of(field.type, version) for field in known if not field.key), VALUE)
    return KeyTree(
        keys={**beside.keys, **{field.key: keys_of(field.type, version) for field in known if field.key}},
        old=_old_keys(record.kind),
        ignored=(*beside.ignored, *record.read_only()),
        empty=not record.fields,
        chosen=beside.chosen,
        words={field.key.lower(): newer(field.about.since) for field in sent if field.about.since > version},
    )


def _old_keys(kind: type | None) -> dict[str, KeyTree]:
    if kind is HttpRequest:
        return {"retryPolicy": keys_of(record(RetryPolicy))}
    return {"errorAction": VALUE} if kind is ErrorAction else {}  # it never had one; the parser says so


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys that bodies may have in an api-version: of jobs, collections, and both forms of previews."""

    job: KeyTree
    collection: KeyTree
    preview: KeyTree
    bare_preview: KeyTree


def _keys(version: str) -> Keys:
    timed = keys_of(DEFINITION, version)
    action = timed.below("action")
    recurrence = timed.below("recurrence")
    by_cron = replace(recurrence, keys={**recurrence.keys, "cron": VALUE})
    extended = version >= EXTENDED
    own = {"recurrence": by_cron, "disabled": PAUSE} if extended else {}
    properties = replace(
        timed,
        keys={**timed.keys, "state": VALUE, **own},
        ignored=("status", *(("effective", "recent") if extended else ())),
        old={key: action.below(key) for key in ("retryPolicy", "errorAction")},
    )
    job = KeyTree(
        keys={"properties": properties, **({"tags": KeyTree(free=True)} if extended else {})},
        ignored=(*OF_ANY_RESOURCE, "sku"),
        words={
            "location": "is not known here: a job has none, its collection has",
            **({} if extended else {"tags": newer(EXTENDED)}),
        },
    )
    collection = replace(keys_of(WANTED_COLLECTION, version), ignored=OF_ANY_RESOURCE)
    shown = replace(properties, keys={**properties.keys, "recurrence": by_cron})  # a preview stores nothing
    ignored = (*job.ignored, "tags") if extended else job.ignored
    bare = replace(shown, keys={**_OF_PREVIEW, **shown.keys}, ignored=(*ignored, *shown.ignored))
    whole = KeyTree(keys={**_OF_PREVIEW, "properties": shown}, ignored=ignored)
    return Keys(
        job=_pointing(job, collection, "is not known here: it is a key of job collections"),
        collection=_pointing(collection, job, "is not known here: it is a key of jobs"),
        preview=whole,
        bare_preview=bare,
    )


def _pointing(tree: KeyTree, other: KeyTree, words: str) -> KeyTree:
    """Return the keys of a resource; of keys that only the other kind of resource has, they say so."""
    elsewhere = {key.lower(): words for key in other.below("properties").keys if not [*tree.holders(key)]}
    properties = tree.below("properties")
    below = {
        key: replace(one, words={**elsewhere, **one.words}) if key == "defaults" else one
        for key, one in properties.keys.items()
    }
    told = replace(properties, keys=below, words={**elsewhere, **properties.words})
    return replace(tree, keys={**tree.keys, "properties": told}, words={**elsewhere, **tree.words})


PAUSE: Final = keys_of(DISABLED)
"""Why and until when something is disabled."""
NOTE: Final = KeyTree(keys={"note": VALUE}, words={"until": "is not known here: only disable takes it"})
_OF_PREVIEW: Final = {"now": VALUE, "top": VALUE, "job": VALUE}
_EXTENDED: Final = _keys(EXTENDED)
_ORIGINAL: Final = _keys(ORIGINAL)
JOB: Final = _EXTENDED.job
COLLECTION: Final = _EXTENDED.collection


def keys_for(version: str) -> Keys:
    return _EXTENDED if version >= EXTENDED else _ORIGINAL


def preview_keys(body: Mapping[str, Any], version: str) -> KeyTree:
    """Return what a preview may hold: a whole job, or what stands in its properties."""
    keys = keys_for(version)
    return keys.preview if any(key.lower() == "properties" for key in body) else keys.bare_preview


def without_unknown(body: Mapping[str, Any], known: KeyTree) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return a body without the keys that are not known, and what is to be said of each of these.

    Raise Invalid if a key stands there twice but for its case: nothing tells which is meant.
    """
    check = KeyCheck()
    part = check.known_part(body, (known,), "")
    check.doubled.raise_any()
    return part, check.unknown.told


def refuse_unknown(body: Mapping[str, Any], known: KeyTree, faults: Faults) -> None:
    """Note every key that is not known, and every one that stands twice but for its case."""
    KeyCheck(unknown=faults, doubled=faults).known_part(body, (known,), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyCheck:
    """Walks a body along the tree; what nobody looks at, such as the message of another action, it skips."""

    unknown: Faults = field(default_factory=Faults)
    doubled: Faults = field(default_factory=Faults)

    def known_part(self, sent: Mapping[str, Any], way: tuple[KeyTree, ...], path: str) -> dict[str, Any]:
        """Return the object without its unknown keys; `way` leads from the tree's root to its shape."""
        here = way[-1]
        self._refuse_doubled(sent, path)
        chosen = here.chosen_message(sent)
        part = {}
        for key, value in sent.items():
            inside = f"{path}.{cut(key)}".strip(".")
            if not here.knows(key):
                self.unknown.add(inside, "" if self.unknown.full else hint(key, value, way))
            elif chosen is not None and here.is_message(key) and key.lower() != chosen.lower():
                part[key] = value
            else:
                part[key] = self._below(value, (*way, here.below(key)), inside)
        return part

    def _below(self, value: Any, way: tuple[KeyTree, ...], path: str) -> Any:
        if isinstance(value, Mapping) and way[-1].is_object and not (way[-1].each and _is_long(value)):
            return self.known_part(value, way, path)
        if isinstance(value, list) and way[-1].keys and not _is_long(value):
            return [self._below(item, way, f"{path}[{index}]") for index, item in enumerate(value)]
        return value

    def _refuse_doubled(self, sent: Mapping[str, Any], path: str) -> None:
        spelled: dict[str, str] = {}
        for key in sent:
            first = spelled.setdefault(key.lower(), key)
            if first is not key:
                rule = f"stands there twice, as '{cut(first)}' too: case does not tell keys apart"
                self.doubled.add(f"{path}.{cut(key)}".strip("."), rule)


def _is_long(value: Collection[Any]) -> bool:
    """Say whether it has so many entries that reading refuses it unseen."""
    return len(value) > LONGEST_ARRAY
