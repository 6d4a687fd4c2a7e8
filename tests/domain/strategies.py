"""Recurrences and instants for properties: made of edges and small sets, so that nothing is thrown away."""

from calendar import monthrange
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any, Final

from hypothesis import strategies as st

from shared.domain.recurrence import (
    LONGEST_INTERVAL,
    Frequency,
    MonthlyOccurrence,
    Recurrence,
    Schedule,
    Weekday,
)

MONTHLY: Final = (Frequency.MONTH, Frequency.YEAR)
_LONGEST_MONTHS: Final = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}
_YEARS: Final = (1970, 1999, 2000, 2023, 2024, 2026, 2028, 2096, 2099, 2100, 2104, 2200, 2300, 2399, 2400)
_DAYS: Final = (
    (1, 1),
    (1, 29),
    (1, 30),
    (1, 31),
    (2, 1),
    (2, 28),
    (2, 29),
    (3, 1),
    (3, 31),
    (4, 30),
    (12, 31),
)
_MONTH_DAYS: Final = (1, 2, 15, 28, 29, 30, 31, -1, -2, -28, -29, -30, -31)
_INTERVALS: Final = {
    Frequency.MINUTE: (1, 2, 7, 15, 30, 45, 59, 60, 61, 90, 480, 720, 960, 999, 1000),
    Frequency.HOUR: (1, 2, 5, 7, 12, 23, 24, 25, 36, 48, 168, 999, 1000),
    Frequency.DAY: (1, 2, 3, 7, 28, 30, 31, 365, 366, 547, 548),
    Frequency.WEEK: (1, 2, 3, 4, 52, 53, 77, 78),
    Frequency.MONTH: (1, 2, 3, 5, 6, 7, 11, 12, 13, 16, 17, 18),
    Frequency.YEAR: (1,),
}


def edged(edges: tuple[int, ...], lowest: int, highest: int) -> st.SearchStrategy[int]:
    """Numbers of a range, the telling ones more often."""
    return st.sampled_from(edges) | st.integers(lowest, highest)


def few(elements: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(elements, min_size=1, max_size=3, unique=True).map(tuple)


_HOURS: Final = edged((0, 1, 5, 12, 22, 23), 0, 23)
_MINUTES: Final = edged((0, 1, 15, 30, 45, 58, 59), 0, 59)
_FIELDS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "minutes": few(_MINUTES) | st.tuples(_MINUTES),
    "hours": few(_HOURS) | st.tuples(_HOURS) | st.just(tuple(range(24))),
    "week_days": st.lists(st.sampled_from(Weekday), min_size=1, max_size=7, unique=True).map(tuple),
    "month_days": few(edged(_MONTH_DAYS, 1, 31)),
    "monthly_occurrences": few(
        st.builds(
            MonthlyOccurrence,
            day=st.sampled_from(Weekday),
            occurrence=st.sampled_from((None, 1, 2, 3, 4, 5, -1, -2, -3, -4, -5)),
        )
    ),
    "months": few(edged((1, 2, 4, 12), 1, 12)) | st.tuples(edged((2,), 1, 12)),
}


def fields_for(frequency: Frequency) -> tuple[str, ...]:
    if frequency in MONTHLY:
        return ("minutes", "hours", "month_days", "monthly_occurrences", "months")
    return ("minutes", "hours", "week_days") if frequency == Frequency.WEEK else ("minutes", "hours")


@st.composite
def schedules(draw: st.DrawFn, frequency: Frequency) -> Schedule:
    """Every combination of the fields that fit the frequency, none of them included."""
    names = fields_for(frequency)
    chosen = draw(
        st.sampled_from([some for size in range(len(names) + 1) for some in combinations(names, size)])
    )
    fields = {name: draw(_FIELDS[name]) for name in chosen}
    if {"months", "month_days"} <= set(chosen) and "monthly_occurrences" not in chosen:
        # The values refuse a rule that names no day of its months, such as 30 February.
        longest = max(_LONGEST_MONTHS.get(month, 31) for month in fields["months"])
        if all(abs(day) > longest for day in fields["month_days"]):
            fields["month_days"] += (draw(st.sampled_from((longest, -longest))),)
    return Schedule(**fields)


def intervals(frequency: Frequency) -> st.SearchStrategy[int]:
    longest = LONGEST_INTERVAL[frequency]
    return st.integers(1, min(5, longest)) | edged(_INTERVALS[frequency], 1, longest)


@st.composite
def recurrences(draw: st.DrawFn, *, of: tuple[Frequency, ...] = tuple(Frequency)) -> Recurrence:
    frequency = draw(st.sampled_from(of))
    return Recurrence(
        frequency=frequency, interval=draw(intervals(frequency)), schedule=draw(schedules(frequency))
    )


@st.composite
def sparse_recurrences(draw: st.DrawFn) -> Recurrence:
    """Days that come every few years or decades, or never: leap days and fifth weekdays."""
    weekday = draw(st.sampled_from(Weekday))
    fields: dict[str, Any] = draw(
        st.sampled_from(
            [
                {"months": (2,), "month_days": (29,)},
                {"months": (2,), "month_days": (-29,)},
                {"months": (2, 4, 6), "month_days": (29, 31)},
                {"month_days": (31,)},
                {"month_days": (-31, 30)},
                {"months": (4, 9), "month_days": (30,)},
                {"months": (2,), "month_days": (30,), "monthly_occurrences": (occurrence(weekday, 5),)},
                {"months": (2,), "monthly_occurrences": (occurrence(weekday, -5),)},
                {"months": (2,), "month_days": (29, 30)},
                {"months": (2, 3), "monthly_occurrences": (occurrence(weekday, 5),)},
                {"monthly_occurrences": (occurrence(weekday, 5), occurrence(weekday, -5))},
            ]
        )
    )
    times: dict[str, Any] = draw(st.sampled_from([{}, {"hours": (0, 23)}, {"minutes": (0, 59)}]))
    frequency = draw(st.sampled_from((Frequency.MONTH, Frequency.MONTH, Frequency.MONTH, Frequency.YEAR)))
    return Recurrence(
        frequency=frequency, interval=draw(intervals(frequency)), schedule=Schedule(**fields, **times)
    )


def occurrence(day: Weekday, number: int) -> MonthlyOccurrence:
    return MonthlyOccurrence(day=day, occurrence=number)


@st.composite
def instants(draw: st.DrawFn, *, years: tuple[int, ...] = _YEARS, microseconds: bool = True) -> datetime:
    year = draw(edged(years, min(years), max(years)))
    month, day = draw(st.sampled_from(_DAYS) | st.tuples(st.integers(1, 12), st.integers(1, 31)))
    return datetime(
        year,
        month,
        min(day, monthrange(year, month)[1]),
        draw(_HOURS),
        draw(_MINUTES),
        draw(edged((0, 1, 30, 59), 0, 59)),
        draw(edged((0, 1, 500_000, 999_999), 0, 999_999)) if microseconds else 0,
        tzinfo=UTC,
    )


def distances() -> st.SearchStrategy[timedelta]:
    """From a year before to four centuries after."""
    microsecond, day = timedelta(microseconds=1), timedelta(days=1)
    return st.one_of(
        st.sampled_from(
            (-365 * day, -microsecond, 0 * day, microsecond, timedelta(minutes=1), day, 28 * day)
        ),
        st.timedeltas(0 * day, 2 * day),
        st.timedeltas(0 * day, 1000 * day),
        st.timedeltas(0 * day, 146_097 * day),
    )
