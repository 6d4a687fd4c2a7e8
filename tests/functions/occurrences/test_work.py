"""How much work it is to tell of a year of a job, however its times and days were chosen."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from types import FrameType
from typing import Any, Final

import pytest

from tests.functions.calls import JOB, content
from tests.functions.extended import a_place, extended, put

_MOST_CALLS: Final = 2_000_000
"""Calls of functions, some second of work. To walk all minutes of a year takes ten times as many."""
_MINUTELY: Final[dict[str, Any]] = {"frequency": "minute"}
_MINUTES: Final[dict[str, Any]] = {
    "frequency": "month",
    "schedule": {
        "hours": list(range(23)),
        "minutes": list(range(60)),
        "monthDays": list(range(1, 32)),
    },
}
_BERLIN: Final = {"timeZone": "Europe/Berlin"}
_EVERY_THIRD: Final = [f"--{date(2024, 1, 1) + timedelta(days=day):%m-%d}" for day in range(0, 366, 3)]
_JOBS: Final[dict[str, dict[str, Any]]] = {
    "a far day is excluded": {"recurrence": _MINUTELY, "exclude": {"dates": ["2027-03-02"]}},
    "a day that never comes is excluded": {
        "recurrence": _MINUTES,
        "exclude": {"dates": ["--02-29"], "then": "after"},
        **_BERLIN,
    },
    "a day long past is excluded": {
        "recurrence": _MINUTES,
        "exclude": {"dates": ["2020-01-01"], "then": "before"},
        **_BERLIN,
    },
    "every third day is excluded": {
        "recurrence": _MINUTES,
        "exclude": {"dates": _EVERY_THIRD, "then": "after"},
        **_BERLIN,
    },
    "years are excluded": {"recurrence": _MINUTELY, "exclude": {"calendars": ["years"]}, **_BERLIN},
    "its runs are counted": {"recurrence": _MINUTELY | {"count": 1_000_000}},
    "its runs are counted, and a far day is excluded": {
        "recurrence": _MINUTES | {"count": 1_000_000},
        "exclude": {"dates": ["2027-03-02"], "then": "after"},
        **_BERLIN,
    },
}
_YEARS: Final = {
    "ranges": [{"from": f"{year}-03-03", "to": f"{year + 1}-03-01"} for year in range(2026, 2034)]
}


@contextmanager
def counted_calls() -> Iterator[list[int]]:
    """Count how often functions are called."""
    calls = [0]

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        if event == "call":
            calls[0] += 1

    former = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(former)


@pytest.mark.parametrize("asked", [{"$top": "1"}, {}, {"from": "2027-03-01T00:00:00Z"}], ids=str)
@pytest.mark.parametrize("job", _JOBS)
def test_a_year_of_a_job_is_no_more_work_than_one_request_may_be(job: str, asked: dict[str, str]) -> None:
    app = a_place(calendars={"years": _YEARS})[1]
    put(app, **_JOBS[job])
    span = {"from": "2026-03-02T12:00:00Z", "to": "2027-03-03T00:00:00Z"} | asked

    with counted_calls() as calls:
        answer = extended(app, "GET", f"{JOB}/occurrences", **span)

    if "count" in _JOBS[job]["recurrence"] and "from" in asked:
        assert answer.status_code == 400
        assert content(answer)["error"]["message"].startswith("from: ")
    else:
        assert len(content(answer)["value"]) == int(asked.get("$top", "1000"))
    assert calls[0] < _MOST_CALLS
