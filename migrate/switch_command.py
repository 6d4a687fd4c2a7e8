"""`enable` and `disable`: flip whole collections, to cut over when everything is ready."""

import argparse
from collections.abc import Sequence

from migrate.client import App
from migrate.found import Json
from migrate.ids import collection_key, names_in
from migrate.import_command import connect
from migrate.problem import Problem
from migrate.terminal import say
from shared.domain.errors import Invalid
from shared.domain.keys import CollectionKey


def run_switch(verb: str, options: argparse.Namespace) -> int:
    """Enable or disable the collections, once all of them are known; return 0, or raise Problem."""
    app = connect(options.to, options.key)
    keys = [_key(name, app, options) for name in options.collection]
    for key in keys:
        app.switch(key, verb)
        say(f"{key.name} is {verb}d.")
    return 0


def select(name: str, collections: Sequence[Json], resource_group: str | None) -> CollectionKey:
    """Return the key of the one collection of this name; raise Problem if there is none, or more."""
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
    return _checked(str(body.get("id")))


def _key(name: str, app: App, options: argparse.Namespace) -> CollectionKey:
    if name.startswith("/"):
        key = _checked(name)
        return select(key.name, app.collections(key.subscription, key.resource_group), key.resource_group)
    if options.subscription is None:
        raise Problem(f"Add --subscription, or give the whole id of '{name}' (/subscriptions/…).")
    return select(name, app.collections(options.subscription), options.resource_group)


def _checked(id: str) -> CollectionKey:
    names = names_in(id)
    if names is None or names.job is not None:
        raise Problem(f"'{id}' is not the id of a collection.")
    try:
        return collection_key(names)
    except Invalid as exc:
        raise Problem(f"{exc}.") from exc
