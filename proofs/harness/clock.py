"""A clock for measurements that shall not wait."""

from datetime import datetime, timedelta
from time import perf_counter


class TurnedClock:
    """Goes on as time does, and is turned ahead to what would have to be waited for."""

    def __init__(self, begin: datetime) -> None:
        self._begin = begin
        self._began = perf_counter()

    def __call__(self) -> datetime:
        return self._begin + timedelta(seconds=perf_counter() - self._began)

    def turn(self, span: timedelta) -> None:
        self._begin += span

    def turn_to(self, instant: datetime) -> None:
        """Make it this instant, unless it is later already."""
        self.turn(max(instant - self(), timedelta()))
