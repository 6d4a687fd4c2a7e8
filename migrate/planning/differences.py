"""Where two pieces of JSON differ, field by field."""

import json
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

_LONGEST_SHOWN: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A field with its values in the app and in the files, as JSON, or the word absent."""

    field: str
    there: str
    here: str

    def __str__(self) -> str:
        return f"{self.field}: {self.there} there, {self.here} in the files"


def differences(there: Any, here: Any, path: str = "") -> Iterator[Difference]:
    """Yield the fields that differ, with their values as people read them."""
    for field, before, after in differing(there, here, path):
        yield Difference(field=field, there=shown_value(before), here=shown_value(after))


def differing(there: Any, here: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the fields that differ, each with both values; None is absent. Lists are compared as a whole."""
    if isinstance(there, dict) and isinstance(here, dict):
        for key in dict.fromkeys([*there, *here]):
            yield from differing(there.get(key), here.get(key), f"{path}.{key}".strip("."))
    elif there != here:
        yield path, there, here


def without_certificates(found: Iterable[Difference], secrets: Container[str]) -> Iterator[Difference]:
    """Yield the differences. The facts of a certificate are known only if the PFX file is there."""
    for difference in found:
        holder, of_certificate, _ = difference.field.partition(".certificate")
        if not of_certificate or f"{holder.removeprefix('properties.')}.pfx" in secrets:
            yield difference


def shown_value(value: Any) -> str:
    if value is None:
        return "absent"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
