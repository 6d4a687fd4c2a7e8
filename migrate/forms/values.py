"""Values that several forms write alike, and what all calls have in common."""

from base64 import b64decode
from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from urllib.parse import quote, urlencode

from shared.api.fields import Fields
from shared.domain.errors import Faults

LONGEST_CALL: Final = timedelta(seconds=60)
"""How long the app waits for an answer. The client does not load the room that knows it; a test compares."""


def looked_into(value: object) -> Fields:
    """Return the fields of an object, none of anything else. What is wrong with them is not told."""
    return Fields(value if isinstance(value, dict) else {}, Faults())


def number_within(fields: Fields, key: str, allowed: range, otherwise: int, faults: Faults) -> int:
    """Return a number as far as it is allowed; note a fault if it is not."""
    number = fields.integer(key)
    if number is None:
        return otherwise
    lowest, highest = allowed[0], allowed[-1]
    faults.check(number in allowed, fields.path(key), f"is not between {lowest} and {highest}")
    return min(max(number, lowest), highest)


def text_of_base64(text: str, noun: str) -> str:
    """Return the text that is written in Base64; raise ValueError with the rule that it breaks."""
    try:
        return b64decode(text, validate=True).decode()
    except UnicodeDecodeError:
        raise ValueError(f"is not text in UTF-8, and a {noun} is text here") from None
    except ValueError:
        raise ValueError("is not Base64") from None


def with_query(uri: str, pairs: Sequence[tuple[str, str]]) -> str:
    """Return an address with more in its query."""
    return f"{uri}{'&' if '?' in uri else '?'}{urlencode(pairs, quote_via=quote)}" if pairs else uri
