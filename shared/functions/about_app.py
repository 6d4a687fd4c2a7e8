"""What the app says of itself."""

from typing import Final

from shared.api.render_status import render_status, shortened
from shared.domain.callers import EVERYTHING
from shared.domain.errors import AuthorizationFailed, NotConfigured, NotFound, StorageUnavailable
from shared.flow.app_status import has_shut_secrets, read_status
from shared.functions.routes import Call, Reply
from shared.functions.wiring import App, Healthy

_SHUT: Final = "Some stored secrets cannot be opened with the configured keys; GET /status says more."


def health(app: App, call: Call) -> Reply:
    """Say that work can be done, and what is odd about the settings. Show no value: anyone may ask."""
    healthy = app.healthy.answer(lambda: _look(app), app.ports.clock)
    if healthy is None:
        raise StorageUnavailable("Storage (AzureWebJobsStorage) has not answered for some seconds.")
    if healthy.problem is not None:
        raise healthy.problem.with_traceback(None)
    warnings = [*app.settings.warnings, *([_SHUT] if healthy.shut else [])]
    return Reply(body={"status": "Healthy", **({"warnings": warnings} if warnings else {})})


def _look(app: App) -> Healthy:
    try:
        app.check()
        return Healthy(shut=has_shut_secrets(app.ports.store))
    except (StorageUnavailable, NotConfigured) as exc:
        return Healthy(problem=exc)


def health_scan(app: App, call: Call) -> Reply:
    """Say to monitors, by the status alone, whether the app scans."""
    return Reply(status=200 if app.scan_watch.is_well(app.ports) else 503, body={})


def health_jobs(app: App, call: Call) -> Reply:
    """Say to monitors, by the status alone, whether a job fails: any job, so that no scope will do."""
    if call.caller.scope != EVERYTHING:
        raise AuthorizationFailed("This is about all jobs; a key with a scope may not ask it.")
    return Reply(status=200 if app.jobs_watch.is_well(app.ports) else 503, body={})


def whoami(app: App, call: Call) -> Reply:
    """Say to a caller who he is, and what he may do."""
    caller = call.caller
    return Reply(body={"name": caller.name, "canChange": caller.can_change, "scope": str(caller.scope)})


def sign_in(app: App, call: Call) -> Reply:
    """Say to the portal where its readers sign in. Anyone may ask: none of it is secret."""
    entra = app.settings.entra
    if entra is None or not entra.portal_client:
        raise NotFound("Nobody signs in here with Microsoft Entra ID; the portal asks for a key.")
    return Reply(
        body={
            "authority": entra.authority,
            "tenant": entra.tenant,
            "client": entra.portal_client,
            "scope": entra.scope,
        }
    )


def status(app: App, call: Call) -> Reply:
    """An extension: how the app is, from storage alone. A caller with a scope learns only whether it is."""
    app_status = read_status(app.ports, now=app.ports.clock())
    key_names = {key.id: key.name for key in app.settings.encryption_keys}
    warnings = app.settings.warnings
    told = render_status(app_status, warnings=warnings, key_names=key_names)
    return Reply(body=told if call.caller.scope == EVERYTHING else shortened(told))
