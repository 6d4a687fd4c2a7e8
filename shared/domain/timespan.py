"""Durations as answers and messages write them: `hh:mm:ss`, or `d.hh:mm:ss`; for some clients, ISO 8601."""

from datetime import timedelta


def write_timespan(span: timedelta) -> str:
    hours, rest = divmod(span.seconds, 3600)
    days = f"{span.days}." if span.days else ""
    fraction = f".{span.microseconds:06d}0" if span.microseconds else ""
    return f"{days}{hours:02d}:{rest // 60:02d}:{rest % 60:02d}{fraction}"


def write_iso_duration(span: timedelta) -> str:
    """Return such as `PT1M` or `P1DT2H`. Days are the largest unit: they are as long everywhere."""
    minutes, seconds = divmod(span.seconds, 60)
    parts = {"H": minutes // 60, "M": minutes % 60}
    time = "".join(f"{number}{unit}" for unit, number in parts.items() if number)
    if seconds or span.microseconds or not span:
        time += f"{seconds}.{span.microseconds:06d}".rstrip("0").rstrip(".") + "S"
    return "P" + (f"{span.days}D" if span.days else "") + (f"T{time}" if time else "")
