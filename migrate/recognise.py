"""Documents → the collections and jobs in them. Forms are recognised by their content."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from migrate.files import Source
from migrate.forms import arm, classic
from migrate.forms.powershell import form as powershell
from migrate.forms.template import form as template
from migrate.forms.terraform import form as terraform
from migrate.found import Defaults, Found, FoundJob, Json, Origin
from migrate.terminal import Problem
from migrate.text import NotJson, read_documents

# Terraform's states and templates both have `resources`, so each looks for what only it has.
_FORMS: Final = (terraform, arm, powershell, classic)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSummary:
    """What a file held, for the report."""

    name: str
    forms: tuple[str, ...] = ()
    collections: int = 0
    jobs: int = 0
    passed_over: int = 0


def find_all(sources: Sequence[Source], defaults: Defaults) -> tuple[list[Found], list[FileSummary]]:
    """Return everything in the files; raise Problem if a file cannot be read, or a named one is of no use.

    Parameters files are read first, because a template may stand before its parameters.
    """
    items = {source.name: _items(source) for source in sources}
    given = _parameters([item for listed in items.values() for item in listed])
    everything: list[Found] = []
    summaries = []
    for source in sources:
        definitions, passed_over, used = _find(items[source.name], given, defaults)
        if source.named and not (definitions or used):
            raise Problem(f"{source.name}: {_NOTHING}")
        summaries.append(_summary(source.name, definitions, passed_over))
        everything += definitions
    return everything, summaries


_NOTHING: Final = (
    "holds nothing of Scheduler. What is understood: answers of the REST API, ARM templates with their "
    "parameters files, jobs of the classic API, Get-AzureRmSchedulerJob | ConvertTo-Json -Depth 10, "
    "and Terraform states."
)


def _parameters(items: Iterable[tuple[Origin, Any]]) -> Json:
    given: Json = {}
    for origin, document in items:
        if template.is_parameters_file(document):
            for name, value in template.parameter_values(document).items():
                if given.setdefault(name, value) != value:
                    raise Problem(
                        f"{origin}: another parameters file gives '{name}' another value; import them apart."
                    )
    return given


def _find(
    items: Sequence[tuple[Origin, Any]], given: Json, defaults: Defaults
) -> tuple[list[Found], int, bool]:
    """Return what was found, how much was passed over, and whether the file was useful otherwise."""
    definitions: list[Found] = []
    passed_over, used = 0, False
    for origin, document in items:
        form = next((form for form in _FORMS if form.matches(document)), None)
        if template.is_parameters_file(document):
            used = True
        elif template.matches(document):
            definitions += template.read(document, origin, given, defaults)
        elif form is not None:
            definitions += form.read(document, origin)
        else:
            passed_over += 1
            used = used or arm.is_history(document)
    return definitions, passed_over, used


def _items(source: Source) -> list[tuple[Origin, Any]]:
    """Return all objects of a file. A `.txt` file in a folder need not be JSON; it is then passed over."""
    try:
        documents = read_documents(source.content)
    except NotJson as exc:
        if not source.named and source.name.lower().endswith(".txt"):
            return [(Origin(file=source.name), None)]
        raise Problem(f"{source.name} {exc}.") from exc
    several = len(documents) > 1
    return [
        part
        for number, document in enumerate(documents, 1)
        for part in _parts(document, Origin(file=source.name, place=f"document {number}" if several else ""))
    ]


def _parts(document: Any, origin: Origin) -> Iterator[tuple[Origin, Any]]:
    """Take lists and pages apart. Their depth was checked when they were read."""
    if isinstance(document, list):
        for index, item in enumerate(document):
            yield from _parts(item, origin.at(f"[{index}]"))
    elif isinstance(document, dict) and isinstance(document.get("value"), list):
        for index, item in enumerate(document["value"]):
            yield from _parts(item, origin.at(f"value[{index}]"))
    else:
        yield origin, document


def _summary(name: str, definitions: Sequence[Found], passed_over: int) -> FileSummary:
    jobs = sum(isinstance(one, FoundJob) for one in definitions)
    return FileSummary(
        name=name,
        forms=tuple(sorted({one.origin.form for one in definitions})),
        collections=len(definitions) - jobs,
        jobs=jobs,
        passed_over=passed_over,
    )
