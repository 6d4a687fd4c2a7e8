"""Credentials that end: shared access signatures and certificates, as they say themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from shared.domain.action import Action, HttpAction
from shared.domain.authentication import ClientCertificate
from shared.domain.collection import Defaults
from shared.domain.definition import Definition
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.secrecy import secrets_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialEnd:
    """When a credential of a job, or of a collection's defaults, ends; `path` says which one it is."""

    owner: JobKey | CollectionKey
    path: str
    ends: datetime


def ends_in_definition(definition: Definition) -> Iterator[tuple[str, datetime]]:
    """Yield when credentials of a job end, each with its path. Those that do not say are left out."""
    yield from _ends_in_action(definition.action, "action")
    if definition.error_action is not None:
        yield from _ends_in_action(definition.error_action.action, "action.errorAction")


def ends_in_defaults(defaults: Defaults | None) -> Iterator[tuple[str, datetime]]:
    """Do as `ends_in_definition`, for the error action of a collection's defaults."""
    if defaults is not None and defaults.error_action is not None:
        yield from _ends_in_action(defaults.error_action.action, "defaults.errorAction")


def _ends_in_action(action: Action, place: str) -> Iterator[tuple[str, datetime]]:
    for path, secret in secrets_of(action):
        if secret is not None and secret.ends is not None:
            yield f"{place}.{path}", secret.ends
    authentication = action.request.authentication if isinstance(action, HttpAction) else None
    if isinstance(authentication, ClientCertificate) and authentication.expires is not None:
        yield f"{place}.request.authentication.pfx", authentication.expires
