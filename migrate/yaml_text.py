"""Text → YAML documents, as values that JSON could hold.

Of what is no text, only true, false, null and decimal numbers are understood. So `00:01:00` is a text
and no number, `2026-11-01` a text and no date, and `on` a text. Anchors and `<<` work, within limits.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from migrate.text import DEEPEST_DOCUMENT, LONGEST_NUMBER

MOST_VALUES: Final = 1_000_000  # written out, with everything that aliases repeat; 1,000 jobs have far fewer
_LOADER: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # some machines lack the faster one
_MERGE: Final = "<<"
_INTEGER: Final = re.compile(r"[-+]?[0-9]+")
_NUMBER: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: Final = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TEXT_TAGS: Final = ("!", "tag:yaml.org,2002:str")


class NotYaml(ValueError):
    """Says why the text is no YAML, in words that follow the file's name."""


def read_yaml(text: str, loader: Any = _LOADER) -> list[Any]:
    """Return the documents of a text, whichever loader reads it; raise NotYaml with the reason."""
    try:
        documents = _Reader(yaml.parse(text, Loader=loader)).documents()
        if "\\" in text:  # only an escape can write half a pair, and only the slower loader lets it pass
            json.dumps(documents, ensure_ascii=False).encode()
        return documents
    except UnicodeEncodeError as exc:
        raise NotYaml("holds half of a surrogate pair, which is no character") from exc
    except yaml.MarkedYAMLError as exc:
        mark = exc.problem_mark or exc.context_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}" if mark else "its end"
        raise NotYaml(f"is not YAML: it cannot be read at {where}") from exc
    except yaml.YAMLError as exc:
        raise NotYaml("is not YAML: it holds characters that YAML does not allow") from exc


class _Reader:
    """Builds values from the events of a text. An anchor keeps its value until the end of its document."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._events = iter(events)
        self._anchored: dict[str, tuple[Any, int]] = {}
        self._values = 0

    def documents(self) -> list[Any]:
        read = []
        for event in self._events:
            if isinstance(event, DocumentStartEvent):
                self._anchored = {}
                read.append(self._value(next(self._events), 1))
        return read

    def _value(self, event: Event, depth: int) -> Any:
        if depth > DEEPEST_DOCUMENT:
            raise NotYaml("is nested too deeply")
        if isinstance(event, AliasEvent):
            return self._repeated(event)
        before = self._values
        self._count(1)
        value = self._built(event, depth)
        if event.anchor is not None:
            self._anchored[event.anchor] = value, self._values - before
        return value

    def _built(self, event: Event, depth: int) -> Any:
        match event:
            case MappingStartEvent():
                _refuse_tag(event, "map")
                return self._mapping(depth)
            case SequenceStartEvent():
                _refuse_tag(event, "seq")
                return [self._value(item, depth + 1) for item in self._until(SequenceEndEvent)]
            case _:
                return _scalar(event)

    def _mapping(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        merged: list[dict[str, Any]] = []
        for key_event in self._until(MappingEndEvent):
            key = _key(key_event)
            value = self._value(next(self._events), depth + 1)
            if key == _MERGE:
                merged += _mergeable(value, key_event)
            elif key in members:
                raise NotYaml(f"has a key twice in one object, at {_place(key_event)}")
            else:
                members[key] = value
        for other in merged:
            for key, value in other.items():
                members.setdefault(key, value)
        return members

    def _until(self, end: type[Event]) -> Iterator[Event]:
        while not isinstance(event := next(self._events), end):
            yield event

    def _repeated(self, event: AliasEvent) -> Any:
        if event.anchor not in self._anchored:
            raise NotYaml(f"names an anchor that is not there, at {_place(event)}")
        value, size = self._anchored[event.anchor]
        self._count(size)
        return value

    def _count(self, more: int) -> None:
        self._values += more
        if self._values > MOST_VALUES:
            raise NotYaml(f"has more than {MOST_VALUES:,} values, with those that its aliases repeat")


def _scalar(event: Event) -> Any:
    text: str = event.value
    if event.tag is not None:
        if event.tag not in _TEXT_TAGS:
            raise NotYaml(f"has a tag that is not understood, at {_place(event)}")
        return text
    if not event.implicit[0]:  # quoted, or a block
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text) is None:
        return text
    if len(text) > LONGEST_NUMBER:
        raise NotYaml(f"has a number of more than {LONGEST_NUMBER} digits, at {_place(event)}")
    return int(text) if _INTEGER.fullmatch(text) else _float(text, event)


def _float(text: str, event: Event) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise NotYaml(f"has a number that is too large, at {_place(event)}")
    return number


def _key(event: Event) -> str:
    """Return the text of a key, also if it looks like a number: JSON has no other keys."""
    if not isinstance(event, ScalarEvent):
        raise NotYaml(f"has a key that is not a text, at {_place(event)}")
    return str(event.value)


def _mergeable(value: Any, event: Event) -> list[dict[str, Any]]:
    """Return the objects that `<<` names. Earlier ones win, so that they are merged in this order."""
    items = value if isinstance(value, list) else [value]
    if not all(isinstance(item, dict) for item in items):
        raise NotYaml(f"merges something that is not an object, at {_place(event)}")
    return items


def _refuse_tag(event: Event, kind: str) -> None:
    if event.tag not in (None, "!", f"tag:yaml.org,2002:{kind}"):
        raise NotYaml(f"has a tag that is not understood, at {_place(event)}")


def _place(event: Event) -> str:
    return f"line {event.start_mark.line + 1}, column {event.start_mark.column + 1}"
