"""PFX files as other programs write them; the library's own reader says what is in them."""

import base64
import hashlib
import json
import warnings
from pathlib import Path
from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_der_private_key,
    pkcs12,
)
from cryptography.hazmat.primitives.serialization.pkcs12 import PBES
from cryptography.x509 import Certificate, CertificateBuilder, Name, NameAttribute
from cryptography.x509.oid import NameOID

from shared.pfx.errors import WrongPassword
from shared.pfx.opening import open_pfx
from tests.pfx import writing
from tests.tls import BEGINNING, END

FILE: Final = Path(__file__).parents[1] / "data" / "pfx" / "other-programs.json"
PASSWORD: Final = "openopen"
BY_PASSWORD: Final[dict[str, dict[str, str]]] = json.loads(FILE.read_text(encoding="utf-8"))
OTHERS, WITHOUT_PASSWORD = BY_PASSWORD[PASSWORD], BY_PASSWORD[""]
Parts = tuple[bytes | None, Certificate | None, list[Certificate]]


def in_pkcs8(key: PrivateKeyTypes | None) -> bytes | None:
    return None if key is None else key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


def by_the_library(text: str, password: str = PASSWORD) -> Parts:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it reads BER, but says that it would rather not
        key, certificate, others = pkcs12.load_key_and_certificates(base64.b64decode(text), password.encode())
    return in_pkcs8(key), certificate, others


def by_us(text: str, password: str = PASSWORD) -> Parts:
    opened = open_pfx(text, password)
    return in_pkcs8(opened.key), opened.certificate, list(opened.others)


def the_pair() -> tuple[bytes, bytes]:
    """Return a key and its certificate in DER."""
    key, certificate, _ = by_us(OTHERS["OpenSSL 3"])
    assert key is not None
    assert certificate is not None
    return key, certificate.public_bytes(Encoding.DER)


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS.keys())
def test_files_of_other_programs_are_opened(text: str) -> None:
    key, certificate, others = by_us(text)

    assert (key, certificate, others) == by_the_library(text)
    assert key is not None
    assert certificate is not None


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS.keys())
@pytest.mark.parametrize("password", ["shut", "", "openopen\0", "\0"])
def test_another_password_opens_none(text: str, password: str) -> None:
    with pytest.raises(WrongPassword):
        open_pfx(text, password)


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS.keys())
def test_lengths_may_be_left_open(text: str) -> None:
    ber = writing.text(writing.in_ber(base64.b64decode(text)))

    assert by_us(ber) == by_the_library(ber) == by_us(text)


@pytest.mark.parametrize("password", ["open", "päßwörd 🔑", "x" * 200])
@pytest.mark.parametrize("scheme", [PBES.PBESv1SHA1And3KeyTripleDESCBC, PBES.PBESv2SHA256AndAES256CBC])
@pytest.mark.parametrize("hash", [SHA1(), SHA256()])
def test_every_password_is_spelled_as_the_standards_ask(
    password: str, scheme: PBES, hash: SHA1 | SHA256
) -> None:
    opened = open_pfx(OTHERS["OpenSSL 3"], PASSWORD)
    assert isinstance(opened.key, ec.EllipticCurvePrivateKey)
    builder = PrivateFormat.PKCS12.encryption_builder().kdf_rounds(3)
    protection = builder.key_cert_algorithm(scheme).hmac_hash(hash).build(password.encode())
    content = pkcs12.serialize_key_and_certificates(None, opened.key, opened.certificate, None, protection)

    assert by_us(writing.text(content), password) == by_the_library(writing.text(content), password)


@pytest.mark.parametrize("text", WITHOUT_PASSWORD.values(), ids=WITHOUT_PASSWORD.keys())
def test_an_empty_password_is_one_too(text: str) -> None:
    key, certificate, others = by_us(text, "")

    assert (key, certificate, others) == by_the_library(text, "")
    assert key is not None
    with pytest.raises(WrongPassword):
        open_pfx(text, " ")


def test_a_key_may_be_protected_by_scrypt_and_the_file_by_pbmac1() -> None:
    key, certificate = the_pair()
    made = hashlib.scrypt(b"openopen", salt=writing.SALT, n=16, r=2, p=1, dklen=32)
    bags = [
        writing.shrouded_key(writing.pbes2(writing.scrypt(16, 2, 1)), writing.aes(made, key)),
        writing.certificate(certificate),
    ]
    safe = writing.safe(*bags)
    text = writing.text(writing.pfx(safe, mac=[writing.pbmac1(5, 32, b"openopen", safe)]))

    assert by_us(text) == by_the_library(text) == by_us(OTHERS["OpenSSL 3"])


def test_a_key_may_lie_in_an_encrypted_safe_and_bags_in_bags() -> None:
    key, certificate = the_pair()
    made = hashlib.pbkdf2_hmac("sha256", b"openopen", writing.SALT, 7, 32)
    inner = writing.shrouded_key(writing.pbes2(writing.pbkdf2(7)), writing.aes(made, key))
    bags = writing.sequence(writing.nested(writing.nested(inner)), writing.certificate(certificate))
    safe = writing.encrypted_safe(writing.pbes2(writing.pbkdf2(7)), writing.aes(made, bags))

    text = writing.text(writing.pfx(safe))

    assert by_us(text) == by_the_library(text) == by_us(OTHERS["OpenSSL 3"])


def test_of_two_certificates_for_the_key_the_first_is_taken() -> None:
    key, own = the_pair()
    stranger = by_us(OTHERS["Java 17 keytool"])[1]
    assert stranger is not None
    found = [stranger.public_bytes(Encoding.DER), own, a_renewed_certificate(key)]

    text = writing.text(writing.pfx(writing.safe(*map(writing.certificate, found), writing.bag(1, key))))

    assert by_us(text) == by_the_library(text)
    assert [one.public_bytes(Encoding.DER) for one in by_us(text)[2]] == [found[0], found[2]]


def a_renewed_certificate(key: bytes) -> bytes:
    loaded = load_der_private_key(key, None)
    assert isinstance(loaded, ec.EllipticCurvePrivateKey)
    name = Name([NameAttribute(NameOID.COMMON_NAME, "renewed")])
    builder = CertificateBuilder(name, name, loaded.public_key(), 1)
    dated = builder.not_valid_before(BEGINNING).not_valid_after(END)
    return dated.sign(loaded, SHA256()).public_bytes(Encoding.DER)


def test_keys_that_are_too_large_to_be_checked_are_taken_as_they_are() -> None:
    no_primes = writing.rsa_key(2**1537 - 3, 2**1536 - 5)

    opened = open_pfx(writing.text(writing.pfx(writing.safe(writing.bag(1, no_primes)))), "")

    assert in_pkcs8(opened.key) == no_primes
    with pytest.raises(ValueError, match="key"):
        load_der_private_key(no_primes, None)
