"""PFX files made to do harm: each is refused in words, before it has cost anything."""

import ast
import base64
import hashlib
from pathlib import Path
from typing import Final

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.definition import LARGEST_JOB
from shared.pfx.errors import Unopenable
from shared.pfx.opening import LONGEST_PFX, open_pfx
from tests.pfx import writing as w
from tests.pfx.test_opening import OTHERS, PASSWORD

ROOT: Final = Path(__file__).parents[2]
MANY: Final = 60_000_000
HALF: Final = 600_000
NO_PFX: Final = "is not a PFX file"
TOO_MANY_ROUNDS: Final = "asks for more than 1,000,000 rounds to make keys from its password"
TOO_MANY_THINGS: Final = "holds more than 100 keys and certificates"
EMPTY_SAFE: Final = w.safe()
KEY: Final = hashlib.pbkdf2_hmac("sha256", b"openopen", w.SALT, 1, 32)
CHEAP: Final = w.pbes2(w.pbkdf2(1))


def refusal(text: str | bytes, password: str = PASSWORD) -> str:
    with pytest.raises(Unopenable) as refused:
        open_pfx(w.text(text) if isinstance(text, bytes) else text, password)
    return str(refused.value)


def hidden(*bags: bytes) -> bytes:
    """A safe whose bags nobody sees before it is decrypted."""
    return w.encrypted_safe(CHEAP, w.aes(KEY, w.sequence(*bags)))


COSTLY_KEY: Final = w.shrouded_key(w.pbes2(w.pbkdf2(MANY)))
COSTLY: Final = {
    "the MAC": w.pfx(EMPTY_SAFE, mac=[w.mac(w.scheme(w.SHA1, w.NULL), MANY)]),
    "the MAC as PBMAC1": w.pfx(EMPTY_SAFE, mac=[w.pbmac1(1_000_001, 32, b"openopen", EMPTY_SAFE)]),
    "a safe in PBES1": w.pfx(w.encrypted_safe(w.pbes1(MANY), b"x" * 16)),
    "a safe in PBES2": w.pfx(w.encrypted_safe(w.pbes2(w.pbkdf2(MANY)), b"x" * 16)),
    "a key in PBES1": w.pfx(w.safe(w.shrouded_key(w.pbes1(MANY)))),
    "a key in PBES2": w.pfx(w.safe(COSTLY_KEY)),
    "a key by steps of scrypt": w.pfx(w.safe(w.shrouded_key(w.pbes2(w.scrypt(2**20, 1, 1))))),
    "a key by lanes of scrypt": w.pfx(w.safe(w.shrouded_key(w.pbes2(w.scrypt(2, 1, 2**20))))),
    "a key by blocks of scrypt": w.pfx(w.safe(w.shrouded_key(w.pbes2(w.scrypt(2, 2**20, 1))))),
    "a key in bags in bags": w.pfx(w.safe(w.nested(w.nested(COSTLY_KEY)))),
    "a key in an encrypted safe": w.pfx(hidden(COSTLY_KEY)),
    "a key in bags in an encrypted safe": w.pfx(hidden(w.nested(COSTLY_KEY))),
    "the largest number": w.pfx(w.safe(w.shrouded_key(w.pbes1(2**63 - 1)))),
}


@pytest.mark.parametrize("content", COSTLY.values(), ids=COSTLY.keys())
def test_rounds_are_counted_before_they_are_made(content: bytes) -> None:
    assert refusal(content) == TOO_MANY_ROUNDS


def test_rounds_are_counted_over_the_whole_file() -> None:
    key = hashlib.pbkdf2_hmac("sha256", b"openopen", w.SALT, HALF, 32)
    half = w.encrypted_safe(w.pbes2(w.pbkdf2(HALF)), w.aes(key, w.sequence()))

    assert refusal(w.pfx(half, half)) == TOO_MANY_ROUNDS
    assert open_pfx(w.text(w.pfx(half)), PASSWORD).key is None


CROWDED: Final = {
    "safes": w.pfx(*[EMPTY_SAFE] * 101),
    "bags": w.pfx(w.safe(*[w.bag(5, w.NULL)] * 101)),
    "bags over several safes": w.pfx(*[w.safe(*[w.bag(5, w.NULL)] * 51)] * 2),
    "bags in bags": w.pfx(w.safe(w.nested(*[w.bag(5, w.NULL)] * 100))),
    "hidden bags": w.pfx(hidden(*[w.bag(5, w.NULL)] * 101)),
}


@pytest.mark.parametrize("content", CROWDED.values(), ids=CROWDED.keys())
def test_no_file_may_hold_very_many_things(content: bytes) -> None:
    assert refusal(content) == TOO_MANY_THINGS


def deep(levels: int, opening: bytes, closing: bytes = b"") -> bytes:
    return opening * levels + closing * levels


def bag_of_bags(levels: int) -> bytes:
    bag = w.bag(5, w.NULL)
    for _ in range(levels):
        bag = w.nested(bag)
    return w.pfx(w.safe(bag))


NO_FILES: Final = {
    "nothing": b"",
    "no DER": b"\xff" * 50,
    "a tag alone": b"\x30",
    "a length alone": b"\x30\x84",
    "a length that is longer than any file": b"\x30\xff" + b"\xff" * 127,
    "a length of four gigabytes": b"\x30\x84\xff\xff\xff\xff\x02\x01\x03",
    "one byte too little": w.pfx(EMPTY_SAFE)[:-1],
    "one byte too much": w.pfx(EMPTY_SAFE) + b"\0",
    "a tag of many bytes": b"\x3f\x81\x01\x00",
    "no end to an open length": b"\x30\x80\x02\x01\x03",
    "an open length of bytes": b"\x04\x80\0\0",
    "open lengths without end": deep(5_000, b"\x30\x80"),
    "open lengths in one another": deep(2_000, b"\x30\x80", b"\0\0"),
    "another version": w.sequence(w.integer(2), w.sequence(w.oid(w.DATA), w.explicit(w.octets(b"0\0")))),
    "a huge version": w.sequence(w.tlv(2, b"\x01" * 5_000), w.sequence(w.oid(w.DATA))),
    "a negative number of rounds": w.pfx(EMPTY_SAFE, mac=[w.mac(w.scheme(w.SHA1), 1)[:-1] + b"\xff"]),
    "no rounds": w.pfx(EMPTY_SAFE, mac=[w.mac(w.scheme(w.SHA1), 0)]),
    "an OID without end": w.pfx(w.sequence(w.tlv(6, b"\xff" * 5_000), w.explicit(w.octets(b"")))),
    "an OID of nothing": w.pfx(w.sequence(w.tlv(6), w.explicit(w.octets(b"")))),
    "a safe that is none": w.pfx(w.octets(b"")),
    "a bag that is none": w.pfx(w.safe(w.integer(1))),
    "an empty MAC": w.pfx(EMPTY_SAFE, mac=[w.sequence()]),
    "two MACs": w.pfx(EMPTY_SAFE, mac=[w.sequence(), w.sequence()]),
    "a key of a MAC without a length": w.pfx(
        EMPTY_SAFE,
        mac=[w.mac(w.scheme(w.PBMAC1, w.sequence(w.pbkdf2(1), w.scheme(w.HMAC_SHA256))), 1)],
    ),
    "a key of a MAC of two gigabytes": w.pfx(EMPTY_SAFE, mac=[w.pbmac1(1, 2**31 - 1, b"x", EMPTY_SAFE)]),
    "scrypt without a power of two": w.pfx(w.safe(w.shrouded_key(w.pbes2(w.scrypt(3, 1, 1))))),
    "scrypt of much memory": w.pfx(w.safe(w.shrouded_key(w.pbes2(w.scrypt(2**16, 8, 1))))),
}


@pytest.mark.parametrize("content", NO_FILES.values(), ids=NO_FILES.keys())
def test_what_is_no_pfx_file_is_refused_in_words(content: bytes) -> None:
    assert refusal(content) == NO_PFX


def test_bags_may_not_lie_deep_in_one_another() -> None:
    assert refusal(bag_of_bags(200)) == TOO_MANY_THINGS


def protected(name: str) -> str:
    return f"is protected in a way that is not supported ({name})"


def a_key(kind: str, numbers: bytes) -> bytes:
    return w.sequence(w.integer(0), w.scheme(kind), w.octets(numbers))


def another_version() -> bytes:
    """A certificate, right in all but one number."""
    certificate = open_pfx(OTHERS["OpenSSL 3"], PASSWORD).certificate
    assert certificate is not None
    return certificate.public_bytes(Encoding.DER).replace(b"\xa0\x03\x02\x01\x02", b"\xa0\x03\x02\x01\x3e", 1)


DSA: Final = "1.2.840.10040.4.1"
UNKNOWN: Final = {
    "a MAC": (w.pfx(EMPTY_SAFE, mac=[w.mac(w.scheme("1.2.3"), 1)]), protected("1.2.3")),
    "an encryption": (w.pfx(w.encrypted_safe(w.scheme("1.2.3"), b"")), protected("1.2.3")),
    "a derivation": (
        w.pfx(w.encrypted_safe(w.pbes2(w.scheme("1.2.3", w.sequence())), b"")),
        protected("1.2.3"),
    ),
    "a hash": (w.pfx(w.encrypted_safe(w.pbes2(w.pbkdf2(1, hmac="1.2.3")), b"")), protected("1.2.3")),
    "a safe": (w.pfx(w.sequence(w.oid("1.2.3"), w.explicit(w.octets(b"")))), protected("1.2.3")),
    "a signed file": (
        w.sequence(w.integer(3), w.sequence(w.oid("1.2.840.113549.1.7.2"), w.explicit(w.octets(b"")))),
        protected("1.2.840.113549.1.7.2"),
    ),
    "a kind of key, which may be slow to load": (
        w.pfx(w.safe(w.bag(1, a_key(DSA, b"")))),
        f"holds a private key of a kind that is not supported ({DSA})",
    ),
    "a key that is none": (
        w.pfx(
            w.safe(
                w.bag(
                    1, w.sequence(w.integer(0), w.scheme(w.RSA), w.octets(w.sequence(*[b"\x02\x01\1"] * 9)))
                )
            )
        ),
        "holds a private key that cannot be used",
    ),
    "a key of no primes": (
        w.pfx(w.safe(w.bag(1, w.rsa_key(2**1536 - 1, 2**1536 - 3)))),
        "holds a private key that cannot be used",
    ),
    "a certificate of another version": (
        w.pfx(w.safe(w.certificate(another_version()))),
        "holds a certificate that cannot be read",
    ),
    "a certificate that is none": (
        w.pfx(w.safe(w.certificate(b"0\0"))),
        "holds a certificate that cannot be read",
    ),
}


@pytest.mark.parametrize(("content", "words"), UNKNOWN.values(), ids=UNKNOWN.keys())
def test_what_is_not_known_is_named(content: bytes, words: str) -> None:
    assert refusal(content) == words


@pytest.mark.parametrize(
    "encrypted", [b"", b"x" * 15, b"x" * 16], ids=["nothing", "no whole blocks", "no padding"]
)
@pytest.mark.parametrize("protection", [CHEAP, w.pbes1(1), w.pbes1(1, "1.2.840.113549.1.12.1.6")])
def test_what_does_not_decrypt_was_encrypted_with_another_password(
    protection: bytes, encrypted: bytes
) -> None:
    assert refusal(w.pfx(w.encrypted_safe(protection, encrypted))) == "the password does not open it"


def test_a_file_that_no_job_could_hold_is_not_even_decoded() -> None:
    assert refusal("!" * 16_385) == "is longer than 16384 characters"
    assert refusal("!" * 16_384) == "is not Base64"
    assert LONGEST_PFX == LARGEST_JOB


DAMAGED: Final = ("OpenSSL 3", "OpenSSL 1: RC2 of 40 bits and 3DES", "3DES of two keys, without a MAC")


@pytest.mark.filterwarnings("ignore::cryptography.utils.CryptographyDeprecationWarning")
@pytest.mark.parametrize("program", DAMAGED)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_damage_anywhere_ends_in_words_or_in_a_file(program: str, data: st.DataObject) -> None:
    content = bytearray(base64.b64decode(OTHERS[program]))
    for at in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=3)):
        content[at] = data.draw(st.integers(0, 255))

    assert ending(bytes(content)) != ""


def ending(content: bytes) -> str:
    try:
        return repr(open_pfx(w.text(content), PASSWORD))
    except Unopenable as exc:
        return str(exc)


def test_the_library_never_gets_a_whole_file() -> None:
    files = [file for room in ("shared", "migrate") for file in sorted((ROOT / room).rglob("*.py"))]

    names = {
        alias.name
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }

    assert len(files) > 100
    assert not {name for name in names if "pkcs12" in name.lower() and name != "Pkcs12Keys"}
