"""`enable` and `disable`: switch whole collections, to cut over when everything is ready."""

import argparse

from migrate.connection import collections_in, key_in, reach, refuse_another, select
from migrate.remote_app import RemoteApp
from migrate.terminal import Misuse, say
from shared.domain.keys import CollectionKey


def run_switch(verb: str, options: argparse.Namespace) -> int:
    """Enable or disable the collections; return 0, or raise Problem before any if one does not exist."""
    app = reach(options)
    keys = [_key(name, app, options) for name in options.collection]
    for key in keys:
        app.switch(key, verb)
        say(f"{key.name} is {verb}d.")
    return 0


def _key(name: str, app: RemoteApp, options: argparse.Namespace) -> CollectionKey:
    if name.startswith("/"):
        key = key_in(name)
        refuse_another("--subscription", options.subscription, key.subscription)
        refuse_another("--resource-group", options.resource_group, key.resource_group)
        return select(key.name, collections_in(app, key.subscription, key.resource_group), key.resource_group)
    if options.subscription is None:
        raise Misuse(f"Add --subscription, or give the whole id of '{name}' (/subscriptions/…).")
    return select(name, collections_in(app, options.subscription), options.resource_group)
