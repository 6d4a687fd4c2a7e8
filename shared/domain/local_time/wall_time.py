"""What a clock on a wall shows. Which instant that is depends on where the wall stands."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, order=True)
class WallTime:
    """A date and a time of day without a zone.

    `reading` is written as if the wall stood in UTC, so that it can be counted with. It is no instant.
    """

    reading: datetime

    def __str__(self) -> str:
        return self.reading.replace(tzinfo=None).isoformat()


Moment = datetime | WallTime
"""When something is: an instant, or what the clocks of a zone show then."""
