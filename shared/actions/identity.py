"""Tokens of the managed identity for actions. The library keeps them until shortly before they expire."""

import threading
from dataclasses import dataclass, field
from typing import Any, Final

from azure.core.credentials import AccessToken, TokenCredential
from azure.core.exceptions import AzureError, ClientAuthenticationError
from azure.identity import ManagedIdentityCredential

from shared.actions.http.tokens import NoToken
from shared.domain.acting import USUAL_SUFFIXES, Suffixes, target_of_identity
from shared.domain.action import Action
from shared.domain.identity import NO_IDENTITY, IdentityRules

_TIME_LIMIT: Final = 15.0
"""In seconds, of one call. A call is repeated once, and both take less than an action may."""


class ActionIdentity:
    """The one identity that actions may use, where the rules allow it. Many threads may use it."""

    def __init__(
        self,
        rules: IdentityRules = NO_IDENTITY,
        suffixes: Suffixes = USUAL_SUFFIXES,
        time_limit: float = _TIME_LIMIT,
    ) -> None:
        self._rules = rules
        self._time_limit = time_limit
        self._suffixes = suffixes
        self._credential: ManagedIdentityCredential | None = None
        self._lock = threading.Lock()

    def proof_for(self, action: Action) -> "Proof":
        """Return the identity's proof for the target of an action; raise NoToken if there is none.

        The rules are asked again, because they may be others than when the job was put.
        """
        target = target_of_identity(action, self._suffixes)
        fault = "it names no identity" if target is None else self._rules.fault(target)
        if target is None or fault is not None:
            raise NoToken(str(fault))
        proof = Proof(self._known(), target.audience)
        proof.token()
        return proof

    def _known(self) -> ManagedIdentityCredential:
        with self._lock:
            if self._credential is None:
                self._credential = ManagedIdentityCredential(
                    client_id=self._rules.client_id,
                    retry_total=1,
                    retry_backoff_factor=0.2,
                    connection_timeout=min(5.0, self._time_limit),
                    read_timeout=self._time_limit,
                )
            return self._credential


@dataclass(frozen=True, slots=True)
class Proof(TokenCredential):
    """Tokens for one audience. Whatever a service asks for when it is called, it gets no other."""

    credential: ManagedIdentityCredential = field(repr=False)
    audience: str

    def token(self) -> str:
        """Return a token, from memory while it is valid; raise NoToken if there is none."""
        try:
            return self.get_token().token
        except ClientAuthenticationError as exc:
            raise NoToken(f"there is no token of the managed identity for '{self.audience}'") from exc
        except AzureError as exc:
            raise NoToken("the service that gives tokens of managed identities cannot be reached") from exc

    def get_token(self, *_: str, **__: Any) -> AccessToken:
        token: AccessToken = self.credential.get_token(f"{self.audience}/.default")
        return token
