"""Carry out what an attempt asks for; what the remote side does is an outcome, never an exception."""

from typing import assert_never

from shared.actions import http_request
from shared.domain.action import HttpAction
from shared.domain.attempt import Attempt, Outcome


def perform(attempt: Attempt) -> Outcome:
    match attempt.action:
        case HttpAction():
            return http_request.run(attempt.action, attempt)
        case _:
            assert_never(attempt.action)
