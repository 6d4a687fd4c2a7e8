"""What an export cannot hold, and what it is good for, in words for people."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from migrate.exporting.form import Form
from migrate.exporting.resources import Resource
from migrate.invocation import program
from migrate.terminal import Problem, counted
from shared.domain.about import EXTENDED


def refuse_several_groups(form: Form, resources: Iterable[Resource]) -> None:
    """Raise Problem if a form that is deployed into one resource group would get more of them."""
    if form is Form.TERRAFORM:
        return
    groups = {(one.names.resource_group or "").lower(): one.names.resource_group or "" for one in resources}
    if len(groups) > 1:
        listed = ", ".join(sorted(groups.values()))
        raise Problem(
            f"'{form}' describes one resource group, and these collections lie in {len(groups)}: {listed}. "
            "Choose one with --resource-group."
        )


def missing_in(form: Form) -> str:
    """Say what is never in an export."""
    return "without secrets and history" if form is Form.REST else "without secrets, history and counters"


def losses(form: Form, resources: Sequence[Resource]) -> Iterator[str]:
    """Yield what only this app understands, resource by resource, what was lost, and what the file is for."""
    for one in resources:
        if one.only_here:
            yield f"{one.full_name}: only this app understands {', '.join(one.only_here)}."
        yield from (f"{one.full_name}: {said}." for said in one.told)
    beyond = sum(bool(one.only_here) for one in resources)
    if beyond:
        yield f"{counted(beyond, 'resource')} with apiVersion {EXTENDED}, which only this app knows."
    secrets = sum(len(one.secrets) for one in resources)
    if secrets:
        kind = "variable" if form is Form.TERRAFORM else "parameter"
        yield f"{counted(secrets, 'secret')}: give each as the value of its {kind}."
    yield from _purpose(form, resources)


def _purpose(form: Form, resources: Sequence[Resource]) -> Iterator[str]:
    yield "Azure no longer has Microsoft.Scheduler, so it cannot deploy this."
    names = resources[0].names
    place = f"--subscription {_quoted(names.subscription)} --resource-group {_quoted(names.resource_group)}"
    match form:
        case Form.ARM:
            yield f"Keep it under git, or bring it into an app: {program()} import FILE --to URL {place}"
        case Form.BICEP:
            yield "Keep it under git. `bicep build` makes a template of it, which an app can take:"
            yield f"    {program()} import FILE.json --to URL {place}"
        case Form.TERRAFORM:
            yield "Keep it under git. `import` does not read it: to move to another app, use --as arm."
        case Form.REST:
            return
        case _:
            assert_never(form)


def _quoted(name: str | None) -> str:
    return shlex.quote(name or "")
