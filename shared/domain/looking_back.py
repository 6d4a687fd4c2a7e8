"""Finding the last named time before another. Rules only look forward.

1. Ask for the first named time of a window that ends at the given one. While there is none, the window grows.
2. Bisect what the window has more than the one before it, until no named time lies between.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

LONGEST_LOOK_BACK: Final = timedelta(days=3_653)
"""Ten years: rules look no further ahead either."""
_FIRST_WINDOW: Final = timedelta(hours=1)
_GROWTH: Final = 8

Next = Callable[[datetime], datetime | None]
"""What returns the first named time after another."""


def last_before(end: datetime, find_next: Next, *, since: datetime) -> datetime | None:
    """Return the last named time before `end`, not before `since`, or None if ten years hold none."""
    longest, window, newer = min(end - since, LONGEST_LOOK_BACK), _FIRST_WINDOW, timedelta()
    while newer < longest:
        window = min(window, longest)
        found = find_next(end - window - datetime.resolution)
        if found is not None and found < end:
            return _last_between(found, end - newer, end, find_next)
        window, newer = window * _GROWTH, window
    return None


def _last_between(found: datetime, none_after: datetime, end: datetime, find_next: Next) -> datetime:
    """Return the last named time before `end`, where one is found and none comes later than `none_after`."""
    while (later := find_next(found)) is not None and later < end:
        middle = later + (none_after - later) / 2
        beyond = find_next(middle)
        if beyond is not None and beyond < end:
            found = beyond
        else:
            found, none_after = later, middle
    return found
