"""PFX files written by hand, piece by piece, to be as odd as a test wants them."""

import base64
import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.padding import PKCS7

SALT: Final = b"saltsalt"
IV: Final = bytes(range(16))
NULL: Final = b"\x05\x00"
DATA, ENCRYPTED = "1.2.840.113549.1.7.1", "1.2.840.113549.1.7.6"
SHA1, HMAC_SHA256 = "1.3.14.3.2.26", "1.2.840.113549.2.9"
PBES2, PBKDF2, PBMAC1 = (f"1.2.840.113549.1.5.{number}" for number in (13, 12, 14))
SCRYPT, AES_256 = "1.3.6.1.4.1.11591.4.11", "2.16.840.1.101.3.4.1.42"
TRIPLE_DES: Final = "1.2.840.113549.1.12.1.3"
RSA: Final = "1.2.840.113549.1.1.1"
X509: Final = "1.2.840.113549.1.9.22.1"
_BAG: Final = "1.2.840.113549.1.12.10.1."


def tlv(tag: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    size = len(content)
    if size < 128:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def sequence(*parts: bytes) -> bytes:
    return tlv(0x30, *parts)


def octets(content: bytes) -> bytes:
    return tlv(0x04, content)


def explicit(content: bytes) -> bytes:
    return tlv(0xA0, content)


def integer(number: int) -> bytes:
    return tlv(0x02, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def oid(text: str) -> bytes:
    first, second, *rest = map(int, text.split("."))
    return tlv(0x06, bytes([40 * first + second]), *map(_seven_bits, rest))


def _seven_bits(number: int) -> bytes:
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.append(number & 0x7F | 0x80)
    return bytes(reversed(digits))


def scheme(name: str, *parameters: bytes) -> bytes:
    return sequence(oid(name), *parameters)


def pbes1(rounds: int, name: str = TRIPLE_DES) -> bytes:
    return scheme(name, sequence(octets(SALT), integer(rounds)))


def pbes2(derivation: bytes) -> bytes:
    return scheme(PBES2, sequence(derivation, scheme(AES_256, octets(IV))))


def pbkdf2(rounds: int, *key_size: int, hmac: str = HMAC_SHA256) -> bytes:
    sizes = [integer(size) for size in key_size]
    return scheme(PBKDF2, sequence(octets(SALT), integer(rounds), *sizes, scheme(hmac, NULL)))


def scrypt(n: int, r: int, p: int) -> bytes:
    return scheme(SCRYPT, sequence(octets(SALT), integer(n), integer(r), integer(p)))


def bag(number: int, *content: bytes) -> bytes:
    return sequence(oid(f"{_BAG}{number}"), *map(explicit, content))


def shrouded_key(protection: bytes, encrypted: bytes = b"x" * 16) -> bytes:
    return bag(2, sequence(protection, octets(encrypted)))


def certificate(content: bytes) -> bytes:
    return bag(3, sequence(oid(X509), explicit(octets(content))))


def nested(*bags: bytes) -> bytes:
    return bag(6, sequence(*bags))


def safe(*bags: bytes) -> bytes:
    return sequence(oid(DATA), explicit(octets(sequence(*bags))))


def encrypted_safe(protection: bytes, encrypted: bytes) -> bytes:
    content = sequence(oid(DATA), protection, tlv(0x80, encrypted))
    return sequence(oid(ENCRYPTED), explicit(sequence(integer(0), content)))


def pfx(*safes: bytes, mac: Iterable[bytes] = ()) -> bytes:
    return sequence(integer(3), sequence(oid(DATA), explicit(octets(sequence(*safes)))), *mac)


def mac(protection: bytes, rounds: int, code: bytes = b"c" * 20) -> bytes:
    return sequence(sequence(protection, octets(code)), octets(SALT), integer(rounds))


def pbmac1(rounds: int, key_size: int, password: bytes, *safes: bytes) -> bytes:
    """A code of authentication as RFC 9579 has it."""
    key = hashlib.pbkdf2_hmac("sha256", password, SALT, rounds, min(key_size, 64))
    code = hmac.digest(key, sequence(*safes), "sha256")
    protection = sequence(pbkdf2(rounds, key_size), scheme(HMAC_SHA256, NULL))
    return mac(scheme(PBMAC1, protection), 1, code)


def aes(key: bytes, content: bytes) -> bytes:
    padder, encryptor = PKCS7(128).padder(), Cipher(AES(key), CBC(IV)).encryptor()
    return encryptor.update(padder.update(content) + padder.finalize()) + encryptor.finalize()


def rsa_key(p: int, q: int) -> bytes:
    """A key in PKCS #8, of numbers that need not be primes."""
    e = 65_537
    d = pow(e, -1, (p - 1) * (q - 1))
    numbers = (0, p * q, e, d, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p))
    return sequence(integer(0), scheme(RSA, NULL), octets(sequence(*map(integer, numbers))))


def in_ber(content: bytes) -> bytes:
    """Return DER as other programs write it: lengths left open, texts of bytes cut into pieces."""
    done, at = b"", 0
    while at < len(content):
        tag, size = content[at], content[at + 1]
        start = at + 2 + (size & 0x7F if size & 0x80 else 0)
        end = start + (int.from_bytes(content[at + 2 : start], "big") if size & 0x80 else size)
        inner = content[start:end]
        if tag == 0x04 and len(inner) > 100:
            done += b"\x24\x80" + octets(inner[:90]) + octets(inner[90:]) + b"\0\0"
        else:
            done += bytes([tag, 0x80]) + in_ber(inner) + b"\0\0" if tag & 0x20 else content[at:end]
        at = end
    return done


def text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def a_costly_pfx() -> str:
    """A file that asks for an hour of work."""
    return text(pfx(safe(), mac=[mac(scheme(SHA1, NULL), 60_000_000)]))
