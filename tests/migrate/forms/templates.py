"""Templates for tests, and what is found in them."""

from typing import Final

from migrate.forms.template.form import read
from migrate.found import Defaults, Found, FoundCollection, FoundJob, Json, Origin, PassedOver

SCHEMA: Final = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#"
COLLECTION: Final = "Microsoft.Scheduler/jobCollections"
JOB: Final = "Microsoft.Scheduler/jobCollections/jobs"


def found_in(document: Json, given: Json | None = None, defaults: Defaults | None = None) -> list[Found]:
    found = read(document, Origin(file="a.json"), given or {}, defaults or Defaults())
    return [one for one in found if not isinstance(one, PassedOver)]


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
