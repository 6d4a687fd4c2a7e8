"""Days ⇄ a calendar as a collection holds it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from local.dev.terminal import Misuse

Calendar = Mapping[str, Any]

MOST_ENTRIES: Final = 400  # dates and ranges, which is what a collection takes in one calendar
_SHORTEST_RANGE: Final = 4  # days: below that, single dates are shorter
_DAY: Final = timedelta(days=1)


def write_calendar(days: Sequence[date]) -> Calendar:
    """Return a calendar of days in order; raise Misuse if no collection would take it."""
    stretches = list(_stretches(days))
    ranges = [stretch for stretch in stretches if len(stretch) >= _SHORTEST_RANGE]
    dates = [day for stretch in stretches if stretch not in ranges for day in stretch]
    entries = len(dates) + len(ranges)
    if entries > MOST_ENTRIES:
        limit = f"a calendar has at most {MOST_ENTRIES}"
        raise Misuse(f"These are {entries} dates and ranges, and {limit}: take fewer years.")
    calendar: dict[str, Any] = {"dates": [day.isoformat() for day in dates]}
    if ranges:
        calendar["ranges"] = [{"from": str(stretch[0]), "to": str(stretch[-1])} for stretch in ranges]
    return calendar


def days_in(calendar: Calendar) -> set[str]:
    """Return the days of a calendar as a collection holds it. Some are of every year: `--12-25`."""
    ranges = [(str(entry.get("from")), str(entry.get("to"))) for entry in calendar.get("ranges") or ()]
    return {*map(str, calendar.get("dates") or ()), *(day for ends in ranges for day in _days_between(*ends))}


def _stretches(days: Sequence[date]) -> Iterator[list[date]]:
    """Yield the days in groups of neighbours."""
    group: list[date] = []
    for day in days:
        if group and day != group[-1] + _DAY:
            yield group
            group = []
        group.append(day)
    if group:
        yield group


def _days_between(first: str, last: str) -> Iterator[str]:
    try:
        begin, end = date.fromisoformat(first), date.fromisoformat(last)
    except ValueError:  # not written by us; it is then compared as it is
        yield f"{first}/{last}"
        return
    for number in range((end - begin).days + 1):
        yield (begin + number * _DAY).isoformat()
