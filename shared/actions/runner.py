"""Carry out what an attempt asks for; what the remote side does is an outcome, never an exception."""

from typing import Final, assert_never

from shared.actions import http_request
from shared.domain.action import Action, ActionType, HttpAction, ServiceBusAction, StorageQueueAction
from shared.domain.attempt import Attempt, Failed, Outcome

_NOT_YET: Final = "this kind of action cannot be carried out yet"


def perform(attempt: Attempt) -> Outcome:
    if attempt.given_up:
        return _refused(attempt.action, "given up, for the app ended each time it was tried")
    match attempt.action:
        case HttpAction():
            return http_request.run(attempt.action, attempt)
        case StorageQueueAction() | ServiceBusAction():
            return _refused(attempt.action, _NOT_YET)
        case _:
            assert_never(attempt.action)


def _refused(action: Action, reason: str) -> Failed:
    """Return a failure in the form that old clients read, of an action that was not carried out."""
    match action:
        case HttpAction():
            return http_request.not_answered(action, reason)
        case StorageQueueAction(message=message):
            target = f"account '{message.account}' queue '{message.queue}'"
            return Failed(f"StorageQueue Action - Message to {target} failed: {reason}")
        case ServiceBusAction(type=type_, message=sent):
            kind = "queue" if type_ is ActionType.SERVICE_BUS_QUEUE else "topic"
            target = f"{kind} '{sent.entity}' in namespace '{sent.namespace}'"
            return Failed(f"{type_} Action - failed: {target}: {reason}")
        case _:
            assert_never(action)
