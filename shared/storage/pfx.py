"""PFX files: reading the facts of the certificate inside."""

from datetime import datetime

from cryptography.hazmat.primitives import hashes
from cryptography.x509 import Certificate

from shared.domain.errors import Fault, Invalid
from shared.domain.secret import CertificateFacts
from shared.pfx.errors import Unopenable
from shared.pfx.opening import open_pfx


def read_certificate(pfx: str, password: str, *, now: datetime) -> CertificateFacts:
    """Look into a PFX file, in Base64; raise Invalid if it cannot be used, or has expired."""
    try:
        opened = open_pfx(pfx, password)
    except Unopenable as exc:
        raise refusal(str(exc)) from exc
    if opened.key is None:
        raise refusal("holds no private key")
    if opened.certificate is None:
        raise refusal("holds no certificate")
    expires = opened.certificate.not_valid_after_utc
    if expires <= now:
        raise refusal(f"the certificate has expired on {expires:%Y-%m-%d}")
    return CertificateFacts(
        thumbprint=_thumbprint(opened.certificate),
        subject=opened.certificate.subject.rfc4514_string(),
        expires=expires,
    )


def refusal(rule: str) -> Invalid:
    return Invalid((Fault("", rule),))


def _thumbprint(certificate: Certificate) -> str:
    return certificate.fingerprint(hashes.SHA1()).hex().upper()  # noqa: S303 - that is what a thumbprint is
