"""PFX files (PKCS #12, RFC 7292): a private key and certificates, opened at a bounded cost.

A file itself says how much work it takes to open it. The library would do all that work and block other
threads meanwhile. So one job could stop all others: for an hour with many rounds, for half a minute with the
primes of a key. Therefore files are read here, and the library gets only what was in them.

1. Decode the Base64, and take the file apart into its safes and its authentication code.
2. Find the spelling of the password that fits the code.
3. Open the safes, and collect the keys and certificates ("bags") in them.
4. Load the first key, and find the certificate that belongs to it.

Every key that is derived on the way is paid for from one budget of rounds.
"""

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import load_der_private_key
from cryptography.x509 import Certificate, InvalidVersion, load_der_x509_certificate

from shared.pfx.der import CONTEXT_0, IMPLICIT_0, Element, element
from shared.pfx.derivation import Password, Rounds, algorithm, spellings, unsupported
from shared.pfx.encryption import decrypt
from shared.pfx.errors import NoPfx, Unopenable
from shared.pfx.integrity import fitting

LONGEST_PFX: Final = 16_384  # characters in Base64; a job has no room for more
MOST_BAGS: Final = 100  # in a file; a key, its certificate and those above it are about five
LARGEST_CHECKED: Final = 3_072  # bits; checking the primes of larger keys takes half a second or more
_VERSION: Final = 3
_DATA, _ENCRYPTED = "1.2.840.113549.1.7.1", "1.2.840.113549.1.7.6"
_BAG: Final = "1.2.840.113549.1.12.10.1."
_KEY, _SHROUDED_KEY, _CERTIFICATE, _BAGS = (f"{_BAG}{number}" for number in (1, 2, 3, 6))
_X509: Final = "1.2.840.113549.1.9.22.1"
_RSA: Final = ("1.2.840.113549.1.1.1", "1.2.840.113549.1.1.10")
_LIBRARY_REFUSALS: Final = (ValueError, TypeError, UnsupportedAlgorithm, InvalidVersion)
_CURVES: Final = ("1.2.840.10045.2.1", "1.3.101.112", "1.3.101.113")


@dataclass(frozen=True, slots=True)
class _Tagged:
    """A value, and its kind as an OID."""

    kind: str
    value: Element


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A private key, the certificate that belongs to it, and the other certificates."""

    key: PrivateKeyTypes | None = field(repr=False)
    certificate: Certificate | None
    others: tuple[Certificate, ...]


def open_pfx(text: str, password: str) -> Opened:
    """Return what a file in Base64 holds; raise Unopenable if it is no PFX file, or would cost too much."""
    safes, mac = _parts(element(_decoded(text)))
    rounds = Rounds()
    fitted = fitting(spellings(password), mac, safes, rounds)
    bags = list(_bags(safes, fitted, rounds))
    keys = [_key(bag, fitted, rounds) for bag in bags if bag.kind in (_KEY, _SHROUDED_KEY)]
    certificates = [_certificate(bag.value) for bag in bags if bag.kind == _CERTIFICATE]
    return _matched(_loaded(keys[0]) if keys else None, certificates)


def _decoded(text: str) -> bytes:
    if len(text) > LONGEST_PFX:
        raise Unopenable(f"is longer than {LONGEST_PFX} characters")
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except ValueError as exc:
        raise Unopenable("is not Base64") from exc


def _parts(pfx: Element) -> tuple[bytes, list[Element]]:
    """Return the safes of a file, and their authentication code, if there is one."""
    match pfx.items():
        case [version, info, *mac] if version.number() == _VERSION and len(mac) <= 1:
            safes = _tagged(info.items())
        case _:
            raise NoPfx
    if safes.kind != _DATA:
        raise unsupported(safes.kind)
    return safes.value.octets(), mac


def _tagged(items: Sequence[Element]) -> _Tagged:
    """Return the pair that infos and bags begin with. Bags have attributes after it, which do not matter."""
    match items:
        case [kind, value, *_]:
            return _Tagged(kind.oid(), value.only_item(CONTEXT_0))
        case _:
            raise NoPfx


def _bags(content: bytes, password: Password, rounds: Rounds) -> Iterator[_Tagged]:
    """Yield all bags in the safes. Bags within bags are taken out."""
    safes = element(content).items()
    _refuse_many(len(safes))
    waiting = [bag for safe in safes for bag in element(_opened(safe, password, rounds)).items()]
    seen = 0
    while waiting:
        seen += 1
        _refuse_many(seen + len(waiting) - 1)
        bag = _tagged(waiting.pop(0).items())
        if bag.kind == _BAGS:
            waiting = [*bag.value.items(), *waiting]
        else:
            yield bag


def _refuse_many(number: int) -> None:
    if number > MOST_BAGS:
        raise Unopenable(f"holds more than {MOST_BAGS} keys and certificates")


def _opened(safe: Element, password: Password, rounds: Rounds) -> bytes:
    """Return the bags of a safe, decrypted if they are encrypted."""
    info = _tagged(safe.items())
    if info.kind == _DATA:
        return info.value.octets()
    if info.kind != _ENCRYPTED:
        raise unsupported(info.kind)
    match [part.items() for part in info.value.items()[1:2]]:
        case [[_, scheme, encrypted]]:
            return decrypt(scheme, encrypted.octets(IMPLICIT_0), password, rounds)
        case _:
            raise NoPfx


def _key(bag: _Tagged, password: Password, rounds: Rounds) -> bytes:
    """Return a private key in the form of PKCS #8."""
    if bag.kind == _KEY:
        return bag.value.der()
    match bag.value.items():
        case [scheme, encrypted]:
            return decrypt(scheme, encrypted.octets(), password, rounds)
        case _:
            raise NoPfx


def _loaded(content: bytes) -> PrivateKeyTypes:
    match element(content).items():
        case [_, scheme, key, *_]:
            kind, _ = algorithm(scheme)
        case _:
            raise NoPfx
    if kind not in (*_RSA, *_CURVES):  # loading other kinds may take seconds too
        raise Unopenable(f"holds a private key of a kind that is not supported ({kind})")
    unchecked = kind in _RSA and _bits(key.octets()) > LARGEST_CHECKED
    try:
        # A large key is not checked. If it is wrong, only its owner's calls fail.
        return load_der_private_key(content, None, unsafe_skip_rsa_key_validation=unchecked)
    except _LIBRARY_REFUSALS as exc:
        raise Unopenable("holds a private key that cannot be used") from exc


def _bits(rsa: bytes) -> int:
    """Return how many bits an RSA key has."""
    match element(rsa).items():
        case [_, modulus, *_]:
            return int.from_bytes(modulus.content, "big").bit_length()
        case _:
            raise NoPfx


def _certificate(value: Element) -> Certificate:
    bag = _tagged(value.items())
    if bag.kind != _X509:
        raise unsupported(bag.kind)
    try:
        certificate = load_der_x509_certificate(bag.value.octets())
        certificate.subject.rfc4514_string()  # the library reads a part only when asked for it
        certificate.not_valid_after_utc.timestamp()
    except _LIBRARY_REFUSALS as exc:
        raise Unopenable("holds a certificate that cannot be read") from exc
    return certificate


def _matched(key: PrivateKeyTypes | None, certificates: list[Certificate]) -> Opened:
    """Find the key's certificate. If several belong to it, the first is taken, as other programs do."""
    own = [one for one in certificates if key is not None and _belongs(one, key)]
    certificate = own[0] if own else None
    others = tuple(one for one in certificates if one is not certificate)
    return Opened(key=key, certificate=certificate, others=others)


def _belongs(certificate: Certificate, key: PrivateKeyTypes) -> bool:
    try:
        return certificate.public_key() == key.public_key()
    except _LIBRARY_REFUSALS:  # the library does not know this kind of key
        return False
