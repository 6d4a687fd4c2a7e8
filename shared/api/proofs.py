"""Where a request says how an action proves who it is: with a secret, with the managed identity, or not.

Whoever names a secret, or says that there is none, does not want the managed identity that was there before.
"""

from collections.abc import Mapping
from typing import Any, Final

from shared.api.shapes.objects import ACTION

_MESSAGES: Final = frozenset(
    field.key.lower() for record in ACTION.records.values() if record for field in record.fields if field.key
) - {"type"}
_IDENTITY: Final = "managedIdentity"


def without_identity(patch: Mapping[str, Any]) -> dict[str, Any]:
    """Return a patch that also removes the identity wherever it says how an action proves who it is."""
    return {
        key: _dropping(value) if key.lower() in _MESSAGES else _below(value) for key, value in patch.items()
    }


def proven_actions(properties: Mapping[str, Any]) -> frozenset[str]:
    """Return the paths of a job's actions of which a request says how they prove who they are."""
    action = _inner(properties, "action")
    found = {"action": action, "action.errorAction": _inner(action, "errorAction")}
    return frozenset(path for path, one in found.items() if _is_proven(one))


def _is_proven(action: Mapping[str, Any]) -> bool:
    return any(
        key.lower() in _MESSAGES and isinstance(message, Mapping) and _says_proof(message)
        for key, message in action.items()
    )


def _says_proof(message: Mapping[str, Any]) -> bool:
    """A token that is null is one that is not told, as in answers; an authentication that is null is none."""
    said = {key.lower(): value for key, value in message.items()}
    return "authentication" in said or said.get("sastoken") is not None


def _dropping(message: Any) -> Any:
    if not isinstance(message, Mapping) or not _says_proof(message):
        return message
    named = any(key.lower() == _IDENTITY.lower() for key in message)
    return dict(message) if named else {**message, _IDENTITY: None}


def _below(value: Any) -> Any:
    return without_identity(value) if isinstance(value, Mapping) else value


def _inner(holder: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = next((value for name, value in holder.items() if name.lower() == key.lower()), None)
    return value if isinstance(value, Mapping) else {}
