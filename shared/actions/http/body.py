"""The beginning of an answer's body. Little is read, and little is unpacked, however it was packed."""

import zlib
from dataclasses import dataclass
from typing import Any, Final

import requests

MOST_BYTES: Final = 8_192
"""The most that is read of a body as sent, and the most that each of its encodings is unpacked to."""
_MOST_ENCODINGS: Final = 3
_LONGEST_QUOTE: Final = 40
_DEFLATE: Final = (zlib.MAX_WBITS, -zlib.MAX_WBITS)  # some servers leave out the header
_GZIP: Final = (zlib.MAX_WBITS | 16,)
_KNOWN: Final = {"gzip": _GZIP, "x-gzip": _GZIP, "deflate": _DEFLATE}


@dataclass(frozen=True, slots=True)
class Beginning:
    """The first bytes of a body. If they cannot be shown, `remark` says why."""

    content: bytes
    cut: bool = False
    remark: str = ""


def beginning_of_body(response: requests.Response) -> Beginning:
    """Read as much as is stored. A short body is read to its end, so that its connection can be kept."""
    encodings = response.headers.get("Content-Encoding", "")
    response.raw.headers.discard("Content-Encoding")  # otherwise urllib3 would prepare to decode it
    packed, whole = _read(response.raw)
    try:
        content = _unpacked(packed, encodings) if packed else b""
    except (LookupError, zlib.error):
        return Beginning(b"", remark=f"(not shown, encoded as '{encodings[:_LONGEST_QUOTE]}')")
    return Beginning(content, cut=not whole or len(content) >= MOST_BYTES)


def _read(raw: Any) -> tuple[bytes, bool]:
    """Return the first bytes, and whether they are the whole body."""
    read = b""
    while len(read) < MOST_BYTES:
        piece = raw.read(MOST_BYTES - len(read), decode_content=False)
        if not piece:
            return read, True
        read += piece
    return read, False


def _unpacked(packed: bytes, encodings: str) -> bytes:
    """Undo the encodings; raise LookupError if they are unknown or too many, zlib.error if broken."""
    named = [one.strip().lower() for one in encodings.split(",", _MOST_ENCODINGS)]
    if len(named) > _MOST_ENCODINGS:
        raise LookupError
    for one in reversed([one for one in named if one not in ("", "identity")]):
        packed = _inflated_as(_KNOWN[one], packed)
    return packed


def _inflated_as(forms: tuple[int, ...], packed: bytes) -> bytes:
    for form in forms[:-1]:
        try:
            return _inflated(form, packed)
        except zlib.error:
            continue
    return _inflated(forms[-1], packed)


def _inflated(form: int, packed: bytes) -> bytes:
    """Unpack one part after the other. What follows the last part is padding."""
    plain = b""
    while packed and len(plain) < MOST_BYTES:
        unpacking = zlib.decompressobj(form)
        try:
            plain += unpacking.decompress(packed, MOST_BYTES - len(plain))
        except zlib.error:
            if plain:
                break
            raise
        packed = unpacking.unused_data
    return plain
