"""Every date-time that a read takes, at the ends of the calendar: answered or refused, no error of ours."""

import json
from itertools import product
from typing import Any, Final

import pytest

from shared.functions.documentation import DOCUMENT
from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, call, content
from tests.functions.extended import EXTENDED
from tests.functions.overviews.lists import a_collection, a_job, an_empty_place

DAYS: Final = (
    "0001-01-01",
    "0001-01-02",
    "0002-01-01",
    "1899-12-31",
    "9998-12-31",
    "9999-12-30",
    "9999-12-31",
)
TIMES: Final = (
    "",
    "T00:00:00",
    "T00:00:00Z",
    "T23:59:59",
    "T23:59:59.9999999Z",
    "T12:00+14:00",
    "T12:00-14:00",
)
ENDS: Final = [f"{day}{time}" for day, time in product(DAYS, TIMES)]
JOBS: Final[dict[str, dict[str, Any]]] = {
    "plain": {"recurrence": {"frequency": "minute"}},
    "once": {"startTime": "2026-03-03T09:00Z"},
    "east": {
        "recurrence": {"frequency": "day", "schedule": {"hours": [2]}},
        "timeZone": "Pacific/Kiritimati",
    },
    "west": {"recurrence": {"frequency": "day", "schedule": {"hours": [2]}}, "timeZone": "Etc/GMT+12"},
    "spread": {
        "recurrence": {"frequency": "month"},
        "timeZone": "Europe/Berlin",
        "spread": "1.00:00:00",
        "exclude": {"weekDays": ["sunday"], "then": "after"},
        "startTime": "2026-03-03T09:00",
    },
}


def dated_reads() -> list[tuple[str, str]]:
    """Return all reads that the document describes with a date-time among their parameters, and its name."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    known = document["components"]["parameters"]
    named = [
        (path, known[parameter["$ref"].rpartition("/")[2]] if "$ref" in parameter else parameter)
        for path, operations in document["paths"].items()
        for parameter in operations.get("get", {}).get("parameters", ())
    ]
    return [(path, one["name"]) for path, one in named if "date-time" in json.dumps(one.get("schema", {}))]


@pytest.fixture(scope="module")
def app() -> App:
    _, app = an_empty_place()
    collection = a_collection(app, "jc1")
    for name, properties in JOBS.items():
        a_job(app, f"{collection}/jobs/{name}", **properties)
    return app


def test_the_document_names_all_that_are_meant() -> None:
    lists = {(path.rpartition("/")[2], name) for path, name in dated_reads()}

    assert lists >= {
        *(("occurrences", name) for name in ("from", "to", "at")),
        *((path, name) for path in ("failures", "audit") for name in ("from", "to")),
        *((path, "until") for path in ("upcomingRuns", "clockChanges")),
    }


@pytest.mark.parametrize(("template", "name"), dated_reads())
def test_no_end_of_time_is_an_error_of_ours(template: str, name: str, app: App) -> None:
    jobs = list(JOBS) if "{job}" in template else [""]
    odd = []
    for job, value in product(jobs, ENDS):
        path = template.format(subscription="s", resource_group="rg", collection="jc1", job=job).strip("/")
        for beside in ({}, {"bucket": "1.00:00:00"}) if path.endswith("upcomingRuns") else ({},):
            answer = call(app, "GET", path, params={**EXTENDED, **beside, name: value})
            if answer.status_code not in (200, 400):
                odd.append((job, value, content(answer)))

    assert odd == []


@pytest.mark.parametrize("at", ["0001-01-01", "0001-12-31T23:59:59Z", "9999-01-01", "9999-12-31T23:59:59"])
def test_a_time_that_has_no_days_around_it_is_refused(at: str, app: App) -> None:
    answer = call(app, "GET", f"{COLLECTION}/jobs/east/occurrences", params={**EXTENDED, "at": at})

    assert content(answer)["error"]["message"] == "at: is not between 0002-01-01 and 9998-12-31"
