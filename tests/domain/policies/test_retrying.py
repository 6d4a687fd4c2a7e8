"""How long an attempt that failed waits for the next one."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.action import ErrorAction
from shared.domain.attempt import Failed
from shared.domain.errors import Invalid
from shared.domain.retry import Retrying, RetryOptions, RetryPolicy, RetryType
from shared.domain.ticket import TicketKind
from tests.builders import an_action, at
from tests.domain.policies.scene import NO_RETRIES, a_scene

SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


def fixed(interval: timedelta | None = None, count: int | None = None) -> RetryPolicy:
    return RetryPolicy(type=RetryType.FIXED, interval=interval, count=count)


def seconds(waits: list[timedelta | None]) -> list[float | None]:
    return [None if wait is None else wait.total_seconds() for wait in waits]


@pytest.mark.parametrize(
    ("policy", "waits"),
    [
        (None, [30, 30, 30, 30, None]),
        (fixed(), [30, 30, 30, 30, None]),
        (fixed(interval=MINUTE), [60, 60, 60, 60, None]),
        (fixed(count=1), [30, None, None, None, None]),
        (fixed(interval=15 * SECOND, count=2), [15, 15, None, None, None]),
        (NO_RETRIES, [None, None, None, None, None]),
        (RetryPolicy(type=RetryType.NONE, interval=MINUTE, count=3), [None] * 5),
    ],
    ids=["default", "fixed", "interval", "count", "both", "none", "none with a count"],
)
@pytest.mark.parametrize("options", [None, RetryOptions(), RetryOptions(backoff=1.0)])
def test_without_options_the_interval_is_fixed(
    policy: RetryPolicy | None, options: RetryOptions | None, waits: list[float | None]
) -> None:
    retrying = Retrying(policy=policy, options=options)

    assert seconds([retrying.wait_after(attempt) for attempt in range(5)]) == waits


@pytest.mark.parametrize(
    ("interval", "options", "waits"),
    [
        (15, {"backoff": 2.0}, [15, 30, 60, 120, 240, None]),
        (15, {"backoff": 1.5}, [15, 22.5, 33.75, 50.625, 75.9375, None]),
        (15, {"backoff": 10.0}, [15, 150, 1_500, 15_000, 150_000, None]),
        (15, {"backoff": 2.0, "max_interval": MINUTE}, [15, 30, 60, 60, 60, None]),
        (15, {"backoff": 2.0, "max_interval": 59 * SECOND}, [15, 30, 59, 59, 59, None]),
        (60, {"max_interval": 15 * SECOND}, [15, 15, 15, 15, 15, None]),
        (86_400, {"backoff": 10.0}, [86_400, 864_000, 8_640_000, 47_347_200, 47_347_200, None]),
    ],
)
def test_the_interval_grows_after_each_retry_up_to_the_longest(
    interval: int, options: dict[str, Any], waits: list[float | None]
) -> None:
    policy = fixed(interval=timedelta(seconds=interval), count=5)
    retrying = Retrying(policy=policy, options=RetryOptions(**options))

    assert seconds([retrying.wait_after(attempt) for attempt in range(6)]) == waits


def test_the_largest_factor_and_the_most_retries_end_at_the_longest_interval() -> None:
    retrying = Retrying(policy=fixed(interval=548 * DAY, count=20), options=RetryOptions(backoff=10.0))

    assert retrying.wait_after(19) == 548 * DAY


@pytest.mark.parametrize(
    ("options", "asked", "wait"),
    [
        ({"retry_after": True}, 120 * SECOND, 120),
        ({"retry_after": True}, 29 * SECOND, 30),
        ({"retry_after": True}, 30 * SECOND, 30),
        ({"retry_after": True}, 31 * SECOND, 31),
        ({"retry_after": True}, None, 30),
        ({"retry_after": True}, timedelta(), 30),
        ({"retry_after": True}, -MINUTE, 30),
        ({"retry_after": True}, DAY, 86_400),
        ({"retry_after": True}, DAY + SECOND, 86_400),
        ({"retry_after": True, "max_interval": MINUTE}, 120 * SECOND, 60),
        ({"retry_after": True, "max_interval": 2 * DAY}, 3 * DAY, 172_800),
        ({"retry_after": True, "max_interval": 2 * DAY}, DAY + SECOND, 86_401),
        ({"retry_after": False}, 120 * SECOND, 30),
        ({}, 120 * SECOND, 30),
        ({"backoff": 3.0}, 120 * SECOND, 30),
    ],
)
def test_a_target_may_ask_to_be_left_alone(
    options: dict[str, Any], asked: timedelta | None, wait: float
) -> None:
    retrying = Retrying(policy=fixed(), options=RetryOptions(**options))

    assert seconds([retrying.wait_after(0, asked=asked)]) == [wait]


def test_nobody_listens_to_a_target_without_options() -> None:
    assert Retrying().wait_after(0, status=503, asked=DAY) == timedelta(seconds=30)


def test_an_interval_that_has_grown_beyond_a_day_is_not_shortened_by_what_a_target_asks() -> None:
    options = RetryOptions(backoff=10.0, retry_after=True)
    retrying = Retrying(policy=fixed(interval=DAY), options=options)

    assert retrying.wait_after(1, asked=2 * DAY) == 10 * DAY


@pytest.mark.parametrize(
    ("status", "wait"),
    [(400, None), (404, None), (401, 30), (500, 30), (None, 30)],
)
def test_some_answers_are_not_tried_again(status: int | None, wait: float | None) -> None:
    retrying = Retrying(policy=fixed(), options=RetryOptions(stop_on=(400, 404)))

    assert seconds([retrying.wait_after(0, status=status)]) == [wait]


def test_an_answer_that_stops_wins_over_what_the_target_asks() -> None:
    options = RetryOptions(stop_on=(429,), retry_after=True)

    assert Retrying(options=options).wait_after(0, status=429, asked=MINUTE) is None


# In settling


def test_a_retry_is_due_when_the_options_say() -> None:
    options = RetryOptions(backoff=2.0, retry_after=True)
    scene = a_scene(retry_policy=fixed(interval=MINUTE), retry_options=options)

    first = scene.end(scene.run("09:00:00"), "09:00:10", Failed("busy", status=503, retry_after=90 * SECOND))
    assert first is not None
    second = scene.end(scene.run("09:01:40", first), "09:01:50", Failed("busy", status=503))

    assert second is not None
    assert (first.key.due, second.key.due) == (at("09:01:40"), at("09:03:50"))


def test_after_an_answer_that_stops_the_error_action_follows() -> None:
    options = RetryOptions(stop_on=(404,))
    scene = a_scene(retry_policy=fixed(), retry_options=options, error_action=ErrorAction(action=an_action()))

    following = scene.end(scene.run("09:00:00"), "09:00:10", Failed("gone", status=404))

    assert following is not None
    assert following.key.kind is TicketKind.ERROR_ACTION
    assert scene.job.counters.faults == 1


# Limits


@pytest.mark.parametrize(
    "options",
    [
        {"backoff": 1.0},
        {"backoff": 10.0},
        {"max_interval": timedelta(seconds=15)},
        {"max_interval": timedelta(days=548)},
        {"stop_on": (300, 599)},
        {"stop_on": tuple(range(400, 450))},
    ],
)
def test_options_at_their_limits(options: dict[str, Any]) -> None:
    RetryOptions(**options)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"backoff": 0.99}, "backoff: 0.99 is not between 1 and 10"),
        ({"backoff": 10.01}, "backoff: 10.01 is not between 1 and 10"),
        ({"backoff": float("nan")}, "backoff: nan is not between 1 and 10"),
        (
            {"max_interval": timedelta(seconds=14.999999)},
            "maxInterval: is not between 00:00:15 and 548.00:00:00 (18 months)",
        ),
        (
            {"max_interval": timedelta(days=548, microseconds=1)},
            "maxInterval: is not between 00:00:15 and 548.00:00:00 (18 months)",
        ),
        ({"stop_on": (299,)}, "stopOn: 299 is not between 300 and 599"),
        ({"stop_on": (404, 600)}, "stopOn: 600 is not between 300 and 599"),
        ({"stop_on": tuple(range(400, 451))}, "stopOn: are more than 50"),
        (
            {"backoff": 11.0, "stop_on": (200,)},
            "backoff: 11.0 is not between 1 and 10; stopOn: 200 is not between 300 and 599",
        ),
    ],
)
def test_options_beyond_their_limits_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(Invalid) as refused:
        RetryOptions(**options)

    assert str(refused.value) == told
