"""Times as people write and read them. This needs no package that must be installed."""

import argparse
import re
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.api.instants import read_instant, read_moment, write_instant
from shared.domain.local_time.wall_time import Moment, WallTime

_SPAN: Final = re.compile(r"(\d{1,6})([smhdw])", re.ASCII)
_LONGEST: Final = timedelta(days=3_650)
_UNITS: Final = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
When = timedelta | Moment
"""A time as it was written: so long before or after now, an instant, or what clocks show."""


class Clocks(StrEnum):
    """Whose clocks are read."""

    UTC = "UTC"
    HERE = "local"
    JOB = "the job's clocks"


def read_when(text: str) -> When:
    """Return the time that an option names; raise ArgumentTypeError if it names none."""
    if match := _SPAN.fullmatch(text):
        return _span(timedelta(**{_UNITS[match[2]]: int(match[1])}), text)
    try:
        return read_moment(with_t(text))
    except ValueError as exc:
        raise argparse.ArgumentTypeError(f"{exc}, nor a span of time like 90m, 24h or 7d") from exc


def _span(span: timedelta, text: str) -> timedelta:
    if span > _LONGEST:
        raise argparse.ArgumentTypeError(f"'{text}' is longer than {_LONGEST.days} days")
    return span


def read_at(text: str) -> Moment:
    try:
        return read_moment(with_t(text))
    except ValueError as exc:
        raise argparse.ArgumentTypeError(str(exc)) from exc


def with_t(text: str) -> str:
    """Return a date-time with a T, as between date and time people write a blank."""
    return re.sub(r"(?<=\d)\s+(?=\d)", "T", text.strip(), count=1)


def instant_meant(when: When, clocks: Clocks, now: datetime, *, back: bool = False) -> str:
    """Return the instant as the app reads it. A span counts from now, ahead unless it counts back."""
    if isinstance(when, timedelta):
        return write_instant(now - when if back else now + when)
    return write_instant(moment_here(when) if clocks is Clocks.HERE else _as_utc(when))


def moment_here(moment: Moment) -> datetime:
    """Return the instant at which the clocks of this machine show that."""
    return moment.reading.replace(tzinfo=None).astimezone(UTC) if isinstance(moment, WallTime) else moment


def shown_time(instant: object, clocks: Clocks, local: object = None) -> str:
    """Return a time as the app answers it for people; other clocks than UTC's with their offset."""
    if clocks is Clocks.JOB and isinstance(local, str):
        return _without_fraction(local.replace("T", " "))
    try:
        read = read_instant(str(instant)) if instant is not None else None
    except ValueError:
        return str(instant)
    if read is None:
        return ""
    if clocks is Clocks.HERE:
        return read.astimezone().isoformat(sep=" ", timespec="seconds")
    return f"{read:%Y-%m-%d %H:%M:%S}" + ("+00:00" if clocks is Clocks.JOB else "")


def titled(title: str, clocks: Clocks) -> str:
    return f"{title} ({clocks})" if clocks is Clocks.UTC else title


def _as_utc(moment: Moment) -> datetime:
    return moment.reading if isinstance(moment, WallTime) else moment


def _without_fraction(text: str) -> str:
    return re.sub(r"\.\d+", "", text)
