"""Secrets: passwords, keys and tokens, sealed from their arrival until the action that needs them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Secret:
    """What only the holder of the encryption key can read; `size` is the length of the text within.

    `key` is the id of the encryption key. A value that has one is bound to its job and its target;
    one without was sealed by 0.1.0, or a moment ago, and is bound to its job alone.
    """

    sealed: str = field(repr=False)
    size: int = field(default=0, compare=False)
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateFacts:
    """What the certificate in a PFX file says of itself."""

    thumbprint: str
    subject: str
    expires: datetime


class Sealer(Protocol):
    """Takes in the secrets of one job; raises Invalid where it cannot, with the reason."""

    def seal(self, text: str) -> Secret:
        """Return the text sealed to the job alone, until it is known what it is for."""

    def read_certificate(self, pfx: str, password: str, *, now: datetime) -> CertificateFacts:
        """Look into a PFX file, in Base64; one that has expired is refused."""


class Vault(Sealer, Protocol):
    """Keeps the secrets of one job."""

    def bind(self, secret: Secret, target: str) -> Secret:
        """Return the secret sealed to its target with the present key; as it is if no key opens it."""

    def opens(self, secret: Secret, target: str) -> str | None:
        """Return the id of the key that opens the secret, or None if we do not have it."""
