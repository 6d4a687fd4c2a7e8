"""Certificates of the tests' own, in PFX files."""

import base64
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    pkcs12,
)
from cryptography.x509.oid import NameOID

BEGINNING: Final = datetime(2015, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Pfx:
    """A PFX file in Base64, and the thumbprint of the certificate in it."""

    text: str
    thumbprint: str


def a_pfx(*, expires: datetime, password: str = "open", with_key: bool = True) -> Pfx:
    """Return a file with the certificate of CN=example, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "example")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(BEGINNING)
        .not_valid_after(expires)
        .sign(key, hashes.SHA256())
    )
    encryption = BestAvailableEncryption(password.encode()) if password else NoEncryption()
    content = pkcs12.serialize_key_and_certificates(
        b"example", key if with_key else None, certificate, None, encryption
    )
    thumbprint = hashlib.sha1(certificate.public_bytes(Encoding.DER)).hexdigest().upper()
    return Pfx(base64.b64encode(content).decode(), thumbprint)
