"""Bytes of a file → JSON documents.

A file may have any Unicode encoding, comments, trailing commas, and several documents in a row.
"""

import json
import re
from typing import Any, Final

from shared.api.body import each_key_once, is_deeper, refuse_constant

LARGEST_FILE: Final = 64 << 20  # a full collection of the largest plan has at most 16 MiB
TOO_LARGE: Final = f"has more than {LARGEST_FILE >> 20} MiB: split it"
DEEPEST_DOCUMENT: Final = 100
LONGEST_NUMBER: Final = 400  # digits; the largest float has fewer

_CONTENT: Final = re.compile(r"[^ \t\r\n]")
# Strings are matched too, so that nothing inside them counts. The decoder refuses a string without an end.
_STRING: Final = r'"(?:[^"\\]++|\\.)*+"?'
_COMMENTS: Final = re.compile(_STRING + r"|//[^\r\n]*+|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TRAILING_COMMAS: Final = re.compile(_STRING + r"|,(?=\s*+[}\]])", re.DOTALL)
_HALF_PAIR: Final = re.compile(r"\\u[dD][89a-fA-F]")


class NotJson(ValueError):
    """Says why the bytes are no JSON, in words that follow the file's name."""


def read_documents(content: bytes) -> list[Any]:
    """Return the JSON documents that stand one after another; raise NotJson with the reason."""
    if len(content) > LARGEST_FILE:
        raise NotJson(TOO_LARGE)
    text = decoded(content)
    if not text.strip():
        raise NotJson("is empty")
    try:
        documents = _documents(text)
        if is_deeper(documents, DEEPEST_DOCUMENT + 1):  # their list is one more level
            raise NotJson("is nested too deeply")
        if _HALF_PAIR.search(text):
            json.dumps(documents, ensure_ascii=False).encode()
    except RecursionError as exc:
        raise NotJson("is nested too deeply") from exc
    except UnicodeEncodeError as exc:
        raise NotJson("holds half of a surrogate pair, which is no character") from exc
    return documents


def decoded(content: bytes) -> str:
    """Return the text in its encoding; raise NotJson if it has none of Unicode's."""
    encoding = json.detect_encoding(content)
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as exc:
        name = encoding.removesuffix("-sig").upper()
        raise NotJson(f"is not {name}, nor any other encoding of Unicode") from exc


def _documents(text: str) -> list[Any]:
    """Read the text as strict JSON; if that fails, without its comments and trailing commas."""
    try:
        return _in_a_row(text)
    except ValueError:
        pass
    try:
        return _in_a_row(_TRAILING_COMMAS.sub(_blank, _COMMENTS.sub(_blank, text)))
    except json.JSONDecodeError as exc:
        raise NotJson(f"is not JSON: it cannot be read at {place_of(exc)}") from exc
    except ValueError as exc:
        raise NotJson(f"is not JSON: {exc}") from exc


def place_of(exc: json.JSONDecodeError) -> str:
    """Return the place of the error, in words that are the same for all versions of Python."""
    at = exc.pos
    if exc.msg.startswith("Illegal trailing comma"):  # newer versions stop at the comma, not after it
        content = _CONTENT.search(exc.doc, at + 1)
        at = content.start() if content else len(exc.doc)
    line, column = exc.doc.count("\n", 0, at) + 1, at - exc.doc.rfind("\n", 0, at)
    return f"line {line}, column {column}"


def _read_integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number has more than {LONGEST_NUMBER} digits")
    return int(digits)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=each_key_once, parse_constant=refuse_constant, parse_int=_read_integer
)


def _in_a_row(text: str) -> list[Any]:
    documents: list[Any] = []
    position = 0
    while begin := _CONTENT.search(text, position):
        document, position = _DECODER.raw_decode(text, begin.start())
        documents.append(document)
    if not documents:
        raise ValueError("there is nothing but comments in it")
    return documents


def _blank(match: re.Match[str]) -> str:
    """Return strings as they are, anything else as blanks: errors then name the file's lines and columns."""
    text = match.group()
    return text if text.startswith('"') else re.sub(r"[^\r\n]", " ", text)
