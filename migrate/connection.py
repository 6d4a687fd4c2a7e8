"""The app that a command talks to, and the collections in it that the user means."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from migrate.app_options import KEY_VARIABLE
from migrate.found import Json
from migrate.ids import collection_key, names_in
from migrate.invocation import spoken
from migrate.logins import Login, config_file, read_logins
from migrate.remote_app import RemoteApp, travels_in_clear
from migrate.terminal import Misuse, Problem, say
from migrate.usage import did_you_mean
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.errors import Invalid
from shared.domain.keys import CollectionKey

_SHOWN: Final = 10


def connect(address: str, key: str | None, version: str = ORIGINAL) -> RemoteApp:
    """Return the app, asked in an api-version; raise Problem if it does not answer or is not well."""
    return checked(RemoteApp(address, key or os.environ.get(KEY_VARIABLE), version))


def reach(options: argparse.Namespace, version: str = ORIGINAL) -> RemoteApp:
    """Return the app that the options mean, as `connect` does."""
    meant = app_meant(options)
    return checked(RemoteApp(meant.address, meant.key, version))


def app_meant(options: argparse.Namespace) -> Login:
    """Return the app that the options name, else the current one; raise Problem if there is none.

    A key that is stored goes to its own app alone, and that app gets no other key unless one is given.
    """
    address = next((text for text in _addresses(options) if text), None)
    if address is not None:
        return _at(address, options.key or os.environ.get(KEY_VARIABLE))
    logins = read_logins(config_file())
    name = options.app or logins.current
    if name is None:
        raise Problem(f"Say which app, with --app or once and for all with `{spoken('login')} URL`.")
    login = logins.named(name)
    return replace(login, key=options.key or login.key)


def _addresses(options: argparse.Namespace) -> tuple[str | None, ...]:
    named = options.app if options.app and "://" in options.app else None
    return (getattr(options, "to", None), getattr(options, "from", None), named)


def _at(address: str, key: str | None) -> Login:
    known = read_logins(config_file()).at(address)
    meant = Login(name=address, address=address) if known is None else replace(known, address=address)
    return replace(meant, key=key or meant.key)


def checked(app: RemoteApp) -> RemoteApp:
    """Return the app; raise Problem if it does not answer or is not well. Warn if others can listen."""
    if travels_in_clear(app.address):
        say(f"Warning: {app.address} is not https, so that the key and all secrets travel readable.")
    app.check()
    return app


def find_collections(
    app: RemoteApp, subscription: str, resource_group: str | None, names: Sequence[str] | None
) -> list[Json]:
    """Return all collections, or those that are named; raise Problem if there is none."""
    collections = collections_in(app, subscription, resource_group)
    if not names:
        return collections
    wanted = [select(name, collections, resource_group) for name in names]
    return [body for body in collections if key_of(body) in wanted]


def collections_in(app: RemoteApp, subscription: str, resource_group: str | None = None) -> list[Json]:
    """Return the collections there; raise Problem with the names that there are if there is none."""
    collections = app.collections(subscription, resource_group)
    if collections:
        return collections
    all_of_it = [] if resource_group is None else app.collections(subscription)
    if resource_group is None or not all_of_it:
        raise Problem(nothing_in(subscription, subscriptions_of(app)))
    groups = list(dict.fromkeys(key_of(one).resource_group for one in all_of_it))
    place = f"resource group '{resource_group}' of subscription '{subscription}'"
    raise Problem(f"There is no collection in {place}{_known(resource_group, groups)}")


def subscriptions_of(app: RemoteApp) -> list[str]:
    return [str(one.get("subscriptionId")) for one in app.under(EXTENDED).subscriptions()]


def refuse_unknown(subscription: str, known: Sequence[str]) -> None:
    """Raise Problem if a subscription is none of those of the app."""
    if subscription.lower() not in map(str.lower, known):
        raise Problem(nothing_in(subscription, known))


def nothing_in(subscription: str, known: Sequence[str]) -> str:
    """Say that a subscription is empty, and which are not."""
    there = f"; the app has {', '.join(known)}." if known else ": the app has none at all."
    return f"There is no collection in subscription '{subscription}'{there}"


def select(name: str, collections: Sequence[Json], resource_group: str | None) -> CollectionKey:
    """Return the key of the collection with this name; raise Problem if there is none, or several."""
    keys = [key for key in map(key_of, collections) if key.name.lower() == name.lower()]
    if resource_group is not None:
        keys = [key for key in keys if key.resource_group.lower() == resource_group.lower()]
    if not keys:
        wanted = name if resource_group is None else f"{resource_group}/{name}"
        known = [_named(key, with_group=resource_group is not None) for key in map(key_of, collections)]
        raise Problem(f"There is no collection '{wanted}'{_known(wanted, known)}")
    if len(keys) > 1:
        groups = ", ".join(key.resource_group for key in keys)
        raise Problem(f"Several resource groups have a collection '{name}': {groups}. Add --resource-group.")
    return keys[0]


def _named(key: CollectionKey, *, with_group: bool) -> str:
    return f"{key.resource_group}/{key.name}" if with_group else key.name


def _known(name: str, known: Sequence[str]) -> str:
    """Return which name was meant, or else some that there are."""
    more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    return did_you_mean(name, known) or f"; there are: {', '.join(known[:_SHOWN]) or 'none'}{more}."


def refuse_another(option: str, value: str | None, named: str) -> None:
    """Raise Misuse if an option names something else than an id beside it does."""
    if value is not None and value.lower() != named.lower():
        raise Misuse(
            f"{option} {value} and the id, which says {named}, contradict each other: leave one out."
        )


def key_of(body: Json) -> CollectionKey:
    """Return the key of a collection as the app answers it."""
    return key_in(str(body.get("id")))


def key_in(id: str) -> CollectionKey:
    """Return the key of a collection from its id; raise Misuse if that is no such id."""
    names = names_in(id)
    if names is None or names.job is not None:
        raise Misuse(f"'{id}' is not the id of a collection.")
    try:
        return collection_key(names)
    except Invalid as exc:
        raise Misuse(f"{exc}.") from exc
