"""Secrets: passwords, keys and tokens, sealed from their arrival until the action that needs them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Secret:
    """What only the holder of the encryption key can read; `size` is the length of the text within."""

    sealed: str = field(repr=False)
    size: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateFacts:
    """What the certificate in a PFX file says of itself."""

    thumbprint: str
    subject: str
    expires: datetime


class Vault(Protocol):
    """Takes in the secrets of one job; raises Invalid where it cannot, with the reason."""

    def seal(self, text: str) -> Secret: ...

    def read_certificate(self, pfx: str, password: str, *, now: datetime) -> CertificateFacts:
        """Look into a PFX file, in Base64; one that has expired is refused."""
