"""The authentication code (MAC) in a PFX file. It tells whether a password is right."""

import hmac
from collections.abc import Sequence
from typing import Final

from shared.pfx.der import Element
from shared.pfx.derivation import (
    FOR_MAC,
    Password,
    Pkcs12Keys,
    Rounds,
    algorithm,
    hash_of_hmac,
    mac_key,
    unsupported,
)
from shared.pfx.errors import NoPfx, WrongPassword

_PBMAC1: Final = "1.2.840.113549.1.5.14"
_HASHES: Final = {
    "1.3.14.3.2.26": ("sha1", 20),
    "2.16.840.1.101.3.4.2.4": ("sha224", 28),
    "2.16.840.1.101.3.4.2.1": ("sha256", 32),
    "2.16.840.1.101.3.4.2.2": ("sha384", 48),
    "2.16.840.1.101.3.4.2.3": ("sha512", 64),
}


def fitting(
    passwords: Sequence[Password], mac: Sequence[Element], content: bytes, rounds: Rounds
) -> Password:
    """Return the spelling that the file was made with; if the file has no code, the first one."""
    if not mac:
        return passwords[0]
    for password in passwords:
        expected, made = _codes(mac[0], content, password, rounds)
        if hmac.compare_digest(expected, made):
            return password
    raise WrongPassword


def _codes(mac: Element, content: bytes, password: Password, rounds: Rounds) -> tuple[bytes, bytes]:
    """Return the code in the file, and the code that the password yields."""
    match mac.items():
        case [digest, salt, *count] if len(count) <= 1:
            parts = digest.items()
        case _:
            raise NoPfx
    if len(parts) != 2:
        raise NoPfx
    oid, parameters = algorithm(parts[0])
    if oid == _PBMAC1 and len(parameters) == 2:
        key, hash = mac_key(parameters[0], password, rounds), hash_of_hmac(parameters[1])
    elif oid in _HASHES:
        hash, size = _HASHES[oid]
        number = rounds.spend(count[0].number() if count else 1)
        keys = Pkcs12Keys(password=password, salt=salt.octets(), rounds=number, hash=hash)
        key = keys.derive(FOR_MAC, size)
    else:
        raise unsupported(oid)
    return parts[1].octets(), hmac.digest(key, content, hash)
