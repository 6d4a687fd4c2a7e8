"""Secrets by name: `${NAME}` in the place of a secret, looked up in a file or in the environment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from migrate.found import Found, FoundJob, Json
from migrate.secret_fields import DEFAULT_FIELDS, SECRET_FIELDS, secret_name, take_secrets, with_secrets
from shared.domain.errors import Faults


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """Definitions with their secrets in place; what has none lacks it. No value stands in the warnings."""

    definitions: tuple[Found, ...]
    warnings: tuple[str, ...] = ()


def resolve(definitions: Sequence[Found], given: Mapping[str, str]) -> Resolved:
    """Put the given values in the place of their names. What is not given is a warning and a note.

    A secret that stands in a file itself is used too, and is a warning: the file should not hold it.
    """
    resolved, warnings = list[Found](), list[str]()
    for one in definitions:
        done, told = _resolve(one, given)
        resolved.append(done)
        warnings += told
    return Resolved(definitions=tuple(resolved), warnings=tuple(warnings))


def _resolve(one: Found, given: Mapping[str, str]) -> tuple[Found, list[str]]:
    properties, fields = _properties(one)
    faults = Faults()
    bare, written = take_secrets(properties, faults, fields)
    if faults.found or not written:
        return one, []
    names = {field: secret_name(value) for field, value in written.items()}
    known = {field: given.get(name, "") if name else written[field] for field, name in names.items()}
    lacking = [f"${{{name}}} is not given: {field}" for field, name in names.items() if not known[field]]
    literal = [
        f"{one.origin}: a secret stands in the file: {field}" for field, name in names.items() if not name
    ]
    whole = with_secrets(bare, {field: value for field, value in known.items() if value})
    done = replace(_with_properties(one, whole), notes=(*one.notes, *lacking))
    return done, [*(f"{one.origin}: {note}" for note in lacking), *literal]


def _properties(one: Found) -> tuple[Json, Sequence[str]]:
    if isinstance(one, FoundJob):
        return one.properties, SECRET_FIELDS
    properties = one.body.get("properties")
    return properties if isinstance(properties, dict) else {}, DEFAULT_FIELDS


def _with_properties(one: Found, properties: Json) -> Found:
    if isinstance(one, FoundJob):
        return replace(one, properties=properties)
    return replace(one, body={**one.body, "properties": properties})
