"""The limits that the document names, and values on both sides of each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from shared.api.timespans import read_timespan
from shared.domain.timespan import write_timespan
from tests.openapi.document import Schema, resolved

KEYWORDS: Final = ("minimum", "maximum", "minLength", "maxLength", "maxProperties", "maxItems")
EXTENSIONS: Final = ("x-minimum", "x-maximum", "x-maxTotalLength", "x-maxBytes")
QUANTIFIER: Final = re.compile(r"\{(\d+),(\d+)\}\$$")
NULL: Final = {"type": "null"}

ITEMS, VALUES, NAMES = "[]", "{}", "{name}"
Step = str | int
"""A property by its name, the variant of a choice by its number, the items of an array, or the values or
the names of an object whose names are the caller's own."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A keyword of a schema, and the way that leads there from the body."""

    steps: tuple[Step, ...]
    keyword: str
    node: Schema = field(repr=False, compare=False)

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.steps))} {self.keyword} {self.node[self.keyword]}"

    @property
    def named(self) -> str:
        """The property whose limit it is, as refusals name it."""
        names = [step for step in self.steps if isinstance(step, str) and step not in (ITEMS, VALUES, NAMES)]
        return names[-1] if names else ""


def limits(schema: Schema, document: Schema, steps: tuple[Step, ...] = ()) -> Iterator[Limit]:
    """Yield every limit in a schema and below it."""
    node = resolved(schema, document)
    for keyword in (*KEYWORDS, *EXTENSIONS):
        if keyword in node:
            yield Limit(steps, keyword, node)
    if QUANTIFIER.search(node.get("pattern", "")):
        yield Limit(steps, "pattern", node)
    for name, below in node.get("properties", {}).items():
        yield from limits(below, document, (*steps, name))
    for number, variant in enumerate(variants(node)):
        yield from limits(variant, document, (*steps, number))
    if "items" in node:
        yield from limits(node["items"], document, (*steps, ITEMS))
    if isinstance(node.get("additionalProperties"), dict):
        yield from limits(node["additionalProperties"], document, (*steps, VALUES))
        yield from limits(node.get("propertyNames", {}), document, (*steps, NAMES))


def variants(node: Schema) -> list[Schema]:
    found: list[Schema] = node.get("oneOf") or node.get("anyOf") or []
    return found


def accepted_and_refused(limit: Limit, document: Schema) -> tuple[list[Any], list[Any]]:
    """Return values on the limit, and values just beyond it."""
    bound = limit.node[limit.keyword]
    if limit.keyword == "pattern":
        (shortest, longest) = map(int, QUANTIFIER.findall(bound)[0])
        return ["a" * shortest, "a" * longest], ["a" * (shortest - 1), "a" * (longest + 1)]
    return [_value(limit, bound, document)], [_value(limit, moved(limit, 1), document)]


def moved(limit: Limit, by: int) -> Any:
    """Return the bound moved outwards by so much, or inwards by a negative amount."""
    bound, sign = limit.node[limit.keyword], -1 if "min" in limit.keyword else 1
    if limit.keyword == "pattern":
        shortest, longest = map(int, QUANTIFIER.findall(bound)[0])
        return QUANTIFIER.sub(f"{{{shortest},{longest + by}}}$", bound)
    return _later(bound, sign * by) if isinstance(bound, str) else bound + sign * by


def minimal(schema: Schema, document: Schema, *, patch: bool) -> Any:
    """Return a simple value that fits the schema."""
    node = resolved(schema, document)
    if "const" in node or "enum" in node:
        return node.get("const", node.get("enum", [None])[0])
    if "examples" in node:
        return node["examples"][0]
    if variants(node) and node.get("type") != "integer":
        return minimal(variants(node)[0], document, patch=patch)
    match node.get("type"):
        case "object":
            needed = _needed(node, patch=patch)
            return {name: minimal(node["properties"][name], document, patch=patch) for name in needed}
        case "string":
            return "text"
        case "integer" | "number":
            return node.get("minimum", 1)
    raise NotImplementedError(str(node))


def reaching(schema: Schema, document: Schema, steps: tuple[Step, ...], leaf: Any, *, patch: bool) -> Any:
    """Return a value that fits the schema but for the leaf at the end of the steps."""
    if not steps:
        return leaf
    node, (step, *others) = resolved(schema, document), steps
    rest = tuple(others)
    if step == ITEMS:
        return [reaching(node["items"], document, rest, leaf, patch=patch)]
    if step == VALUES:
        return {"name": reaching(node["additionalProperties"], document, rest, leaf, patch=patch)}
    if step == NAMES:
        return {leaf: minimal(node["additionalProperties"], document, patch=patch)}
    if isinstance(step, int):
        return reaching(variants(node)[step], document, rest, leaf, patch=patch)
    below = reaching(node["properties"][step], document, rest, leaf, patch=patch)
    return {**minimal(node, document, patch=patch), step: below}


def _needed(node: Schema, *, patch: bool) -> list[str]:
    """In a patch nothing is required; what a whole body requires is what a patch must not remove."""
    if not patch:
        return [*node.get("required", []), *node.get("then", {}).get("required", [])]
    keys = node.get("properties", {})
    # Where nothing is stored, a message to Service Bus says who sends it.
    proof = {"authentication"} if "namespace" in keys else set()
    return [name for name, below in keys.items() if NULL not in below.get("anyOf", []) or name in proof]


def _value(limit: Limit, size: Any, document: Schema) -> Any:
    match limit.keyword:
        case "minLength" | "maxLength":
            return _text(limit.node, size)
        case "maxProperties":
            value = minimal(limit.node["additionalProperties"], document, patch=False)
            return {f"name-{number}": value for number in range(size)}
        case "maxItems":
            return [minimal(limit.node["items"], document, patch=False)] * size
        case "x-maxTotalLength":
            return {"a": "v" * (size - 1)}
        case _:
            return size


def _text(node: Schema, length: int) -> str:
    example = node.get("examples", [""])[0]
    more = " " if node.get("format") == "cron" else "a"
    return str(example + more * length)[:length]


def _later(span: str, seconds: int) -> str:
    """Return another time span; none is shorter than nothing."""
    return write_timespan(max(read_timespan(span) + timedelta(seconds=seconds), timedelta()))
