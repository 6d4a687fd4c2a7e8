"""Credentials that end by themselves: where in a job or collection each stands, and when it ends."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shared.domain.action import Action, HttpAction, StorageQueueAction
from shared.domain.authentication import ClientCertificate
from shared.domain.collection import Defaults
from shared.domain.definition import Definition


class CredentialKind(StrEnum):
    SAS_TOKEN = "sasToken"
    CERTIFICATE = "certificate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """A shared access signature or a certificate. Passwords and keys have no end, and are none of these."""

    path: str
    """Where it stands in the job or the collection, as a caller writes it."""
    kind: CredentialKind
    ends: datetime | None
    """None if that is not known: it was sealed before ends were noted, or an access policy decides."""
    subject: str = ""
    thumbprint: str = ""


def credentials_of(definition: Definition) -> Iterator[Credential]:
    yield from _of_action("properties.action", definition.action)
    if definition.error_action is not None:
        yield from _of_action("properties.action.errorAction", definition.error_action.action)


def default_credentials(defaults: Defaults | None) -> Iterator[Credential]:
    """Yield the credentials in the defaults of a collection."""
    if defaults is not None and defaults.error_action is not None:
        yield from _of_action("properties.defaults.errorAction", defaults.error_action.action)


def earliest_end(definition: Definition) -> datetime | None:
    """Return when the first of a job's credentials ends, as far as that is known."""
    return min((one.ends for one in credentials_of(definition) if one.ends is not None), default=None)


def _of_action(path: str, action: Action) -> Iterator[Credential]:
    match action:
        case StorageQueueAction(message=message) if message.sas_token is not None:
            where = f"{path}.queueMessage.sasToken"
            yield Credential(path=where, kind=CredentialKind.SAS_TOKEN, ends=message.sas_token.ends)
        case HttpAction(request=request) if isinstance(request.authentication, ClientCertificate):
            certificate = request.authentication
            if certificate.pfx is not None:
                yield Credential(
                    path=f"{path}.request.authentication.pfx",
                    kind=CredentialKind.CERTIFICATE,
                    ends=certificate.expires,
                    subject=certificate.subject,
                    thumbprint=certificate.thumbprint,
                )
        case _:
            return
