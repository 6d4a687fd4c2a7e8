"""Functions that in Azure need the deployment: the ids of resources, and texts that are unique to one."""

import base64
import hashlib
from collections.abc import Sequence
from typing import Final

from migrate.forms.template.syntax import Unresolved
from migrate.forms.template.values import a_text, sure, written
from migrate.found import Json

_UNIQUE: Final = 13  # characters, as Azure's have


def unique_string(*texts: object) -> str:
    """Return a text that is always the same for the same texts. It is not Azure's, which nobody documents."""
    whole = written([a_text("uniqueString", text) for text in texts])
    digest = hashlib.sha256(whole.encode("utf-8", "surrogatepass")).digest()
    return base64.b32encode(digest).decode().lower()[:_UNIQUE]


def resource_id(facts: Json, *arguments: object) -> str:
    """Return an id: `resourceId([subscription], [resource group], type, name, …)`."""
    before, typed = _told_apart("resourceId", arguments, most=2)
    group = before[-1] if before else sure(facts["resourcegroup"]["name"])
    return f"{_subscription(facts, before[:-1])}/resourceGroups/{group}/providers/{typed}"


def subscription_resource_id(facts: Json, *arguments: object) -> str:
    """Return an id without a resource group: `subscriptionResourceId([subscription], type, name, …)`."""
    before, typed = _told_apart("subscriptionResourceId", arguments, most=1)
    return f"{_subscription(facts, before)}/providers/{typed}"


def _subscription(facts: Json, given: Sequence[str]) -> str:
    return f"/subscriptions/{given[0] if given else sure(facts['subscription']['subscriptionId'])}"


def _told_apart(name: str, arguments: Sequence[object], *, most: int) -> tuple[list[str], str]:
    """Return what stands before the type, which is the first with a slash, and the type with its names."""
    texts = [a_text(name, argument) for argument in arguments]
    at = next((index for index, each in enumerate(texts) if "/" in each), most + 1)
    provider, *kinds = texts[at].split("/") if at <= most else [""]
    names = texts[at + 1 :]
    if not kinds or len(kinds) != len(names):
        raise Unresolved(f"the function {name} takes a type, and a name for each part of it")
    pairs = zip(kinds, names, strict=True)
    return texts[:at], "/".join([provider, *(f"{kind}/{each}" for kind, each in pairs)])
