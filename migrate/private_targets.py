"""Addresses that the app calls only if its settings allow it. A note says so before the app refuses."""

from collections.abc import Iterator, Sequence

from shared.domain.action import Action, HttpAction
from shared.domain.address import address_of
from shared.domain.collection import Defaults
from shared.domain.definition import Definition
from shared.domain.outbound import PUBLIC_ONLY


def private_targets(definition: Definition) -> Iterator[str]:
    """Yield a note on each address that is not public. Names are not resolved, so they are not judged."""
    error_action = definition.error_action
    yield from _told([definition.action, *([error_action.action] if error_action else [])])


def private_default_targets(defaults: Defaults | None) -> Iterator[str]:
    """Do the same for the error action of a collection's defaults."""
    error_action = defaults.error_action if defaults else None
    yield from _told([error_action.action] if error_action else [])


def _told(actions: Sequence[Action]) -> Iterator[str]:
    for host in dict.fromkeys(filter(None, map(_private_host, actions))):
        yield f"'{host}' is not public: the app must allow it (SCHEDULER_ALLOWED_TARGETS)"


def _private_host(action: Action) -> str | None:
    if not isinstance(action, HttpAction):
        return None
    address = address_of(action.request.uri)
    host = address.host if address else ""
    return host if host == "localhost" or PUBLIC_ONLY.refuses_literally(host) else None
