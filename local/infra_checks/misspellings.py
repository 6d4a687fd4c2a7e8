"""Plant a misspelling into each property name, one at a time, and count how many are noticed."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from local.infra_checks.syntax import Document, parse, parse_tree

Check = Callable[[Mapping[str, Document]], list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a property name stands."""

    file: str
    line: int
    name: str
    start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What became of the misspellings. A crash is no catch."""

    caught: tuple[Place, ...] = ()
    missed: tuple[Place, ...] = ()
    crashed: tuple[Place, ...] = ()


def plant_all(texts: Mapping[str, str], check: Check, *, every: int = 1) -> Count:
    """Plant each misspelling, or only every so many."""
    documents = {file: parse(text) for file, text in texts.items()}
    before = set(check(documents))
    outcomes: dict[str, list[Place]] = {"caught": [], "missed": [], "crashed": []}
    for place in [*find_places(texts)][::every]:
        try:
            changed = {**documents, place.file: parse(misspell(texts[place.file], place))}
            outcome = "caught" if set(check(changed)) - before else "missed"
        except Exception:  # whatever it is, it does not say what is misspelt
            outcome = "crashed"
        outcomes[outcome].append(place)
    return Count(**{outcome: tuple(places) for outcome, places in outcomes.items()})


def find_places(texts: Mapping[str, str]) -> Iterator[Place]:
    """Yield each key of a resource or module, and each property that is read.

    The entries of variables are no properties: most are app settings, which have a test of their own.
    """
    for file, text in texts.items():
        found = {(start, name) for element in parse_tree(text).children for start, name in _names(element)}
        for start, name in sorted(found):
            yield Place(file=file, line=text.count("\n", 0, start) + 1, name=name, start=start)


def misspell(text: str, place: Place) -> str:
    """Leave out the name's last letter, or double it where there are only two."""
    wrong = place.name[:-1] if len(place.name) > 2 else place.name + place.name[-1]
    return text[: place.start] + wrong + text[place.start + len(place.name) :]


def _names(element: Any) -> Iterator[tuple[int, str]]:
    """Yield where a name begins, and the name."""
    for tree in element.iter_subtrees():
        if (
            tree.data == "key"
            and element.data in ("resource", "module")
            and tree.children[0].type == "STRING"
        ):
            yield tree.children[0].start_pos, str(tree.children[0])
        if tree.data == "property_accessor":
            yield from _read_names(tree.children[1])
        for token in tree.children:
            if getattr(token, "type", "") == "QUOTED_INTERPOLATION":
                yield from _names_in_text(token)


def _read_names(tree: Any) -> Iterator[tuple[int, str]]:
    """Yield what follows a dot: a name, or one more access, whose second half is met by itself."""
    while tree.data != "string":
        tree = tree.children[0]
    yield tree.children[0].start_pos, str(tree.children[0])


def _names_in_text(token: Any) -> Iterator[tuple[int, str]]:
    for expression in re.finditer(r"\$\{([^}]*)\}", token):
        for name in re.finditer(r"(?<=[\w)]\.)[A-Za-z]\w*", expression[1]):
            yield token.start_pos + expression.start(1) + name.start(), name[0]
