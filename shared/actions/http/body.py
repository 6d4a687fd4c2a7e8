"""The beginning of an answer's body: little is read, and little comes of it, whatever it was packed in."""

import zlib
from dataclasses import dataclass
from typing import Any, Final

import requests

MOST_BYTES: Final = 8_192
"""Of a body as it is sent, and of what any of its encodings unpacks to."""
_MOST_ENCODINGS: Final = 3
_LONGEST_QUOTE: Final = 40
_DEFLATE: Final = (zlib.MAX_WBITS, -zlib.MAX_WBITS)  # some leave out what should surround it
_GZIP: Final = (zlib.MAX_WBITS | 16,)
_KNOWN: Final = {"gzip": _GZIP, "x-gzip": _GZIP, "deflate": _DEFLATE}


@dataclass(frozen=True, slots=True)
class Beginning:
    """The bytes of a body, as far as they were read; `remark` says why they cannot be shown, if so."""

    content: bytes
    cut: bool = False
    remark: str = ""


def beginning_of_body(response: requests.Response) -> Beginning:
    """Read as much as is stored; a short body is read to its end, so that its connection can be kept."""
    encodings = response.headers.get("Content-Encoding", "")
    response.raw.headers.discard("Content-Encoding")  # or urllib3 would make ready to decode it
    packed, whole = _read(response.raw)
    try:
        content = _unpacked(packed, encodings) if packed else b""
    except (LookupError, zlib.error):
        return Beginning(b"", remark=f"(not shown, encoded as '{encodings[:_LONGEST_QUOTE]}')")
    return Beginning(content, cut=not whole or len(content) >= MOST_BYTES)


def _read(raw: Any) -> tuple[bytes, bool]:
    """Return the bytes, and whether they are all."""
    read = b""
    while len(read) < MOST_BYTES:
        piece = raw.read(MOST_BYTES - len(read), decode_content=False)
        if not piece:
            return read, True
        read += piece
    return read, False


def _unpacked(packed: bytes, encodings: str) -> bytes:
    """Raise LookupError for encodings that are not known or too many, and zlib.error for what is broken."""
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
    """Unpack one part after the other; what follows the last of them is padding."""
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
