"""RC2 (RFC 2268), decryption only. Windows wrote PFX files with 40 bits of it, which no library offers."""

import struct
from typing import Final

_PI: Final = bytes.fromhex(
    "d978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2"
    "179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82"
    "54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626"
    "6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7"
    "08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec"
    "c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731"
    "2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9"
    "0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad"
)
_SHIFTS: Final = (1, 2, 3, 5)
_BLOCK: Final = 8


def decrypt_cbc(key: bytes, iv: bytes, content: bytes) -> bytes:
    """Return the decrypted content with its padding. All bits of the key are effective bits."""
    words, before, done = _expanded(key), iv, []
    for at in range(0, len(content), _BLOCK):
        block = content[at : at + _BLOCK]
        done.append(bytes(a ^ b for a, b in zip(_decrypted(words, block), before, strict=True)))
        before = block
    return b"".join(done)


def _expanded(key: bytes) -> tuple[int, ...]:
    size, table = len(key), bytearray(key)
    for at in range(size, 128):
        table.append(_PI[(table[at - 1] + table[at - size]) & 0xFF])
    table[128 - size] = _PI[table[128 - size]]
    for at in range(127 - size, -1, -1):
        table[at] = _PI[table[at + 1] ^ table[at + size]]
    return struct.unpack("<64H", table)


def _decrypted(words: tuple[int, ...], block: bytes) -> bytes:
    """Undo 16 rounds of mixing, and two rounds of mashing: after the fifth and the eleventh."""
    state = list(struct.unpack("<4H", block))
    for number in range(15, -1, -1):
        for at in (3, 2, 1, 0):
            _unmix(state, at, words[4 * number + at])
        if number in (5, 11):
            for at in (3, 2, 1, 0):
                state[at] = (state[at] - words[state[at - 1] & 63]) & 0xFFFF
    return struct.pack("<4H", *state)


def _unmix(state: list[int], at: int, word: int) -> None:
    shift, value = _SHIFTS[at], state[at]
    turned = (value >> shift | value << (16 - shift)) & 0xFFFF
    last, second, third = state[at - 1], state[at - 2], state[at - 3]
    state[at] = (turned - word - (last & second) - (~last & third)) & 0xFFFF
