"""What targets answer: texts as the app's own actions write them."""

from datetime import timedelta
from http import HTTPStatus
from typing import Final, assert_never

from shared.actions.http.request import not_answered
from shared.actions.service_bus.bus import not_sent
from shared.actions.storage_queue import refused
from shared.domain.action import Action, HttpAction, ServiceBusAction, StorageQueueAction
from shared.domain.address import read_address
from shared.domain.attempt import Completed, Failed, Outcome

TIMED_OUT: Final = Failed("no complete answer within 60 seconds")
NO_HOST: Final = Failed("no such host")
REFUSED: Final = Failed("connection refused")


def status(code: int, said: str, *, retry_after: timedelta | None = None) -> Failed:
    return Failed(said, status=code, retry_after=retry_after)


def answer(action: Action, failure: Failed | None, *, takes: float) -> Outcome:
    """Return the outcome, with the words that the action of this kind would use."""
    match action:
        case HttpAction():
            return _of_http(action, failure, takes)
        case StorageQueueAction(message=message):
            if failure is not None:
                return refused(action, failure.message)
            return Completed(f"StorageQueue Action - Message to queue '{message.queue}' succeeded")
        case ServiceBusAction(message=message):
            if failure is not None:
                return not_sent(action, failure.message)
            return Completed(f"{action.type} Action - succeeded: '{message.entity}'")
        case _:
            assert_never(action)


def _of_http(action: HttpAction, failure: Failed | None, takes: float) -> Outcome:
    if failure is not None and failure.status is None:
        return not_answered(action, failure.message)
    code = failure.status if failure is not None and failure.status else 200
    said = failure.message if failure else f'{{"status": "done", "seconds": {takes:.1f}}}'
    name = "OK" if code == 200 else HTTPStatus(code).phrase.replace(" ", "")
    headers = "Content-Type: application/json\r\n"
    host = read_address(action.request.uri).host
    text = f"Http Action - Response from host '{host}': '{name}' Response Headers: {headers} Body: {said}"
    if failure is None:
        return Completed(text, status=code)
    return Failed(text, status=code, retry_after=failure.retry_after)
