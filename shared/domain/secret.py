"""Secrets: passwords, keys and tokens. They are sealed on arrival and opened only by the action."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

_REFERENCE: Final = "@microsoft.keyvault("


def reference_fault(text: str) -> str | None:
    """Return why a text cannot be a secret of a job: it would be sent as it is, and fetch nothing."""
    if text.lstrip().lower().startswith(_REFERENCE):
        return "is a reference to a Key Vault, which only settings can be: send the secret itself"
    return None


@dataclass(frozen=True, slots=True)
class Secret:
    """A text that only the holder of the encryption key can read; `size` is its length.

    `key` is the id of the encryption key. A secret with an id is bound to its job and its target.
    A secret without one was sealed by 0.1.0, or a moment ago; it is bound to its job alone.
    `ends` is when a shared access signature ends, as far as that was looked at when it was sealed.
    """

    sealed: str = field(repr=False)
    size: int = field(default=0, compare=False)
    key: str = ""
    ends: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateFacts:
    """What the certificate in a PFX file says of itself."""

    thumbprint: str
    subject: str
    expires: datetime


class Sealer(Protocol):
    """Takes in the secrets of one job. If it cannot, it raises Invalid with the reason."""

    def seal(self, text: str) -> Secret:
        """Return the text sealed to the job alone. It is bound to its target once that is known."""

    def read_certificate(self, pfx: str, password: str, *, now: datetime) -> CertificateFacts:
        """Look into a PFX file, in Base64. An expired certificate is refused."""


class Vault(Sealer, Protocol):
    """Keeps the secrets of one job."""

    def bind(self, secret: Secret, target: str) -> Secret:
        """Return the secret sealed to its target with the present key; unchanged if no key opens it."""

    def opens(self, secret: Secret, target: str) -> str | None:
        """Return the id of the key that opens the secret, or None if we do not have it."""
