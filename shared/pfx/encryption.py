"""Decryption with a password: PBES1 as in PKCS #12, and PBES2 of PKCS #5."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4, TripleDES
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.padding import PKCS7

from shared.pfx import rc2
from shared.pfx.der import Element, is_element
from shared.pfx.derivation import (
    FOR_IV,
    FOR_KEY,
    Password,
    Pkcs12Keys,
    Rounds,
    algorithm,
    pkcs5_key,
    unsupported,
)
from shared.pfx.errors import NoPfx, WrongPassword


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scheme:
    """A cipher, and the sizes of its key and of its blocks in bytes. Contents are padded to whole blocks."""

    decrypt: Callable[[bytes, bytes, bytes], bytes]
    key_size: int
    block: int = 8


def decrypt(scheme: Element, content: bytes, password: Password, rounds: Rounds) -> bytes:
    """Return the decrypted element; raise Unopenable if the scheme is unknown, or costs too much."""
    try:
        decrypted = _decrypted(scheme, content, password, rounds)
    except ValueError as exc:  # the blocks are not whole, or the padding is wrong
        raise WrongPassword from exc
    if not is_element(decrypted):  # one wrong password in 256 yields a valid padding
        raise WrongPassword
    return decrypted


def _decrypted(scheme: Element, content: bytes, password: Password, rounds: Rounds) -> bytes:
    oid, parameters = algorithm(scheme)
    if len(parameters) != 2:
        raise unsupported(oid)
    if oid == _PBES2:
        return _pbes2(parameters, content, password, rounds)
    if oid in _PBES1:
        return _pbes1(_PBES1[oid], parameters, content, password, rounds)
    raise unsupported(oid)


def _pbes1(
    scheme: _Scheme, parameters: list[Element], content: bytes, password: Password, rounds: Rounds
) -> bytes:
    salt, count = parameters[0].octets(), rounds.spend(parameters[1].number())
    keys = Pkcs12Keys(password=password, salt=salt, rounds=count)
    key = keys.derive(FOR_KEY, scheme.key_size)
    if scheme.block == 1:
        return scheme.decrypt(key, b"", content)
    return _unpadded(scheme, scheme.decrypt(key, keys.derive(FOR_IV, scheme.block), content))


def _pbes2(parameters: list[Element], content: bytes, password: Password, rounds: Rounds) -> bytes:
    oid, settings = algorithm(parameters[1])
    if oid not in _CIPHERS:
        raise unsupported(oid)
    if len(settings) != 1:
        raise NoPfx
    scheme = _CIPHERS[oid]
    key = pkcs5_key(parameters[0], password, scheme.key_size, rounds)
    return _unpadded(scheme, scheme.decrypt(key, settings[0].octets(), content))


def _unpadded(scheme: _Scheme, padded: bytes) -> bytes:
    unpadder = PKCS7(8 * scheme.block).unpadder()
    return unpadder.update(padded) + unpadder.finalize()


def _cbc(cipher: Callable[[bytes], AES | TripleDES], key: bytes, iv: bytes, content: bytes) -> bytes:
    decryptor = Cipher(cipher(key), CBC(iv)).decryptor()
    return decryptor.update(content) + decryptor.finalize()


def _triple_des(key: bytes) -> TripleDES:
    return TripleDES(key + key[:8] if len(key) == 16 else key)  # with two keys, the first is used twice


def _rc2(key: bytes, iv: bytes, content: bytes) -> bytes:
    if len(content) % 8:
        raise ValueError("no whole blocks")
    return rc2.decrypt_cbc(key, iv, content)


def _rc4(key: bytes, _: bytes, content: bytes) -> bytes:
    return Cipher(ARC4(key), None).decryptor().update(content)


_PBES2: Final = "1.2.840.113549.1.5.13"
_PBES1: Final = {
    "1.2.840.113549.1.12.1.1": _Scheme(decrypt=_rc4, key_size=16, block=1),
    "1.2.840.113549.1.12.1.2": _Scheme(decrypt=_rc4, key_size=5, block=1),
    "1.2.840.113549.1.12.1.3": _Scheme(decrypt=partial(_cbc, _triple_des), key_size=24),
    "1.2.840.113549.1.12.1.4": _Scheme(decrypt=partial(_cbc, _triple_des), key_size=16),
    "1.2.840.113549.1.12.1.5": _Scheme(decrypt=_rc2, key_size=16),
    "1.2.840.113549.1.12.1.6": _Scheme(decrypt=_rc2, key_size=5),
}
_CIPHERS: Final = {
    "2.16.840.1.101.3.4.1.2": _Scheme(decrypt=partial(_cbc, AES), key_size=16, block=16),
    "2.16.840.1.101.3.4.1.22": _Scheme(decrypt=partial(_cbc, AES), key_size=24, block=16),
    "2.16.840.1.101.3.4.1.42": _Scheme(decrypt=partial(_cbc, AES), key_size=32, block=16),
    "1.2.840.113549.3.7": _Scheme(decrypt=partial(_cbc, _triple_des), key_size=24),
}
