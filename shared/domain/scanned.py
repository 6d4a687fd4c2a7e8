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


def age_of(last: Scanned | None, now: datetime) -> timedelta | None:
    """Return how long ago the last scan was. It is never negative, although clocks differ."""
    return None if last is None else max(now - last.at, timedelta())


def is_scanning(last: Scanned | None, now: datetime, *, longest_pause: timedelta) -> bool:
    """Say whether the last scan is as recent as it should be."""
    age = age_of(last, now)
    return age is not None and age <= longest_pause
