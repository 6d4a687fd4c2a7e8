"""Retry policies: time spans, limits, and old places."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.retry import RetryPolicy, RetryType
from tests.api.action_bodies import HTTP, REQUEST, answered, faults_of, parsed


def with_policy(policy: Any) -> dict[str, Any]:
    return {**HTTP, "retryPolicy": policy}


@pytest.mark.parametrize(
    ("policy", "expected", "answer"),
    [
        (None, None, None),
        ({"retryType": "Fixed"}, RetryPolicy(type=RetryType.FIXED), {"retryType": "fixed"}),
        ({"retryType": "None"}, RetryPolicy(type=RetryType.NONE), {"retryType": "none"}),
        (
            {"retryType": "none", "retryInterval": "never", "retryCount": 99},
            RetryPolicy(type=RetryType.NONE),
            {"retryType": "none"},
        ),
        (
            {"retryType": "fixed", "retryInterval": "PT30S", "retryCount": 20},
            RetryPolicy(type=RetryType.FIXED, interval=timedelta(seconds=30), count=20),
            {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 20},
        ),
        (
            {"retryType": "fixed", "retryInterval": "PT1D"},
            RetryPolicy(type=RetryType.FIXED, interval=timedelta(days=1)),
            {"retryType": "fixed", "retryInterval": "1.00:00:00"},
        ),
        (
            {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 1},
            RetryPolicy(type=RetryType.FIXED, interval=timedelta(seconds=15), count=1),
            {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 1},
        ),
        (
            {"retryType": "fixed", "retryInterval": "548.00:00:00"},
            RetryPolicy(type=RetryType.FIXED, interval=timedelta(days=548)),
            {"retryType": "fixed", "retryInterval": "548.00:00:00"},
        ),
    ],
)
def test_a_retry_policy(policy: Any, expected: RetryPolicy | None, answer: Any) -> None:
    definition = parsed(with_policy(policy))

    assert definition.retry_policy == expected
    assert answered(definition).get("retryPolicy") == answer


@pytest.mark.parametrize(
    ("policy", "fault"),
    [
        ({}, "retryType: is required"),
        ({"retryType": "exponential"}, "retryType: 'exponential' is none of fixed, none"),
        (
            {"retryType": "fixed", "retryInterval": "00:00:14"},
            "retryInterval: is not between 00:00:15 and 548.00:00:00 (18 months)",
        ),
        (
            {"retryType": "fixed", "retryInterval": "548.00:00:01"},
            "retryInterval: is not between 00:00:15 and 548.00:00:00 (18 months)",
        ),
        (
            {"retryType": "fixed", "retryInterval": "half an hour"},
            "retryInterval: 'half an hour' is not a duration like 00:00:30, 1.00:00:00 or PT30S",
        ),
        (
            {"retryType": "fixed", "retryInterval": 30},
            'retryInterval: 30 is not a string; write a duration, such as "00:00:30"',
        ),
        ({"retryType": "fixed", "retryInterval": 10**30}, f"retryInterval: {10**30} is not a string"),
        ({"retryType": "fixed", "retryInterval": True}, "retryInterval: is not a string"),
        ({"retryType": "fixed", "retryCount": 0}, "retryCount: 0 is not between 1 and 20"),
        ({"retryType": "fixed", "retryCount": 21}, "retryCount: 21 is not between 1 and 20"),
        ({"retryType": "fixed", "retryCount": "4"}, "retryCount: is not an integer"),
    ],
)
def test_the_faults_of_a_retry_policy(policy: Any, fault: str) -> None:
    assert faults_of(with_policy(policy)) == [f"action.retryPolicy.{fault}"]


ONE, TWO = ({"retryType": "fixed", "retryCount": count} for count in (1, 2))


@pytest.mark.parametrize(
    ("action", "properties", "count"),
    [
        pytest.param({"request": {**REQUEST, "retryPolicy": ONE}}, {}, 1, id="in the request"),
        pytest.param({"request": REQUEST}, {"retryPolicy": ONE}, 1, id="beside the action"),
        pytest.param(
            {"request": {**REQUEST, "retryPolicy": TWO}, "retryPolicy": ONE},
            {"retryPolicy": TWO},
            1,
            id="its own place goes first",
        ),
        pytest.param(
            {"request": {**REQUEST, "retryPolicy": ONE}}, {"retryPolicy": TWO}, 1, id="then the request"
        ),
    ],
)
def test_a_retry_policy_in_an_old_place(action: Any, properties: Any, count: int) -> None:
    definition = parsed({"type": "Http", **action}, **properties)

    assert answered(definition) == {**HTTP, "retryPolicy": {"retryType": "fixed", "retryCount": count}}
