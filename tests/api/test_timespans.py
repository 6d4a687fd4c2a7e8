"""Durations on the wire."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.api.timespans import read_timespan
from shared.domain.timespan import write_iso_duration, write_timespan


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("00:00:30", timedelta(seconds=30)),
        ("00:01", timedelta(minutes=1)),
        ("1:2:3", timedelta(hours=1, minutes=2, seconds=3)),
        ("23:59:59", timedelta(hours=23, minutes=59, seconds=59)),
        ("1.00:00:00", timedelta(days=1)),
        ("30.00:00:00", timedelta(days=30)),
        ("00:00:15.5", timedelta(seconds=15.5)),
        ("00:00:15.1234567", timedelta(seconds=15, microseconds=123457)),
        (" 00:00:30 ", timedelta(seconds=30)),
        ("PT30S", timedelta(seconds=30)),
        ("PT1M30S", timedelta(seconds=90)),
        ("PT1H", timedelta(hours=1)),
        ("PT0.5S", timedelta(milliseconds=500)),
        ("P1D", timedelta(days=1)),
        ("PT1D", timedelta(days=1)),
        ("P1DT12H", timedelta(days=1, hours=12)),
        ("P2W", timedelta(days=14)),
        ("P1M", timedelta(days=30)),
        ("P1Y", timedelta(days=365)),
        ("pt30s", timedelta(seconds=30)),
    ],
)
def test_a_duration_is_read(text: str, expected: timedelta) -> None:
    assert read_timespan(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "30", "1.5", "1 minute", "-00:00:30", "00:00:00:30", "24:00:00", "00:60:00", "00:00:60"),
        *("P", "PT", "P1DT", "PT30", "P1H", "PT1S1M", "PT-30S", "P999999999999D", f"PT{'9' * 400}S"),
    ],
)
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a duration like 00:00:30, 1\.00:00:00 or PT30S"):
        read_timespan(text)


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (timedelta(seconds=30), "00:00:30"),
        (timedelta(hours=23, minutes=59, seconds=59), "23:59:59"),
        (timedelta(days=1), "1.00:00:00"),
        (timedelta(days=30, hours=1), "30.01:00:00"),
        (timedelta(seconds=15.5), "00:00:15.5000000"),
        (timedelta(), "00:00:00"),
    ],
)
def test_a_duration_is_written_as_a_time_span(span: timedelta, expected: str) -> None:
    assert write_timespan(span) == expected
    assert read_timespan(expected) == span


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (timedelta(seconds=30), "PT30S"),
        (timedelta(minutes=1), "PT1M"),
        (timedelta(hours=23, minutes=59, seconds=59), "PT23H59M59S"),
        (timedelta(hours=2, seconds=5), "PT2H5S"),
        (timedelta(days=1), "P1D"),
        (timedelta(days=548, hours=1), "P548DT1H"),
        (timedelta(seconds=15.5), "PT15.5S"),
        (timedelta(microseconds=10), "PT0.00001S"),
        (timedelta(seconds=20), "PT20S"),
        (timedelta(), "PT0S"),
    ],
)
def test_a_duration_is_written_as_iso_8601_has_it(span: timedelta, expected: str) -> None:
    assert write_iso_duration(span) == expected


@given(st.timedeltas(min_value=timedelta(), max_value=timedelta(days=10_000)))
def test_a_duration_is_read_as_it_was_written_in_either_form(span: timedelta) -> None:
    assert read_timespan(write_timespan(span)) == span
    assert read_timespan(write_iso_duration(span)) == span
