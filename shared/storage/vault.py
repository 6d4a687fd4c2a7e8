"""Secrets at rest: AES-GCM, bound to the job, with a key from the settings; older keys still open."""

import base64
import os
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509 import Certificate

from shared.domain.errors import Fault, Invalid, NotConfigured
from shared.domain.keys import JobKey
from shared.domain.secret import CertificateFacts, Secret

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
            raise _refusal(
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
        try:
            content = base64.b64decode("".join(pfx.split()), validate=True)
        except ValueError as exc:
            raise _refusal("is not Base64") from exc
        key, certificate = _load_pfx(content, password)
        if key is None:
            raise _refusal("holds no private key")
        if certificate is None:
            raise _refusal("holds no certificate")
        expires = certificate.not_valid_after_utc
        if expires <= now:
            raise _refusal(f"the certificate has expired on {expires:%Y-%m-%d}")
        return CertificateFacts(
            thumbprint=_thumbprint(certificate),
            subject=certificate.subject.rfc4514_string(),
            expires=expires,
        )


def _thumbprint(certificate: Certificate) -> str:
    return certificate.fingerprint(hashes.SHA1()).hex().upper()  # noqa: S303 - that is what a thumbprint is


def _load_pfx(content: bytes, password: str) -> tuple[PrivateKeyTypes | None, Certificate | None]:
    try:
        key, certificate, _ = pkcs12.load_key_and_certificates(content, password.encode())
    except ValueError as exc:
        wrong_password = "password" in str(exc).lower()
        raise _refusal("the password does not open it" if wrong_password else "is not a PFX file") from exc
    return key, certificate


def _refusal(rule: str) -> Invalid:
    return Invalid((Fault("", rule),))
