"""The faults of a folder of Bicep files, each as a line that names its place."""

from collections.abc import Iterator, Mapping
from typing import Any

from local.infra_checks.resources import BICEP_ONLY, FUNCTIONS, MODELS, READ_MODELS
from local.infra_checks.shapes import Field, fields_of, find_model
from local.infra_checks.syntax import (
    Access,
    Call,
    Document,
    Loop,
    Module,
    Name,
    Operation,
    Resource,
    Text,
    walk,
)


def find_faults(documents: Mapping[str, Document]) -> list[str]:
    return [f"{name}: {fault}" for name in documents for fault in faults_of(name, documents)]


def faults_of(file: str, documents: Mapping[str, Document]) -> Iterator[str]:
    """Yield what is wrong with a file; other files tell what modules take and give."""
    document = documents[file]
    for name, resource in document.resources.items():
        yield from (f"{name}: {fault}" for fault in _check_resource(resource, document))
    for name, module in document.modules.items():
        yield from (f"{name}: {fault}" for fault in _check_module(module, documents))
    yield from _check_names(document)
    yield from _check_accesses(document, documents)
    yield from (f"{name} is never used" for name in _unused(document))


def _check_resource(resource: Resource, document: Document) -> Iterator[str]:
    if resource.type not in MODELS:
        yield f"no type is known for {resource.type}"
        return
    fields = fields_of(find_model(MODELS[resource.type]))
    body = {key: value for key, value in resource.body.items() if key not in BICEP_ONLY}
    if "name" not in resource.body:
        yield "has no name"
    needed = {name: field for name, field in fields.items() if name not in BICEP_ONLY}
    yield from _check_object(body, {} if resource.existing else needed, document, "")


def _check_object(
    body: Mapping[Any, Any], fields: Mapping[str, Field], document: Document, path: str
) -> Iterator[str]:
    for name, field in fields.items():
        if field.required and name not in body:
            yield f"{path}{name} is missing"
    for key, value in body.items():
        known = fields.get(key) if isinstance(key, str) else None
        if known is None:
            yield f"{path}{key} is not known"
        elif known.read_only:
            yield f"{path}{key} cannot be set"
        else:
            yield from _check_value(value, known, document, f"{path}{key}")


def _check_value(value: Any, field: Field, document: Document, path: str) -> Iterator[str]:
    """Check one value. What only Azure knows, or a parameter's value, may be anything."""
    for meaning in _meanings(value, document):
        match meaning:
            case list():
                if field.container != "list":
                    yield f"{path} is no list"
                for number, entry in enumerate(meaning):
                    yield from _check_entry(entry, field, document, f"{path}[{number}]")
            case dict() if field.container == "map":
                for key, entry in meaning.items():
                    yield from _check_entry(entry, field, document, f"{path}.{_shown(key)}")
            case dict() | str() | bool() | int():
                if field.container:
                    yield f"{path} is no {field.container}"
                yield from _check_entry(meaning, field, document, path)


def _meanings(value: Any, document: Document) -> Iterator[Any]:
    """Yield what a value may turn out to be."""
    match value:
        case Name(text) if text in document.variables:
            yield from _meanings(document.variables[text], document)
        case Operation("conditional", (_, yes, no)):
            yield from _meanings(yes, document)
            yield from _meanings(no, document)
        case Loop(_, _, inside):
            yield [inside]
        case _:
            yield value


def _check_entry(value: Any, field: Field, document: Document, path: str) -> Iterator[str]:
    inside = field.inside if field.inside is not None else fields_of(field.model) if field.model else None
    match value:
        case dict() if inside is not None:
            yield from _check_object(value, inside, document, f"{path}.")
        case dict() if field.plain:
            yield f"{path} is no object"
        case str() | bool() | int() if inside is not None:
            yield f"{path} is an object"
        case str() if field.allowed and value not in field.allowed:
            yield f"{path} is '{value}', not one of {', '.join(sorted(field.allowed))}"
        case int() if field.plain is float:
            return
        case str() | bool() | int() if field.plain and type(value) is not field.plain:
            yield f"{path} is no {field.plain.__name__}"


def _check_module(module: Module, documents: Mapping[str, Document]) -> Iterator[str]:
    target = documents.get(module.path)
    if target is None:
        yield f"{module.path} is not there"
        return
    yield from (f"{key} is not known" for key in module.body if key not in {*BICEP_ONLY, "params"})
    given = module.body.get("params", {})
    yield from (f"{module.path} has no parameter {name}" for name in given if name not in target.parameters)
    for name, default in target.parameters.items():
        if default is None and name not in given:
            yield f"{module.path} needs the parameter {name}"


def _nodes(document: Document) -> Iterator[Any]:
    """Yield everything that stands in a file."""
    for part in (document.parameters, document.variables, document.outputs):
        yield from walk([*part.values()])
    for resource in document.resources.values():
        yield from walk(resource.loop or [resource.body, resource.condition])
    for module in document.modules.values():
        yield from walk(module.loop or module.body)


def _check_names(document: Document) -> Iterator[str]:
    known = {*document.parameters, *document.variables, *document.resources, *document.modules}
    known |= {name for node in _nodes(document) if isinstance(node, Loop) for name in node.names}
    for node in _nodes(document):
        if isinstance(node, Name) and node.text not in known:
            yield f"{node.text} is not declared"


def _unused(document: Document) -> Iterator[str]:
    used = {node.text for node in _nodes(document) if isinstance(node, Name)}
    yield from (name for name in document.variables if name not in used)


def _check_accesses(document: Document, documents: Mapping[str, Document]) -> Iterator[str]:
    """Check every `a.b.c` whose beginning is a resource, a module or an object of the file's own."""
    for node in _nodes(document):
        match node:
            case Access(Call(function, _), (first, *_)) if first not in FUNCTIONS.get(function, first):
                yield f"{function}() has no {first}"
            case Access(Name(root), path) if root in document.resources:
                yield from _check_read(root, document.resources[root], path)
            case Access(Name(root), (first, *rest)) if root in document.modules:
                target = documents.get(document.modules[root].path)
                outputs = target.outputs if target else {}
                if first != "outputs" or not rest or rest[0] not in outputs:
                    yield f"{root} has no {'.'.join([first, *rest])}"
            case Access(Name(root), (first, *_)):
                if any(first not in each for each in _objects(root, document)):
                    yield f"{root} has no {first}"


def _objects(name: str, document: Document) -> Iterator[dict[str, Any]]:
    """Yield the objects that a variable, or the name in a loop, may stand for."""
    places = [document.variables[name]] if name in document.variables else []
    for node in _nodes(document):
        if isinstance(node, Loop) and name in node.names:
            places += [entry for array in _meanings(node.array, document) for entry in _entries(array)]
    yield from (place for place in places if isinstance(place, dict))


def _entries(array: Any) -> list[Any]:
    return array if isinstance(array, list) else []


def _check_read(name: str, resource: Resource, path: tuple[str, ...]) -> Iterator[str]:
    place = READ_MODELS.get(resource.type) or MODELS.get(resource.type)
    if place is None or path in (("id",), ("name",)):
        return
    fields: Mapping[str, Field] | None = fields_of(find_model(place))
    for part in path:
        field = fields.get(part) if fields is not None else None
        if field is None:
            yield f"{name} has no {'.'.join(path)}"
            return
        fields = field.inside if field.inside is not None else fields_of(field.model) if field.model else None


def _shown(key: Any) -> str:
    return "…" if isinstance(key, Text) else str(key)
