"""In which form something was written: that of the original service, or ours."""

from dataclasses import replace
from typing import Any

import pytest

from migrate.forms import arm
from migrate.found import Found, Origin
from migrate.versions import version_of
from tests.migrate.exports import DAILY, HTTP, a_found_collection, a_found_job

JOB_ID = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/j"
ORIGINAL, OURS = "2016-03-01", "2026-11-01"
ZONED = a_found_job(timeZone="Europe/Berlin")


@pytest.mark.parametrize(
    ("found", "version"),
    [
        pytest.param(a_found_job(recurrence=DAILY), ORIGINAL, id="keys of the original alone"),
        pytest.param(a_found_job(recurence=DAILY), ORIGINAL, id="a key that nobody knows"),
        pytest.param(a_found_job(startTime="2026-03-02T09:00:00"), ORIGINAL, id="a time without an offset"),
        pytest.param(
            a_found_job(recurrence={**DAILY, "timeZone": "UTC"}), ORIGINAL, id="a zone in the wrong place"
        ),
        pytest.param(ZONED, OURS, id="a zone"),
        pytest.param(a_found_job(DaylightSaving={}), OURS, id="in any case"),
        pytest.param(a_found_job(recurrence={"cron": "@daily"}), OURS, id="cron"),
        pytest.param(a_found_collection(), ORIGINAL, id="a collection"),
        pytest.param(a_found_collection(calendars={}), OURS, id="a collection with calendars"),
        pytest.param(a_found_collection(defaults={}), OURS, id="a collection with defaults"),
        pytest.param(a_found_collection(disabled={}), OURS, id="a collection with a pause"),
        pytest.param(replace(a_found_job(), tags={"a": "b"}), OURS, id="tags of a job"),
        pytest.param(replace(a_found_job(), tags={}), ORIGINAL, id="but not the empty ones of any tool"),
        pytest.param(replace(a_found_job(), version=OURS), OURS, id="what names the version needs no key"),
        pytest.param(replace(ZONED, version=ORIGINAL), ORIGINAL, id="what names an older one cannot have it"),
        pytest.param(replace(ZONED, version="2014-08-01-preview"), ORIGINAL, id="or the oldest"),
    ],
)
def test_the_form_is_told_by_the_version_it_names_or_else_by_its_keys(found: Found, version: str) -> None:
    assert version_of(found) == version


@pytest.mark.parametrize(
    ("beside", "version"),
    [
        pytest.param({}, "", id="as the original answered"),
        pytest.param({"apiVersion": OURS}, OURS, id="as we write it"),
        pytest.param({"apiVersion": 5}, "", id="not a text"),
    ],
)
def test_the_version_stands_beside_the_properties(beside: dict[str, Any], version: str) -> None:
    document = {"id": JOB_ID, "properties": {"action": HTTP}, **beside}

    (found,) = arm.read(document, Origin(file="jobs.json"))

    assert (found.version, found.faults) == (version, ())
