"""How extension keys of jobs travel: known to one api-version, kept and hidden by the others."""

from typing import Any

import pytest

from tests.functions.calls import COLLECTION, JOB, a_job_body, call, content
from tests.functions.extended import (
    DAILY_AT_HALF_PAST_TWO,
    HOLIDAYS,
    a_place,
    extended,
    message,
    next_run,
    put,
    shown,
)

BERLIN: dict[str, Any] = {"timeZone": "Europe/Berlin", "recurrence": DAILY_AT_HALF_PAST_TWO}
START = "2026-03-27T02:30:00"


def test_a_job_in_an_old_spelling_of_logic_apps_does_what_the_preview_says() -> None:
    _, app = a_place()

    answer = put(app, timeZone="w. europe STANDARD time", startTime=START, recurrence=DAILY_AT_HALF_PAST_TWO)
    runs = content(extended(app, "GET", f"{JOB}/upcomingRuns", **{"$top": "4"}))

    assert answer.status_code == 201
    properties = content(answer)["properties"]
    assert (properties["timeZone"], properties["startTime"]) == ("W. Europe Standard Time", START)
    assert properties["status"]["nextExecutionTime"] == "2026-03-27T01:30:00Z"
    assert properties["status"]["nextExecutionTimeLocal"] == "2026-03-27T02:30:00+01:00"
    assert runs == {
        "sentence": "Every day at 02:30 in W. Europe Standard Time",
        "runs": [
            {"at": "2026-03-27T01:30:00Z", "local": "2026-03-27T02:30:00+01:00"},
            {"at": "2026-03-28T01:30:00Z", "local": "2026-03-28T02:30:00+01:00"},
            {
                "at": "2026-03-29T01:30:00Z",
                "local": "2026-03-29T03:30:00+02:00",
                "note": "02:30 does not exist on 2026-03-29; runs at 03:30.",
            },
            {"at": "2026-03-30T00:30:00Z", "local": "2026-03-30T02:30:00+02:00"},
        ],
    }


def test_older_versions_show_instants_and_nothing_else() -> None:
    _, app = a_place(calendars=HOLIDAYS)
    put(
        app,
        timeZone="Europe/Berlin",
        startTime=START,
        recurrence={**DAILY_AT_HALF_PAST_TWO, "endTime": "2026-12-31T23:59:00"},
        daylightSaving={"missing": "skip"},
        exclude={"calendars": ["holidays"]},
    )

    old = shown(app, version="2016-03-01")

    assert old["startTime"] == "2026-03-27T01:30:00Z"
    assert old["recurrence"]["endTime"] == "2026-12-31T22:59:00Z"
    assert set(old) == {"action", "startTime", "recurrence", "state", "status"}
    assert "nextExecutionTimeLocal" not in old["status"]
    assert set(content(call(app, "GET", COLLECTION))["properties"]) == {"sku", "state"}
    assert content(call(app, "GET", f"{JOB}/upcomingRuns"))["runs"][0] == "2026-03-27T01:30:00Z"


@pytest.mark.parametrize("key", ["timeZone", "daylightSaving", "exclude"])
def test_an_extension_key_under_an_older_version_is_refused_with_the_version_to_use(key: str) -> None:
    _, app = a_place()

    answer = call(app, "PUT", JOB, a_job_body(recurrence=DAILY_AT_HALF_PAST_TWO, **{key: "x"}))

    assert answer.status_code == 400
    assert message(answer).startswith(f"properties.{key}: is known from api-version 2026-11-01 on")


def test_a_get_and_put_of_an_older_version_keeps_everything() -> None:
    _, app = a_place(calendars=HOLIDAYS)
    exclude = {"weekDays": ["saturday", "sunday"], "calendars": ["holidays"], "then": "before"}
    put(app, startTime=START, exclude=exclude, daylightSaving={"repeated": "both"}, **BERLIN)
    before = shown(app)

    read = content(call(app, "GET", JOB))
    answer = call(app, "PUT", JOB, {"properties": read["properties"]})

    assert answer.status_code == 200
    assert shown(app) == before
    assert before["exclude"] == exclude
    assert before["startTime"] == START


def test_another_instant_under_an_older_version_replaces_the_local_form() -> None:
    _, app = a_place()
    put(app, startTime=START, **BERLIN)

    call(app, "PUT", JOB, a_job_body(startTime="2026-04-01T10:00:00", recurrence={"frequency": "day"}))

    assert shown(app)["startTime"] == "2026-04-01T10:00:00Z"
    assert shown(app)["timeZone"] == "Europe/Berlin"


def test_a_put_of_the_new_version_replaces_all_and_a_patch_merges() -> None:
    _, app = a_place()
    put(app, daylightSaving={"missing": "skip", "repeated": "both"}, **BERLIN)

    extended(app, "PATCH", JOB, {"properties": {"daylightSaving": {"missing": "shift"}}})
    merged = shown(app)["daylightSaving"]
    extended(app, "PATCH", JOB, {"properties": {"daylightSaving": None}})
    removed = shown(app)
    put(app, recurrence=DAILY_AT_HALF_PAST_TWO)

    assert merged == {"missing": "shift", "repeated": "both"}
    assert "daylightSaving" not in removed
    assert removed["timeZone"] == "Europe/Berlin"
    assert "timeZone" not in shown(app)


def test_a_patch_of_an_older_version_works_on_the_extended_form() -> None:
    _, app = a_place()
    put(app, startTime=START, **BERLIN)

    call(app, "PATCH", JOB, {"properties": {"recurrence": {"endTime": "2026-12-31T22:59:00"}}})

    after = shown(app)
    assert after["startTime"] == START
    assert after["recurrence"]["endTime"] == "2026-12-31T22:59:00Z"
    assert after["timeZone"] == "Europe/Berlin"


def test_read_only_keys_may_be_sent_back() -> None:
    _, app = a_place(defaults={"timeZone": "Europe/Berlin"})
    put(app, recurrence=DAILY_AT_HALF_PAST_TWO)
    read = content(extended(app, "GET", JOB))

    assert read["properties"]["effective"] == {"timeZone": "Europe/Berlin"}
    assert extended(app, "PUT", JOB, read).status_code == 200


@pytest.mark.parametrize(
    ("properties", "fault"),
    [
        pytest.param(
            {"timeZone": "Berlin"},
            "properties.timeZone: 'Berlin' is no time zone; did you mean Europe/Berlin?",
            id="a city",
        ),
        pytest.param(
            {"timeZone": "+01:00"},
            "properties.timeZone: '+01:00' is no time zone; an offset has a zone too, with the sign turned "
            "round: Etc/GMT-1",
            id="an offset",
        ),
        pytest.param(
            {"recurrence": {"frequency": "day", "timeZone": "Europe/Berlin"}},
            "properties.recurrence.timeZone: is not known here: it belongs one level up",
            id="a zone within the recurrence",
        ),
        pytest.param(
            {"recurrence": {"frequency": "hour"}, "daylightSaving": {"missing": "skip"}},
            "properties.daylightSaving: has no effect on a job that names no times of day",
            id="a beat is not moved",
        ),
        pytest.param(
            {"exclude": {"weekDays": ["sunday"]}},
            "properties.exclude: has no effect on a job without a recurrence",
            id="a one-time job",
        ),
        pytest.param(
            {"recurrence": {"frequency": "hour"}, "exclude": {"weekDays": ["sunday"], "then": "after"}},
            "properties.exclude.then: 'after' moves times of day, and this job names none",
            id="a beat cannot be moved",
        ),
        pytest.param(
            {"recurrence": {"frequency": "day"}, "exclude": {"calendars": ["nobody's"]}},
            "properties.exclude.calendars: 'nobody's' is no calendar of collection 'jc1', which has none",
            id="a calendar that is not there",
        ),
        pytest.param(
            {"recurrence": {"frequency": "day"}, "exclude": {"dates": ["2026-02-30", "--13-01"]}},
            "properties.exclude.dates[0]: '2026-02-30' is not a date like 2026-12-24, or like --12-24 for "
            "every year; properties.exclude.dates[1]: '--13-01' is not a date like 2026-12-24, or like "
            "--12-24 for every year",
            id="dates that are none",
        ),
        pytest.param(
            {
                "recurrence": {"frequency": "week", "schedule": {"weekDays": ["sunday"]}},
                "exclude": {"weekDays": ["sunday"]},
            },
            "properties.exclude: the job would not run in the next ten years: no day that it names counts",
            id="nothing left",
        ),
        pytest.param(
            {
                "recurrence": {"frequency": "day", "endTime": "2026-03-02T09:59:00"},
                "timeZone": "Europe/Berlin",
            },
            "properties.recurrence.endTime: lies in the past",
            id="a local end that is past",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(properties: dict[str, Any], fault: str) -> None:
    _, app = a_place()

    answer = put(app, **properties)

    assert (answer.status_code, message(answer)) == (400, fault)
    assert extended(app, "GET", JOB).status_code == 404


def test_keys_that_do_not_fit_any_more_have_no_effect_and_are_listed() -> None:
    _, app = a_place()
    put(app, daylightSaving={"missing": "skip"}, exclude={"weekDays": ["sunday"], "then": "after"}, **BERLIN)

    answer = extended(app, "PATCH", JOB, {"properties": {"recurrence": {"schedule": {"hours": None}}}})

    assert answer.status_code == 200
    assert shown(app)["status"]["noEffect"] == ["daylightSaving", "exclude.then"]


def test_a_local_time_takes_the_zone_in_force_along() -> None:
    _, app = a_place(defaults={"timeZone": "America/New_York"})

    put(app, startTime="2026-03-05T09:00:00", recurrence={"frequency": "day"})
    instant = f"{COLLECTION}/jobs/instant"
    put(app, instant, startTime="2026-03-05T09:00:00Z", recurrence={"frequency": "day"})
    extended(app, "PATCH", COLLECTION, {"properties": {"defaults": {"timeZone": "Europe/Berlin"}}})

    assert shown(app)["timeZone"] == "America/New_York"
    assert "timeZone" not in shown(app, instant)
    assert next_run(app) == "2026-03-05T14:00:00Z"


def test_extensions_have_a_limit_of_their_own() -> None:
    _, app = a_place()
    dates = [f"2{number:03d}-01-01" for number in range(366)]

    fine = put(app, recurrence={"frequency": "day"}, exclude={"dates": dates})
    names = [f"calendar {number:02d} {'x' * 60}" for number in range(50)]
    large = put(app, recurrence={"frequency": "day"}, exclude={"dates": dates, "calendars": names})

    assert fine.status_code == 201
    assert large.status_code == 400
    assert "what api-version 2026-11-01 adds has" in message(large)
