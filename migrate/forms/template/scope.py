"""What the expressions of a template can name: parameters, variables, functions, and its target."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from migrate.forms.template.budget import Budget
from migrate.forms.template.values import Unknown, by_lower_name
from migrate.found import Defaults, Json
from shared.api.fields import Fields
from shared.domain.errors import Faults

FROM_A_FILE: Final = "give it in a parameters file"
_FROM_A_DEPLOYMENT: Final = "the deployment that holds the template gives it none"
_FROM_A_CALL: Final = "a function knows only its own"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A value, and whether a part of it is made up, as that of uniqueString is."""

    value: object
    made_up: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function that a template defines."""

    parameters: tuple[str, ...]
    output: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Sections:
    """What a template defines, by lower-case names; None is a section that is no object."""

    parameters: Json | None
    variables: Json | None
    variable_loops: Mapping[str, object]
    functions: Mapping[str, Function]


@dataclass(slots=True, kw_only=True)
class Scope:
    """What counts in a template while it is read.

    `advice` says what to do about a parameter without a value.
    `known` keeps what has been resolved: each value is resolved once.
    `made_up` says whether a value that was resolved just now is made up in part.
    `read` keeps the sections of nested templates: a loop may deploy one again and again.
    """

    sections: Sections
    given: Mapping[str, Known]
    defaults: Defaults
    facts: Json
    budget: Budget
    advice: str = FROM_A_FILE
    known: dict[tuple[str, str], Known] = field(default_factory=dict)
    made_up: bool = False
    read: dict[int, Sections] = field(default_factory=dict)

    def of_nested(self, template: Json, given: Mapping[str, Known], defaults: Defaults) -> "Scope":
        """Return the scope of a template that this one nests, if it has a scope of its own."""
        if id(template) not in self.read:  # it is part of the document, so no other takes its id
            self.read[id(template)] = _sections(template)
        return Scope(
            sections=self.read[id(template)],
            given=given,
            defaults=defaults,
            facts=_facts(defaults),
            budget=self.budget,
            advice=_FROM_A_DEPLOYMENT,
            read=self.read,
        )

    def of_call(self, given: Mapping[str, Known]) -> "Scope":
        """Return the scope of a function's body, which knows only its own parameters."""
        bare = replace(self.sections, parameters={}, variables={}, variable_loops={})
        return replace(self, sections=bare, given=given, advice=_FROM_A_CALL, known={}, made_up=False)


def scope_of(template: Json, given: Json, defaults: Defaults) -> Scope:
    """Return the scope of a template; `given` holds the values of parameters files."""
    return Scope(
        sections=_sections(template),
        given={name.lower(): Known(value=value) for name, value in given.items() if value is not None},
        defaults=defaults,
        facts=_facts(defaults),
        budget=Budget(),
    )


def _sections(template: Json) -> Sections:
    fields = Fields(template, Faults())
    variables = by_lower_name(fields.raw("variables"))
    return Sections(
        parameters=by_lower_name(fields.raw("parameters")),
        variables=variables,
        variable_loops=dict(_loops((variables or {}).get("copy"))),
        functions=dict(_functions(fields.raw("functions"))),
    )


def _loops(section: object) -> Iterator[tuple[str, object]]:
    """Yield the copy loops that write variables, by the names of these."""
    for one in section if isinstance(section, list) else []:
        name = (by_lower_name(one) or {}).get("name")
        if isinstance(name, str):
            yield name.lower(), one


def _functions(section: object) -> Iterator[tuple[str, Function]]:
    """Yield the template's own functions by full names in lower case. What has another shape defines none."""
    for one in section if isinstance(section, list) else []:
        spaces = by_lower_name(one) or {}
        for name, member in (by_lower_name(spaces.get("members")) or {}).items():
            parts = by_lower_name(member) or {}
            output = by_lower_name(parts.get("output")) or {}
            taken = tuple(_parameter_names(parts.get("parameters")))
            if "value" in output:
                yield _full_name(spaces, name), Function(parameters=taken, output=output["value"])


def _full_name(spaces: Json, name: str) -> str:
    return f"{spaces.get('namespace')}.{name}".lower()


def _parameter_names(parameters: object) -> Iterator[str]:
    for one in parameters if isinstance(parameters, list) else []:
        yield str((by_lower_name(one) or {}).get("name")).lower()


def _facts(defaults: Defaults) -> Json:
    """Return what a deployment knows about its target. Here only the command line knows it."""
    subscription = defaults.subscription or Unknown(reason="needs --subscription")
    group = defaults.resource_group or Unknown(reason="needs --resource-group")
    whole = f"/subscriptions/{subscription}"
    return {
        "resourcegroup": {
            "id": _first_unknown(subscription, group) or f"{whole}/resourceGroups/{group}",
            "name": group,
            "location": defaults.location or Unknown(reason="needs --location"),
        },
        "subscription": {"id": _first_unknown(subscription) or whole, "subscriptionId": subscription},
    }


def _first_unknown(*values: object) -> Unknown | None:
    return next((value for value in values if isinstance(value, Unknown)), None)
