"""Templates for tests, and what is found in them."""

from typing import Final

from migrate.forms.template.form import read
from migrate.found import (
    Defaults,
    Finding,
    Found,
    FoundCollection,
    FoundJob,
    Json,
    Origin,
    PassedOver,
    Unusable,
)

SCHEMA: Final = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#"
COLLECTION: Final = "Microsoft.Scheduler/jobCollections"
DEPLOYMENT: Final = "Microsoft.Resources/deployments"
JOB: Final = "Microsoft.Scheduler/jobCollections/jobs"


def found_in(document: Json, given: Json | None = None, defaults: Defaults | None = None) -> list[Found]:
    """Return the collections and jobs alone."""
    everything = all_in(document, given, defaults)
    return [one for one in everything if isinstance(one, FoundCollection | FoundJob)]


def all_in(
    document: Json, given: Json | None = None, defaults: Defaults | None = None
) -> list[Finding | PassedOver]:
    return read(document, Origin(file="a.json"), given or {}, defaults or Defaults())


def told_in(document: Json, defaults: Defaults | None = None) -> list[str]:
    """Return what cannot be used, and what is passed over: each with its place, in words."""
    everything = all_in(document, None, defaults)
    return [_told(one) for one in everything if isinstance(one, Unusable | PassedOver)]


def _told(one: Unusable | PassedOver) -> str:
    if isinstance(one, PassedOver):
        return f"passed over {one}"
    return f"{one.origin.place}: {'; '.join(map(str, one.faults))}"


def a_deployment(template: object, **values: object) -> Json:
    """A nested deployment. As in ARM, its expressions count in the outer scope, unless it says otherwise."""
    scope, given = values.pop("scope", None), values.pop("parameters", None)
    options = {"expressionEvaluationOptions": {"scope": scope}} if scope else {}
    passed = {"parameters": given} if given is not None else {}
    properties = {"mode": "Incremental", **options, **passed, "template": template}
    return {"type": DEPLOYMENT, "name": "nested", "properties": properties, **values}


def a_template(*resources: object, **sections: object) -> Json:
    return {"$schema": SCHEMA, "contentVersion": "1.0.0.0", "resources": list(resources), **sections}


def a_job(**values: object) -> Json:
    return {"type": JOB, "name": "c/j", "properties": {"state": "enabled"}, **values}


def a_collection(**values: object) -> Json:
    return {"type": COLLECTION, "name": "c", "location": "West US", **values}


def only_job(document: Json, given: Json | None = None) -> FoundJob:
    (found,) = found_in(document, given)
    assert isinstance(found, FoundJob)
    return found


def only_collection(document: Json) -> FoundCollection:
    (found,) = found_in(document)
    assert isinstance(found, FoundCollection)
    return found


HERE: Final = Defaults(subscription="sub-1", resource_group="group-1", location="West US")
