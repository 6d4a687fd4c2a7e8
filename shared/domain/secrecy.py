"""Which secrets a definition lacks, which it keeps from the one it replaces, and what each is for.

Answers hold no secrets. A caller who reads a job, edits it and puts it back would lose them, so the stored
secrets are kept. They are kept only if the object around them is of the same kind and for the same target:
nobody who may change a job can have its password sent to a host of their own. PUT and PATCH follow this rule.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import assert_never

from shared.domain.acting import message_key
from shared.domain.action import Action, HttpAction, HttpRequest, ServiceBusAction, StorageQueueAction
from shared.domain.address import address_of
from shared.domain.authentication import ActiveDirectoryOAuth, Authentication, Basic, ClientCertificate
from shared.domain.collection import Defaults
from shared.domain.definition import Definition
from shared.domain.secret import Secret, Vault


def keep_secrets(definition: Definition, stored: Definition) -> Definition:
    """Return the definition; secrets that it leaves out are the stored ones, if for the same target."""
    error_action = definition.error_action
    if error_action is not None and stored.error_action is not None:
        error_action = replace(error_action, action=_keep(error_action.action, stored.error_action.action))
    return replace(definition, action=_keep(definition.action, stored.action), error_action=error_action)


def bind_secrets(definition: Definition, vault: Vault) -> Definition:
    """Return the definition with each secret sealed to its target, with the present key."""
    error_action = definition.error_action
    if error_action is not None:
        error_action = replace(error_action, action=_bind(error_action.action, vault))
    return replace(definition, action=_bind(definition.action, vault), error_action=error_action)


def keep_default_secrets(defaults: Defaults | None, stored: Defaults | None) -> Defaults | None:
    """Do as `keep_secrets`, for the error action of a collection's defaults."""
    wanted, before = (one.error_action if one else None for one in (defaults, stored))
    if defaults is None or wanted is None or before is None:
        return defaults
    return replace(defaults, error_action=replace(wanted, action=_keep(wanted.action, before.action)))


def bind_default_secrets(defaults: Defaults | None, vault: Vault) -> Defaults | None:
    if defaults is None or defaults.error_action is None:
        return defaults
    bound = replace(defaults.error_action, action=_bind(defaults.error_action.action, vault))
    return replace(defaults, error_action=bound)


def missing_default_secrets(defaults: Defaults | None) -> list[str]:
    """Return the paths of the secrets without which the error action of the defaults cannot be done."""
    if defaults is None or defaults.error_action is None:
        return []
    secrets = _secrets(defaults.error_action.action)
    return [f"defaults.errorAction.{path}" for path, secret in secrets if secret is None]


def default_secrets(defaults: Defaults | None) -> Iterator[tuple[Secret, str]]:
    """Yield the secrets of a collection's defaults, each with its target."""
    if defaults is not None and defaults.error_action is not None:
        yield from _sealed(defaults.error_action.action)


def sealed_secrets(definition: Definition) -> Iterator[tuple[Secret, str]]:
    """Yield the secrets of a definition, each with its target."""
    for action in actions_of(definition):
        yield from _sealed(action)


def actions_of(definition: Definition) -> list[Action]:
    return [definition.action, *([definition.error_action.action] if definition.error_action else [])]


def target_of(action: Action) -> str:
    """Return what the secrets of an action are for: who is called, and in whose name."""
    match action:
        case HttpAction():
            parts = [*_origin(action.request), *_caller(action.request.authentication)]
        case StorageQueueAction(message=message):
            parts = [action.type, message.account.lower(), message.queue]
        case ServiceBusAction(message=sent):
            parts = [action.type, sent.namespace.lower(), sent.entity, sent.key_name]
        case _:
            assert_never(action)
    return json.dumps(parts)


def missing_secrets(definition: Definition) -> list[str]:
    """Return the paths of the secrets without which the job cannot run."""
    missing = [f"action.{path}" for path, secret in _secrets(definition.action) if secret is None]
    if definition.error_action is not None:
        of_error_action = _secrets(definition.error_action.action)
        missing += [f"action.errorAction.{path}" for path, secret in of_error_action if secret is None]
    return missing


def secrets_size(definition: Definition) -> int:
    """Return how many characters the definition's secrets have."""
    return sum(secret.size for secret, _ in sealed_secrets(definition))


def _sealed(action: Action) -> Iterator[tuple[Secret, str]]:
    return ((secret, target_of(action)) for _, secret in _secrets(action) if secret is not None)


def _secrets(action: Action) -> Iterator[tuple[str, Secret | None]]:
    match action:
        case HttpAction():
            yield from _authentication_secrets(action.request.authentication)
        case StorageQueueAction() | ServiceBusAction() if action.message.managed_identity is not None:
            return
        case StorageQueueAction():
            yield "queueMessage.sasToken", action.message.sas_token
        case ServiceBusAction():
            yield f"{message_key(action)}.authentication.sasKey", action.message.key
        case _:
            assert_never(action)


def _authentication_secrets(authentication: Authentication | None) -> Iterator[tuple[str, Secret | None]]:
    match authentication:
        case Basic():
            yield "request.authentication.password", authentication.password
        case ClientCertificate():
            yield "request.authentication.pfx", authentication.pfx
            yield "request.authentication.password", authentication.password
        case ActiveDirectoryOAuth():
            yield "request.authentication.secret", authentication.secret
        case None:
            return
        case _:
            assert_never(authentication)


def _keep(action: Action, stored: Action) -> Action:
    """Return the action; secrets that it leaves out are the stored ones, if they are for the same target."""
    if target_of(action) != target_of(stored):
        return action
    match action, stored:
        case HttpAction(request=request), HttpAction(request=before):
            kept = _keep_authentication(request.authentication, before.authentication)
            return replace(action, request=replace(request, authentication=kept))
        case StorageQueueAction(message=message), StorageQueueAction(message=stored_message):
            if message.managed_identity is not None:
                return action
            token = message.sas_token or stored_message.sas_token
            return replace(action, message=replace(message, sas_token=token))
        case ServiceBusAction(message=sent), ServiceBusAction(message=stored_sent):
            return replace(action, message=replace(sent, key=sent.key or stored_sent.key))
        case _:
            return action


def _keep_authentication(
    wanted: Authentication | None, stored: Authentication | None
) -> Authentication | None:
    match wanted, stored:
        case Basic(password=None), Basic():
            return stored
        case ClientCertificate(thumbprint=thumbprint, pfx=None), ClientCertificate(thumbprint=before):
            return stored if thumbprint.upper() in ("", before) else wanted
        case ActiveDirectoryOAuth(secret=None), ActiveDirectoryOAuth():
            return stored
        case _:
            return wanted


def _bind(action: Action, vault: Vault) -> Action:
    target = target_of(action)

    def bound(secret: Secret | None) -> Secret | None:
        return None if secret is None else vault.bind(secret, target)

    match action:
        case HttpAction(request=request):
            authentication = _bind_authentication(request.authentication, bound)
            return replace(action, request=replace(request, authentication=authentication))
        case StorageQueueAction(message=message):
            return replace(action, message=replace(message, sas_token=bound(message.sas_token)))
        case ServiceBusAction(message=sent):
            return replace(action, message=replace(sent, key=bound(sent.key)))
        case _:
            assert_never(action)


def _bind_authentication(
    authentication: Authentication | None, bound: Callable[[Secret | None], Secret | None]
) -> Authentication | None:
    match authentication:
        case None:
            return None
        case Basic():
            return replace(authentication, password=bound(authentication.password))
        case ClientCertificate():
            return replace(
                authentication, pfx=bound(authentication.pfx), password=bound(authentication.password)
            )
        case ActiveDirectoryOAuth():
            return replace(authentication, secret=bound(authentication.secret))
        case _:
            assert_never(authentication)


def _origin(request: HttpRequest) -> tuple[str, str, int]:
    """An address that programs read in different ways is a target of its own. Nothing is ever sent there."""
    address = address_of(request.uri)
    return address.origin if address else ("unclear", request.uri, 0)


def _caller(authentication: Authentication | None) -> tuple[str, ...]:
    match authentication:
        case None:
            return ()
        case Basic():
            return "Basic", authentication.username
        case ClientCertificate():
            return ("ClientCertificate",)
        case ActiveDirectoryOAuth():
            return "OAuth", authentication.tenant, authentication.client_id, authentication.audience
        case _:
            assert_never(authentication)
