"""Where a connection leads, and the files of a Standard app in which that stands.

In an app's folder, `connections.json` describes its connections, `parameters.json` gives values to
parameters, and `local.settings.json` holds the settings that both may name. `join.py` puts them into the
workflow.

A workflow of Consumption only names its connections. Where they lead stands in Azure, and in no file. A
`connections.json` beside it, written by hand in the form of Standard, says it too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from migrate.forms.logic_apps.values import Values
from migrate.forms.values import looked_into
from migrate.found import Json
from shared.api.fields import Fields
from shared.domain.errors import Faults

_BUILT_IN: Final = "serviceProviderConnections"
_MANAGED: Final = "managedApiConnections"
_ENDPOINT: Final = re.compile(
    r"(?:sb|https|amqps)://([A-Za-z0-9-]{1,50})\.servicebus\.[a-z.]+(?::[0-9]{1,5})?/?"
)
_NAMESPACE: Final = re.compile(r"([A-Za-z0-9-]{1,50})\.servicebus\.[a-z.]+")
ACCOUNT_ADDRESS: Final = re.compile(r"https://([a-z0-9]{3,24})\.queue\.[a-z.]+/?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """A namespace of Service Bus or an account of Storage, and how a message proves who sends it."""

    holder: str
    key_name: str = ""
    key: str | None = None
    by_identity: bool = False


def is_connections(document: object) -> bool:
    fields = looked_into(document)
    return any(isinstance(fields.raw(key), dict) for key in (_BUILT_IN, _MANAGED))


def api_of(connections: Json, name: str) -> str:
    """Return the last part of the id of a connection's API, such as `servicebus`; else the name itself."""
    managed = Fields(connections, Faults()).object(_MANAGED).object(name)
    id = managed.object("api").raw("id")
    return id.rpartition("/")[2] if isinstance(id, str) else name


def connection_named(connections: Json, name: str, values: Values) -> Connection | None:
    """Return where a connection leads; None if no file says it."""
    described = Fields(connections, Faults()).object(_BUILT_IN).object(name)
    texts = [*_texts(described, values)]
    found = [one for text in texts for one in (_by_key(text), _by_identity(text)) if one is not None]
    return found[0] if found else None


def _texts(described: Fields, values: Values) -> Iterator[str]:
    """Yield the values of a connection that are known."""
    parameters = described.raw("parameterValues")
    for value in parameters.values() if isinstance(parameters, dict) else ():
        resolved = values.resolved(value)
        if isinstance(resolved.value, str) and not resolved.unknown:
            yield resolved.value.strip()


def _by_key(text: str) -> Connection | None:
    """Return what a connection string says. That of an account holds its key, which is no SAS token."""
    parts = {
        key.strip().lower(): value.strip()
        for key, _, value in (one.partition("=") for one in text.split(";"))
    }
    endpoint = _ENDPOINT.fullmatch(parts.get("endpoint", ""))
    if endpoint:
        name = parts.get("sharedaccesskeyname", "")
        return Connection(holder=endpoint[1], key_name=name, key=parts.get("sharedaccesskey") or None)
    account = parts.get("accountname")
    return Connection(holder=account) if account else None


def _by_identity(text: str) -> Connection | None:
    match = _ENDPOINT.fullmatch(text) or _NAMESPACE.fullmatch(text) or ACCOUNT_ADDRESS.fullmatch(text)
    return Connection(holder=match[1], by_identity=True) if match else None
