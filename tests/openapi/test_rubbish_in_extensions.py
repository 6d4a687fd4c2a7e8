"""Rubbish in every key of local time: it is refused, with a small answer, and nothing is changed."""

import json
from typing import Any, Final

import pytest

from tests.openapi.sending import send
from tests.openapi.site import COLLECTION, HTTP

LONG: Final = "x" * 1_000_000
DEEP: Final[Any] = json.loads("[" * 60 + "]" * 60)
WRONG_TYPES: Final = [5, -1.5, True, [], [[]], ["a", 5], "", "x" * 9_000, DEEP, {"a": DEEP}, {"": {}}]
DAILY: Final = {"frequency": "day"}
ID: Final = f"/{COLLECTION}/jobs/any"


def a_job(**properties: Any) -> dict[str, Any]:
    return {"properties": {"action": HTTP, "recurrence": DAILY, **properties}}


def a_collection(**properties: Any) -> dict[str, Any]:
    return {"location": "West Europe", "properties": properties}


def a_calendar(**keys: Any) -> dict[str, Any]:
    return a_collection(calendars={"name": keys})


ZONES: Final = [
    *("../../etc/passwd", "..", "/etc/localtime", "Europe/Berlin\0", "Europe", "zones", "__proto__", "C:\\x"),
    *("+01:00", "utc" + " " * 900_000 + "x", "+" * 1_000_000, LONG, "\uff35\uff34\uff23", " "),
    *("Mars/Phobos", "\u202e", "\ud800"),
]
DATES: Final = [
    *("2026-02-29", "2026-2-3", "20261224", "2026-12-24T00:00:00", "--02-30", "-12-24", "--12-24-01"),
    *("0000-01-01", "10000-01-01", "٢٠٢٦-١٢-٢٤", "2026-12-24\n", " 2026-12-24", "", "today", "\ud800"),
]
JOBS: Final = {
    **{f"time zone {zone[:20]!r}": a_job(timeZone=zone) for zone in ZONES},
    **{f"date {text!r}": a_job(exclude={"dates": [text]}) for text in DATES},
    **{
        f"{key} {str(value)[:20]}": a_job(**{key: value})
        for key in ("timeZone", "daylightSaving", "exclude")
        for value in WRONG_TYPES
    },
    **{
        f"{key}.{inner} {str(value)[:20]}": a_job(**{key: {inner: value}})
        for key, inners in (("daylightSaving", ("missing", "repeated")), ("exclude", ("weekDays", "then")))
        for inner in inners
        for value in WRONG_TYPES
        if value != [] or inner != "weekDays"
    },
    **{f"cron {str(value)[:20]}": a_job(recurrence={"cron": value}) for value in WRONG_TYPES},
    "a long cron": a_job(recurrence={"cron": LONG}),
    "cron beside frequency": a_job(recurrence={"cron": "@daily", "frequency": "day"}),
    "cron in two cases": a_job(recurrence={"cron": "@daily", "CRON": "@daily"}),
    "a zone within the recurrence": a_job(recurrence={**DAILY, "timeZone": "Europe/Berlin"}),
    "too many dates": a_job(exclude={"dates": ["2026-12-24"] * 367}),
    "a hundred thousand dates": a_job(exclude={"dates": ["x"] * 100_000}),
    "dates of dates": a_job(exclude={"dates": [["2026-12-24"]] * 900}),
    "nobody's calendar": a_job(exclude={"calendars": ["__proto__"]}),
    "a long name of a calendar": a_job(exclude={"calendars": [LONG]}),
    "too many calendars": a_job(exclude={"calendars": ["holidays"] * 51}),
    "no day of the week": a_job(exclude={"weekDays": ["someday"]}),
}
COLLECTIONS: Final = {
    **{
        f"{key} {str(value)[:20]}": a_collection(**{key: value})
        for key in ("defaults", "calendars")
        for value in WRONG_TYPES
    },
    **{
        f"{key} {str(value)[:20]}": a_calendar(**{key: value})
        for key in ("dates", "ranges")
        for value in WRONG_TYPES
        if value != []
    },
    **{f"default zone {zone[:20]!r}": a_collection(defaults={"timeZone": zone}) for zone in ZONES},
    **{f"date {text!r}": a_calendar(dates=[text]) for text in DATES},
    **{f"from {text!r}": a_calendar(ranges=[{"from": text, "to": "2026-12-31"}]) for text in DATES},
    "a range every year": a_calendar(ranges=[{"from": "--12-24", "to": "--12-26"}]),
    "a range of all time": a_calendar(ranges=[{"from": "0001-01-01", "to": "9999-12-31"}]),
    "half a range": a_calendar(ranges=[{"from": "2026-12-24"}]),
    "no name": a_collection(calendars={"": {}}),
    "a long name": a_collection(calendars={LONG: {}}),
    "half a surrogate pair": a_collection(calendars={"\ud800": {}}),
    "a name that turns the text round": a_collection(calendars={"a\u202eb": {}}),
    "one name in two cases": a_collection(calendars={"A": {}, "a": {}}),
    "too many": a_collection(calendars={str(number): {} for number in range(51)}),
    "far too many": a_collection(calendars={str(number): {} for number in range(50_000)}),
    "large ones": a_collection(
        calendars={
            str(number): {"dates": [f"{year}-01-01" for year in range(1000, 1400)]} for number in range(9)
        }
    ),
}
PREVIEWS: Final = {
    **{f"job {str(value)[:20]}": {"job": value, "recurrence": DAILY} for value in WRONG_TYPES if value != ""},
    "a longer id": {"job": f"{ID}/history/1", "recurrence": DAILY},
    "dots": {"job": ID.replace("first", ".."), "recurrence": DAILY},
    "calendars without a place": {"recurrence": DAILY, "exclude": {"calendars": ["holidays"]}},
    "nothing in ten years": {"recurrence": {"frequency": "year"}, "exclude": {"dates": ["--03-02"]}},
}
BODIES: Final = {
    **{("putJob", name): body for name, body in JOBS.items()},
    **{("patchJob", name): body for name, body in JOBS.items()},
    **{("putCollection", name): body for name, body in COLLECTIONS.items()},
    **{("patchCollection", name): body for name, body in COLLECTIONS.items() if body != a_collection()},
    **{("previewRuns", name): body for name, body in (JOBS | PREVIEWS).items()},
}


def test_rubbish_is_refused_and_changes_nothing() -> None:
    """One test for all: there are many, and each takes a moment."""
    accepted = [key for key, body in BODIES.items() if send(key[0], json.dumps(body).encode()) != 400]

    assert accepted == []


@pytest.mark.parametrize(
    ("operation", "body", "answer"),
    [
        pytest.param(
            "putCollection", a_collection(calendars={"__proto__": {}, "$x": {}}), 200, id="odd names"
        ),
        pytest.param("putJob", a_job(timeZone=" w. EUROPE standard time "), 200, id="a zone in any case"),
        pytest.param("putJob", a_job(exclude={"dates": ["2026-12-24"] * 366}), 200, id="one date many times"),
        pytest.param(
            "previewRuns", {"job": ID.replace("first", "gone")}, 404, id="a collection that is not there"
        ),
        pytest.param(
            "previewRuns",
            {
                "startTime": "2026-04-01",
                "recurrence": {"frequency": "year"},
                "exclude": {"dates": [f"{year}-04-01" for year in range(2027, 2040)]},
            },
            200,
            id="nothing in sight after the first run",
        ),
        pytest.param(
            "previewRuns",
            {"recurrence": {"frequency": "year"}, "exclude": {"dates": ["--03-02"]}, "state": "disabled"},
            200,
            id="nothing in sight, but switched off",
        ),
        pytest.param(
            "previewRuns",
            {"now": "9999-12-31", "timeZone": "Etc/GMT-14", "startTime": "9999-12-31T23:59:59"},
            200,
            id="the end of the calendar",
        ),
    ],
)
def test_what_is_odd_and_right(operation: str, body: Any, answer: int) -> None:
    assert send(operation, json.dumps(body).encode()) == answer
