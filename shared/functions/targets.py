"""Targets that no job may have, refused when the job is put, not only when it runs."""

from shared.domain.acting import message_key, target_of_identity
from shared.domain.action import Action, HttpAction
from shared.domain.address import address_of
from shared.domain.collection import Defaults
from shared.domain.definition import Definition
from shared.domain.errors import Faults
from shared.functions.action_settings import ActionSettings


def refuse_targets(definition: Definition, settings: ActionSettings) -> None:
    """Raise Invalid if an action may not go where it wants to go.

    It may not call an address, given as such, that actions may not reach. Where a host name will lead, nobody
    knows now. That is checked when the action connects. Nor may it take the managed identity to a target that
    the settings do not name.
    """
    faults = Faults()
    _check(definition.action, "properties.action", settings, faults)
    if definition.error_action is not None:
        _check(definition.error_action.action, "properties.action.errorAction", settings, faults)
    faults.raise_any()


def refuse_default_targets(defaults: Defaults | None, settings: ActionSettings) -> None:
    """Do the same for the error action of a collection's defaults."""
    faults = Faults()
    if defaults is not None and defaults.error_action is not None:
        _check(defaults.error_action.action, "properties.defaults.errorAction", settings, faults)
    faults.raise_any()


def _check(action: Action, path: str, settings: ActionSettings, faults: Faults) -> None:
    if isinstance(action, HttpAction):
        address = address_of(action.request.uri)
        host = address.host if address else ""
        faults.check(
            not settings.http.outbound.refuses_literally(host),
            f"{path}.request.uri",
            f"actions may not reach '{host}', which is not public; SCHEDULER_ALLOWED_TARGETS can allow it",
        )
    target = target_of_identity(action, settings.suffixes)
    fault = settings.identity.fault(target) if target is not None else None
    faults.check(fault is None, f"{path}.{message_key(action)}.managedIdentity", fault or "")
