"""Targets that no job may have, refused when the job is put, not only when it runs."""

from urllib.parse import urlsplit

from shared.domain.action import Action, HttpAction
from shared.domain.collection import Defaults
from shared.domain.definition import Definition
from shared.domain.errors import Faults
from shared.domain.outbound import Outbound


def refuse_targets(definition: Definition, outbound: Outbound) -> None:
    """Raise Invalid if an action calls an address, given as such, that actions may not reach.

    Where a host name will lead, nobody knows now. That is checked when the action connects.
    """
    faults = Faults()
    _check(definition.action, "properties.action.request.uri", outbound, faults)
    if definition.error_action is not None:
        path = "properties.action.errorAction.request.uri"
        _check(definition.error_action.action, path, outbound, faults)
    faults.raise_any()


def refuse_default_targets(defaults: Defaults | None, outbound: Outbound) -> None:
    """Do the same for the error action of a collection's defaults."""
    faults = Faults()
    if defaults is not None and defaults.error_action is not None:
        path = "properties.defaults.errorAction.request.uri"
        _check(defaults.error_action.action, path, outbound, faults)
    faults.raise_any()


def _check(action: Action, path: str, outbound: Outbound, faults: Faults) -> None:
    if not isinstance(action, HttpAction):
        return
    host = urlsplit(action.request.uri).hostname or ""
    faults.check(
        not outbound.refuses_literally(host),
        path,
        f"actions may not reach '{host}', which is not public; SCHEDULER_ALLOWED_TARGETS can allow it",
    )
