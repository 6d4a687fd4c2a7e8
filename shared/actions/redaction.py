"""Hides secrets in what others say. A page may show its caller what the caller sent.

Secrets come back as they are, percent-encoded, or escaped for JSON or HTML. So all escapes in a text are
undone, and the bytes that it then stands for are compared.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from typing import Final

HIDDEN: Final = "***"
_SHORT: Final = 8
"""Shorter secrets are hidden only where they stand alone, because they may be part of any word."""
_LONGEST_ESCAPE: Final = 12
_ESCAPE: Final = re.compile(
    r"(?P<percent>%[0-9A-Fa-f]{2})"
    r"|(?P<json>\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[\"\\/bfnrt])"
    r"|(?P<html>&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|amp|lt|gt|quot|apos|nbsp);)"
)
_SIGNATURE: Final = re.compile(r"(?:^|[?&])sig=([^&]*)")


def redacted(text: str, secrets: Iterable[str], *, cut: bool = False) -> str:
    """Return the text with all secrets hidden; if it was cut, also a secret that begins at its end."""
    sought = [(needle, len(secret) < _SHORT) for secret in set(secrets) for needle in _needles(secret)]
    if not sought:
        return text
    read = _Read(text)
    if cut:
        read.drop_end(_LONGEST_ESCAPE)  # the last escape may be incomplete
    places = [place for needle, short in sought for place in read.places(needle, alone=short)]
    if cut:
        places += [place for needle, _ in sought for place in read.begun_at_end(needle)]
    return read.without(places)


def in_authorization(value: str) -> list[str]:
    """Return the secret parts of an Authorization header: all of it, its token, what the token encodes."""
    scheme, _, token = (part.strip() for part in value.partition(" "))
    if scheme.lower() != "basic":
        return [value, token]
    try:
        pair = base64.b64decode(token, validate=True).decode()
    except ValueError:  # the token is not in the form of Basic
        return [value, token]
    return [value, token, pair, pair.partition(":")[2]]


def in_sas_token(token: str) -> list[str]:
    """Return the secret parts of a shared access signature: all of it, and the signature alone."""
    return [token.removeprefix("?"), *_SIGNATURE.findall(token)]


class _Read:
    """The bytes that a text stands for, and the place in the text that each byte comes from."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._bytes = bytearray()
        self._from: list[int] = []
        self._to: list[int] = []
        done = 0
        for escape in _ESCAPE.finditer(text):
            self._add_plain(done, escape.start())
            self._add(_meaning(escape), escape.start(), escape.end())
            done = escape.end()
        self._add_plain(done, len(text))

    @property
    def meaning(self) -> bytes:
        return bytes(self._bytes)

    def drop_end(self, size: int) -> None:
        del self._bytes[-size:], self._from[-size:], self._to[-size:]
        self._text = self._text[: self._to[-1] if self._to else 0]

    def places(self, needle: bytes, *, alone: bool) -> Iterator[tuple[int, int]]:
        """Yield the places of the needle: where each begins and ends in the text."""
        start = self._bytes.find(needle)
        while start >= 0:
            end = start + len(needle)
            if not alone or not (self._is_word(start - 1) or self._is_word(end)):
                yield self._from[start], self._to[end - 1]
            start = self._bytes.find(needle, start + 1)

    def begun_at_end(self, needle: bytes) -> Iterator[tuple[int, int]]:
        for size in range(min(len(needle) - 1, len(self._bytes)), 0, -1):
            if self._bytes.endswith(needle[:size]):
                yield self._from[-size], len(self._text)
                return

    def without(self, places: list[tuple[int, int]]) -> str:
        """Return the text with these places hidden. They may overlap."""
        kept, done = "", 0
        for start, end in sorted(places):
            if start >= done:
                kept += self._text[done:start] + HIDDEN
            done = max(done, end)
        return kept + self._text[done:]

    def _add_plain(self, start: int, end: int) -> None:
        plain = self._text[start:end]
        if plain.isascii():
            self._bytes += plain.encode()
            self._from += range(start, end)
            self._to += range(start + 1, end + 1)
        else:
            for place, char in enumerate(plain, start):
                self._add(_encoded(char), place, place + 1)

    def _add(self, stands_for: bytes, start: int, end: int) -> None:
        self._bytes += stands_for
        self._from += [start] * len(stands_for)
        self._to += [end] * len(stands_for)

    def _is_word(self, place: int) -> bool:
        if not 0 <= place < len(self._bytes):
            return False
        byte = self._bytes[place]
        return byte >= 0x80 or byte == ord("_") or chr(byte).isalnum()


def _needles(secret: str) -> set[bytes]:
    """Return the bytes to look for: the secret itself, decoded, and with blanks and `+` exchanged."""
    if not secret:
        return set()
    forms = {_encoded(secret), _Read(secret).meaning}
    return forms | {form.replace(b" ", b"+") for form in forms} | {form.replace(b"+", b" ") for form in forms}


def _meaning(escape: re.Match[str]) -> bytes:
    text = escape[0]
    match escape.lastgroup:
        case "percent":
            return bytes.fromhex(text[1:])
        case "json":
            return _encoded(json.loads(f'"{text}"'))
        case _:
            return _encoded(html.unescape(text))


def _encoded(text: str) -> bytes:
    return text.encode(errors="surrogatepass")
