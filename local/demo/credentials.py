"""Credentials that end soon, made up: no account and no server knows them."""

import base64
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, pkcs12
from cryptography.x509.oid import NameOID

PASSWORD = "made up"


def a_certificate(name: str, *, ends: datetime) -> dict[str, str]:
    """Return the authentication of a job that presents a certificate of this name."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(ends - timedelta(days=365))
        .not_valid_after(ends)
        .sign(key, hashes.SHA256())
    )
    encryption = BestAvailableEncryption(PASSWORD.encode())
    pfx = pkcs12.serialize_key_and_certificates(b"client", key, certificate, None, encryption)
    return {"type": "ClientCertificate", "pfx": base64.b64encode(pfx).decode(), "password": PASSWORD}


def a_sas_token(*, ends: datetime) -> str:
    return f"?sv=2025-11-05&sp=a&se={ends:%Y-%m-%dT%H:%M:%SZ}&sig=bWFkZSB1cA%3D%3D"
