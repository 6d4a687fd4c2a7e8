"""Hides secrets in what others say. A page may show its caller what the caller sent.

Secrets come back as they are, in another case, percent-encoded, escaped for JSON or HTML, in Base64 or
hexadecimal, and cut into lines.

1. The text is read as the bytes that it stands for: its escapes are undone, up to three times.
2. After each time, all forms of all secrets are sought in the bytes: in any case, and as if without blanks.
3. What was found is hidden in the text itself, from the first to the last character that it came from.

Each step takes time linear in the text. docs/security.md says what is covered, and what is not.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

HIDDEN: Final = "***"
_SHORT: Final = 8
"""Shorter secrets are hidden only where they stand alone, because they may be part of any word."""
_LONGEST_ESCAPE: Final = 12
_MOST_TIMES: Final = 3
"""So often are escapes undone: a text may be escaped twice, and a secret hold escapes of its own."""
_ESCAPE: Final = re.compile(
    r"(?P<percent>%[0-9A-Fa-f]{2})"
    r"|(?P<json>\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[\"\\/bfnrt])"
    r"|(?P<html>&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,10});)"
)
_SOLID: Final = re.compile(rb"[^ \t\r\n]+")
_OF_BASE64: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
_SIGNATURE: Final = re.compile(r"(?:^|[?&])sig=([^&]*)")


def redacted(text: str, secrets: Iterable[str], *, cut: bool = False) -> str:
    """Return the text with all secrets hidden; if it was cut, also a secret that begins at its end."""
    sought = [needle for secret in set(secrets) if secret for needle in _needles(secret)]
    if not sought:
        return text
    reads = _reads(text, cut=cut)
    end = reads[-1].end if cut else len(text)
    views = chain(reads, (read.solid() for read in reads))
    found = (place for view in views for place in view.places(sought, ends_at=end if cut else None))
    return _without(text[:end], sorted(place for place in found if place[0] < end))


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


@dataclass(frozen=True, slots=True)
class _Needle:
    """Bytes to look for. A short one counts only where it stands `alone`, and as it is written.

    In Base64, the letter before it may hold bits of its first byte, and the letter behind it of its last one.
    """

    sought: bytes
    alone: bool = False
    shares_first: bool = False
    shares_last: bool = False


class _Read:
    """The bytes that a text stands for, and the place in the text that each byte comes from."""

    def __init__(self, stands_for: bytes, begins: list[int], ends: list[int], *, solid: bool = False) -> None:
        self._bytes = stands_for
        self._from = begins
        self._to = ends
        self._solid = solid

    @classmethod
    def of(cls, text: str) -> "_Read":
        if text.isascii():
            return cls(text.encode(), list(range(len(text))), list(range(1, len(text) + 1)))
        sizes = [(place, len(_encoded(char))) for place, char in enumerate(text)]
        begins = [place for place, size in sizes for _ in range(size)]
        return cls(_encoded(text), begins, [place + 1 for place in begins])

    @property
    def meaning(self) -> bytes:
        return self._bytes

    @property
    def end(self) -> int:
        return self._to[-1] if self._to else 0

    def decoded(self) -> "_Read":
        """Return what the bytes stand for if their escapes are undone."""
        parts: list[bytes] = []
        begins: list[int] = []
        ends: list[int] = []
        done = 0
        for escape in chain(_ESCAPE.finditer(self._bytes.decode("latin-1")), [None]):
            until = escape.start() if escape else len(self._bytes)
            parts.append(self._bytes[done:until])
            begins += self._from[done:until]
            ends += self._to[done:until]
            if escape is not None:
                done = escape.end()
                parts.append(meant := _meaning(escape))
                begins += [self._from[until]] * len(meant)
                ends += [self._to[done - 1]] * len(meant)
        return _Read(b"".join(parts), begins, ends)

    def solid(self) -> "_Read":
        """Return the bytes without blanks and line breaks."""
        runs = [run.span() for run in _SOLID.finditer(self._bytes)]
        begins = [place for start, end in runs for place in self._from[start:end]]
        ends = [place for start, end in runs for place in self._to[start:end]]
        return _Read(b"".join(self._bytes[start:end] for start, end in runs), begins, ends, solid=True)

    def drop_end(self, size: int) -> None:
        self._bytes = self._bytes[:-size]
        del self._from[-size:], self._to[-size:]

    def places(self, needles: Iterable[_Needle], *, ends_at: int | None) -> Iterator[tuple[int, int]]:
        """Yield where needles stand in the text; if it was cut there, also where one begins at its end."""
        lower = self._bytes.lower()
        for needle in needles:
            if needle.alone and self._solid:  # nothing tells any more where a word begins
                continue
            stack = self._bytes if needle.alone else lower
            sought = b"".join(_SOLID.findall(needle.sought)) if self._solid else needle.sought
            if self._solid and len(sought) < _SHORT:  # it would be part of any word
                continue
            for start, end in _found(stack, sought):
                if not needle.alone or not (self._is_word(start - 1) or self._is_word(end)):
                    yield self._place(start, end, needle)
            if ends_at is not None and (begun := _begun_at_end(stack, sought)):
                yield self._place(len(stack) - begun, len(stack), needle)[0], ends_at

    def _place(self, start: int, end: int, needle: _Needle) -> tuple[int, int]:
        start -= needle.shares_first and self._is_neighbour(start - 1, start)
        end += needle.shares_last and self._is_neighbour(end, end)
        return self._from[start], self._to[end - 1]

    def _is_neighbour(self, place: int, behind: int) -> bool:
        """Say whether a letter of Base64 stands there, with nothing between it and what was found."""
        if not 0 <= place < len(self._bytes) or self._bytes[place] not in _OF_BASE64:
            return False
        return self._to[behind - 1] == self._from[behind]

    def _is_word(self, place: int) -> bool:
        if not 0 <= place < len(self._bytes):
            return False
        byte = self._bytes[place]
        return byte >= 0x80 or byte == ord("_") or chr(byte).isalnum()


def _reads(text: str, *, cut: bool) -> list[_Read]:
    """Return what a text stands for, with its escapes undone once and more often, if that makes a difference.

    If the text was cut, the last escape may be incomplete each time. So what may be one is left out.
    """
    read, reads = _Read.of(text), list[_Read]()
    for _ in range(_MOST_TIMES):
        again = read.decoded()
        if reads and not cut and again.meaning == read.meaning:
            break
        if cut:
            again.drop_end(_LONGEST_ESCAPE)
        reads.append(read := again)
    return reads


def _found(stack: bytes, sought: bytes) -> Iterator[tuple[int, int]]:
    """Yield where the bytes stand. Of places that overlap, so many are told that they cover all of them."""
    size, start = len(sought), stack.find(sought) if sought else -1
    while start >= 0:
        yield start, start + size
        overlapping = stack[start + 1 : start + 2 * size - 1]
        last = overlapping[::-1].find(sought[::-1])
        start = stack.find(sought, start + size) if last < 0 else start + 1 + len(overlapping) - last - size


def _begun_at_end(stack: bytes, sought: bytes) -> int:
    """Return how many bytes at the end are those with which the sought ones begin."""
    tail = stack[max(len(stack) - len(sought) + 1, 0) :]
    start = tail.find(sought[:1])
    while start >= 0 and not sought.startswith(tail[start:]):
        start = tail.find(sought[:1], start + 1)
    return len(tail) - start if start >= 0 else 0


def _without(text: str, places: list[tuple[int, int]]) -> str:
    """Return the text with these places hidden. They are in order, and may overlap."""
    kept, done = list[str](), 0
    for start, end in places:
        if start >= done:
            kept += text[done:start], HIDDEN
        done = max(done, end)
    return "".join((*kept, text[done:]))


def _needles(secret: str) -> set[_Needle]:
    """Return the bytes to look for: the secret as it is, in other cases, in Base64 and hexadecimal."""
    plain = _encoded(secret)
    if len(secret) < _SHORT:
        whole = {base64.b64encode(plain).rstrip(b"="), base64.urlsafe_b64encode(plain).rstrip(b"=")}
        hexadecimal = {plain.hex().encode(), plain.hex().upper().encode()}
        return {_Needle(form, alone=True) for form in _forms(secret) | whole | hexadecimal}
    forms = {form for case in (secret, secret.lower(), secret.upper()) for form in _forms(case)}
    needles = {_Needle(form.lower()) for form in (*forms, plain.hex().encode())}
    return needles.union(*(_in_base64(plain, offset) for offset in range(3)))


def _forms(secret: str) -> set[bytes]:
    """Return the secret itself, decoded, and with blanks and `+` exchanged."""
    read = _Read.of(secret)
    forms = {read.meaning, read.decoded().meaning, read.decoded().decoded().meaning}
    return forms | {form.replace(b" ", b"+") for form in forms} | {form.replace(b"+", b" ") for form in forms}


def _in_base64(plain: bytes, offset: int) -> set[_Needle]:
    """Return, in both alphabets, what Base64 makes of the bytes alone, with so many others before them.

    A letter holds six bits. Those that also hold bits of other bytes are left out.
    """
    padded = bytes(offset) + plain
    ours = slice(-(-offset * 8 // 6), len(padded) * 8 // 6)
    sharing = {"shares_first": bool(offset), "shares_last": bool(len(padded) % 3)}
    both = (encode(padded)[ours].lower() for encode in (base64.b64encode, base64.urlsafe_b64encode))
    return {_Needle(letters, **sharing) for letters in both}


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
