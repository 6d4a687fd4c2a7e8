"""Timer triggers."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import azure.functions as func
from azure.functions.timer import TimerRequest

from local.host.functions import TimerFunction
from local.host.worker import Stopwatch, Worker
from shared.functions.ncrontab import Schedule

# The clock is looked at now and then: someone may have set it, or the machine may have slept.
LONGEST_NAP = timedelta(seconds=10)


def first_due(function: TimerFunction, now: datetime) -> datetime:
    return now if function.run_on_startup else function.schedule.next(now)


def due_after(schedule: Schedule, ran_for: datetime, now: datetime) -> datetime:
    """Return when to run next: as scheduled, or now if that has passed. Several missed times are one run."""
    return max(schedule.next(ran_for), now)


def nap(due: datetime, now: datetime) -> timedelta:
    """Return how long to sleep before looking at the clock again; zero if the timer is due."""
    return min(max(due - now, timedelta(0)), LONGEST_NAP)


class TimerListener:
    """Runs one timer function on its schedule, never twice at the same time."""

    def __init__(
        self,
        function: TimerFunction,
        worker: Worker,
        clock: Callable[[], datetime],
        stopped_within: Callable[[float], Awaitable[bool]],
    ) -> None:
        self._function = function
        self._worker = worker
        self._clock = clock
        self._stopped_within = stopped_within

    async def run(self) -> None:
        due = first_due(self._function, self._clock())
        while not await self._stopped_within(nap(due, self._clock()).total_seconds()):
            if self._clock() >= due:
                await self._invoke()
                due = due_after(self._function.schedule, due, self._clock())

    async def _invoke(self) -> None:
        stopwatch = Stopwatch("timer", self._function.target)
        request: func.TimerRequest = TimerRequest(past_due=False, schedule={"AdjustForDST": True})
        try:
            await self._worker.invoke(self._function.target, request).result
        except Exception as exc:  # the function failed; the next tick is due all the same
            stopwatch.log_failure(exc)
        else:
            stopwatch.log_success()
