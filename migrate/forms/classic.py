"""JSON of the classic API (2014-04-01): bare objects, without `properties`, whose `id` is the job's name."""

from dataclasses import replace
from typing import Final

from migrate.found import Found, FoundJob, Json, Names, Origin
from shared.api.fields import Fields
from shared.domain.errors import Faults

FORM: Final = "classic API"


def matches(document: object) -> bool:
    if not isinstance(document, dict):
        return False
    fields = Fields(document, Faults())
    return fields.has("action") and fields.has("id") and not fields.has("properties")


def read(document: Json, origin: Origin) -> list[Found]:
    faults = Faults()
    name = Fields(document, faults).text("id")
    properties = {key: value for key, value in document.items() if key.lower() != "id"}
    return [
        FoundJob(
            origin=replace(origin, form=FORM),
            names=Names(job=name),
            properties=properties,
            faults=faults.found,
        )
    ]
