"""Bytes of a request ⇄ JSON, with a clear answer to whatever cannot be read."""

import json
from typing import Any, Final

from shared.domain.errors import BadRequest

LARGEST_BODY: Final = 1 << 20
LONGEST_NUMBER: Final = 400  # more than the largest float has
DEEPEST_BODY: Final = 100  # far more than a job needs, far less than what Python's own recursion bears


def read_object(body: bytes, called: str = "The body") -> dict[str, Any]:
    """Return the JSON object in the body, or raise BadRequest with the reason and what it is called."""
    if len(body) > LARGEST_BODY:
        raise BadRequest(f"{called} has {len(body)} bytes; the limit is {LARGEST_BODY}.")
    if not body or body.isspace():
        raise BadRequest("The body is empty; send a JSON object (with a Content-Length, not in chunks).")
    try:
        parsed = json.loads(
            body.decode("utf-8-sig"),
            parse_int=read_integer,
            parse_constant=refuse_constant,
            object_pairs_hook=each_key_once,
        )
        json.dumps(parsed, ensure_ascii=False).encode()  # a lone surrogate cannot be stored
    except UnicodeDecodeError as exc:
        raise BadRequest(f"{called} is not UTF-8.") from exc
    except UnicodeEncodeError as exc:
        raise BadRequest(f"{called} holds half of a surrogate pair, which is no character.") from exc
    except RecursionError as exc:
        raise BadRequest(f"{called} is nested too deeply.") from exc
    except json.JSONDecodeError as exc:  # in our words: the interpreter's change from version to version
        where = f"line {exc.lineno}, column {exc.colno}"
        raise BadRequest(f"{called} is not JSON: it cannot be read at {where}.") from exc
    except _Unacceptable as exc:
        raise BadRequest(f"{called} is not JSON: {exc}.") from exc
    if not isinstance(parsed, dict):
        raise BadRequest(f"{called} is JSON, but not an object.")
    if is_deeper(parsed, DEEPEST_BODY):
        raise BadRequest(f"{called} is nested too deeply.")
    return parsed


class _Unacceptable(ValueError):
    """What Python reads and JSON, or this app, does not."""


def read_integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _Unacceptable(f"a number has more than {LONGEST_NUMBER} digits")
    return int(digits)


def refuse_constant(constant: str) -> None:
    """Take NaN and the infinities for what they are: no JSON."""
    raise _Unacceptable(f"{constant} is not a JSON number")


def each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object, or raise ValueError if one of two values would be lost."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _Unacceptable("a key stands twice in one object")
    return members


def is_deeper(value: Any, depth: int) -> bool:
    """Say whether objects and arrays are nested more than so many deep."""
    level = [value]
    for _ in range(depth):
        holders = (item.values() if isinstance(item, dict) else item for item in level)
        level = [item for holder in holders for item in holder if isinstance(item, dict | list)]
    return bool(level)
