"""ASN.1: bytes → elements, one level at a time. PFX files are DER; some programs write BER."""

from dataclasses import dataclass
from typing import Final

from shared.pfx.errors import NoPfx

SEQUENCE: Final = 0x30
INTEGER: Final = 0x02
OCTETS: Final = 0x04
OID: Final = 0x06
CONTEXT_0: Final = 0xA0  # [0] around an element
IMPLICIT_0: Final = 0x80  # [0] in the place of an element's own tag
_CONSTRUCTED: Final = 0x20
_HIGH_TAG: Final = 0x1F
_INDEFINITE: Final = 0x80
_END: Final = b"\0\0"
_DEEPEST: Final = 30  # levels of unknown length; a PFX file has about ten. It protects the stack
_LONGEST_NUMBER: Final = 8  # bytes; no count is larger
_LONGEST_OID: Final = 20  # bytes; the known ones have at most eleven


@dataclass(frozen=True, slots=True)
class Element:
    """A tag and what is in it."""

    tag: int
    content: bytes

    def items(self, tag: int = SEQUENCE) -> list["Element"]:
        """Return the elements in it; raise NoPfx if it has another tag."""
        return elements(self._content_of(tag))

    def only_item(self, tag: int) -> "Element":
        items = self.items(tag)
        if len(items) != 1:
            raise NoPfx
        return items[0]

    def octets(self, tag: int = OCTETS) -> bytes:
        """Return the bytes of an octet string. BER may cut it into pieces."""
        if self.tag == tag | _CONSTRUCTED:
            return b"".join(piece._content_of(OCTETS) for piece in elements(self.content))
        return self._content_of(tag)

    def number(self) -> int:
        """Return a count, which is never negative."""
        content = self._content_of(INTEGER)
        if not 1 <= len(content) <= _LONGEST_NUMBER or content[0] & 0x80:
            raise NoPfx
        return int.from_bytes(content, "big")

    def oid(self) -> str:
        """Return an object identifier as numbers with dots between them."""
        content = self._content_of(OID)
        if not 1 <= len(content) <= _LONGEST_OID or content[-1] & 0x80:
            raise NoPfx
        numbers, number = [content[0] // 40, content[0] % 40], 0
        for byte in content[1:]:
            number = number << 7 | byte & 0x7F
            if not byte & 0x80:
                numbers.append(number)
                number = 0
        return ".".join(map(str, numbers))

    def der(self) -> bytes:
        """Return tag, length and content as bytes. The length is written out, even if BER left it open."""
        size = len(self.content)
        if size < 0x80:
            return bytes([self.tag, size]) + self.content
        length = size.to_bytes((size.bit_length() + 7) // 8, "big")
        return bytes([self.tag, 0x80 | len(length)]) + length + self.content

    def _content_of(self, tag: int) -> bytes:
        if self.tag != tag:
            raise NoPfx
        return self.content


def element(content: bytes) -> Element:
    """Return the one element in the bytes; raise NoPfx if there is anything else."""
    side_by_side = elements(content)
    if len(side_by_side) != 1:
        raise NoPfx
    return side_by_side[0]


def is_element(content: bytes) -> bool:
    try:
        element(content)
    except NoPfx:
        return False
    return True


def elements(content: bytes) -> list[Element]:
    """Return the elements that the bytes hold side by side."""
    side_by_side, at = [], 0
    while at < len(content):
        one, at = _read(content, at, 1)
        side_by_side.append(one)
    return side_by_side


def _read(content: bytes, at: int, depth: int) -> tuple[Element, int]:
    """Return the element that begins at `at`, and where it ends."""
    header = content[at : at + 2]
    if depth > _DEEPEST or len(header) < 2 or header[0] & _HIGH_TAG == _HIGH_TAG:
        raise NoPfx
    tag, short = header
    if short == _INDEFINITE:
        return _read_until_end(content, tag, at + 2, depth)
    start = at + 2 + (short & 0x7F if short & 0x80 else 0)
    end = start + (int.from_bytes(content[at + 2 : start], "big") if short & 0x80 else short)
    if end > len(content):
        raise NoPfx
    return Element(tag, content[start:end]), end


def _read_until_end(content: bytes, tag: int, start: int, depth: int) -> tuple[Element, int]:
    if not tag & _CONSTRUCTED:
        raise NoPfx
    at = start
    while content[at : at + 2] != _END:
        _, at = _read(content, at, depth + 1)
    return Element(tag, content[start:at]), at + 2
