"""The language of template expressions: text → tokens → a tree of calls."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

LONGEST_EXPRESSION: Final = 20_000
DEEPEST_EXPRESSION: Final = 50  # people nest about five; the parser is recursive and must not overflow
_LONGEST_INTEGER: Final = 20  # 64 bits, with a sign
_LITERALS: Final = {"true": True, "false": False}

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<text>'[^']*+(?:''[^']*+)*+')|(?P<integer>-?[0-9]+)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<mark>[()\[\],.]))"
)
# The text itself is not quoted, because it may be a password that someone forgot to escape.
_UNREADABLE: Final = "cannot be read as an expression; a text that begins with '[' is written with '[['"


class Unresolved(Exception):
    """Says why a value cannot be resolved. The text never holds a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal:
    value: str | int | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    name: str
    arguments: tuple["Node", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """Steps into a result, `.a` and `['a']` alike."""

    start: "Node"
    steps: tuple["Node", ...]


Node = Literal | Call | Path


@dataclass(frozen=True, slots=True, kw_only=True)
class _Token:
    kind: str
    text: str


@lru_cache(maxsize=500)  # a loop resolves the same expressions again and again
def parse(expression: str) -> Node:
    """Return the tree of an expression, which is given without its outer brackets."""
    if len(expression) > LONGEST_EXPRESSION:
        raise Unresolved(f"the expression is longer than {LONGEST_EXPRESSION:,} characters")
    return _Parser(_tokens(expression)).whole()


def _tokens(expression: str) -> list[_Token]:
    tokens, at, end = [], 0, len(expression.rstrip())
    while at < end:
        match = _TOKEN.match(expression, at, end)
        if match is None:
            raise Unresolved(_UNREADABLE)
        tokens.append(_Token(kind=match.lastgroup or "", text=match[match.lastgroup or 0]))
        at = match.end()
    return tokens


class _Parser:
    """Reads tokens from left to right. Each rule of the grammar has one function."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def whole(self) -> Node:
        node = self._expression()
        if self._at < len(self._tokens):
            raise Unresolved(_UNREADABLE)
        return node

    def _expression(self) -> Node:
        self._depth += 1
        if self._depth > DEEPEST_EXPRESSION:
            raise Unresolved(f"the expression is nested deeper than {DEEPEST_EXPRESSION}")
        start, steps = self._start(), self._steps()
        self._depth -= 1
        return Path(start=start, steps=steps) if steps else start

    def _start(self) -> Node:
        token = self._next()
        match token.kind:
            case "text":
                return Literal(value=token.text[1:-1].replace("''", "'"))
            case "integer" if len(token.text) <= _LONGEST_INTEGER:
                return Literal(value=int(token.text))
            case "name" if self._takes("("):
                return Call(name=token.text, arguments=self._arguments())
            case "name" if self._takes("."):
                return self._own_call(token.text)
            case "name" if token.text.lower() in _LITERALS:
                return Literal(value=_LITERALS[token.text.lower()])
            case _:
                raise Unresolved(_UNREADABLE)

    def _own_call(self, namespace: str) -> Call:
        """Read a call of a function that the template defines: `namespace.name(…)`."""
        name = self._name()
        self._expect("(")
        return Call(name=f"{namespace}.{name}", arguments=self._arguments())

    def _arguments(self) -> tuple[Node, ...]:
        if self._takes(")"):
            return ()
        arguments = [self._expression()]
        while self._takes(","):
            arguments.append(self._expression())
        self._expect(")")
        return tuple(arguments)

    def _steps(self) -> tuple[Node, ...]:
        """Read all steps in a row. They lie side by side, so their number needs no limit."""
        steps: list[Node] = []
        while True:
            if self._takes("."):
                steps.append(Literal(value=self._name()))
            elif self._takes("["):
                steps.append(self._expression())
                self._expect("]")
            else:
                return tuple(steps)

    def _name(self) -> str:
        token = self._next()
        if token.kind != "name":
            raise Unresolved(_UNREADABLE)
        return token.text

    def _takes(self, mark: str) -> bool:
        taken = self._at < len(self._tokens) and self._tokens[self._at] == _Token(kind="mark", text=mark)
        self._at += taken
        return taken

    def _expect(self, mark: str) -> None:
        if not self._takes(mark):
            raise Unresolved(_UNREADABLE)

    def _next(self) -> _Token:
        if self._at >= len(self._tokens):
            raise Unresolved(_UNREADABLE)
        self._at += 1
        return self._tokens[self._at - 1]
