"""Route templates, matched as the real host's router matches them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import unquote
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A part of a template between two slashes: a literal, or a parameter if it has a name."""

    literal: str = ""
    name: str = ""
    constraints: tuple[str, ...] = ()
    optional: bool = False
    catch_all: bool = False

    def accepts(self, text: str) -> bool:
        if not self.name:
            return text.lower() == self.literal.lower()
        return all(_CONSTRAINTS[constraint](text) for constraint in self.constraints)


@dataclass(frozen=True, slots=True)
class Route:
    segments: tuple[Segment, ...]

    def match(self, path: str) -> dict[str, str] | None:
        """Return the route's values for a decoded path, or None if the path does not match."""
        values: dict[str, str] = {}
        rest = path.removeprefix("/")
        for segment in self.segments:
            if segment.catch_all:
                return _with_catch_all(values, segment, rest)
            text, _, rest = rest.partition("/")
            if not text:
                return values if segment.optional and not rest else None
            if not segment.accepts(text):
                return None
            if segment.name:
                values[segment.name] = text
        return None if rest else values


def parse_route(template: str) -> Route:
    """Return the route for `template`; raise a ValueError that names a part that is not understood."""
    parts = template.split("/") if template else []
    segments = tuple(_parse_segment(part) for part in parts)
    for segment, following in pairwise(segments):
        if segment.catch_all:
            raise ValueError(f"nothing may follow the catch-all {{*{segment.name}}}")
        if segment.optional and not following.optional and not following.catch_all:
            raise ValueError(f"only optional parts may follow {{{segment.name}?}}")
    return Route(segments)


def decode_path(raw_path: bytes) -> str:
    """Return a path with its percent-escapes decoded, except `%2F`, which stays as it is."""
    pieces = re.split("(%2f)", raw_path.decode("ascii", "replace"), flags=re.IGNORECASE)
    return "".join(piece if piece.lower() == "%2f" else unquote(piece) for piece in pieces)


def _with_catch_all(values: dict[str, str], segment: Segment, rest: str) -> dict[str, str] | None:
    if rest.startswith("/"):  # an empty segment matches nothing
        return None
    return {**values, segment.name: rest} if rest else values


def _parse_segment(part: str) -> Segment:
    if not set(part) & set("{}"):
        if not part:
            raise ValueError("it has an empty part")
        return Segment(literal=part)
    parameter = re.fullmatch(r"\{(\*{0,2})(\w+)((?::\w+)*)(\??)\}", part)
    if parameter is None:
        raise ValueError(f"the local host does not understand '{part}'")
    stars, name, constraints, optional = parameter.groups()
    return Segment(
        name=name,
        constraints=_known_constraints(constraints.split(":")[1:]),
        optional=bool(optional),
        catch_all=bool(stars),
    )


def _known_constraints(names: Sequence[str]) -> tuple[str, ...]:
    for name in names:
        if name not in _CONSTRAINTS:
            raise ValueError(f"the local host does not know the constraint '{name}'")
    return tuple(names)


def _is_integer(text: str, bits: int) -> bool:
    number = re.fullmatch(r"[+-]?\d+", text, flags=re.ASCII)
    return number is not None and -(2 ** (bits - 1)) <= int(text) < 2 ** (bits - 1)


def _is_guid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


_CONSTRAINTS: dict[str, Callable[[str], bool]] = {
    "alpha": lambda text: text.isascii() and text.isalpha(),
    "bool": lambda text: text.lower() in ("true", "false"),
    "guid": _is_guid,
    "int": lambda text: _is_integer(text, 32),
    "long": lambda text: _is_integer(text, 64),
}
