"""The timer trigger: scan for what is due."""

import logging

import azure.functions as func

from shared.domain.errors import StorageUnavailable
from shared.flow.ports import Ports
from shared.flow.scan import scan
from shared.functions.refusal import in_one_line, ready_or_refuse

log = logging.getLogger(__name__)
blueprint = func.Blueprint()


@blueprint.function_name("scan")
@blueprint.timer_trigger(arg_name="timer", schedule="%SCAN_SCHEDULE%")
def scan_due_jobs(timer: func.TimerRequest) -> None:
    app = ready_or_refuse("scan")
    if app is not None:
        scan_or_skip(app.ports)


def scan_or_skip(ports: Ports) -> None:
    """Scan. If storage is out, log one line; the next scan catches up."""
    try:
        with in_one_line("scan"):
            scan(ports, now=ports.clock())
    except StorageUnavailable as exc:
        log.error("scan ended, the next one catches up: %s", exc)
