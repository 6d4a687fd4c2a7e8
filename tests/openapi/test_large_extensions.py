"""How much extensions may add to a job and to a collection: what no keyword of a schema can say."""

import json
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, Final

import pytest

from shared.domain.exclude import LONGEST_NAME, MOST_DATES, MOST_IN_A_CALENDAR
from tests.openapi.document import OPERATIONS, resolved
from tests.openapi.site import BASE, COLLECTION, HTTP, Site

FIRST_DAY: Final = date(2026, 1, 1)
DAYS: Final = [str(FIRST_DAY + timedelta(days=2 * index)) for index in range(MOST_IN_A_CALENDAR)]
"""No two of them in a row."""
WORKING_DAYS: Final = ["monday", "tuesday", "wednesday", "thursday", "friday"]
SITE: Final = Site()


def put(path: str, body: object) -> tuple[int, str]:
    response = SITE.send("PUT", path, json.dumps(body).encode())
    return response.status_code, response.get_body().decode()


def put_job(exclude: dict[str, Any]) -> tuple[int, str]:
    recurrence = {"frequency": "day"}
    properties = {"action": HTTP, "recurrence": recurrence, "exclude": exclude, "state": "disabled"}
    return put(f"{COLLECTION}/jobs/new", {"properties": properties})


def put_calendars(calendars: dict[str, Any]) -> tuple[int, str]:
    return put(f"{BASE}/new", {"location": "West Europe", "properties": {"calendars": calendars}})


def excluding(size: int) -> dict[str, Any]:
    """Return what has so many bytes in a job: many dates, and calendars whose names fill the rest."""
    exclude: dict[str, Any] = {"dates": DAYS[:MOST_DATES], "calendars": [], "then": "skip"}
    missing = size - len(json.dumps({"exclude": exclude}))
    while missing > 0:
        length = min(LONGEST_NAME, missing - 4)  # as much again as quotes, comma and space
        exclude["calendars"].append(f"{len(exclude['calendars']):02d}".ljust(length, "x"))
        missing = size - len(json.dumps({"exclude": exclude}))
    return exclude


def calendars_of(length: int) -> dict[str, Any]:
    """Return calendars that have so many characters: many days, and names that fill the rest."""
    calendars: dict[str, Any] = {"ranges": {"ranges": [{"from": day, "to": day} for day in DAYS]}}
    calendars["dates"] = {"dates": DAYS[:300]}
    while (missing := length - len(json.dumps(calendars))) > 0:
        size = LONGEST_NAME if missing > 2 * LONGEST_NAME else min(LONGEST_NAME, missing - 8)
        calendars[f"{len(calendars):02d}".ljust(size, "x")] = {}
    return calendars


def defaults_of(length: int) -> dict[str, Any]:
    """Return defaults that have so many characters: a message for a queue fills the rest."""
    message = {"storageAccount": "account1", "queueName": "queue-1", "message": ""}
    defaults: dict[str, Any] = {"errorAction": {"type": "StorageQueue", "queueMessage": message}}
    message["message"] = "x" * (length - len(json.dumps(defaults)))
    return defaults


def test_what_local_time_adds_to_a_job_has_a_size_of_its_own() -> None:
    largest = resolved(OPERATIONS["putJob"].takes or {})["x-maxExtensionBytes"]

    for size, expected in ((largest, 201), (largest + 1, 400)):
        SITE.reset()
        exclude = excluding(size)
        named: dict[str, Any] = {name: {} for name in exclude["calendars"]}
        SITE.send("PATCH", COLLECTION, json.dumps({"properties": {"calendars": named}}).encode())

        status, answer = put_job(exclude)

        assert status == expected, answer
        assert len(json.dumps({"exclude": exclude})) == size
        assert expected == 201 or f"adds has {size} bytes, more than {largest}" in answer


def test_calendars_have_at_most_so_many_characters() -> None:
    properties = resolved(OPERATIONS["putCollection"].takes or {})["properties"]["properties"]["properties"]
    longest = properties["calendars"]["x-maxCharacters"]

    for length, expected in ((longest, 201), (longest + 1, 400)):
        SITE.reset()
        calendars = calendars_of(length)

        status, answer = put_calendars(calendars)

        assert status == expected, answer
        assert len(json.dumps(calendars)) == length
        assert expected == 201 or f"has {length} characters as JSON, more than {longest}" in answer


@pytest.mark.parametrize("secret", ["", "made-up"], ids=["without a secret", "with a secret"])
def test_defaults_have_at_most_so_many_characters(secret: str) -> None:
    properties = resolved(OPERATIONS["putCollection"].takes or {})["properties"]["properties"]["properties"]
    longest = properties["defaults"]["x-maxCharacters"]

    for length, expected in ((longest, 201), (longest + 1, 400)):
        SITE.reset()
        defaults = defaults_of(length - len(secret))
        defaults["errorAction"]["queueMessage"] |= {"sasToken": secret} if secret else {}

        status, answer = put(
            f"{BASE}/new",
            {"location": "West Europe", "properties": {"defaults": defaults, "state": "Disabled"}},
        )

        assert status == expected, answer
        assert expected == 201 or f"has {length} characters as JSON, more than {longest}" in answer


def weekends(weeks: int) -> list[str]:
    saturdays = (date(2026, 1, 3) + timedelta(weeks=week) for week in range(weeks))
    return [str(day + timedelta(days=more)) for day in saturdays for more in (0, 1)]


def every_year(days: Iterable[int]) -> list[str]:
    """Return days of a leap year, each as one of every year."""
    return [f"-{date(2024, 1, 1) + timedelta(days=day):-%m-%d}" for day in days]


@pytest.mark.parametrize(
    ("exclude", "expected"),
    [
        pytest.param({"weekDays": WORKING_DAYS, "dates": weekends(51)}, 201, id="up to a year"),
        pytest.param({"weekDays": WORKING_DAYS, "dates": weekends(52)}, 400, id="more than a year"),
        pytest.param({"weekDays": [*WORKING_DAYS, "saturday", "sunday"]}, 400, id="every weekday"),
        pytest.param({"dates": every_year(range(1, 366))}, 201, id="every day but New Year's"),
        pytest.param({"dates": every_year(range(366))}, 400, id="every day of the year"),
        pytest.param(
            {"dates": every_year(range(1, 366)), "weekDays": ["friday"]},
            400,
            id="and New Year's Day if it is a Friday",
        ),
    ],
)
def test_a_job_leaves_out_at_most_a_year_in_a_row(exclude: dict[str, Any], expected: int) -> None:
    SITE.reset()

    status, answer = put_job(exclude)

    assert status == expected, answer
    assert expected == 201 or "more than 366 days in a row would not count" in answer


@pytest.mark.parametrize(
    ("calendar", "expected"),
    [
        pytest.param({"ranges": [{"from": "2026-01-01", "to": "2027-01-01"}]}, 201, id="a range of a year"),
        pytest.param({"ranges": [{"from": "2026-01-01", "to": "2027-01-02"}]}, 400, id="a longer one"),
        pytest.param(
            {"ranges": [{"from": "2026-01-01", "to": "2027-01-01"}], "dates": ["2027-01-02"]},
            400,
            id="and the day after it",
        ),
        pytest.param({"dates": every_year(range(366))}, 400, id="every day of the year"),
    ],
)
def test_a_calendar_covers_at_most_a_year_in_a_row(calendar: dict[str, Any], expected: int) -> None:
    SITE.reset()

    status, answer = put_calendars({"closed": calendar})

    assert status == expected, answer
    assert expected == 201 or "more than 366 days in a row would not count" in answer


@pytest.mark.parametrize(("dates", "ranges", "expected"), [(200, 200, 201), (200, 201, 400), (201, 200, 400)])
def test_dates_and_ranges_count_together(dates: int, ranges: int, expected: int) -> None:
    SITE.reset()
    spans = [{"from": day, "to": day} for day in DAYS[:ranges]]

    status, answer = put_calendars({"closed": {"dates": DAYS[:dates], "ranges": spans}})

    assert status == expected, answer
