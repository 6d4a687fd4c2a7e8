"""What a scan found and did."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """The figures of one scan; `version` is the version of the app that scanned.

    `due` counts the tickets within the horizon.
    `sent` counts the tickets whose hint was sent, `sent_again` those of them that had been sent before.
    `newer` counts the tickets that a newer version wrote; they wait for that version.
    """

    at: datetime
    version: str = ""
    due: int = 0
    sent: int = 0
    sent_again: int = 0
    set_aside: int = 0
    newer: int = 0
    duration: timedelta = timedelta()
