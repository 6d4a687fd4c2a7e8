"""Rubbish in every extension key: it is refused, with a small answer, and nothing is changed."""

import json
from typing import Any, Final

import pytest

from tests.openapi.sending import send
from tests.openapi.site import COLLECTION, HTTP, QUEUE

LONG: Final = "x" * 1_000_000
DEEP: Final[Any] = json.loads("[" * 60 + "]" * 60)
WRONG_TYPES: Final = [5, -1.5, True, [], [[]], ["a", 5], "", "x" * 9_000, DEEP, {"a": DEEP}, {"": {}}]
DAILY: Final = {"frequency": "day"}
ID: Final = f"/{COLLECTION}/jobs/any"


def a_job(**properties: Any) -> dict[str, Any]:
    return {"properties": {"action": HTTP, "recurrence": DAILY, **properties}}


def a_collection(**properties: Any) -> dict[str, Any]:
    return {"location": "West Europe", "properties": properties}


def holding(key: str, *values: Any) -> list[Any]:
    """Return objects, each with one of the values."""
    return [{key: value} for value in values]


def a_deed(**action: Any) -> dict[str, Any]:
    return a_job(action={**HTTP, **action})


def a_default(**defaults: Any) -> dict[str, Any]:
    return a_collection(defaults=defaults)


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
SPANS: Final = [*WRONG_TYPES, "00:00:00", "-00:05:00", "PT", "3651.00:00:00", LONG]
POLICIES: Final[dict[str, list[Any]]] = {
    "missedRuns": [*WRONG_TYPES, *({"policy": policy} for policy in ("none", "all", "two", None))],
    "overlap": [*WRONG_TYPES, "queue"],
    "spread": [*SPANS, "1.00:00:01", "00:00:00.0009"],
    "keepFinishedFor": [*SPANS, "00:59:59"],
    "disableAfterFaults": [*(value for value in WRONG_TYPES if value != 5), 0, 101, 2.5, 10**30],
    "useDefaults": [value for value in WRONG_TYPES if value is not True],
    "description": [*(value for value in WRONG_TYPES if value != ""), "x" * 1_025, LONG],
}
WRONG_OPTIONS: Final[list[Any]] = [
    *holding("backoff", 0.99, 10.01, -1, True, "2", [], [2], 10**30, 1e308),
    *holding("maxInterval", "00:00:14", "548.00:00:01", 60, True, [], LONG),
    *holding("retryAfter", 1, 0, "true", [], {}),
    *holding("stopOn", 299, 600, [500, 299], True, ["500"], [[500]], [500.5], [500] * 51),
    {"retryCount": 3},
]
WRONG_PAUSES: Final[list[Any]] = [
    *holding("note", 5, [], {}, "x" * 1_025, LONG),
    *holding("until", 5, "", "tomorrow", "2020-01-01T00:00:00Z", "2026-13-01", [], LONG),
    {"reason": "a"},
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
    "a time span that one late run does not need": a_job(missedRuns={"policy": "one", "within": "01:00:00"}),
    "too short a time span for missed runs": a_job(missedRuns={"policy": "all", "within": "00:04:59"}),
    **{
        f"a single run with {key}": a_job(recurrence=None, **{key: value})
        for key, value in (
            ("missedRuns", {"policy": "one"}),
            ("overlap", "skip"),
            ("spread", "00:05:00"),
            ("disableAfterFaults", 3),
        )
    },
    **{
        f"{key} {str(value)[:20]}": a_job(**{key: value})
        for key, values in POLICIES.items()
        for value in values
    },
}
DEEDS: Final = {
    **{f"retryOptions {str(value)[:20]}": a_deed(retryOptions=value) for value in WRONG_TYPES},
    **{f"options {str(options)[:40]}": a_deed(retryOptions=options) for options in WRONG_OPTIONS},
    **{
        f"options of the error action {str(options)[:40]}": a_deed(
            errorAction={**HTTP, "retryOptions": options}
        )
        for options in WRONG_OPTIONS
    },
    **{f"tags {str(value)[:20]}": {**a_job(), "tags": value} for value in WRONG_TYPES if value != ""},
    **{f"disabled {str(value)[:20]}": a_job(disabled=value) for value in WRONG_TYPES},
    **{f"disabled {pause}"[:40]: a_job(state="disabled", disabled=pause) for pause in WRONG_PAUSES},
    "an answer that a queue does not give": a_deed(
        type="StorageQueue", queueMessage=QUEUE, retryOptions={"stopOn": [500]}
    ),
    "a queue that asks for nothing": a_deed(
        type="StorageQueue", queueMessage=QUEUE, retryOptions={"retryAfter": True}
    ),
}
"""What a preview does not look at."""
COLLECTIONS: Final = {
    **{
        f"{key} {str(value)[:20]}": a_collection(**{key: value})
        for key in ("defaults", "calendars", "disabled")
        for value in WRONG_TYPES
    },
    **{f"default options {options}"[:40]: a_default(retryOptions=options) for options in WRONG_OPTIONS},
    **{
        f"options of the default error action {options}"[:60]: a_default(
            errorAction={**HTTP, "retryOptions": options}
        )
        for options in WRONG_OPTIONS
    },
    **{
        f"default {key} {str(value)[:20]}": a_default(**{key: value})
        for key in ("retryPolicy", "retryOptions", "errorAction")
        for value in WRONG_TYPES
    },
    **{f"disabled {pause}"[:40]: a_collection(state="Disabled", disabled=pause) for pause in WRONG_PAUSES},
    "an error action of an error action": a_default(errorAction={**HTTP, "errorAction": HTTP}),
    "an error action that lacks its secret": a_default(
        errorAction={
            "type": "StorageQueue",
            "queueMessage": {**QUEUE, "queueName": "queue-2", "sasToken": None},
        }
    ),
    "a default that is none": a_default(spread="00:05:00"),
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
    **{("putJob", name): body for name, body in DEEDS.items()},
    **{("patchJob", name): body for name, body in DEEDS.items()},
    **{("disableJob", str(pause)[:20]): pause for pause in (*WRONG_TYPES, *WRONG_PAUSES)},
    **{("disableCollection", str(pause)[:20]): pause for pause in (*WRONG_TYPES, *WRONG_PAUSES)},
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
        pytest.param("putJob", a_deed(retryOptions={"stopOn": [500] * 50}), 200, id="one answer many times"),
        pytest.param("putJob", a_deed(retryOptions={"stopOn": 500}), 200, id="one answer without an array"),
        pytest.param("putJob", a_deed(retryOptions={}), 200, id="no option"),
        pytest.param("putJob", a_job(overlap="SKIP", useDefaults=True), 200, id="a policy in any case"),
        pytest.param("putJob", {**a_job(), "tags": {}}, 200, id="no tags"),
        pytest.param(
            "patchJob", a_job(disabled={"by": 5, "since": []}), 200, id="who disabled it, which nobody reads"
        ),
        pytest.param(
            "putJob", a_job(disabled={"until": "2020-01-01T00:00:00Z"}), 200, id="an enabled job with a past"
        ),
        pytest.param("disableJob", {}, 200, id="an empty reason"),
        pytest.param("disableCollection", {"until": "2026-04-01"}, 200, id="until a day"),
        pytest.param("previewRuns", a_job(disabled={"note": 5}), 200, id="what a preview does not read"),
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
