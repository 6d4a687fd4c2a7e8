"""A client's certificate from a PFX file, for TLS; its key never lies on a disk unprotected."""

import base64
import ssl
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    pkcs12,
)
from urllib3.util.ssl_ import create_urllib3_context


class Unusable(Exception):
    """Says why a certificate cannot be presented."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A PFX file in Base64, and its password."""

    pfx: str = field(repr=False)
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientContext:
    """A context of TLS that presents a certificate, and until when that is valid."""

    context: ssl.SSLContext
    expires: datetime

    def check(self, now: datetime) -> None:
        if self.expires <= now:
            raise Unusable(f"the client certificate has expired on {self.expires:%Y-%m-%d}")


def client_context(identity: Identity) -> ClientContext:
    """Return the context for a certificate; raise Unusable if it cannot be read.

    TLS takes certificates from files only: it gets one whose key is encrypted with a password
    that exists in memory alone, in a folder that only we may enter and that is gone right after.
    """
    try:
        loaded = pkcs12.load_pkcs12(base64.b64decode(identity.pfx), identity.password.encode())
    except ValueError as exc:
        raise Unusable("the client certificate cannot be read") from exc
    if loaded.key is None or loaded.cert is None:
        raise Unusable("the client certificate cannot be read")
    password = token_hex(32)
    encrypted = BestAvailableEncryption(password.encode())
    key = loaded.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encrypted)
    chain = [loaded.cert, *loaded.additional_certs]
    context = _verifying_context()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "client.pem"
        file.write_bytes(b"".join([key, *(one.certificate.public_bytes(Encoding.PEM) for one in chain)]))
        context.load_cert_chain(file, password=password)
    return ClientContext(context=context, expires=loaded.cert.certificate.not_valid_after_utc)


def _verifying_context() -> ssl.SSLContext:
    context = create_urllib3_context()
    context.verify_mode = ssl.CERT_REQUIRED
    context.check_hostname = True
    return context
