"""Expressions of a template for tests."""

from typing import Any, Final

from migrate.forms.template.expressions import Expressions
from migrate.forms.template.scope import scope_of
from migrate.found import Defaults, Json

PARAMETERS: Final = {
    "name": {"type": "string", "defaultValue": "nightly"},
    "computed": {"type": "string", "defaultValue": "[concat(parameters('name'), '-2')]"},
    "given": {"type": "string", "defaultValue": "not this"},
    "secret": {"type": "securestring"},
    "empty": {"type": "securestring", "defaultValue": None},
    "broken": 7,
}
VARIABLES: Final = {
    "plain": "text",
    "number": 5,
    "list": ["a", "b"],
    "object": {"Uri": "[concat('https://', variables('plain'))]", "late": "[utcNow()]", "deep": [{"x": 1}]},
    "upper": "[toUpper(variables('plain'))]",
    "itself": "[concat('a', variables('itself'))]",
    "one": "[variables('two')]",
    "two": "[variables('one')]",
}
EVERYTHING: Final = Defaults(subscription="sub-1", resource_group="group-1", location="West US")


def expressions_of(parameters: object, variables: object, given: Json, defaults: Defaults) -> Expressions:
    return Expressions(scope_of({"parameters": parameters, "variables": variables}, given, defaults))


def resolved(value: object, *, defaults: Defaults = EVERYTHING) -> Any:
    given = {"GIVEN": "[not an expression]"}
    return expressions_of(PARAMETERS, VARIABLES, given, defaults).resolve(value)
