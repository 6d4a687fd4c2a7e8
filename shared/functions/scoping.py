"""Callers with a scope: for them there is nothing but what lies within it."""

from dataclasses import replace

from shared.domain.callers import EVERYTHING, Caller
from shared.domain.errors import AuthorizationFailed
from shared.domain.keys import CollectionKey
from shared.functions.wiring import App


def as_seen_by(caller: Caller, app: App) -> App:
    """Return the app over a store that has nothing but what the caller can see.

    So every operation answers him as if nothing else were there, and none needs to think of it.
    """
    if caller.scope == EVERYTHING:
        return app
    return replace(app, ports=replace(app.ports, store=app.ports.store.within(caller.scope)))


def refuse_creation_outside(caller: Caller, key: CollectionKey) -> None:
    """Raise AuthorizationFailed if a collection would lie outside, in the same words whether it is there."""
    if not caller.scope.covers(key):
        raise AuthorizationFailed(f"This key may create and change only what lies within {caller.scope}.")
