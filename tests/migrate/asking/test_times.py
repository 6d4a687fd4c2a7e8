"""Times as people write them, and as they are shown."""

import argparse
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from migrate.asking.times import Clocks, instant_meant, read_at, read_when, shown_time

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the machine stand in Berlin; the rule is written out, so that it needs no files."""
    if not hasattr(time, "tzset"):
        pytest.skip("Windows cannot be told its zone")
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("text", "back", "instant"),
    [
        pytest.param("90m", True, "2026-03-02T07:30:00Z", id="minutes ago"),
        pytest.param("24h", True, "2026-03-01T09:00:00Z", id="hours ago"),
        pytest.param("7d", False, "2026-03-09T09:00:00Z", id="days ahead"),
        pytest.param("1w", False, "2026-03-09T09:00:00Z", id="a week ahead"),
        pytest.param("2026-03-02T10:00:00+01:00", True, "2026-03-02T09:00:00Z", id="an instant"),
        pytest.param("2026-03-02T10:00", True, "2026-03-02T10:00:00Z", id="without an offset"),
        pytest.param("2026-03-02 10:00", True, "2026-03-02T10:00:00Z", id="with a blank"),
        pytest.param("2026-03-02", True, "2026-03-02T00:00:00Z", id="a day"),
    ],
)
def test_a_time_is_meant_in_utc(text: str, back: bool, instant: str) -> None:
    assert instant_meant(read_when(text), Clocks.UTC, NOW, back=back) == instant


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(
    ("text", "instant"),
    [
        pytest.param("2026-03-02 10:00", "2026-03-02T09:00:00Z", id="in winter"),
        pytest.param("2026-07-02 10:00", "2026-07-02T08:00:00Z", id="in summer"),
        pytest.param("2026-03-02T10:00Z", "2026-03-02T10:00:00Z", id="an instant stays one"),
        pytest.param("1h", "2026-03-02T08:00:00Z", id="a span"),
    ],
)
def test_a_time_may_be_meant_as_clocks_here_show_it(text: str, instant: str) -> None:
    assert instant_meant(read_when(text), Clocks.HERE, NOW, back=True) == instant


@pytest.mark.parametrize("text", ["soon", "", "24", "h", "1y", "-1h", "9999999h", "2026-13-01", "\u0661h"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="nor a span of time like 90m, 24h or 7d"):
        read_when(text)


def test_a_moment_is_no_span() -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="'24h' is not a date-time like"):
        read_at("24h")


@pytest.mark.parametrize("text", ["3651d", "999999w"])
def test_a_span_beyond_what_apps_tell_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is longer than 3650 days"):
        read_when(text)


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(
    ("instant", "local", "clocks", "shown"),
    [
        pytest.param("2026-03-02T09:00:00Z", None, Clocks.UTC, "2026-03-02 09:00:00", id="UTC"),
        pytest.param("2026-03-02T09:00:00.25Z", None, Clocks.UTC, "2026-03-02 09:00:00", id="a fraction"),
        pytest.param("2026-03-02T09:00:00Z", None, Clocks.HERE, "2026-03-02 10:00:00+01:00", id="here"),
        pytest.param(
            "2026-03-02T09:00:00Z",
            "2026-03-02T04:00:00.5-05:00",
            Clocks.JOB,
            "2026-03-02 04:00:00-05:00",
            id="the job's",
        ),
        pytest.param(
            "2026-03-02T09:00:00Z", None, Clocks.JOB, "2026-03-02 09:00:00+00:00", id="the job's is not told"
        ),
        pytest.param(None, None, Clocks.HERE, "", id="none"),
        pytest.param("soon", None, Clocks.HERE, "soon", id="an app that answers something else"),
    ],
)
def test_a_time_is_shown(instant: object, local: object, clocks: Clocks, shown: str) -> None:
    assert shown_time(instant, clocks, local) == shown
