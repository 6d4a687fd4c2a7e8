"""PFX files among the secrets. They are checked as the app does it, so that even a dry run refuses them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from migrate.secret_fields import password_of
from shared.domain.action import Action, HttpAction
from shared.domain.authentication import ClientCertificate
from shared.domain.collection import Defaults
from shared.domain.definition import Definition
from shared.domain.errors import Faults, Invalid
from shared.storage.pfx import read_certificate


def with_certificates(
    definition: Definition, secrets: Mapping[str, str], faults: Faults, *, now: datetime
) -> Definition:
    """Return the definition with the facts of its certificates; note a fault for each that is unusable."""
    action = _with_certificate(definition.action, "action", secrets, faults, now)
    error_action = definition.error_action
    if error_action is not None:
        path = "action.errorAction"
        error_action = replace(
            error_action, action=_with_certificate(error_action.action, path, secrets, faults, now)
        )
    return replace(definition, action=action, error_action=error_action)


def with_default_certificate(
    defaults: Defaults | None, secrets: Mapping[str, str], faults: Faults, *, now: datetime
) -> Defaults | None:
    """Do the same for the error action of a collection's defaults."""
    if defaults is None or defaults.error_action is None:
        return defaults
    path, error_action = "defaults.errorAction", defaults.error_action
    action = _with_certificate(error_action.action, path, secrets, faults, now)
    return replace(defaults, error_action=replace(error_action, action=action))


def without_unusable(
    taken: Mapping[str, str], secrets: Mapping[str, str], *, now: datetime
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the secrets of an export without the unusable PFX files, and why these are unusable."""
    usable, told = dict(taken), []
    for pfx in [field for field in taken if field.endswith(".pfx") and secrets[field] == taken[field]]:
        try:
            read_certificate(taken[pfx], secrets.get(password_of(pfx), ""), now=now)
        except Invalid as exc:
            told.append(f"the PFX file of the export cannot be used: {exc}")
            del usable[pfx]
    return usable, tuple(told)


def _with_certificate(
    action: Action, path: str, secrets: Mapping[str, str], faults: Faults, now: datetime
) -> Action:
    pfx = f"{path}.request.authentication.pfx"
    match action:
        case HttpAction(request=request) if isinstance(request.authentication, ClientCertificate):
            if pfx not in secrets:
                return action
            with faults.under(f"properties.{pfx}"):
                facts = read_certificate(secrets[pfx], secrets[password_of(pfx)], now=now)
                certificate = ClientCertificate(
                    thumbprint=facts.thumbprint, subject=facts.subject, expires=facts.expires
                )
                return replace(action, request=replace(request, authentication=certificate))
    return action
