"""Secrets at rest: AES-GCM with a key from the settings, bound to job and target. Older keys still open."""

import base64
import os
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shared.domain.errors import NotConfigured
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.secret import CertificateFacts, Secret
from shared.domain.signatures import end_of_signature
from shared.storage.pfx import read_certificate, refusal

KEY_SIZE: Final = 32
_NONCE_SIZE: Final = 12
_ID_SIZE: Final = 12  # hexadecimal digits: enough to tell a few keys apart, too few to guess one


@dataclass(frozen=True, slots=True)
class EncryptionKey:
    """A key and the name that its owner gave it."""

    name: str
    value: bytes = field(repr=False)

    @property
    def id(self) -> str:
        """What tells this key from others, whatever it is called."""
        return sha256(b"scheduler key id" + self.value).hexdigest()[:_ID_SIZE]


class KeyedVault:
    """The secrets of one job, or of a collection; the first of the keys seals, any of them opens."""

    def __init__(self, keys: tuple[EncryptionKey, ...], owner: JobKey | CollectionKey) -> None:
        self._keys = keys
        self._owner = "|".join(owner.canonical)

    def seal(self, text: str) -> Secret:
        """Return the text sealed to its owner alone; `bind` adds the target, once it is known."""
        if not self._keys:
            raise refusal(
                "secrets cannot be stored without an encryption key; "
                "set SCHEDULER_ENCRYPTION_KEYS to name=KEY, where KEY is 32 random bytes in Base64"
            )
        return Secret(self._sealed(text, self._bound_to(None)), size=len(text), ends=end_of_signature(text))

    def bind(self, secret: Secret, target: str) -> Secret:
        """Return the secret sealed to its target with the first key, or unchanged if no key opens it."""
        if not self._keys or secret.key == self._keys[0].id:
            return secret
        try:
            text = self.open(secret, target)
        except NotConfigured:
            return secret  # nothing is lost: the key may come back
        sealed, key = self._sealed(text, self._bound_to(target)), self._keys[0].id
        return Secret(sealed, size=secret.size, key=key, ends=end_of_signature(text))

    def open(self, secret: Secret, target: str) -> str:
        """Return the text; raise NotConfigured with the reason if no key opens it."""
        name, _, sealed = secret.sealed.partition(":")
        key = self._key_of(secret, name)
        content = base64.b64decode(sealed)
        bound_to = self._bound_to(target if secret.key else None)
        try:
            opened = AESGCM(key.value).decrypt(content[:_NONCE_SIZE], content[_NONCE_SIZE:], bound_to)
        except InvalidTag as exc:
            if secret.key:
                raise NotConfigured("It was sealed for another job or target, or changed since.") from exc
            raise NotConfigured(f"SCHEDULER_ENCRYPTION_KEYS: '{name}' is not the key it was.") from exc
        return opened.decode()

    def opens(self, secret: Secret, target: str) -> str | None:
        """Return the id of the key that opens the secret, or None if we do not have it."""
        if secret.key:
            return secret.key if any(key.id == secret.key for key in self._keys) else None
        try:
            self.open(secret, target)
        except (NotConfigured, ValueError):
            return None
        return self._key_of(secret, secret.sealed.partition(":")[0]).id

    def read_certificate(self, pfx: str, password: str, *, now: datetime) -> CertificateFacts:
        return read_certificate(pfx, password, now=now)

    def _sealed(self, text: str, bound_to: bytes) -> str:
        key, nonce = self._keys[0], os.urandom(_NONCE_SIZE)
        content = nonce + AESGCM(key.value).encrypt(nonce, text.encode(), bound_to)
        return f"{key.name}:{base64.b64encode(content).decode()}"

    def _bound_to(self, target: str | None) -> bytes:
        """Name the owner, or the owner and the target. No name holds a line break, so these always differ."""
        return (self._owner if target is None else f"{self._owner}\n{target}").encode()

    def _key_of(self, secret: Secret, name: str) -> EncryptionKey:
        for key in self._keys:
            if key.id == secret.key if secret.key else key.name == name:
                return key
        if secret.key and any(key.name == name for key in self._keys):
            raise NotConfigured(f"SCHEDULER_ENCRYPTION_KEYS: '{name}' is not the key it was.")
        raise NotConfigured(f"SCHEDULER_ENCRYPTION_KEYS: the key '{name}' is missing.")
