from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.errors import Invalid
from shared.domain.recurrence import LONGEST_INTERVAL, Frequency, Recurrence, next_run


def instant(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}Z")


@pytest.mark.parametrize(
    ("frequency", "interval", "anchor", "after", "expected"),
    [
        pytest.param(
            "minute",
            1,
            "2026-03-02T09:00:05",
            "2026-03-02T09:00:05",
            "2026-03-02T09:01:05",
            id="strictly later",
        ),
        pytest.param(
            "minute",
            15,
            "2026-03-02T09:00:00",
            "2026-03-02T09:44:59",
            "2026-03-02T09:45:00",
            id="on the grid",
        ),
        pytest.param(
            "hour",
            4,
            "2026-03-02T09:00:00",
            "2026-03-02T09:01:00",
            "2026-03-02T13:00:00",
            id="keeps the anchor",
        ),
        pytest.param(
            "day",
            2,
            "2015-04-07T14:00:00",
            "2015-04-08T13:00:00",
            "2015-04-09T14:00:00",
            id="documented past start",
        ),
        pytest.param(
            "week",
            1,
            "2015-07-13T00:00:00",
            "2016-03-30T19:36:00",
            "2016-04-04T00:00:00",
            id="recorded weekly job",
        ),
        pytest.param(
            "month", 1, "2023-01-31T10:00:00", "2023-01-31T10:00:00", "2023-02-28T10:00:00", id="clamped"
        ),
        pytest.param(
            "month", 1, "2023-01-31T10:00:00", "2023-02-28T10:00:00", "2023-03-31T10:00:00", id="31st again"
        ),
        pytest.param(
            "month", 1, "2023-01-15T10:00:00", "2023-02-15T09:59:59", "2023-02-15T10:00:00", id="same month"
        ),
        pytest.param(
            "month",
            18,
            "2023-01-15T10:00:00",
            "2023-01-15T10:00:00",
            "2024-07-15T10:00:00",
            id="longest interval",
        ),
        pytest.param(
            "year",
            1,
            "2024-02-29T10:00:00",
            "2024-02-29T10:00:00",
            "2025-02-28T10:00:00",
            id="leap day clamped",
        ),
        pytest.param(
            "year",
            1,
            "2024-02-29T10:00:00",
            "2027-03-01T00:00:00",
            "2028-02-29T10:00:00",
            id="leap day again",
        ),
        pytest.param(
            "day",
            1,
            "2026-03-02T09:00:00",
            "2020-01-01T00:00:00",
            "2026-03-02T09:00:00",
            id="not before anchor",
        ),
    ],
)
def test_the_next_run(frequency: str, interval: int, anchor: str, after: str, expected: str) -> None:
    recurrence = Recurrence(frequency=Frequency(frequency), interval=interval)

    assert next_run(recurrence, anchor=instant(anchor), after=instant(after)) == instant(expected)


@pytest.mark.parametrize("frequency", list(Frequency))
def test_the_calendar_ends(frequency: Frequency) -> None:
    anchor = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)

    assert next_run(Recurrence(frequency=frequency), anchor=anchor, after=anchor) is None


@pytest.mark.parametrize(
    ("frequency", "interval", "message"),
    [
        ("minute", 0, "interval: 0 is not between 1 and 1000, the limit for 'minute'"),
        ("hour", 1001, "interval: 1001 is not between 1 and 1000, the limit for 'hour'"),
        ("day", 549, "interval: 549 is not between 1 and 548, the limit for 'day'"),
        ("week", 79, "interval: 79 is not between 1 and 78, the limit for 'week'"),
        ("month", 19, "interval: 19 is not between 1 and 18, the limit for 'month'"),
        ("year", 2, "interval: 2 is not between 1 and 1, the limit for 'year'"),
    ],
)
def test_an_interval_beyond_its_limit_is_refused(frequency: str, interval: int, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        Recurrence(frequency=Frequency(frequency), interval=interval)

    assert str(refused.value) == message


recurrences = st.sampled_from(Frequency).flatmap(
    lambda frequency: st.builds(
        Recurrence, frequency=st.just(frequency), interval=st.integers(1, LONGEST_INTERVAL[frequency])
    )
)
instants = st.datetimes(datetime(1970, 1, 1), datetime(2400, 1, 1), timezones=st.just(UTC))


@given(recurrence=recurrences, anchor=instants, after=instants)
def test_the_answer_is_later_and_nothing_lies_between(
    recurrence: Recurrence, anchor: datetime, after: datetime
) -> None:
    run = next_run(recurrence, anchor=anchor, after=after)

    assert run is not None
    assert run > after
    assert next_run(recurrence, anchor=anchor, after=run - timedelta(microseconds=1)) == run
    assert next_run(recurrence, anchor=anchor, after=max(after, anchor)) in {
        run,
        next_run(recurrence, anchor=anchor, after=run),
    }
