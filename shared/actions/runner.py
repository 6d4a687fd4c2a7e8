"""Carries out attempts. What the remote side does is an outcome, never an exception."""

import base64
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import assert_never

from shared.actions import storage_queue
from shared.actions.http import sending
from shared.actions.http.certificates import Identity
from shared.actions.http.request import Credentials, Http, not_answered
from shared.actions.http.tokens import NoToken, OAuthClient, Tokens
from shared.actions.identity import ActionIdentity
from shared.actions.service_bus.bus import ServiceBus, not_sent
from shared.actions.storage_queue import StorageQueues
from shared.actions.text import fit
from shared.domain.action import Action, HttpAction, ServiceBusAction, StorageQueueAction
from shared.domain.attempt import Attempt, Failed, Outcome
from shared.domain.authentication import ActiveDirectoryOAuth, Authentication, Basic, ClientCertificate
from shared.domain.errors import NotConfigured
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.secrecy import target_of
from shared.domain.secret import Secret

OpenSecret = Callable[[JobKey | CollectionKey, Secret, str], str]
"""Opens a secret of a job, or of a collection's defaults, which is bound to a target."""


class _NoSecret(Exception):
    """Says why a secret cannot be opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """Everything that actions need. Secrets are opened only while an action runs."""

    http: Http
    queues: StorageQueues
    bus: ServiceBus
    tokens: Tokens
    open_secret: OpenSecret
    identity: ActionIdentity = field(default_factory=ActionIdentity)

    def perform(self, attempt: Attempt) -> Outcome:
        """Carry out the attempt and return what came of it; never raise.

        A bug is a failure too. The outcome carries it, because nobody hears what is logged from here.
        """
        action = attempt.action
        if attempt.given_up:
            return refused(action, "given up, for the app ended each time it was tried")
        try:
            outcome = self._carry_out(action, attempt)
            return replace(outcome, message=fit(outcome.message))
        except (_NoSecret, NoToken) as exc:
            return refused(action, str(exc))
        except Exception as exc:
            return replace(refused(action, f"something went wrong here: {type(exc).__name__}"), bug=exc)

    def _carry_out(self, action: Action, attempt: Attempt) -> Outcome:
        match action:
            case HttpAction(request=request):
                if (fault := sending.refusal(action)) is not None:
                    return not_answered(action, fault)
                if request.managed_identity is not None:
                    token = self.identity.proof_for(action).token()
                    by_identity = Credentials(authorization=f"Bearer {token}", alone=True)
                    return self.http.call(action, by_identity, attempt)
                credentials = self._credentials(request.authentication, attempt)
                return self.http.call(action, credentials, attempt)
            case StorageQueueAction(message=message):
                if message.managed_identity is not None:
                    return self.queues.send(action, self.identity.proof_for(action), attempt)
                return self.queues.send(action, self._open(message.sas_token, attempt), attempt)
            case ServiceBusAction(message=sent):
                if sent.managed_identity is not None:
                    return self.bus.send(action, self.identity.proof_for(action), attempt)
                return self.bus.send(action, self._open(sent.key, attempt), attempt)
            case _:
                assert_never(action)

    def _credentials(self, authentication: Authentication | None, attempt: Attempt) -> Credentials:
        match authentication:
            case None:
                return Credentials()
            case Basic():
                password = self._open(authentication.password, attempt)
                pair = base64.b64encode(f"{authentication.username}:{password}".encode()).decode()
                return Credentials(authorization=f"Basic {pair}", secrets=(password,))
            case ClientCertificate():
                pfx, password = (
                    self._open(secret, attempt) for secret in (authentication.pfx, authentication.password)
                )
                return Credentials(identity=Identity(pfx, password), secrets=(password,))
            case ActiveDirectoryOAuth():
                secret = self._open(authentication.secret, attempt)
                token = self._token(authentication, secret)
                return Credentials(authorization=f"Bearer {token}", secrets=(secret,))
            case _:
                assert_never(authentication)

    def _token(self, authentication: ActiveDirectoryOAuth, secret: str) -> str:
        client = OAuthClient(tenant=authentication.tenant, client_id=authentication.client_id, secret=secret)
        return self.tokens.token(client, authentication.audience)

    def _open(self, secret: Secret | None, attempt: Attempt) -> str:
        if secret is None:
            raise _NoSecret("a secret is missing; PUT the job with it")
        try:
            return self.open_secret(attempt.keeps_secrets, secret, target_of(attempt.action))
        except NotConfigured as exc:
            raise _NoSecret(f"a secret cannot be opened: {exc}") from exc


def refused(action: Action, reason: str) -> Failed:
    """Return a failure in the form that old clients read. Never raise, whatever the stored action is."""
    try:
        failed = _refused(action, reason)
    except Exception:  # the stored action is no action at all
        failed = Failed(f"Http Action - Request to host 'unknown' failed: {reason}")
    return replace(failed, message=fit(failed.message))


def _refused(action: Action, reason: str) -> Failed:
    match action:
        case HttpAction():
            return not_answered(action, reason)
        case StorageQueueAction():
            return storage_queue.refused(action, reason)
        case ServiceBusAction():
            return not_sent(action, reason)
        case _:
            assert_never(action)
