"""Query parameters of the lists over all jobs. Places in these lists are opaque to callers."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, TypeVar

from shared.api.instants import read_instant, write_instant
from shared.api.query import read_number
from shared.api.timespans import read_timespan
from shared.domain.agenda import Order
from shared.domain.clock_changes import FARTHEST
from shared.domain.errors import Faults, cut
from shared.domain.history import FAILURES_KEPT
from shared.domain.job import JobState
from shared.domain.job_counts import LastOutcome
from shared.domain.summaries import Bookmark, Sought
from shared.domain.timespan import write_timespan

LARGEST_PAGE: Final = 1_000
DEFAULT_PAGE: Final = 100
DEFAULT_AHEAD: Final = timedelta(days=1)
LONGEST_COUNTED: Final = timedelta(days=31)
MOST_BUCKETS: Final = 2_000
SHORTEST_BUCKET: Final = timedelta(seconds=1)
DEFAULT_WITHIN: Final = timedelta(days=30)
LONGEST_WITHIN: Final = timedelta(days=3_650)
LONGEST_SEARCH: Final = 200
_LONGEST_PLACE: Final = 2_000

_Value = TypeVar("_Value")
_Member = TypeVar("_Member", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummariesQuery:
    sought: Sought
    place: Bookmark
    top: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FailuresQuery:
    since: datetime
    before: datetime | None
    top: int
    behind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UpcomingQuery:
    until: datetime
    farthest: datetime
    """Up to when runs are looked for if those before `until` do not fill a page."""
    top: int
    behind: Order | None
    bucket: timedelta | None


def read_summaries_query(params: Mapping[str, str]) -> SummariesQuery:
    asked = _Asked(params)
    search = asked.text("search")
    fits = len(search) <= LONGEST_SEARCH
    asked.faults.check(fits, "search", f"is longer than {LONGEST_SEARCH} characters")
    sought = Sought(
        state=asked.member("state", JobState),
        outcome=asked.member("outcome", LastOutcome),
        words=tuple(search.casefold().split()),
    )
    query = SummariesQuery(sought=sought, place=asked.place(_bookmark, Bookmark()), top=asked.top())
    asked.faults.raise_any()
    return query


def read_failures_query(params: Mapping[str, str], *, now: datetime) -> FailuresQuery:
    asked = _Asked(params)
    since, before = asked.instant("from"), asked.instant("to")
    ordered = since is None or before is None or since < before
    asked.faults.check(ordered, "to", "is not later than from")
    oldest = now - FAILURES_KEPT
    query = FailuresQuery(
        since=oldest if since is None else max(since, oldest),
        before=before,
        top=asked.top(DEFAULT_PAGE),
        behind=asked.place(_row, ""),
    )
    asked.faults.raise_any()
    return query


def read_upcoming_query(params: Mapping[str, str], *, now: datetime) -> UpcomingQuery:
    asked = _Asked(params)
    given, bucket = asked.instant("until"), asked.span("bucket")
    until = given or now + DEFAULT_AHEAD
    asked.faults.check(until > now, "until", "is not later than now")
    if bucket is not None and until > now:
        _check_buckets(until - now, bucket, asked.faults)
    query = UpcomingQuery(
        until=until,
        farthest=given or now + FARTHEST,
        top=asked.top(DEFAULT_PAGE),
        behind=asked.place(_order, None),
        bucket=bucket,
    )
    asked.faults.raise_any()
    return query


def read_running_query(params: Mapping[str, str]) -> tuple[int, str]:
    """Return how many runs are asked for, and behind which place."""
    asked = _Asked(params)
    top, behind = asked.top(), asked.place(_row, "")
    asked.faults.raise_any()
    return top, behind


def read_within(params: Mapping[str, str]) -> timedelta:
    asked = _Asked(params)
    given = asked.span("within")
    within = DEFAULT_WITHIN if given is None else given
    longest = write_timespan(LONGEST_WITHIN)
    asked.faults.check(within <= LONGEST_WITHIN, "within", f"is longer than {longest}")
    asked.faults.raise_any()
    return within


def read_change_end(params: Mapping[str, str], *, now: datetime) -> datetime:
    """Return up to when clock changes are asked for; without `until`, as far as they are looked for."""
    asked = _Asked(params)
    until = asked.instant("until") or now + FARTHEST
    asked.faults.check(until > now, "until", "is not later than now")
    asked.faults.check(until - now <= FARTHEST, "until", f"is more than {FARTHEST.days} days ahead")
    asked.faults.raise_any()
    return until


def written_place(*parts: str | int) -> str:
    """Return a place in a list as a caller sees it."""
    return urlsafe_b64encode(json.dumps(parts, separators=(",", ":")).encode()).decode().rstrip("=")


def place_of_run(order: Order) -> str:
    due, names = order
    return written_place(write_instant(due), *names)


def _check_buckets(window: timedelta, bucket: timedelta, faults: Faults) -> None:
    longest = write_timespan(LONGEST_COUNTED)
    faults.check(window <= LONGEST_COUNTED, "until", f"with bucket, it is at most {longest} ahead")
    if bucket < SHORTEST_BUCKET:
        faults.add("bucket", f"is shorter than {write_timespan(SHORTEST_BUCKET)}")
    elif bucket > LONGEST_COUNTED:
        faults.add("bucket", f"is longer than {longest}")
    elif window <= LONGEST_COUNTED and window / bucket > MOST_BUCKETS - 1:  # the first may have begun before
        seconds = -(-window // (SHORTEST_BUCKET * (MOST_BUCKETS - 1)))
        smallest = write_timespan(timedelta(seconds=seconds))
        faults.add("bucket", f"makes more than {MOST_BUCKETS} buckets; the smallest that fits is {smallest}")


class _Asked:
    """The parameters of a request, of which an empty one counts as absent, and what is wrong with them."""

    def __init__(self, params: Mapping[str, str]) -> None:
        self._given = {name.lower(): value.strip() for name, value in params.items() if value.strip()}
        self.faults = Faults()

    def text(self, name: str) -> str:
        return self._given.get(name, "")

    def top(self, usual: int = LARGEST_PAGE) -> int:
        read = read_number(self._given.get("$top"), "$top", range(1, LARGEST_PAGE + 1), self.faults)
        return usual if read is None else read

    def instant(self, name: str) -> datetime | None:
        return self._read(name, lambda text: read_instant(text.replace(" ", "+")))  # + stands for a blank

    def span(self, name: str) -> timedelta | None:
        return self._read(name, read_timespan)

    def member(self, name: str, enum: type[_Member]) -> _Member | None:
        given = self._given.get(name)
        found = next((one for one in enum if given is not None and one.lower() == given.lower()), None)
        known = given is None or found is not None
        self.faults.check(known, name, f"'{cut(given)}' is none of {', '.join(enum)}")
        return found

    def place(self, read: Callable[[Any], _Value], usual: _Value) -> _Value:
        given = self._given.get("behind")
        if given is None:
            return usual
        try:
            if len(given) > _LONGEST_PLACE:
                raise ValueError("too long")
            return read(json.loads(urlsafe_b64decode(given + "=" * (-len(given) % 4))))
        except (ValueError, TypeError, RecursionError):
            self.faults.add("behind", f"'{cut(given)}' is no place that a nextLink names")
            return usual

    def _read(self, name: str, read: Callable[[str], _Value]) -> _Value | None:
        if name not in self._given:
            return None
        try:
            return read(self._given[name])
        except ValueError as exc:
            self.faults.add(name, str(exc))
            return None


def _bookmark(parts: Any) -> Bookmark:
    shard, row = parts
    if isinstance(shard, bool) or not isinstance(shard, int) or shard < 0 or not isinstance(row, str):
        raise ValueError("no place")
    return Bookmark(shard=shard, row=_key(row))


def _row(parts: Any) -> str:
    (row,) = parts
    if not isinstance(row, str):
        raise ValueError("no place")
    return _key(row)


def _order(parts: Any) -> Order:
    due, *names = parts
    if not isinstance(due, str) or not all(isinstance(name, str) for name in names):
        raise ValueError("no place")
    return read_instant(due), tuple(names)


def _key(row: str) -> str:
    """Return a key that storage can be asked about: whatever else is in it is not ours."""
    if not row.isascii() or not row.isprintable():
        raise ValueError("no key")
    return row
