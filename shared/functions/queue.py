"""The queue trigger: run what a pack of hints names."""

import logging

import azure.functions as func

from shared.flow.ports import Ports
from shared.flow.run import run
from shared.functions.refusal import in_one_line, ready_or_refuse
from shared.storage.dispatch_queue import QUEUE, read_dispatch

log = logging.getLogger(__name__)
blueprint = func.Blueprint()


@blueprint.function_name("dispatch")
@blueprint.queue_trigger(arg_name="message", queue_name=QUEUE, connection="AzureWebJobsStorage")
def run_dispatch(message: func.QueueMessage) -> None:
    app = ready_or_refuse("dispatch")
    if app is not None:
        run_message(message.get_body(), app.ports)


def run_message(body: bytes, ports: Ports) -> None:
    """Run the pack in a message. Drop a message without a pack: if it failed, it would come back.

    An outage of storage fails the message, because it shall come back.
    """
    try:
        dispatch = read_dispatch(body)
    except ValueError as exc:
        log.warning("a message of %d bytes is dropped: %s", len(body), exc)
        return
    with in_one_line("dispatch"):
        run(dispatch, ports)
