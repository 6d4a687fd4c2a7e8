"""What a deployment would set: Bicep's expressions, with a made-up answer for all that only Azure knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from local.infra_checks.syntax import Access, Call, Document, Name, Operation, Resource, Text

STORAGE_ENDPOINTS: Final = ("properties", "primaryEndpoints")


@dataclass(frozen=True, slots=True)
class Found:
    """A resource as it would be sent; texts that only Azure knows read `<file symbol path>`."""

    file: str
    symbol: str
    type: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file in a deployment, with the parameters that it is given."""

    name: str
    documents: Mapping[str, Document]
    given: Mapping[str, Any] = field(default_factory=dict)

    @property
    def document(self) -> Document:
        return self.documents[self.name]

    def resources(self) -> list[Found]:
        """Return all resources that this file and its modules make, but for those in loops."""
        own = [
            Found(self.name, symbol, resource.type, self.value(resource.body))
            for symbol, resource in self.document.resources.items()
            if not resource.existing and resource.loop is None and self.value(resource.condition)
        ]
        return [*own, *(found for name in self.document.modules for found in self.module(name).resources())]

    def module(self, name: str) -> "File":
        module = self.document.modules[name]
        given = self.value(module.body.get("params", {}))
        return File(name=module.path, documents=self.documents, given=given)

    def value(self, tree: Any) -> Any:
        match tree:
            case dict():
                return {self.value(key): self.value(value) for key, value in tree.items()}
            case list():
                return [self.value(value) for value in tree]
            case Name(text):
                return self._named(text)
            case Text(parts):
                return "".join(str(self.value(part)) for part in parts)
            case Access(root, path):
                return self._accessed(root, path)
            case Call() | Operation():
                return self._computed(tree)
        return tree

    def _accessed(self, root: Any, path: tuple[str, ...]) -> Any:
        match root:
            case Name(text) if text in self.document.modules:
                return self._output(text, path)
            case Name(text) if text in self.document.resources:
                return self._read(text, self.document.resources[text], path)
        return f"<{self.value(root)} {'.'.join(path)}>"

    def _computed(self, tree: Call | Operation) -> Any:
        match tree:
            case Call(function, arguments):
                return _call(function, [self.value(argument) for argument in arguments])
            case Operation("conditional", (condition, yes, no)):
                return self.value(yes if self.value(condition) else no)
            case Operation("not", (inside,)):
                return not self.value(inside)
        return f"<{tree}>"

    def _named(self, name: str) -> Any:
        if name in self.given:
            return self.given[name]
        if name in self.document.parameters:
            return self.value(self.document.parameters[name])
        if name in self.document.variables:
            return self.value(self.document.variables[name])
        return f"<{self.name} {name}>"

    def _output(self, module: str, path: tuple[str, ...]) -> Any:
        target = self.module(module)
        return target.value(target.document.outputs[path[1]])

    def _read(self, symbol: str, resource: Resource, path: tuple[str, ...]) -> str:
        if path[:2] == STORAGE_ENDPOINTS:
            return f"https://{self.value(resource.body['name'])}.{path[2]}.core.windows.net/"
        if path == ("name",):
            return str(self.value(resource.body["name"]))
        return f"<{self.name} {symbol} {'.'.join(path)}>"


def _call(function: str, arguments: list[Any]) -> Any:
    match function:
        case "empty":
            return not arguments[0]
        case "union":
            return {key: value for argument in arguments for key, value in argument.items()}
        case "unique_string":
            return "unique"
    return f"{function}({','.join(map(str, arguments))})"
