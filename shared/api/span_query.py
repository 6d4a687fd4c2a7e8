"""Query parameters that name spans of time, and places in them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, TypeVar

from shared.api.instants import read_instant, read_moment
from shared.api.query import read_number
from shared.domain.changes_wanted import ChangesWanted
from shared.domain.errors import Faults, cut
from shared.domain.keys import RESOURCE_NAME
from shared.domain.local_time.wall_time import Moment, WallTime

LONGEST_BACK: Final = timedelta(days=60)
LONGEST_AHEAD: Final = timedelta(days=366)
MOST_OCCURRENCES: Final = 1_000
LARGEST_AUDIT_PAGE: Final = 1_000
DEFAULT_AUDIT_PAGE: Final = 100
_Read = TypeVar("_Read")
_A_DAY: Final = timedelta(days=1)
_FIRST: Final = datetime(2, 1, 1, tzinfo=UTC)
_LAST: Final = datetime(9998, 12, 31, tzinfo=UTC)
_LONG_AGO: Final = timedelta(days=400)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From an instant on, and before another; or a single moment `at`."""

    begin: datetime
    end: datetime
    at: Moment | None = None
    top: int = MOST_OCCURRENCES


def read_span(params: Mapping[str, str], *, now: datetime) -> Span:
    """Read `from` and `to`, by default the last day and the next, or `at`; and how many are wanted."""
    given, faults = _given(params), Faults()
    top = read_number(given.get("$top"), "$top", range(1, MOST_OCCURRENCES + 1), faults)
    at = _moment(given, "at", faults)
    begin = _instant(given, "from", faults) or now - _A_DAY
    end = _instant(given, "to", faults) or max(min(begin, _LAST) + _A_DAY, now + _A_DAY)
    faults.check(at is None or not {"from", "to"} & given.keys(), "at", "stands alone, without from and to")
    faults.check(begin < end, "to", "is not later than from")
    back, ahead = LONGEST_BACK.days, LONGEST_AHEAD.days
    faults.check(begin >= now - LONGEST_BACK - _A_DAY, "from", f"is more than {back} days ago")
    faults.check(end <= now + LONGEST_AHEAD + _A_DAY, "to", f"is more than {ahead} days ahead")
    faults.raise_any()
    return Span(begin=begin, end=end, at=at, top=top or MOST_OCCURRENCES)


def read_changes_wanted(params: Mapping[str, str], subscription: str, *, now: datetime) -> ChangesWanted:
    """Read which changes are asked for. A collection is named alone, as group/name, or by its id."""
    given, faults = _given(params), Faults()
    top = read_number(given.get("$top"), "$top", range(1, LARGEST_AUDIT_PAGE + 1), faults)
    begin = _instant(given, "from", faults) or now - _LONG_AGO
    end = _instant(given, "to", faults) or now + _A_DAY
    group, collection = _place(given.get("collection", ""))
    job = given.get("job", "")
    faults.check(not job or bool(collection), "job", "is told apart by its collection; name that too")
    faults.check(begin < end, "to", "is not later than from")
    for name, value in (("collection", group), ("collection", collection), ("job", job)):
        faults.check(not value or bool(RESOURCE_NAME[0].fullmatch(value)), name, f"'{cut(value)}' is no name")
    faults.raise_any()
    return ChangesWanted(
        subscription=subscription,
        begin=begin,
        end=end,
        group=group,
        collection=collection,
        job=job,
        who=given.get("who", ""),
        top=top or DEFAULT_AUDIT_PAGE,
        behind=given.get("behind", ""),
    )


def _given(params: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value.strip() for name, value in params.items() if value.strip()}


def _place(text: str) -> tuple[str, str]:
    """Return the group, if it is named, and the name of a collection."""
    parts = [part for part in text.split("/") if part]
    lower = [part.lower() for part in parts]
    if "resourcegroups" in lower and len(parts) > lower.index("resourcegroups") + 1:
        return parts[lower.index("resourcegroups") + 1], parts[-1]
    return (parts[0], parts[1]) if len(parts) == 2 else ("", parts[-1] if parts else "")


def _instant(given: Mapping[str, str], name: str, faults: Faults) -> datetime | None:
    return _read(given, name, faults, read_instant)


def _moment(given: Mapping[str, str], name: str, faults: Faults) -> Moment | None:
    """Return a time with days around it, in which it may lie by the clocks of a zone and may be due."""
    moment = _read(given, name, faults, read_moment)
    reading = moment.reading if isinstance(moment, WallTime) else moment
    fits = reading is None or _FIRST <= reading <= _LAST
    faults.check(fits, name, f"is not between {_FIRST.date()} and {_LAST.date()}")
    return moment if fits else None


def _read(given: Mapping[str, str], name: str, faults: Faults, read: Callable[[str], _Read]) -> _Read | None:
    if name not in given:
        return None
    try:
        return read(given[name].replace(" ", "+"))  # in a query, + stands for a blank
    except ValueError as exc:
        faults.add(name, str(exc))
        return None
