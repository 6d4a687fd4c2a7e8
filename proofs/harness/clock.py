"""The real time, and clocks for proofs that shall not wait."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import perf_counter


def now() -> datetime:
    """Return the real time."""
    return datetime.now(UTC)


class TurnedClock:
    """Stands still until it is turned ahead; `turned` is called each time that it was."""

    def __init__(self, begin: datetime, turned: Callable[[], object] = lambda: None) -> None:
        self._shown = begin
        self._turned = turned

    def __call__(self) -> datetime:
        return self._shown

    def turn(self, span: timedelta) -> None:
        self._shown += span
        self._turned()

    def turn_to(self, instant: datetime) -> None:
        """Make it this instant, unless it is later already."""
        self.turn(max(instant - self(), timedelta()))


class RunningClock(TurnedClock):
    """Goes on as time does, and is turned ahead to what would have to be waited for."""

    def __init__(self, begin: datetime) -> None:
        super().__init__(begin)
        self._began = perf_counter()

    def __call__(self) -> datetime:
        return self._shown + timedelta(seconds=perf_counter() - self._began)
