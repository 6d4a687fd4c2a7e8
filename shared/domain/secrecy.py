"""Which secrets a definition lacks, and which it may keep from the one it replaces.

Answers hold no secrets, so that who reads a job, edits it and puts it back would lose them. They are kept
where the object around them is of the same kind and for the same target.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never
from urllib.parse import urlsplit

from shared.domain.action import Action, HttpAction, HttpRequest, ServiceBusAction, StorageQueueAction
from shared.domain.authentication import ActiveDirectoryOAuth, Authentication, Basic, ClientCertificate
from shared.domain.job import Definition
from shared.domain.messages import ServiceBusMessage, StorageQueueMessage
from shared.domain.secret import Secret


def keep_secrets(definition: Definition, stored: Definition) -> Definition:
    """Return the definition with the secrets that it left out and the stored one has for the same target."""
    error_action = definition.error_action
    if error_action is not None and stored.error_action is not None:
        error_action = replace(error_action, action=_keep(error_action.action, stored.error_action.action))
    return replace(definition, action=_keep(definition.action, stored.action), error_action=error_action)


def missing_secrets(definition: Definition) -> list[str]:
    """Return the paths of the secrets without which the job cannot run."""
    missing = [f"action.{path}" for path, secret in _secrets(definition.action) if secret is None]
    if definition.error_action is not None:
        of_error_action = _secrets(definition.error_action.action)
        missing += [f"action.errorAction.{path}" for path, secret in of_error_action if secret is None]
    return missing


def secrets_size(definition: Definition) -> int:
    """Return how many characters the definition's secrets have."""
    actions = [definition.action, *([definition.error_action.action] if definition.error_action else [])]
    return sum(secret.size for action in actions for _, secret in _secrets(action) if secret is not None)


def _secrets(action: Action) -> Iterator[tuple[str, Secret | None]]:
    match action:
        case HttpAction():
            yield from _authentication_secrets(action.request.authentication)
        case StorageQueueAction():
            yield "queueMessage.sasToken", action.message.sas_token
        case ServiceBusAction():
            key = action.type[0].lower() + action.type[1:]
            yield f"{key}Message.authentication.sasKey", action.message.key
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
    match action, stored:
        case HttpAction(request=request), HttpAction(request=before) if _host(request) == _host(before):
            kept = _keep_authentication(request.authentication, before.authentication)
            return replace(action, request=replace(request, authentication=kept))
        case StorageQueueAction(message=message), StorageQueueAction(message=before_message):
            return replace(action, message=_keep_token(message, before_message))
        case ServiceBusAction(message=sent), ServiceBusAction(message=sent_before) if (
            action.type is stored.type
        ):
            return replace(action, message=_keep_key(sent, sent_before))
        case _:
            return action


def _keep_authentication(
    wanted: Authentication | None, stored: Authentication | None
) -> Authentication | None:
    match wanted, stored:
        case Basic(username=name, password=None), Basic(username=before) if name == before:
            return stored
        case ClientCertificate(thumbprint=thumbprint, pfx=None), ClientCertificate(thumbprint=before):
            return stored if thumbprint.upper() in ("", before) else wanted
        case ActiveDirectoryOAuth(secret=None), ActiveDirectoryOAuth(secret=secret):
            same = replace(wanted, secret=secret) == stored
            return stored if same else wanted
        case _:
            return wanted


def _keep_token(wanted: StorageQueueMessage, stored: StorageQueueMessage) -> StorageQueueMessage:
    same = (wanted.account.lower(), wanted.queue) == (stored.account.lower(), stored.queue)
    return replace(wanted, sas_token=stored.sas_token) if wanted.sas_token is None and same else wanted


def _keep_key(wanted: ServiceBusMessage, stored: ServiceBusMessage) -> ServiceBusMessage:
    def target(message: ServiceBusMessage) -> tuple[str, str, str]:
        return message.namespace.lower(), message.entity, message.key_name

    same = target(wanted) == target(stored)
    return replace(wanted, key=stored.key) if wanted.key is None and same else wanted


def _host(request: HttpRequest) -> tuple[str, str]:
    parts = urlsplit(request.uri)
    return parts.scheme.lower(), parts.netloc.lower()
