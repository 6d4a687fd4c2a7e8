"""The tree of known keys and the document name the same keys: what one allows, the other reads."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from shared.api.keys.known import COLLECTION, JOB, preview_keys
from shared.api.keys.tree import KeyTree
from shared.domain.about import EXTENDED
from tests.openapi.document import OPERATIONS, Schema, resolved

IGNORED: Final = re.compile(r"(\w+)\$")
TREES: Final = {
    "putJob": JOB,
    "patchJob": JOB,
    "putCollection": COLLECTION,
    "patchCollection": COLLECTION,
}


def variants(schema: Schema) -> Iterator[Schema]:
    """Yield the schemas that a value may have, without null."""
    found = resolved(schema)
    for below in found.get("oneOf") or found.get("anyOf") or []:
        yield from variants(below)
    if "properties" in found or "additionalProperties" in found:
        yield found


def allowed(schema: Schema) -> set[str]:
    patterns = schema.get("patternProperties", {})
    return {*schema.get("properties", {}), *(key for one in patterns for key in IGNORED.findall(one))}


def disagreements(shape: KeyTree, schemas: list[Schema], path: str = "") -> Iterator[str]:
    """Yield where keys of the tree and of the schemas, taken together, differ."""
    if shape.free or not shape.keys:
        free = all(isinstance(one.get("additionalProperties"), dict) for one in schemas)
        yield from () if free and bool(schemas) == shape.free else (f"{path} is free in one of them",)
        return
    named = set().union(*map(allowed, schemas))
    yield from (f"{path}.{key}" for key in named ^ {*shape.keys, *shape.ignored})
    yield from (f"{path} is open" for one in schemas if one.get("additionalProperties") is not False)
    for key, below in shape.keys.items():
        held: list[Any] = [one["properties"][key] for one in schemas if key in one.get("properties", {})]
        if not all(resolved(one).keys() <= {"description"} for one in held):  # only its keys are looked at
            inner = [found for one in held for found in variants(items(one))]
            yield from disagreements(below, inner, f"{path}.{key}")


def items(schema: Schema) -> Schema:
    """Return the schema of an array's items, or of the value itself."""
    found = resolved(schema)
    plain = [one for one in found.get("anyOf", []) if one != {"type": "null"}]
    if len(plain) == 1:
        return items(plain[0])
    return items(found["items"]) if "items" in found else found


@pytest.mark.parametrize("operation", TREES)
def test_the_tree_has_the_keys_of_the_document(operation: str) -> None:
    taken = OPERATIONS[operation].takes or {}

    assert list(disagreements(TREES[operation], list(variants(taken)))) == []


def test_a_preview_has_the_keys_of_the_document() -> None:
    whole, bare = preview_keys({"properties": {}}, EXTENDED), preview_keys({}, EXTENDED)
    both = KeyTree(
        keys={**whole.keys, **bare.keys}, ignored=tuple(dict.fromkeys((*whole.ignored, *bare.ignored)))
    )

    assert list(disagreements(both, list(variants(OPERATIONS["previewRuns"].takes or {})))) == []


def test_a_key_that_one_of_them_lacks_is_noticed() -> None:
    taken = list(variants(OPERATIONS["putCollection"].takes or {}))
    without = KeyTree(keys={key: below for key, below in COLLECTION.keys.items() if key != "tags"})

    assert sorted(disagreements(without, taken))[0] == ".apiVersion"
    assert ".tags" in disagreements(without, taken)
