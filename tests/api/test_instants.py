from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.api.instants import read_instant, write_instant


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2012-08-04T00:00Z", "2012-08-04T00:00:00Z"),
        ("2013-01-09T09:30:00-08:00", "2013-01-09T17:30:00Z"),
        ("2013-01-09T09:30:00+05:30", "2013-01-09T04:00:00Z"),
        ("2015-07-13T00:00:00", "2015-07-13T00:00:00Z"),
        ("2012-11-04", "2012-11-04T00:00:00Z"),
        ("2016-03-30T20:39:16.9049999999999999Z", "2016-03-30T20:39:16.905Z"),
        ("2016-03-30T20:39:53.8021951Z", "2016-03-30T20:39:53.802195Z"),
        ("2016-12-31T23:59:59.9999999Z", "2017-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999999Z"),
        ("2013-01-09T09:30:00+0530", "2013-01-09T04:00:00Z"),
        ("2013-01-09T09:30+05", "2013-01-09T04:30:00Z"),
        ("2013-01-09T09:30:00.5-08", "2013-01-09T17:30:00.5Z"),
        ("  2012-08-04t00:00:10z ", "2012-08-04T00:00:10Z"),
    ],
)
def test_a_date_time_is_read_and_written_in_utc(text: str, written: str) -> None:
    assert write_instant(read_instant(text)) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "2012",
        "2012-13-01",
        "2012-02-30T00:00Z",
        "2012-08-04T24:00Z",
        "2012-08-04 00:00",
        "2012-08-04T00:00+5",
        "2012-08-04T00:00+053",
        "2012-08-04T00:00+24",
        "0001-01-01T00:00+05:00",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a date-time"):
        read_instant(text)


@given(st.datetimes(timezones=st.just(UTC)))
def test_what_is_written_is_read_back(instant: datetime) -> None:
    assert read_instant(write_instant(instant)) == instant
