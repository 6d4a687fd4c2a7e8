"""Durations as answers and messages write them: `hh:mm:ss`, or `d.hh:mm:ss`."""

from datetime import timedelta


def write_timespan(span: timedelta) -> str:
    hours, rest = divmod(span.seconds, 3600)
    days = f"{span.days}." if span.days else ""
    fraction = f".{span.microseconds:06d}0" if span.microseconds else ""
    return f"{days}{hours:02d}:{rest // 60:02d}:{rest % 60:02d}{fraction}"
