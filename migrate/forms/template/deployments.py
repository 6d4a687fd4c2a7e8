"""Nested deployments: the template in one, and what counts in there."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from migrate.forms.template.expressions import Expressions
from migrate.forms.template.place import Place
from migrate.forms.template.resource import Resource
from migrate.forms.template.scope import Known
from migrate.forms.template.values import Unknown
from migrate.forms.values import looked_into
from migrate.found import Defaults, Names
from shared.api.fields import Fields
from shared.domain.errors import Faults, Invalid, cut

DEPLOYMENT: Final = "microsoft.resources/deployments"
_DEEPEST: Final = 10  # deployments in one another; people nest two or three
_END_OF_ADDRESS: Final = "[?#&=]"  # what follows may be a token that opens the file
_OWN_SCOPE: Final = {"inner": True, "outer": False, "notspecified": False}


def opened(resource: Resource, fields: Fields, place: Place) -> tuple[Fields, Place]:
    """Return the template in a deployment, and what counts there; raise Invalid if it cannot be read."""
    written = fields.raw("properties")
    properties = _object(written)
    template = properties.raw("template")
    place.count(written, template, properties.raw("parameters"))
    target = _target(resource, place)
    _refuse_elsewhere(properties, place, resource.faults)
    owns = _has_own_scope(properties, place.expressions, resource.faults)
    given = dict(_given(properties, place.expressions, resource.faults)) if owns else {}
    if resource.faults.found:
        raise Invalid(resource.faults.found)
    notes = (*place.notes, *resource.made_up_notes())
    inside = replace(place, target=target, notes=notes, parent=None, depth=place.depth + 1)
    if owns:
        scope = place.expressions.scope
        own = scope.of_nested(template, given, _aimed(target, scope.defaults))
        inside = replace(inside, expressions=Expressions(own))
    return _object(template), inside.at("properties.template")


def _object(value: object) -> Fields:
    return looked_into(value)


def _target(resource: Resource, place: Place) -> Names:
    """Return where it deploys to. Another subscription has none of the resource groups around it."""
    subscription, group = resource.text("subscriptionId"), resource.text("resourceGroup")
    if subscription:
        return Names(subscription=subscription, resource_group=group)
    return replace(place.target, resource_group=group or place.target.resource_group)


def _refuse_elsewhere(properties: Fields, place: Place, faults: Faults) -> None:
    """Note a fault if the template stands in another file, is computed, or is nested too deep."""
    if properties.has("templateLink"):
        link = _linked(properties.raw("templateLink"), place.expressions)
        faults.add("properties.templateLink", f"{link} is not read: import that template by itself")
    elif not isinstance(properties.raw("template"), dict):
        wrong = "is not written out" if properties.has("template") else "is required"
        faults.add("properties.template", wrong)
    elif place.depth >= _DEEPEST:
        faults.add("properties.template", f"is nested deeper than {_DEEPEST} deployments")


def _linked(link: object, expressions: Expressions) -> str:
    """Return the address of a template, without what may open it."""
    fields = _object(link)
    known = [expressions.resolve(fields.raw(key)) for key in ("uri", "id", "relativePath")]
    if address := next((each for each in known if isinstance(each, str)), ""):
        return cut(_without_secrets(address))
    reason = next((each.reason for each in known if isinstance(each, Unknown)), "")
    return f"the linked template{f' ({reason})' if reason else ''}"


def _without_secrets(address: str) -> str:
    """Return an address without a user, and without what follows its path."""
    path = re.split(_END_OF_ADDRESS, address, maxsplit=1)[0]
    return re.sub("(?<=//)[^/]*@", "", path)


def _has_own_scope(properties: Fields, expressions: Expressions, faults: Faults) -> bool:
    """Say whether the template has parameters and variables of its own. As in ARM, it usually has none."""
    options = _object(properties.raw("expressionEvaluationOptions"))
    written = expressions.resolve(options.raw("scope"))
    known = _OWN_SCOPE.get(written.lower()) if isinstance(written, str) else None
    at = "properties.expressionEvaluationOptions.scope"
    faults.check(written is None or known is not None, at, "is neither inner nor outer")
    return known is True


def _given(properties: Fields, expressions: Expressions, faults: Faults) -> Iterator[tuple[str, Known]]:
    """Yield the parameters that a deployment passes, by lower-case names. A null counts as missing."""
    linked = "of the template are in another file: write them out"
    faults.check(not properties.has("parametersLink"), "properties.parametersLink", linked)
    passed: Any = properties.raw("parameters") or {}
    if not isinstance(passed, dict):
        faults.add("properties.parameters", "is not an object")
        return
    for name, entry in passed.items():
        fields = _object(entry)
        known = expressions.known(fields.raw("value"))
        if fields.has("reference"):
            known = Known(value=Unknown(reason=f"parameter '{cut(name)}' is in a key vault"))
        if known.value is not None:
            yield name.lower(), known


def _aimed(target: Names, defaults: Defaults) -> Defaults:
    return replace(
        defaults,
        subscription=target.subscription or defaults.subscription,
        resource_group=target.resource_group or defaults.resource_group,
    )
