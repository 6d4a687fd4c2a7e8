"""Secrets at rest: AES-GCM, bound to the job, with a key from the settings; older keys still open."""

import base64
import os
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shared.domain.errors import NotConfigured
from shared.domain.keys import JobKey
from shared.domain.secret import CertificateFacts, Secret
from shared.storage.pfx import read_certificate, refusal

KEY_SIZE: Final = 32
_NONCE_SIZE: Final = 12


@dataclass(frozen=True, slots=True)
class EncryptionKey:
    """A key and the name under which sealed texts refer to it."""

    name: str
    value: bytes = field(repr=False)


class JobVault:
    """The secrets of one job; the first of the keys seals, any of them opens."""

    def __init__(self, keys: tuple[EncryptionKey, ...], job: JobKey) -> None:
        self._keys = keys
        self._bound_to = "|".join(job.canonical).encode()

    def seal(self, text: str) -> Secret:
        if not self._keys:
            raise refusal(
                "secrets cannot be stored without an encryption key; "
                "set SCHEDULER_ENCRYPTION_KEYS to name=KEY, where KEY is 32 random bytes in Base64"
            )
        key, nonce = self._keys[0], os.urandom(_NONCE_SIZE)
        sealed = AESGCM(key.value).encrypt(nonce, text.encode(), self._bound_to)
        return Secret(f"{key.name}:{base64.b64encode(nonce + sealed).decode()}", size=len(text))

    def open(self, secret: Secret) -> str:
        """Return the text; raise NotConfigured if the key it was sealed with is not among ours."""
        name, _, sealed = secret.sealed.partition(":")
        content = base64.b64decode(sealed)
        for key in self._keys:
            if key.name == name:
                try:
                    opened = AESGCM(key.value).decrypt(
                        content[:_NONCE_SIZE], content[_NONCE_SIZE:], self._bound_to
                    )
                except InvalidTag as exc:
                    raise NotConfigured(
                        f"SCHEDULER_ENCRYPTION_KEYS: '{name}' is not the key it was."
                    ) from exc
                return opened.decode()
        raise NotConfigured(f"SCHEDULER_ENCRYPTION_KEYS: the key '{name}' is missing.")

    def read_certificate(self, pfx: str, password: str, *, now: datetime) -> CertificateFacts:
        return read_certificate(pfx, password, now=now)
