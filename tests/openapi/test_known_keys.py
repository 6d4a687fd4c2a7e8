"""The tree of known keys and the document name the same keys: what one allows, the other reads."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from shared.api.keys.known import COLLECTION, NOTE, PAUSE, keys_for, preview_keys
from shared.api.keys.tree import KeyTree
from shared.domain.about import EXTENDED, ORIGINAL
from tests.openapi.document import OPERATIONS, SINCE, Schema, known_to, resolved

IGNORED: Final = re.compile(r"(\w+)\$")
TREES: Final = {
    "putJob": "job",
    "patchJob": "job",
    "putCollection": "collection",
    "patchCollection": "collection",
}
OF_JOBS: Final = {
    *("timeZone", "daylightSaving", "exclude", "recurrence.cron", "missedRuns", "overlap", "spread"),
    *("disableAfterFaults", "keepFinishedFor", "useDefaults", "description", "disabled"),
    *("action.retryOptions", "action.errorAction.retryOptions"),
}
DOCUMENTS: Final = {version: known_to(version) for version in (ORIGINAL, EXTENDED)}


def taken(operation: str, version: str) -> list[Schema]:
    """Return the schemas of a body, as an api-version knows it."""
    return list(variants(inlined(OPERATIONS[operation].takes or {}, DOCUMENTS[version])))


def inlined(value: Any, document: Schema) -> Any:
    """Return a schema with what it refers to in its place; none refers to itself."""
    if isinstance(value, list):
        return [inlined(item, document) for item in value]
    if not isinstance(value, dict):
        return value
    found = resolved(value, document)
    return {key: inlined(item, document) for key, item in found.items()}


def variants(schema: Schema) -> Iterator[Schema]:
    """Yield the schemas that a value may have, without null."""
    for below in schema.get("oneOf") or schema.get("anyOf") or []:
        yield from variants(below)
    if "properties" in schema or "additionalProperties" in schema:
        yield schema


def allowed(schema: Schema) -> set[str]:
    patterns = schema.get("patternProperties", {})
    return {*schema.get("properties", {}), *(key for one in patterns for key in IGNORED.findall(one))}


def disagreements(shape: KeyTree, schemas: list[Schema], path: str = "") -> Iterator[str]:
    """Yield where keys of the tree and of the schemas, taken together, differ."""
    if shape.empty:
        yield from (f"{path} is open" for one in schemas if one.get("additionalProperties") is not False)
        yield from (f"{path} has keys" for one in schemas if one.get("properties") or not schemas)
        return
    if shape.free or not shape.keys:
        free = all(isinstance(one.get("additionalProperties"), dict) for one in schemas)
        yield from () if free and bool(schemas) == shape.free else (f"{path} is free in one of them",)
        if shape.each:
            inner = [found for one in schemas for found in variants(one["additionalProperties"])]
            yield from disagreements(shape.each, inner, f"{path}.*")
        return
    named = set().union(*map(allowed, schemas))
    yield from (f"{path}.{key}" for key in named ^ {*shape.keys, *shape.ignored})
    yield from (f"{path} is open" for one in schemas if one.get("additionalProperties") is not False)
    for key, below in shape.keys.items():
        held: list[Any] = [one["properties"][key] for one in schemas if key in one.get("properties", {})]
        if not all(one.keys() <= {"description", SINCE} for one in held):  # only its keys are looked at
            inner = [found for one in held for found in variants(items(one))]
            yield from disagreements(below, inner, f"{path}.{key}")


def items(schema: Schema) -> Schema:
    """Return the schema of an array's items, or of the value itself."""
    plain = [one for one in schema.get("anyOf", []) if one != {"type": "null"}]
    if len(plain) == 1:
        return items(plain[0])
    return items(schema["items"]) if "items" in schema else schema


@pytest.mark.parametrize("version", DOCUMENTS)
@pytest.mark.parametrize("operation", TREES)
def test_the_tree_has_the_keys_of_the_document(operation: str, version: str) -> None:
    tree = getattr(keys_for(version), TREES[operation])

    assert list(disagreements(tree, taken(operation, version))) == []


@pytest.mark.parametrize("version", DOCUMENTS)
def test_a_preview_has_the_keys_of_the_document(version: str) -> None:
    whole, bare = preview_keys({"properties": {}}, version), preview_keys({}, version)
    both = KeyTree(
        keys={**whole.keys, **bare.keys}, ignored=tuple(dict.fromkeys((*whole.ignored, *bare.ignored)))
    )

    assert list(disagreements(both, taken("previewRuns", version))) == []


@pytest.mark.parametrize("operation", ["disableJob", "disableCollection"])
def test_what_disables_something_has_the_keys_of_the_document(operation: str) -> None:
    assert list(disagreements(PAUSE, taken(operation, EXTENDED))) == []


@pytest.mark.parametrize("operation", ["enableJob", "enableCollection", "runJob"])
def test_what_takes_a_note_has_the_keys_of_the_document(operation: str) -> None:
    assert list(disagreements(NOTE, taken(operation, EXTENDED))) == []


def test_a_key_that_one_of_them_lacks_is_noticed() -> None:
    schemas = taken("putCollection", EXTENDED)
    without = KeyTree(keys={key: below for key, below in COLLECTION.keys.items() if key != "tags"})

    assert sorted(disagreements(without, schemas))[0] == ".apiVersion"
    assert ".tags" in disagreements(without, schemas)


@pytest.mark.parametrize("operation", TREES)
def test_keys_that_only_newer_versions_know_are_noticed(operation: str) -> None:
    newer = getattr(keys_for(EXTENDED), TREES[operation])

    differing = set(disagreements(newer, taken(operation, ORIGINAL)))

    keys = OF_JOBS if "Job" in operation else {"defaults", "calendars", "disabled"}
    assert {f".properties.{key}" for key in keys} <= differing
    assert (".tags" in differing) is ("Job" in operation)
