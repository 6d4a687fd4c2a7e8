"""A certificate authority of the tests' own, servers that it vouches for, and clients that it knows."""

import base64
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    pkcs12,
)
from cryptography.x509.oid import NameOID

BEGINNING: Final = datetime(2015, 1, 1, tzinfo=UTC)
END: Final = datetime(2099, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """An authority whose certificate and whose server's certificate lie in a folder of the test."""

    folder: Path
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @property
    def ca_file(self) -> str:
        return str(self.folder / "ca.pem")

    def server_context(
        self, *, asks_for_certificates: bool = False, expires: datetime = END
    ) -> ssl.SSLContext:
        """Return the context of a server called 127.0.0.1 and localhost."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.server_file(expires=expires))
        if asks_for_certificates:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(self.ca_file)
        return context

    def server_file(self, *, expires: datetime = END) -> Path:
        """Write the certificate of such a server, with its key, and return where."""
        key, certificate = self._signed("127.0.0.1", expires=expires)
        file = self.folder / "server.pem"
        file.write_bytes(
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            + certificate.public_bytes(Encoding.PEM)
        )
        return file

    def client_pfx(self, name: str, *, password: str = "open", expires: datetime = END) -> str:
        """Return a PFX file, in Base64, with a certificate that this authority vouches for."""
        key, certificate = self._signed(name, expires=expires)
        encryption = BestAvailableEncryption(password.encode())
        content = pkcs12.serialize_key_and_certificates(b"client", key, certificate, None, encryption)
        return base64.b64encode(content).decode()

    def _signed(self, name: str, *, expires: datetime) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
        key = ec.generate_private_key(ec.SECP256R1())
        names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
        certificate = (
            x509.CertificateBuilder(
                self.certificate.subject, _named(name), key.public_key(), x509.random_serial_number()
            )
            .not_valid_before(BEGINNING)
            .not_valid_after(expires)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False
            )
            .sign(self.key, hashes.SHA256())
        )
        return key, certificate


def an_authority(folder: Path) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _named("authority of the tests")
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(BEGINNING)
        .not_valid_after(END)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(_KEY_USAGE, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "ca.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    return Authority(folder=folder, key=key, certificate=certificate)


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


_KEY_USAGE: Final = x509.KeyUsage(
    digital_signature=True,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)
