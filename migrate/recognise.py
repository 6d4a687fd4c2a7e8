"""Documents → the collections and jobs in them. Forms are recognised by their content."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from migrate.documents import Unreadable, documents_of
from migrate.files import Source
from migrate.forms import arm, classic, code
from migrate.forms.commands import cron_jobs, crontab
from migrate.forms.eventbridge import form as eventbridge
from migrate.forms.eventbridge.join import joined
from migrate.forms.google import form as google
from migrate.forms.logic_apps import form as logic_apps
from migrate.forms.logic_apps.join import is_beside, with_beside
from migrate.forms.powershell import form as powershell
from migrate.forms.template import form as template
from migrate.forms.terraform import form as terraform
from migrate.found import Defaults, Finding, FoundCollection, FoundJob, Json, Origin, PassedOver
from migrate.pages import lacking_pages
from migrate.terminal import Problem
from shared.domain.errors import cut

Items = Sequence[tuple[Origin, Any]]


class Form(Protocol):
    """What a module of the room `forms` offers."""

    def matches(self, document: object) -> bool:
        """Say whether a document has this form."""

    def read(self, document: Any, origin: Origin) -> Sequence[Finding | PassedOver]:
        """Return what is in the document."""


class FilledForm(Protocol):
    """The same, where the command line says what the form lacks."""

    def matches(self, document: object) -> bool:
        """Say whether a document has this form."""

    def read(self, document: Any, origin: Origin, defaults: Defaults) -> Sequence[Finding | PassedOver]:
        """Return what is in the document."""


# Terraform's states and templates both have `resources`, so each looks for what only it has.
_FORMS: Final[tuple[Form, ...]] = (terraform, arm, powershell, classic, code)
_FILLED_FORMS: Final[tuple[FilledForm, ...]] = (eventbridge, google, logic_apps, crontab, cron_jobs)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSummary:
    """What a file held, for the report. `passed` names what was passed over, and its place."""

    name: str
    forms: tuple[str, ...] = ()
    collections: int = 0
    jobs: int = 0
    passed_over: int = 0
    not_deployed: int = 0
    """The number of resources of a template that it describes, but does not deploy."""
    passed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _InFile:
    """What was found in a file. Parameters, and a history, are `useful` though they define nothing."""

    found: list[Finding]
    passed: list[PassedOver]
    useful: bool


def find_all(sources: Sequence[Source], defaults: Defaults) -> tuple[list[Finding], list[FileSummary]]:
    """Return everything in the files; raise Problem if files cannot be read, or named ones are of no use.

    Parameters files are read first, because a template may stand before its parameters.
    """
    documents = _documents_of(sources)
    parts = {
        name: [part for origin, one in listed for part in _parts(one, origin)]
        for name, listed in documents.items()
    }
    items = with_beside(joined(parts), logic_apps.matches)
    given = _parameters([item for listed in items.values() for item in listed])
    contents = {name: _find(listed, given, defaults) for name, listed in items.items()}
    useless = [source.name for source in sources if source.named and _is_useless(contents[source.name])]
    if useless:
        raise Problem("\n".join(f"{name}: {_NOTHING}" for name in useless))
    found = [one for inside in contents.values() for one in inside.found]
    lacking = lacking_pages([page for listed in documents.values() for page in _pages(listed)])
    return [*found, *lacking], [_summary(name, inside) for name, inside in contents.items()]


_NOTHING: Final = (
    "holds nothing of Scheduler. What is understood: answers of the REST API, ARM templates with their "
    "parameters files, jobs of the classic API, Get-AzureRmSchedulerJob | ConvertTo-Json -Depth 10, "
    "Terraform states, workflows of Logic Apps, schedules of EventBridge and of Google Cloud, crontabs, "
    "CronJobs of Kubernetes, and jobs as code. docs/migrating.md shows each."
)


def _is_useless(inside: _InFile) -> bool:
    return not (inside.found or inside.useful)


def _documents_of(sources: Sequence[Source]) -> Mapping[str, Items]:
    """Return the documents of all files; raise Problem with every file that cannot be read."""
    documents: dict[str, Items] = {}
    problems = []
    for source in sources:
        try:
            documents[source.name] = _documents(source)
        except Unreadable as exc:
            problems.append(f"{source.name} {exc}.")
    if problems:
        raise Problem("\n".join(problems))
    return documents


def _documents(source: Source) -> Items:
    """Return the documents of a file. A `.txt` file in a folder may be any text; it is then passed over."""
    try:
        documents = documents_of(source.name, source.content)
    except Unreadable:
        if source.named or not source.name.lower().endswith(".txt"):
            raise
        return [(Origin(file=source.name), None)]
    several = len(documents) > 1
    return [
        (Origin(file=source.name, place=f"document {number}" if several else ""), document)
        for number, document in enumerate(documents, 1)
    ]


def _parameters(items: Items) -> Json:
    given: Json = {}
    for origin, document in items:
        if template.is_parameters_file(document):
            for name, value in template.parameter_values(document).items():
                if given.setdefault(name, value) != value:
                    raise Problem(
                        f"{origin}: another parameters file gives '{name}' another value; import them apart."
                    )
    return given


def _find(items: Items, given: Json, defaults: Defaults) -> _InFile:
    read: list[Finding | PassedOver] = []
    useful = False
    for origin, document in items:
        if template.is_parameters_file(document) or eventbridge.is_beside(document) or is_beside(document):
            useful = True
        elif template.matches(document):
            read += template.read(document, origin, given, defaults)
        elif form := next((one for one in _FORMS if one.matches(document)), None):
            read += form.read(document, origin)
        elif other := next((one for one in _FILLED_FORMS if one.matches(document)), None):
            read += other.read(document, origin, defaults)
        else:
            useful = useful or arm.is_history(document)
            read.append(PassedOver(origin=origin, what=_named(document)))
    found = [one for one in read if not isinstance(one, PassedOver)]
    passed = [one for one in read if isinstance(one, PassedOver)]
    # If no schedule starts a workflow, the report says that, which is more than that the file holds nothing.
    told = any(one.ours or one.origin.form == logic_apps.FORM for one in passed)
    return _InFile(found=found, passed=passed, useful=useful or told)


def _named(document: Any) -> str:
    """Return what something is that is passed over, as far as it says so."""
    if arm.is_history(document):
        return "the history of a job"
    kind = document.get("type") or document.get("kind") if isinstance(document, dict) else None
    return cut(kind) if isinstance(kind, str) else "nothing of Scheduler"


def _parts(document: Any, origin: Origin) -> Iterator[tuple[Origin, Any]]:
    """Take lists and pages apart. Their depth was checked when they were read."""
    match document:
        case list():
            for index, item in enumerate(document):
                yield from _parts(item, origin.at(f"[{index}]"))
        case {"value": list() as items}:
            for index, item in enumerate(items):
                yield from _parts(item, origin.at(f"value[{index}]"))
        case _:
            yield origin, document


def _pages(documents: Items) -> Iterator[tuple[Origin, Json]]:
    """Yield the pages that hold something we read. Others may lead wherever they like."""
    for origin, document in documents:
        match document:
            case list():
                yield from _pages([(origin.at(f"[{index}]"), item) for index, item in enumerate(document)])
            case {"value": list() as items} if not items or any(map(_is_read, items)):
                yield origin, document


def _is_read(document: object) -> bool:
    return any(one.matches(document) for one in _FORMS) or any(one.matches(document) for one in _FILLED_FORMS)


def _summary(name: str, inside: _InFile) -> FileSummary:
    definitions = [one for one in inside.found if isinstance(one, FoundCollection | FoundJob)]
    jobs = sum(isinstance(one, FoundJob) for one in definitions)
    return FileSummary(
        name=name,
        forms=tuple(sorted({one.origin.form for one in inside.found} - {""})),
        collections=len(definitions) - jobs,
        jobs=jobs,
        passed_over=sum(not one.ours for one in inside.passed),
        not_deployed=sum(one.ours for one in inside.passed),
        passed=tuple(map(str, inside.passed)),
    )
