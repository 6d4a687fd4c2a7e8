"""The queue trigger: run what a pack of hints names."""

import logging

import azure.functions as func

from shared.flow.run import run
from shared.functions.refusal import ready_or_refuse
from shared.storage.dispatch_queue import QUEUE, read_dispatch

log = logging.getLogger(__name__)
blueprint = func.Blueprint()


@blueprint.function_name("dispatch")
@blueprint.queue_trigger(arg_name="message", queue_name=QUEUE, connection="AzureWebJobsStorage")
def run_dispatch(message: func.QueueMessage) -> None:
    app = ready_or_refuse("dispatch")
    if app is not None:
        run(read_dispatch(message.get_body().decode()), app.ports)
