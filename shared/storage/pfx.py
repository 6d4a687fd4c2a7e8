"""PFX files: what the certificate in one says of itself."""

import base64
from datetime import datetime

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509 import Certificate

from shared.domain.errors import Fault, Invalid
from shared.domain.secret import CertificateFacts


def read_certificate(pfx: str, password: str, *, now: datetime) -> CertificateFacts:
    """Look into a PFX file, in Base64; raise Invalid if it cannot be used, or has expired."""
    try:
        content = base64.b64decode("".join(pfx.split()), validate=True)
    except ValueError as exc:
        raise refusal("is not Base64") from exc
    key, certificate = _load_pfx(content, password)
    if key is None:
        raise refusal("holds no private key")
    if certificate is None:
        raise refusal("holds no certificate")
    expires = certificate.not_valid_after_utc
    if expires <= now:
        raise refusal(f"the certificate has expired on {expires:%Y-%m-%d}")
    return CertificateFacts(
        thumbprint=_thumbprint(certificate), subject=certificate.subject.rfc4514_string(), expires=expires
    )


def refusal(rule: str) -> Invalid:
    return Invalid((Fault("", rule),))


def _load_pfx(content: bytes, password: str) -> tuple[PrivateKeyTypes | None, Certificate | None]:
    try:
        key, certificate, _ = pkcs12.load_key_and_certificates(content, password.encode())
    except ValueError as exc:
        wrong_password = "password" in str(exc).lower()
        raise refusal("the password does not open it" if wrong_password else "is not a PFX file") from exc
    return key, certificate


def _thumbprint(certificate: Certificate) -> str:
    return certificate.fingerprint(hashes.SHA1()).hex().upper()  # noqa: S303 - that is what a thumbprint is
