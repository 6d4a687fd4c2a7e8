"""Keys from passwords, by the derivations of PKCS #12 and PKCS #5. A budget limits the rounds.

Nothing here blocks other threads for long: hashlib lets them run, and so does a loop.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Final

from shared.pfx.der import INTEGER, SEQUENCE, Element
from shared.pfx.errors import NoPfx, Unopenable

MOST_ROUNDS: Final = 1_000_000  # for a whole file; programs ask for 1 to 600,000
FOR_KEY, FOR_IV, FOR_MAC = 1, 2, 3  # the purposes of a derivation of PKCS #12
LONGEST_KEY: Final = 64  # bytes; no key is longer
_LONGEST_BLOCK: Final = 128  # bytes, of a hash
_SCRYPT_MEMORY: Final = 32 << 20  # bytes; the most that OpenSSL allows by default
_PBKDF2: Final = "1.2.840.113549.1.5.12"
_SCRYPT: Final = "1.3.6.1.4.1.11591.4.11"
_HMACS: Final = {
    "1.2.840.113549.2.7": "sha1",
    "1.2.840.113549.2.8": "sha224",
    "1.2.840.113549.2.9": "sha256",
    "1.2.840.113549.2.10": "sha384",
    "1.2.840.113549.2.11": "sha512",
}


class Rounds:
    """How many rounds are left for a file. They are paid for before they are made."""

    def __init__(self) -> None:
        self._left = MOST_ROUNDS

    def spend(self, rounds: int) -> int:
        """Take rounds from the budget and return their number; raise Unopenable if too few are left."""
        if rounds < 1:
            raise NoPfx
        if rounds > self._left:
            raise Unopenable(f"asks for more than {MOST_ROUNDS:,} rounds to make keys from its password")
        self._left -= rounds
        return rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Password:
    """A password as the standards spell it: PKCS #5 in UTF-8, PKCS #12 in UTF-16 with a zero at the end."""

    utf8: bytes = field(repr=False)
    utf16: bytes = field(repr=False)


def spellings(password: str) -> list[Password]:
    """Return how the password may be spelled. Programs differ in the spelling of an empty one."""
    utf8, utf16 = password.encode(), password.encode("utf-16-be") + b"\0\0"
    spelled = [Password(utf8=utf8, utf16=utf16)]
    return spelled if password else [Password(utf8=b"", utf16=b""), *spelled]


def algorithm(element: Element) -> tuple[str, list[Element]]:
    """Return the OID of an algorithm, and its parameters."""
    match element.items():
        case [name]:
            return name.oid(), []
        case [name, parameters]:
            return name.oid(), parameters.items() if parameters.tag == SEQUENCE else [parameters]
        case _:
            raise NoPfx


def unsupported(oid: str) -> Unopenable:
    return Unopenable(f"is protected in a way that is not supported ({oid[:100]})")


def hash_of_hmac(element: Element) -> str:
    oid, _ = algorithm(element)
    if oid not in _HMACS:
        raise unsupported(oid)
    return _HMACS[oid]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pkcs12Keys:
    """The derivation of RFC 7292, appendix B.2. Its rounds must be paid for before."""

    password: Password
    salt: bytes
    rounds: int
    hash: str = "sha1"

    def derive(self, purpose: int, size: int) -> bytes:
        """Return `size` bytes for this purpose."""
        hashed = getattr(hashlib, self.hash)
        width = hashed(usedforsecurity=False).block_size
        state, key = _filled(self.salt, width) + _filled(self.password.utf16, width), b""
        while len(key) < size:
            made = bytes([purpose]) * width + state
            for _ in range(self.rounds):
                made = hashed(made, usedforsecurity=False).digest()
            key += made
            state = _added(state, (made * _LONGEST_BLOCK)[:width])
        return key[:size]


def pkcs5_key(element: Element, password: Password, size: int, rounds: Rounds) -> bytes:
    """Return `size` bytes, derived as the algorithm of PKCS #5 says."""
    oid, parameters = algorithm(element)
    if oid == _PBKDF2:
        return _pbkdf2(parameters, password, size, rounds)
    if oid == _SCRYPT:
        return _scrypt(parameters, password, size, rounds)
    raise unsupported(oid)


def mac_key(element: Element, password: Password, rounds: Rounds) -> bytes:
    """Return the key of a PBMAC1, whose parameters say how long the key is."""
    _, parameters = algorithm(element)
    sizes = [each.number() for each in parameters[2:] if each.tag == INTEGER]
    if len(sizes) != 1 or not 1 <= sizes[0] <= LONGEST_KEY:
        raise NoPfx
    return pkcs5_key(element, password, sizes[0], rounds)


def _filled(text: bytes, width: int) -> bytes:
    """Return the text, repeated to fill whole blocks."""
    size = -(-len(text) // width) * width
    return (text * (size // len(text) + 1))[:size] if text else b""


def _added(state: bytes, number: bytes) -> bytes:
    """Return the state with the number, plus one, added to each of its blocks."""
    width = len(number)
    added = int.from_bytes(number, "big") + 1
    sums = (int.from_bytes(state[at : at + width], "big") + added for at in range(0, len(state), width))
    return b"".join((each % (1 << 8 * width)).to_bytes(width, "big") for each in sums)


def _pbkdf2(parameters: list[Element], password: Password, size: int, rounds: Rounds) -> bytes:
    match parameters:
        case [salt, count, *rest]:
            hmacs = [each for each in rest if each.tag == SEQUENCE]
            hash = hash_of_hmac(hmacs[0]) if hmacs else "sha1"
            return hashlib.pbkdf2_hmac(hash, password.utf8, salt.octets(), rounds.spend(count.number()), size)
        case _:
            raise NoPfx


def _scrypt(parameters: list[Element], password: Password, size: int, rounds: Rounds) -> bytes:
    """Derive by scrypt. One of its steps takes about as long as a round; `r` and `p` multiply the steps."""
    match parameters:
        case [salt, cost, width, lanes, *_]:
            n, r, p = cost.number(), width.number(), lanes.number()
            rounds.spend(n * r * p)
            try:
                return hashlib.scrypt(
                    password.utf8, salt=salt.octets(), n=n, r=r, p=p, maxmem=_SCRYPT_MEMORY, dklen=size
                )
            except ValueError as exc:
                raise NoPfx from exc
        case _:
            raise NoPfx
