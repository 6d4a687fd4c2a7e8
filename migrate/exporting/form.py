"""The forms in which an export can be written. This needs no package that must be installed."""

from enum import StrEnum


class Form(StrEnum):
    REST = "rest"
    ARM = "arm"
    BICEP = "bicep"
    TERRAFORM = "terraform-azapi"
