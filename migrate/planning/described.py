"""A collection as the files describe it, or as the app answers it; the secrets of its defaults apart."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from migrate.certificates import with_default_certificate, without_unusable
from migrate.found import FoundCollection, Json
from migrate.gather import GatheredCollection
from migrate.pauses import arriving_pause, said
from migrate.planning.job import Wishes
from migrate.planning.lock_tag import without_lock
from migrate.private_targets import private_default_targets
from migrate.reading import read_collection
from migrate.secret_fields import DEFAULT_FIELDS, needed_secrets, take_secrets
from migrate.versions import version_of
from shared.api.fields import Fields
from shared.api.keys.known import COLLECTION, keys_for, without_unknown
from shared.api.keys.tree import KeyTree
from shared.api.merge import merge
from shared.domain.about import EXTENDED
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.errors import Faults, Invalid
from shared.domain.keys import CollectionKey
from shared.domain.secrecy import missing_default_secrets


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A collection as it would arrive, what was changed for that, and what people should know.

    Secrets that its defaults need, and that nobody gave, are `missing`.
    """

    collection: JobCollection
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    missing: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def describe(
    gathered: GatheredCollection, wishes: Wishes, *, location: str | None, sku: str | None
) -> Described:
    """Return the collection that the file describes. What the file leaves out is filled in."""
    given, faults = gathered.collection, Faults()
    if given is not None and given.faults:
        raise Invalid(given.faults)
    body = {key: value for key, value in given.body.items() if value not in (None, "")} if given else {}
    open_to_options = {"location": location, "properties": {"sku": {"name": sku}}}
    known, _ = without_unknown(merge(open_to_options, body), keys_of_form(given))
    bare, taken = _without_secrets(known, faults)
    collection = None
    with faults.under(""):
        collection = read_collection(bare).created(gathered.key)
    notes = given.notes if given else ()
    described = Described(collection=faults.sure(collection), notes=notes)
    return _with_secrets(_with_pause(described, wishes), taken, wishes, faults)


def existing_collection(key: CollectionKey, existing: Json) -> JobCollection:
    """Return the collection that the app answered. A newer app may answer keys that are unknown here.

    Whether somebody is at work on it is no part of it.
    """
    known, _ = without_unknown(without_lock(existing), COLLECTION)
    there = read_collection(known).created(key)
    asked = there.disabled
    return replace(there, disabled=said(asked.note, asked.until) if asked else None)


def beside_as_written(
    gathered: GatheredCollection, wanted: JobCollection, there: JobCollection, wishes: Wishes
) -> JobCollection:
    """Return the collection as its files write it. If they do not name its state, that stays as it is."""
    given = gathered.collection
    properties = Fields(given.body if given else {}, Faults()).object("properties")
    if given and version_of(given) < EXTENDED:  # its file cannot say these, so that they stay
        wanted = replace(wanted, defaults=there.defaults, calendars=there.calendars)
    pause = wanted.disabled
    over = pause is not None and pause.until is not None and pause.until <= wishes.now
    if not properties.has("state"):
        return replace(wanted, state=there.state, disabled=there.disabled)
    if over or wanted.state is CollectionState.ENABLED:
        return replace(wanted, state=CollectionState.ENABLED, disabled=None)
    return wanted


def keys_of_form(given: FoundCollection | None) -> KeyTree:
    """Return the keys that a file may use: those of the api-version that it names, or else all."""
    return keys_for(given.version).collection if given and given.version else COLLECTION


def _without_secrets(body: Json, faults: Faults) -> tuple[Json, dict[str, str]]:
    properties = body.get("properties")
    if not isinstance(properties, dict):
        return body, {}
    bare, taken = take_secrets(properties, faults, DEFAULT_FIELDS)
    return {**body, "properties": bare}, taken


def _with_pause(described: Described, wishes: Wishes) -> Described:
    collection = described.collection
    off = collection.state is not CollectionState.ENABLED
    pause, changes = arriving_pause(collection.disabled, off=off, now=wishes.now)
    return replace(described, collection=replace(collection, disabled=pause), changes=changes)


def _with_secrets(
    described: Described, taken: Mapping[str, str], wishes: Wishes, faults: Faults
) -> Described:
    """Return the collection with the usable secrets of its defaults, and the fields of the missing ones."""
    collection, filled_in = described.collection, wishes.secrets.get(described.collection.key, {})
    usable, told = without_unusable(taken, {**taken, **filled_in}, now=wishes.now)
    needed = missing_default_secrets(collection.defaults)
    secrets, missing = needed_secrets(needed, {**usable, **filled_in})
    defaults = with_default_certificate(collection.defaults, secrets, faults, now=wishes.now)
    faults.raise_any()
    return replace(
        described,
        collection=replace(collection, defaults=defaults),
        secrets=secrets,
        missing=missing,
        notes=(*described.notes, *told, *private_default_targets(defaults)),
    )
