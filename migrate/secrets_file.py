"""The fill-in file: which secrets are missing, where each belongs, and what the user filled in.

Several jobs, and defaults of collections, may share a secret, because they call the same target in the same
way. It is asked for once.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, assert_never

from migrate.found import Json
from migrate.ids import collection_key, names_in
from migrate.planning.collection import PlannedCollection
from migrate.prepare import PreparedJob
from migrate.private_file import create_private
from migrate.secret_fields import DEFAULT_FIELDS, SECRET_FIELDS
from migrate.terminal import Problem, json_text
from migrate.text import NotJson, read_documents
from shared.api.fields import Fields
from shared.api.render import collection_id, job_id
from shared.domain.action import Action, HttpAction, ServiceBusAction, StorageQueueAction
from shared.domain.address import read_address
from shared.domain.authentication import ActiveDirectoryOAuth, Basic, ClientCertificate
from shared.domain.errors import Faults
from shared.domain.keys import CollectionKey, JobKey

_ABOUT: Final = (
    'Fill in each "value" and give this file back with --secrets. Leave empty what you do not have. '
    "A value stands for all the jobs and collections below it; to give one of them another, copy the entry "
    "and move it. "
    'A "pfx" is the PFX file in Base64. Keep this file to yourself, and delete it after the import.'
)


Holder = PreparedJob | PlannedCollection
"""What needs secrets."""


def write_template(file: Path, holders: Iterable[Holder]) -> int:
    """Write the file that asks for the missing secrets; return how many. Only its owner may read it.

    Raise Problem if the file exists, because it may hold secrets that someone filled in.
    """
    asked = _asked(holders)
    text = json_text({"about": _ABOUT, "secrets": asked}, indent=2)
    try:
        create_private(file, f"{text}\n")
    except FileExistsError as exc:
        raise Problem(f"{file} exists already, perhaps with secrets in it: choose another name.") from exc
    except OSError as exc:
        raise Problem(f"Cannot write {file}: {exc.strerror}.") from exc
    return len(asked)


def read_secrets(file: Path) -> dict[JobKey | CollectionKey, dict[str, str]]:
    """Return what was filled in, by job or collection and by field.

    Raise Problem with the place, never with a value.
    """
    try:
        (document,) = read_documents(file.read_bytes())
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc
    except NotJson as exc:
        raise Problem(f"{file} is not JSON, as --secrets-template writes it.") from exc
    except ValueError as exc:
        raise Problem(f"{file} holds more than one document.") from exc
    faults, filled_in = Faults(), dict[JobKey | CollectionKey, dict[str, str]]()
    entries = Fields(document if isinstance(document, dict) else {}, faults)
    faults.check(entries.has("secrets"), "secrets", "is missing: write the file with --secrets-template")
    for entry in _objects(entries, "secrets", faults):
        value = entry.text("value")
        entry.required("usedBy")
        for use in _objects(entry, "usedBy", faults):
            key, field = _key(use, faults), _field(use, faults)
            if value and key and field and filled_in.setdefault(key, {}).setdefault(field, value) != value:
                faults.add(use.path(), "has another value further up: give it only one")
    if faults.found:
        raise Problem(f"{file}: {'; '.join(str(fault) for fault in faults.found)}.")
    return filled_in


def _objects(holder: Fields, key: str, faults: Faults) -> list[Fields]:
    """Return the objects of an array. Anything else in it is not shown, because it may be a secret."""
    if not holder.has(key):
        return []
    items = holder.raw(key) if isinstance(holder.raw(key), list) else [holder.raw(key)]
    items_with_paths = [(f"{holder.path(key)}[{index}]", item) for index, item in enumerate(items)]
    for path, item in items_with_paths:
        faults.check(isinstance(item, dict), path, "is not an object")
    return [Fields(item, faults, path) for path, item in items_with_paths if isinstance(item, dict)]


def _field(use: Fields, faults: Faults) -> str | None:
    named = use.required_text("field")
    fields = DEFAULT_FIELDS if use.has("collection") else SECRET_FIELDS
    known = next((field for field in fields if named and field.lower() == named.lower()), None)
    faults.check(named is None or known is not None, use.path("field"), "is no field of a secret")
    return known


def _key(use: Fields, faults: Faults) -> JobKey | CollectionKey | None:
    """Return whose secret it is: that of a job or, if one is named, of a collection."""
    kind = "collection" if use.has("collection") else "job"
    names = names_in(use.required_text(kind) or "")
    if names is None or (names.job is None) is (kind == "job"):
        faults.add(use.path(kind), f"is not the id of a {kind}")
        return None
    with faults.under(use.path(kind)):
        collection = collection_key(names)
        return JobKey(collection=collection, name=names.job) if names.job else collection
    return None


def _asked(holders: Iterable[Holder]) -> list[Json]:
    asked: dict[str, list[Any]] = {}
    for holder in holders:
        for field in holder.missing:
            asked.setdefault(_purpose(holder, field), []).append({**_named(holder.key), "field": field})
    return [{"for": purpose, "value": "", "usedBy": uses} for purpose, uses in asked.items()]


def _named(key: JobKey | CollectionKey) -> Json:
    return {"job": job_id(key)} if isinstance(key, JobKey) else {"collection": collection_id(key)}


def _purpose(holder: Holder, field: str) -> str:
    """Say what a secret is for. Those who may share a secret get the same words."""
    return f"{field.rpartition('.')[2]} of {_target(_action(holder, field))}"


def _action(holder: Holder, field: str) -> Action:
    """Return the action that needs a secret."""
    if isinstance(holder, PreparedJob):
        error_action = holder.definition.error_action if field.startswith("action.errorAction.") else None
        return error_action.action if error_action else holder.definition.action
    defaults = holder.collection.defaults if holder.collection else None
    if defaults is None or defaults.error_action is None:
        raise RuntimeError("defaults without an error action need no secret")
    return defaults.error_action.action


def _target(action: Action) -> str:
    match action:
        case HttpAction(request=request):
            address = read_address(request.uri)
            holder = _holder(request.authentication)
            return f"{holder} at {address.scheme}://{address.place.lower()}"
        case StorageQueueAction(message=message):
            return f"Storage account '{message.account.lower()}', queue '{message.queue}'"
        case ServiceBusAction(message=sent):
            return f"Service Bus '{sent.namespace.lower()}', '{sent.entity}', key '{sent.key_name}'"
        case _:
            assert_never(action)


def _holder(authentication: object) -> str:
    match authentication:
        case Basic(username=username):
            return f"user '{username}'"
        case ClientCertificate(thumbprint=thumbprint):
            return f"client certificate {thumbprint or 'without a known thumbprint'}"
        case ActiveDirectoryOAuth(tenant=tenant, client_id=client, audience=audience):
            return f"client '{client}' of tenant '{tenant}' for '{audience}'"
        case _:
            return "nobody"  # cannot happen: without authentication, no secret is missing


def unused(
    secrets: Mapping[JobKey | CollectionKey, Mapping[str, str]],
    holders: Iterable[Holder],
    unfit: Iterable[JobKey | CollectionKey],
) -> list[str]:
    """Return the fields with a given secret that nobody needs. Nobody knows what the `unfit` need."""
    needed = {(holder.key, field) for holder in holders for field in holder.secrets}
    unknown = set(unfit)
    given = [(key, field) for key, fields in secrets.items() if key not in unknown for field in fields]
    return [f"{_id(key)}: {field}" for key, field in given if (key, field) not in needed]


def _id(key: JobKey | CollectionKey) -> str:
    return job_id(key) if isinstance(key, JobKey) else collection_id(key)
