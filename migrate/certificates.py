"""PFX files among the secrets: looked into as the app does, so that already a dry run refuses them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from shared.domain.action import Action, HttpAction
from shared.domain.authentication import ClientCertificate
from shared.domain.errors import Faults
from shared.domain.job import Definition
from shared.storage.pfx import read_certificate


def with_certificates(
    definition: Definition, secrets: Mapping[str, str], faults: Faults, *, now: datetime
) -> Definition:
    """Return the definition with what its certificates say of themselves; note those that cannot be used."""
    action = _with_certificate(definition.action, "action", secrets, faults, now)
    error_action = definition.error_action
    if error_action is not None:
        path = "action.errorAction"
        error_action = replace(
            error_action, action=_with_certificate(error_action.action, path, secrets, faults, now)
        )
    return replace(definition, action=action, error_action=error_action)


def _with_certificate(
    action: Action, path: str, secrets: Mapping[str, str], faults: Faults, now: datetime
) -> Action:
    pfx = f"{path}.request.authentication.pfx"
    match action:
        case HttpAction(request=request) if isinstance(request.authentication, ClientCertificate):
            if pfx not in secrets:
                return action
            password = secrets[pfx.removesuffix("pfx") + "password"]
            with faults.under(f"properties.{pfx}"):
                facts = read_certificate(secrets[pfx], password, now=now)
                certificate = ClientCertificate(
                    thumbprint=facts.thumbprint, subject=facts.subject, expires=facts.expires
                )
                return replace(action, request=replace(request, authentication=certificate))
    return action
