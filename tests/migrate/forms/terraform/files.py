"""The files of Terraform, and states made up of one resource."""

import json
from typing import Any, Final

from migrate.forms.terraform.form import read
from migrate.found import Found, FoundCollection, FoundJob, Origin
from tests.migrate.exports import FILES

STATES: Final = (
    "terraform-0.11-state.tfstate",
    "terraform-0.12-state.tfstate",
    "terraform-1.11-state-from-0.11.tfstate",
    "terraform-show-state.json",
    "terraform-show-plan.json",
)


def document(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FILES / name).read_text(encoding="utf-8"))
    return found


def found_in(name: str) -> dict[str, Found]:
    """Return what a file holds, by its place."""
    return {found.origin.place: found for found in read(document(name), Origin(file=name))}


def job_in(name: str, place: str) -> FoundJob:
    found = found_in(name)[place]
    assert isinstance(found, FoundJob)
    return found


def collection_in(name: str, place: str) -> FoundCollection:
    found = found_in(name)[place]
    assert isinstance(found, FoundCollection)
    return found


def read_job(**attributes: Any) -> FoundJob:
    (found,) = read(state_of("azurerm_scheduler_job", attributes), Origin(file="a.tfstate"))
    assert isinstance(found, FoundJob)
    return found


def read_collection(**attributes: Any) -> FoundCollection:
    (found,) = read(state_of("azurerm_scheduler_job_collection", attributes), Origin(file="a.tfstate"))
    assert isinstance(found, FoundCollection)
    return found


def state_of(type_: str, attributes: object) -> dict[str, Any]:
    resource = {
        "mode": "managed",
        "type": type_,
        "name": "x",
        "provider": "provider.azurerm",
        "instances": [{"schema_version": 0, "attributes": attributes}],
    }
    return {"version": 4, "terraform_version": "0.12.29", "resources": [resource]}


def web(**values: Any) -> list[dict[str, Any]]:
    return [{"url": "https://a.example.com/", "method": "get", **values}]
