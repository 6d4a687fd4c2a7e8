"""`Retry-After`: how long a target asks to be left alone."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.actions.http.retry_after import asked_pause
from tests.actions.running import a_runner, an_http_attempt
from tests.receiver import Answer, a_receiver

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        pytest.param("120", 120, id="seconds"),
        pytest.param(" 7 ", 7, id="seconds with blanks around"),
        pytest.param("0", 0, id="at once"),
        pytest.param("Mon, 02 Mar 2026 09:05:00 GMT", 300, id="a date"),
        pytest.param("Mon, 02 Mar 2026 10:05:00 +0100", 300, id="a date with another offset"),
        pytest.param("Monday, 02-Mar-26 09:05:00 GMT", 300, id="a date as it was written long ago"),
        pytest.param("Mon Mar  2 09:05:00 2026", 300, id="a date as C writes it"),
    ],
)
def test_both_forms_are_understood(text: str, seconds: int) -> None:
    assert asked_pause({"Retry-After": text}, NOW) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("-5", id="less than nothing"),
        pytest.param("1.5", id="a fraction"),
        pytest.param("1e9", id="a number that is no count of seconds"),
        pytest.param("٣", id="digits of another script"),
        pytest.param("soon", id="a word"),
        pytest.param("Mon, 02 Mar 2026 08:59:59 GMT", id="a date in the past"),
        pytest.param("Mon, 02 Mar 0000 09:05:00 GMT", id="a year that is none"),
        pytest.param("Mon, 99 Mar 2026 09:05:00 GMT", id="a day that is none"),
        pytest.param("Fri, 31 Dec 9999 23:59:59 -2359", id="a date beyond the end of time"),
        pytest.param("x" * 100_000, id="something long"),
        pytest.param("9" * 21, id="too many digits"),
        pytest.param("120, 240", id="two at once"),
    ],
)
def test_what_cannot_be_understood_asks_for_nothing(text: str) -> None:
    assert asked_pause({"Retry-After": text}, NOW) is None


def test_nobody_can_ask_for_longer_than_a_retry_may_wait() -> None:
    longest = timedelta(days=548)

    assert asked_pause({"Retry-After": "9" * 20}, NOW) == longest
    assert asked_pause({"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}, NOW) == longest


@pytest.mark.parametrize("ahead", [timedelta(hours=-3), timedelta(), timedelta(hours=3)])
def test_a_date_counts_by_the_clock_of_the_target(ahead: timedelta) -> None:
    there = NOW + ahead
    dates = [f"{moment:%a, %d %b %Y %H:%M:%S} GMT" for moment in (there, there + timedelta(minutes=5))]

    assert asked_pause({"Date": dates[0], "Retry-After": dates[1]}, NOW) == timedelta(minutes=5)


def test_a_date_of_the_answer_that_is_none_is_not_counted_from() -> None:
    headers = {"Date": "yesterday", "Retry-After": "Mon, 02 Mar 2026 09:05:00 GMT"}

    assert asked_pause(headers, NOW) == timedelta(minutes=5)


@pytest.mark.parametrize(
    ("status", "pause"), [(503, timedelta(minutes=2)), (429, timedelta(minutes=2)), (200, None)]
)
def test_a_target_that_refuses_is_heard(status: int, pause: timedelta | None) -> None:
    with a_receiver(lambda _: Answer(status=status, headers={"Retry-After": "120"})) as receiver:
        outcome = a_runner().perform(an_http_attempt(receiver.uri))

    assert getattr(outcome, "retry_after", None) == pause
    assert outcome.status == status
