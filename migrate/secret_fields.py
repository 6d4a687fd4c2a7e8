"""Where secrets stand in jobs, and in the defaults of collections.

They are taken out of what was found, and put back into what is sent.
"""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from migrate.found import Json
from shared.domain.errors import Faults

_ACTIONS: Final = ("action", "action.errorAction")
_IN_ACTION: Final = (
    "request.authentication.password",
    "request.authentication.pfx",
    "request.authentication.secret",
    "queueMessage.sasToken",
    "serviceBusQueueMessage.authentication.sasKey",
    "serviceBusTopicMessage.authentication.sasKey",
)
SECRET_FIELDS: Final = tuple(f"{action}.{field}" for action in _ACTIONS for field in _IN_ACTION)
"""Those of jobs, within their properties."""
DEFAULT_FIELDS: Final = tuple(f"defaults.errorAction.{field}" for field in _IN_ACTION)
"""Those of collections, within theirs."""
_NAME: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def secret_name(value: str) -> str:
    """Return the name in `${NAME}`, which stands in the place of a secret; empty if the value is none."""
    match = _NAME.fullmatch(value)
    return match[1] if match else ""


def take_secrets(
    properties: Json, faults: Faults, fields: Sequence[str] = SECRET_FIELDS
) -> tuple[Json, dict[str, str]]:
    """Return the properties without their secrets, and the secrets by field. Empty ones count as missing."""
    bare, taken = deepcopy(properties), dict[str, str]()
    for field in fields:
        holders, last = _holders(bare, field)
        for value in [holder.pop(key) for holder in holders for key in _spelled(holder, last)]:
            faults.check(value is None or isinstance(value, str), f"properties.{field}", "is not a string")
            if isinstance(value, str) and value:
                taken[field] = value
    return bare, taken


def may_hold_secrets(properties: Json) -> bool:
    """Say whether a job or a collection, as the app answers it, has a place for a secret."""
    return any(_holders(properties, field)[0] for field in (*SECRET_FIELDS, *DEFAULT_FIELDS))


def needed_secrets(
    needed: Sequence[str], secrets: Mapping[str, str]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return those secrets that are needed, and the fields of those that are missing. A name is no secret."""
    given = {field: value for field, value in secrets.items() if value and not secret_name(value)}
    known = {field: given[field] for field in needed if field in given}
    for pfx in [field for field in needed if field.endswith(".pfx")]:
        if pfx in known:
            known.setdefault(password_of(pfx), "")  # a PFX file may have no password
        else:
            known.pop(password_of(pfx), None)  # without the file, the password is useless
    return known, tuple(field for field in needed if field not in known)


def password_of(pfx: str) -> str:
    """Return the field of the password that belongs to the field of a PFX file."""
    return pfx.removesuffix("pfx") + "password"


def with_secrets(properties: Json, secrets: Mapping[str, Any]) -> Json:
    """Return the properties with the secrets in their fields."""
    whole = deepcopy(properties)
    for field, value in secrets.items():
        holders, last = _holders(whole, field)
        for holder in holders:
            holder[next(iter(_spelled(holder, last)), last)] = value
    return whole


def nested(secrets: Mapping[str, Any]) -> Json:
    """Return properties that hold nothing but the secrets."""
    properties: Json = {}
    for field, value in secrets.items():
        *way, last = field.split(".")
        holder = properties
        for key in way:
            holder = holder.setdefault(key, {})
        holder[last] = value
    return properties


def _holders(properties: Json, field: str) -> tuple[list[Json], str]:
    """Return the objects around a field, and its key. There are several if a key has two spellings."""
    *way, last = field.split(".")
    holders = [properties]
    for key in way:
        inside = [holder[name] for holder in holders for name in _spelled(holder, key)]
        holders = [holder for holder in inside if isinstance(holder, dict)]
    return holders, last


def _spelled(holder: Json, key: str) -> list[str]:
    return [name for name in holder if name.lower() == key.lower()]
