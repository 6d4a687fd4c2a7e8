"""Resources → Terraform, for the provider azapi from 2.4 on, which has `sensitive_body`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from migrate.exporting.literals import Code, Language, escape
from migrate.exporting.resources import Resource
from migrate.found import Json
from migrate.secret_fields import nested

_MARKS: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_LAST_OF_FOUR_DIGITS: Final = 0xFFFF
# What is written once, and never kept by Terraform, needs 1.11.
_HEAD: Final = """terraform {
  required_version = ">= 1.11"
  required_providers {
    azapi = {
      source  = "Azure/azapi"
      version = "~> 2.4"
    }
  }
}"""


def write_terraform(resources: Sequence[Resource]) -> str:
    variables = [block for resource in resources for block in _variables(resource)]
    return "\n\n".join([_HEAD, *variables, *map(_resource, resources)])


def text_in_terraform(text: str) -> str:
    inside = escape(text, _MARKS, _by_number).replace("${", "$${").replace("%{", "%%{")
    return f'"{inside}"'


_TERRAFORM: Final = Language(text=text_in_terraform, fraction=str, after_key=" = ", after_item=",")


def _by_number(number: int) -> str:
    return f"\\u{number:04x}" if number <= _LAST_OF_FOUR_DIGITS else f"\\U{number:08x}"


def _variables(resource: Resource) -> Iterator[str]:
    for path, name in resource.secrets.items():
        described = {"description": resource.about(path), "type": Code("string"), "sensitive": True}
        yield _block("variable", [name], described)


def _resource(resource: Resource) -> str:
    names, body = resource.names, dict(resource.body)
    group = f"/subscriptions/{names.subscription}/resourceGroups/{names.resource_group}"
    secrets = nested({path: Code(f"var.{name}") for path, name in resource.secrets.items()})
    described: Json = {
        "type": f"{resource.type}@{resource.version}",
        "parent_id": group if resource.parent is None else Code(f"azapi_resource.{resource.parent}.id"),
        "name": resource.name,
        **{key: value for key, value in body.items() if key != "properties"},
        "body": {"properties": body["properties"]},
        **({"sensitive_body": {"properties": secrets}} if secrets else {}),
        "schema_validation_enabled": False,
    }
    return _block("resource", ["azapi_resource", resource.symbol], described)


def _block(kind: str, labels: Sequence[str], described: Mapping[str, Any]) -> str:
    named = "".join(f' "{label}"' for label in labels)
    lines = [_TERRAFORM.pair(key, value, 1) for key, value in described.items()]
    return "\n".join([f"{kind}{named} {{", *lines, "}"])
