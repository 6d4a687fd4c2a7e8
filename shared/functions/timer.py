"""The timer trigger: scan for what is due."""

import azure.functions as func

from shared.flow.scan import scan
from shared.functions.refusal import ready_or_refuse

blueprint = func.Blueprint()


@blueprint.function_name("scan")
@blueprint.timer_trigger(arg_name="timer", schedule="%SCAN_SCHEDULE%")
def scan_due_jobs(timer: func.TimerRequest) -> None:
    app = ready_or_refuse("scan")
    if app is not None:
        scan(app.ports, now=app.ports.clock())
