"""Schedules of timer triggers, as the NCrontab library reads them."""

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest

from shared.functions.ncrontab import parse


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


# 16 November 2026 is a Monday.
@pytest.mark.parametrize(
    ("schedule", "after", "expected"),
    [
        pytest.param("* * * * * *", "2026-11-16T09:00:00", "2026-11-16T09:00:01", id="strictly later"),
        pytest.param("* * * * * *", "2026-11-16T09:00:00.5", "2026-11-16T09:00:01", id="parts of a second"),
        pytest.param("*/15 * * * * *", "2026-11-16T09:00:00", "2026-11-16T09:00:15", id="a step"),
        pytest.param(
            "*/15 * * * * *", "2026-11-16T09:00:45", "2026-11-16T09:01:00", id="into the next minute"
        ),
        pytest.param(
            "0 5/10 * * * *", "2026-11-16T09:00:00", "2026-11-16T09:05:00", id="a step from a start"
        ),
        pytest.param(
            "0 5/10 * * * *", "2026-11-16T09:55:00", "2026-11-16T10:05:00", id="a step up to the end"
        ),
        pytest.param(
            "1-30/7 * * * * *", "2026-11-16T09:00:22", "2026-11-16T09:00:29", id="a step in a range"
        ),
        pytest.param("1-30/7 * * * * *", "2026-11-16T09:00:29", "2026-11-16T09:01:01", id="after a range"),
        pytest.param(
            "0 0 17,9 * * *", "2026-11-16T09:00:00", "2026-11-16T17:00:00", id="a list in any order"
        ),
        pytest.param("0 0 11-9 * * *", "2026-11-16T09:30:00", "2026-11-16T10:00:00", id="a range backwards"),
        pytest.param("0 30 9 * * *", "2026-11-16T09:30:00", "2026-11-17T09:30:00", id="tomorrow"),
        pytest.param("0 0 0 * * *", "2026-12-31T23:59:59", "2027-01-01T00:00:00", id="next year"),
        pytest.param("0 0 9 * * 0", "2026-11-16T00:00:00", "2026-11-22T09:00:00", id="Sunday is 0"),
        pytest.param("0 0 9 * * sun", "2026-11-16T00:00:00", "2026-11-22T09:00:00", id="a short name"),
        pytest.param(
            "0 0 9 * * Tue-THU", "2026-11-16T00:00:00", "2026-11-17T09:00:00", id="a range of names"
        ),
        pytest.param("0 0 9 * january *", "2026-11-16T00:00:00", "2027-01-01T09:00:00", id="a name in full"),
        pytest.param(
            "0 0 9 13 * FRI", "2026-11-16T00:00:00", "2027-08-13T09:00:00", id="day and weekday both"
        ),
        pytest.param(
            "0 0 9 31 * *", "2026-11-16T00:00:00", "2026-12-31T09:00:00", id="short months are skipped"
        ),
        pytest.param("0 0 9 29 2 *", "2026-11-16T00:00:00", "2028-02-29T09:00:00", id="leap day"),
        pytest.param("0 0 9 29 2 1", "2096-11-16T00:00:00", "2112-02-29T09:00:00", id="leap day over 2100"),
        pytest.param("0 0 9 29 2 0", "2088-02-29T09:00:00", "2128-02-29T09:00:00", id="the longest gap"),
        pytest.param("  0  0 9 * * * ", "2026-11-16T00:00:00", "2026-11-16T09:00:00", id="more spaces"),
    ],
)
def test_the_next_occurrence(schedule: str, after: str, expected: str) -> None:
    assert parse(schedule).next(at(after)) == at(expected)


def test_time_is_read_and_given_in_utc() -> None:
    after = datetime(2026, 11, 16, 9, tzinfo=timezone(timedelta(hours=2)))

    following = parse("0 30 7 * * *").next(after)

    assert following.isoformat() == "2026-11-16T07:30:00+00:00"


@pytest.mark.parametrize(
    ("schedule", "complaint"),
    [
        pytest.param("", "has 0 fields, but a schedule has six: second, minute, hour", id="nothing"),
        pytest.param("* * * * *", "has 5 fields", id="five fields"),
        pytest.param("* * * * * * *", "has 7 fields", id="seven fields"),
        pytest.param(
            "60 * * * * *", "second field '60' is wrong: 60 is out of range; allowed are 0 to 59", id="60 s"
        ),
        pytest.param(
            "* * 24 * * *", "hour field '24' is wrong: 24 is out of range; allowed are 0 to 23", id="24 h"
        ),
        pytest.param(
            "* * * 0 * *", "day field '0' is wrong: 0 is out of range; allowed are 1 to 31", id="day 0"
        ),
        pytest.param("* * * * 13 *", "allowed are 1 to 12 or January to December", id="month 13"),
        pytest.param(
            "* * * * * 7", "7 is out of range; allowed are 0 to 6 or Sunday to Saturday", id="weekday 7"
        ),
        pytest.param(
            "* * * * * Funday", "day-of-week field 'Funday' is wrong: 'Funday' is not", id="no such name"
        ),
        pytest.param("* Mon * * * *", "minute field 'Mon' is wrong", id="a name where none may be"),
        pytest.param("*/0 * * * * *", "the step '0' is not a number of at least 1", id="step 0"),
        pytest.param("*/x * * * * *", "the step 'x' is not", id="no number"),
        pytest.param(
            "1,,2 * * * * *", "second field '1,,2' is wrong: '' is not a value", id="a gap in a list"
        ),
        pytest.param("5- * * * * *", "second field '5-' is wrong", id="half a range"),
        pytest.param("-5 * * * * *", "second field '-5' is wrong", id="a negative number"),
        pytest.param("1-99 * * * * *", "99 is out of range", id="a range too far"),
        pytest.param("\u0661 * * * * *", "second field", id="other digits"),
        pytest.param("0 0 0 30 2 *", "never fires", id="30 February"),
        pytest.param("0 0 0 31 4,6,9,11 *", "never fires", id="31 of the short months"),
    ],
)
def test_a_wrong_schedule_is_refused_with_its_reason(schedule: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        parse(schedule)
