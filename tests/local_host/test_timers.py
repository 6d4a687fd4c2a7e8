"""When timers run."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import azure.functions as func
import pytest

from local.host.functions import Target, TimerFunction
from local.host.timers import TimerListener, due_after, nap
from local.host.worker import Worker
from shared.functions import ncrontab


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-11-16T{text}").replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("ran_for", "now", "expected"),
    [
        pytest.param("09:00:00", "09:00:04", "09:00:15", id="as scheduled"),
        pytest.param("09:00:00", "09:00:15", "09:00:15", id="just in time"),
        pytest.param("09:00:00", "09:00:20", "09:00:20", id="overran: at once"),
        pytest.param("09:00:00", "09:05:20", "09:05:20", id="overran many ticks: at once, and once"),
        pytest.param("09:05:20", "09:05:21", "09:05:30", id="then on the schedule again"),
    ],
)
def test_when_a_timer_is_due_again(ran_for: str, now: str, expected: str) -> None:
    assert due_after(ncrontab.parse("*/15 * * * * *"), at(ran_for), at(now)) == at(expected)


@pytest.mark.parametrize(
    ("due", "now", "seconds"),
    [
        pytest.param("09:00:05", "09:00:00", 5, id="until it is due"),
        pytest.param("11:00:00", "09:00:00", 10, id="not long, for the clock may be set"),
        pytest.param("09:00:00", "09:00:01", 0, id="not at all when it is late"),
    ],
)
def test_how_long_a_timer_sleeps(due: str, now: str, seconds: int) -> None:
    assert nap(at(due), at(now)) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("durations", "startup", "starts"),
    [
        pytest.param([1, 1, 1], False, ["09:00:15", "09:00:30", "09:00:45"], id="on the schedule"),
        pytest.param([20, 1, 1], False, ["09:00:15", "09:00:35", "09:00:45"], id="an overrun, then at once"),
        pytest.param([100, 1, 1], False, ["09:00:15", "09:01:55", "09:02:00"], id="a long overrun, one run"),
        pytest.param([1, 1, 1], True, ["09:00:03", "09:00:15", "09:00:30"], id="at the start if declared"),
    ],
)
def test_a_timer_runs(durations: Sequence[int], startup: bool, starts: Sequence[str]) -> None:
    clock = Clock(at("09:00:03"))
    seen: list[datetime] = []

    def tick(timer: func.TimerRequest) -> None:
        seen.append(clock.now)
        clock.now += timedelta(seconds=durations[len(seen) - 1])
        clock.stopped = len(seen) == len(durations)

    asyncio.run(listener(tick, clock, startup=startup).run())

    assert seen == [at(start) for start in starts]


def test_a_failed_run_is_followed_by_the_next() -> None:
    clock = Clock(at("09:00:03"))
    seen: list[datetime] = []

    async def tick(timer: func.TimerRequest) -> None:
        seen.append(clock.now)
        clock.stopped = len(seen) == 2
        raise RuntimeError("boom")

    asyncio.run(listener(tick, clock).run())

    assert seen == [at("09:00:15"), at("09:00:30")]


class Clock:
    """A clock that only moves when somebody sleeps or a run takes its time."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.stopped = False

    def read(self) -> datetime:
        return self.now

    async def sleep(self, seconds: float) -> bool:
        self.now += timedelta(seconds=seconds)
        return self.stopped


def listener(tick: object, clock: Clock, *, startup: bool = False) -> TimerListener:
    assert callable(tick)
    function = TimerFunction(
        target=Target(name="tick", argument="timer", body=tick),
        schedule=ncrontab.parse("*/15 * * * * *"),
        run_on_startup=startup,
    )
    return TimerListener(function, Worker(threads=1), clock.read, clock.sleep)
