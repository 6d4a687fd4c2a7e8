"""The app that a command talks to, and the collections in it that the user means."""

import os
from collections.abc import Sequence

from migrate.found import Json
from migrate.ids import collection_key, names_in
from migrate.options import KEY_VARIABLE
from migrate.remote_app import RemoteApp, travels_in_clear
from migrate.terminal import Problem, say
from shared.domain.about import ORIGINAL
from shared.domain.errors import Invalid
from shared.domain.keys import CollectionKey


def connect(address: str, key: str | None, version: str = ORIGINAL) -> RemoteApp:
    """Return the app, asked in an api-version; raise Problem if it does not answer or is not well."""
    app = RemoteApp(address, key or os.environ.get(KEY_VARIABLE), version)
    if travels_in_clear(app.address):
        say(f"Warning: {app.address} is not https, so that the key and all secrets travel readable.")
    app.check()
    return app


def find_collections(
    app: RemoteApp, subscription: str, resource_group: str | None, names: Sequence[str] | None
) -> list[Json]:
    """Return all collections, or those that are named; raise Problem if there is none."""
    collections = app.collections(subscription, resource_group)
    if not collections:
        group = f", resource group '{resource_group}'" if resource_group else ""
        raise Problem(f"There is no collection in subscription '{subscription}'{group}: check the spelling.")
    if not names:
        return collections
    wanted = [select(name, collections, resource_group) for name in names]
    return [body for body in collections if key_of(body) in wanted]


def select(name: str, collections: Sequence[Json], resource_group: str | None) -> CollectionKey:
    """Return the key of the collection with this name; raise Problem if there is none, or several."""
    keys = [key for key in map(key_of, collections) if key.name.lower() == name.lower()]
    if resource_group is not None:
        keys = [key for key in keys if key.resource_group.lower() == resource_group.lower()]
    if not keys:
        known = ", ".join(key_of(body).name for body in collections) or "none"
        raise Problem(f"There is no collection '{name}'; there are: {known}.")
    if len(keys) > 1:
        groups = ", ".join(key.resource_group for key in keys)
        raise Problem(f"Several resource groups have a collection '{name}': {groups}. Add --resource-group.")
    return keys[0]


def key_of(body: Json) -> CollectionKey:
    """Return the key of a collection as the app answers it."""
    return key_in(str(body.get("id")))


def key_in(id: str) -> CollectionKey:
    """Return the key of a collection from its id; raise Problem if that is no such id."""
    names = names_in(id)
    if names is None or names.job is not None:
        raise Problem(f"'{id}' is not the id of a collection.")
    try:
        return collection_key(names)
    except Invalid as exc:
        raise Problem(f"{exc}.") from exc
