"""Cron of AWS: six fields, years, and weeks that begin on Sunday as 1."""

import pytest

from migrate.forms.eventbridge.cron import read_aws_cron


@pytest.mark.parametrize(
    ("aws", "own"),
    [
        pytest.param("0 10 * * ? *", "0 10 * * ?", id="every day"),
        pytest.param("15 12 ? * * *", "15 12 ? * *", id="the same, by the other field"),
        pytest.param("0 18 ? * MON-FRI *", "0 18 ? * mon,tue,wed,thu,fri", id="names"),
        pytest.param("0 18 ? * 2-6 *", "0 18 ? * mon,tue,wed,thu,fri", id="2 is Monday"),
        pytest.param("0 18 ? * 1 *", "0 18 ? * sun", id="1 is Sunday"),
        pytest.param("0 18 ? * 7,1 *", "0 18 ? * sat,sun", id="7 is Saturday"),
        pytest.param("0 18 ? * SUN-TUE *", "0 18 ? * sun,mon,tue", id="a week begins on Sunday"),
        pytest.param("0 18 ? * 2/2 *", "0 18 ? * mon,wed,fri", id="steps end on Saturday"),
        pytest.param("0 18 ? * */3 *", "0 18 ? * sun,wed,sat", id="steps begin on Sunday"),
        pytest.param("0 18 ? * L *", "0 18 ? * sat", id="the last day of a week"),
        pytest.param("0 18 ? * 5L *", "0 18 ? * thuL", id="the last Thursday of a month"),
        pytest.param("0 18 ? * FRIL *", "0 18 ? * friL", id="the last Friday"),
        pytest.param("0 18 ? * 6#3 *", "0 18 ? * fri#3", id="the third Friday"),
        pytest.param("0 18 ? * tue#1 *", "0 18 ? * tue#1", id="the first Tuesday"),
        pytest.param("0 8 L * ? *", "0 8 L * ?", id="the last day of a month"),
        pytest.param("0/15 8-17 1,15 JAN-MAR ? *", "0/15 8-17 1,15 JAN-MAR ?", id="all else is alike"),
    ],
)
def test_an_expression_is_written_as_it_is_read_here(aws: str, own: str) -> None:
    read = read_aws_cron(aws)

    assert (read.text, read.years) == (own, None)


@pytest.mark.parametrize(
    ("years", "expected"),
    [
        pytest.param("2027", range(2027, 2028), id="one"),
        pytest.param("2026-2028", range(2026, 2029), id="in a row"),
        pytest.param("2027,2026,2028", range(2026, 2029), id="a list in a row"),
        pytest.param("2190/1", range(2190, 2200), id="to the end of AWS's time"),
    ],
)
def test_years_in_a_row_are_limits(years: str, expected: range) -> None:
    assert read_aws_cron(f"0 10 * * ? {years}").years == expected


@pytest.mark.parametrize(
    ("aws", "reason"),
    [
        pytest.param(
            "0 10 * * ?",
            "cron has 5 fields; AWS has six: minutes, hours, day of month, month, day of week, year",
            id="no year",
        ),
        pytest.param(
            "0 10 1 * MON *",
            "either day of month or day of week must be '?', and not both",
            id="two day fields",
        ),
        pytest.param(
            "0 10 ? * ? *", "either day of month or day of week must be '?', and not both", id="no day field"
        ),
        pytest.param(
            "0 10 15W * ? *",
            "day of month '15W' asks for the nearest working day, which has no form here: "
            "name a day, and let the job's 'exclude' move it",
            id="the nearest working day",
        ),
        pytest.param(
            "0 10 ? * FRI-MON *",
            "day of week 'FRI-MON' runs backwards: list its values",
            id="over the end of a week",
        ),
        pytest.param(
            "0 10 ? * 0 *",
            "day of week '0' is neither a number from 1 (Sunday) to 7 nor a name like 'FRI'",
            id="0 is no day",
        ),
        pytest.param("0 10 ? * 2#6 *", "day of week '2#6' is not understood", id="a sixth Monday"),
        pytest.param(
            "0 10 ? * 2/0 *", "day of week '2/0' needs a step of 1 or more after the '/'", id="no step"
        ),
        pytest.param(
            "0 10 * * ? 2026/2",
            "year '2026/2' leaves out years in between, which has no form here: name years in a row",
            id="every second year",
        ),
        pytest.param("0 10 * * ? 1969", "year '1969' is not between 1970 and 2199", id="too early"),
        pytest.param("0 10 * * ? soon", "year 'soon' is not understood", id="no year at all"),
        pytest.param("61 10 * * ? *", "minute '61' is not a number from 0 to 59", id="no such minute"),
    ],
)
def test_what_has_no_form_here_is_refused_with_the_reason(aws: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        read_aws_cron(aws)

    assert str(refused.value) == reason
