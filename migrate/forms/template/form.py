"""ARM templates, written by hand or exported, and the parameters files beside them."""

from dataclasses import replace
from typing import Final

from migrate.forms.template.expressions import Expressions
from migrate.forms.template.place import Place, TooMany
from migrate.forms.template.resources import read_resources
from migrate.forms.template.scope import scope_of
from migrate.forms.values import looked_into
from migrate.found import Defaults, Finding, Json, Origin, PassedOver
from shared.api.fields import Fields
from shared.domain.errors import Faults

FORM: Final = "ARM template"


def matches(document: object) -> bool:
    """Recognise a template by its schema, or by resources with a version, which a Terraform state lacks."""
    if not isinstance(document, dict):
        return False
    fields = Fields(_unwrapped(document), Faults())
    versioned = isinstance(fields.raw("resources"), list | dict) and fields.has("contentVersion")
    return versioned or _has_schema(fields, "deploymenttemplate.json")


def is_parameters_file(document: object) -> bool:
    """Recognise a parameters file by its schema, or by a version and parameters that only give values."""
    if not isinstance(document, dict):
        return False
    fields = Fields(document, Faults())
    if fields.has("resources") or not isinstance(fields.raw("parameters"), dict):
        return False
    given = [looked_into(entry) for entry in fields.raw("parameters").values()]
    plain = fields.has("contentVersion") and all(_gives_a_value(entry) for entry in given)
    return _has_schema(fields, "deploymentparameters.json") or (plain and not fields.has("$schema"))


def parameter_values(document: Json) -> Json:
    """Return the values of a parameters file by lower-case names, because case does not matter.

    A value that is null, as in an export, or lies in a key vault, counts as missing.
    """
    entries = Fields(document, Faults()).raw("parameters")
    if not isinstance(entries, dict):
        return {}
    values = {name.lower(): looked_into(entry).raw("value") for name, entry in entries.items()}
    return {name: value for name, value in values.items() if value is not None}


def read(document: Json, origin: Origin, given: Json, defaults: Defaults) -> list[Finding | PassedOver]:
    """Return what is in a template; `given` holds the values of all parameters files."""
    template, here = _unwrapped(document), replace(origin, form=FORM)
    place = Place(
        origin=here if template is document else here.at("template"),
        expressions=Expressions(scope_of(template, given, defaults)),
    )
    read: list[Finding | PassedOver] = []
    try:
        for one in read_resources(Fields(template, Faults()), place):
            read.append(one)  # one by one: what was read before an error is kept
    except TooMany as exc:
        read.append(exc.unusable)
    return read


def _unwrapped(document: Json) -> Json:
    """Return the template that an export wraps, or the document itself."""
    fields = Fields(document, Faults())
    inner = fields.raw("template")
    return inner if isinstance(inner, dict) and not fields.has("resources") else document


def _has_schema(fields: Fields, name: str) -> bool:
    schema = fields.raw("$schema")
    return isinstance(schema, str) and name in schema.lower()


def _gives_a_value(entry: Fields) -> bool:
    return entry.has("value") or entry.has("reference")
