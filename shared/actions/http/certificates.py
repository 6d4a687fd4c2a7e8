"""A client's certificate for TLS, from a PFX file. Its key never lies on a disk unencrypted."""

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
)
from urllib3.util.ssl_ import create_urllib3_context

from shared.pfx.errors import Unopenable
from shared.pfx.opening import open_pfx


class Unusable(Exception):
    """Says why a certificate cannot be presented."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A PFX file in Base64, and its password."""

    pfx: str = field(repr=False)
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientContext:
    """A TLS context that presents a certificate, and the instant when the certificate expires."""

    context: ssl.SSLContext
    expires: datetime

    def check(self, now: datetime) -> None:
        if self.expires <= now:
            raise Unusable(f"the client certificate has expired on {self.expires:%Y-%m-%d}")


def client_context(identity: Identity) -> ClientContext:
    """Return the context for a certificate; raise Unusable if it cannot be read.

    Python's TLS reads certificates from files only. So the certificate is written to a file in a folder that
    only we may enter, and that is removed right after. The key in it is encrypted with a random password
    that exists in memory alone.
    """
    try:
        opened = open_pfx(identity.pfx, identity.password)
    except Unopenable as exc:
        raise Unusable(f"the client certificate cannot be read ({exc})") from exc
    if opened.key is None or opened.certificate is None:
        raise Unusable("the client certificate cannot be read")
    password = token_hex(32)
    encrypted = BestAvailableEncryption(password.encode())
    key = opened.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encrypted)
    chain = [opened.certificate, *opened.others]
    context = _verifying_context()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "client.pem"
        file.write_bytes(b"".join([key, *(one.public_bytes(Encoding.PEM) for one in chain)]))
        context.load_cert_chain(file, password=password)
    return ClientContext(context=context, expires=opened.certificate.not_valid_after_utc)


def _verifying_context() -> ssl.SSLContext:
    context = create_urllib3_context()
    context.verify_mode = ssl.CERT_REQUIRED
    context.check_hostname = True
    return context
