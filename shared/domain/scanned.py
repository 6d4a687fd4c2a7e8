"""What a scan found and did."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """`due` counts the tickets within the horizon; `sent_again` those of the sent that were sent before.

    `newer` counts those that a newer version wrote, and that wait for it; `version` is the one that scanned.
    """

    at: datetime
    version: str = ""
    due: int = 0
    sent: int = 0
    sent_again: int = 0
    set_aside: int = 0
    newer: int = 0
    duration: timedelta = timedelta()
