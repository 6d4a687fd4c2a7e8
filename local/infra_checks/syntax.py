"""Bicep as a tree of our own: pycep's JSON does not tell a name from a text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lark import Token
from pycep import BicepParser
from pycep.transformer import BicepToJson


@dataclass(frozen=True, slots=True)
class Name:
    """What a file calls a parameter, variable, resource or module."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text with values in it: `'${a}b'`."""

    parts: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Call:
    function: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """A value's property: `root.a.b`."""

    root: Any
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """`[for name in array: inside]`."""

    names: frozenset[str]
    array: Any
    inside: Any


@dataclass(frozen=True, slots=True)
class Operation:
    """Any other operator, `conditional` and `not` among them."""

    kind: str
    operands: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    type: str
    version: str
    existing: bool
    condition: Any
    body: dict[str, Any]
    loop: Loop | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    path: str
    body: dict[str, Any]
    loop: Loop | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A file. The default of a parameter that must be given is None."""

    parameters: Mapping[str, Any]
    variables: Mapping[str, Any]
    resources: Mapping[str, Resource]
    modules: Mapping[str, Module]
    outputs: Mapping[str, Any]


def read_documents(folder: Path) -> dict[str, Document]:
    return {file.name: parse(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.bicep"))}


def parse(text: str) -> Document:
    """Return what a file says, or raise an error of the parser's."""
    raw = _Marked(add_line_numbers=False).transform(parse_tree(text))
    return Document(
        parameters={name: _tree(entry["default"]) for name, entry in raw.get("parameters", {}).items()},
        variables={name: _tree(entry["value"]) for name, entry in raw.get("variables", {}).items()},
        resources={name: _resource(entry) for name, entry in raw.get("resources", {}).items()},
        modules={name: _module(entry) for name, entry in raw.get("modules", {}).items()},
        outputs={name: _tree(entry["value"]) for name, entry in raw.get("outputs", {}).items()},
    )


def parse_tree(text: str) -> Any:
    """Return the parser's own tree, in which each word knows its place."""
    return _parser().parse(text)


def walk(tree: Any) -> Iterator[Any]:
    """Yield a tree and all that is in it, keys included."""
    yield tree
    match tree:
        case dict():
            for key, value in tree.items():
                yield from walk(key)
                yield from walk(value)
        case list() | tuple():
            for value in tree:
                yield from walk(value)
        case Text(parts) | Call(_, parts) | Operation(_, parts):
            yield from walk(parts)
        case Access(root, _):
            yield from walk(root)
        case Loop(_, array, inside):
            yield from walk(array)
            yield from walk(inside)


class _Marked(BicepToJson):  # type: ignore[misc]  # only the environment of these checks has it
    """Keeps names apart from texts."""

    def string(self, arg: tuple[Token]) -> Any:
        (token,) = arg
        return Name(str(token)) if token.type == "STRING" else _text(str(token)[1:-1])


@cache
def _parser() -> Any:
    return BicepParser(cache=False).lark_parser


def _text(inside: str) -> str | Text:
    """Split `a${b}c` into its parts; no value of ours holds braces of its own."""
    parts: list[Any] = []
    rest = inside
    while "${" in rest:
        before, _, after = rest.partition("${")
        expression, _, rest = after.partition("}")
        parts += [*([before] if before else []), _expression(expression)]
    if not parts:
        return inside
    return Text((*parts, *([rest] if rest else [])))


@cache
def _expression(text: str) -> Any:
    return parse(f"var value = {text}").variables["value"]


def _resource(entry: Mapping[str, Any]) -> Resource:
    body, condition, loop = _unwrap(entry["config"])
    return Resource(
        type=entry["type"],
        version=entry["api_version"],
        existing=entry["existing"],
        condition=condition,
        body=body,
        loop=loop,
    )


def _module(entry: Mapping[str, Any]) -> Module:
    body, _, loop = _unwrap(entry["config"])
    return Module(path=entry["detail"]["path"], body=body, loop=loop)


def _unwrap(config: Any) -> tuple[dict[str, Any], Any, Loop | None]:
    """Return the object inside a loop or a condition, the condition, and the loop."""
    condition: Any = True
    loop = _tree(config) if "loop_type" in config else None
    inside = config["config"] if loop else config
    if set(inside) == {"condition", "config"}:
        condition, inside = _tree(inside["condition"]), inside["config"]
    body: dict[str, Any] = _tree(inside)
    return body, condition, loop


def _loop(detail: Mapping[str, Any], inside: Any) -> Loop:
    (array,) = [value for key, value in detail.items() if key in ("array_name", "object_name")]
    names = [str(value) for key, value in detail.items() if key not in ("array_name", "object_name")]
    return Loop(frozenset(names), _tree(array), _tree(inside))


def _tree(raw: Any) -> Any:
    match raw:
        case {"function": {"type": str(function)}}:
            arguments = raw["function"].get("parameters", {}).values()
            return Call(function, tuple(_tree(value) for value in arguments if value is not None))
        case {"operator": {"type": "property_accessor", "operands": {"operand_1": root, "operand_2": rest}}}:
            return Access(_tree(root), tuple(_path(rest)))
        case {"operator": {"type": str(kind), "operands": dict(operands)}}:
            return Operation(kind, tuple(map(_tree, operands.values())))
        case {"loop_type": {"detail": dict(detail)}, "config": inside}:
            return _loop(detail, inside)
        case dict():
            return {_key(key): _tree(value) for key, value in raw.items()}
        case list():
            return [_tree(value) for value in raw]
    return raw


def _path(raw: Any) -> Iterator[str]:
    """Flatten what follows a dot: pycep nests it to the right."""
    match raw:
        case Name(text):
            yield text
        case {"operator": {"type": "property_accessor", "operands": {"operand_1": first, "operand_2": rest}}}:
            yield from _path(first)
            yield from _path(rest)
        case {"operator": {"type": "index_accessor", "operands": {"operand_1": first}}}:
            yield from _path(first)
        case _:
            raise ValueError(f"cannot follow {raw!r}")


def _key(raw: str) -> str | Text:
    return _text(raw[1:-1]) if raw.startswith("'") else raw
