"""What became of every time that a schedule names: each answer that a job can give."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.builders import at
from tests.functions.calls import COLLECTION, JOB, a_job_body, call, content
from tests.functions.extended import a_place, extended, put
from tests.functions.occurrences.told import asked, told
from tests.functions.policies.days import BROKEN, FINE, pass_time, taking

MINUTELY: dict[str, Any] = {"frequency": "minute"}
START = "2026-03-02T09:00:00Z"


def a_job(**more: Any) -> dict[str, Any]:
    return {"startTime": START, "recurrence": MINUTELY, **more}


def test_what_ran_and_what_is_to_come() -> None:
    world, app = a_place()
    put(app, **a_job())

    pass_time(world, "09:01:30")

    assert told(app, "09:00:00", "09:04:00") == [
        "09:00 ran",
        "09:01 ran",
        "09:02 upcoming",
        "09:03 upcoming",
    ]


def test_a_late_run_stands_for_what_was_missed() -> None:
    world, app = a_place()
    put(app, **a_job())
    pass_time(world, "09:00:30")

    world.now = at("09:04:30")
    pass_time(world, "09:05:30")

    assert told(app, "09:00:00", "09:06:00") == [
        "09:00 ran",
        "09:01 late",
        "09:02 collapsed",
        "09:03 collapsed",
        "09:04 collapsed",
        "09:05 ran",
    ]


def test_nothing_is_decided_on_as_long_as_the_app_is_down() -> None:
    world, app = a_place()
    put(app, **a_job())
    pass_time(world, "09:00:30")

    world.now = at("09:03:30")

    assert told(app, "09:00:00", "09:05:00") == [
        "09:00 ran",
        "09:01 waiting",
        "09:02 waiting",
        "09:03 waiting",
        "09:04 upcoming",
    ]


def test_a_run_that_failed_to_the_end() -> None:
    world, app = a_place()
    fixed = {"retryType": "fixed", "retryInterval": "00:00:20", "retryCount": 1}
    put(app, **a_job(action={**a_job_body()["properties"]["action"], "retryPolicy": fixed}))
    world.answer = lambda _: BROKEN

    pass_time(world, "09:00:10")
    assert told(app, "09:00:00", "09:01:00") == ["09:00 waiting"]
    pass_time(world, "09:00:40")
    assert told(app, "09:00:00", "09:01:00") == ["09:00 faulted"]


def test_a_change_takes_retries_away() -> None:
    world, app = a_place()
    fixed = {"retryType": "fixed", "retryInterval": "00:10:00", "retryCount": 1}
    put(app, **a_job(action={**a_job_body()["properties"]["action"], "retryPolicy": fixed}))
    world.answer = lambda _: BROKEN
    pass_time(world, "09:00:10")

    extended(app, "PATCH", JOB, {"properties": {"recurrence": {"interval": 5}}})

    assert told(app, "09:00:00", "09:01:00") == ["09:00 failed"]


def test_a_run_under_way() -> None:
    world, app = a_place()
    put(app, **a_job())
    seen: list[list[str]] = []

    def look(_: Any) -> Any:
        seen.append(told(app, "09:00:00", "09:01:00"))
        return FINE

    world.answer = look
    pass_time(world, "09:00:05")

    assert seen == [["09:00 running"]]


def test_what_must_not_overlap_is_skipped_or_waits() -> None:
    world, app = a_place()
    put(app, **a_job(overlap="skip"))
    world.answer = taking(world, t0901="09:03:20")
    pass_time(world, "09:04:30")

    assert told(app, "09:00:00", "09:05:00") == [
        "09:00 ran",
        "09:01 ran",
        "09:02 skipped overlap",
        "09:03 skipped overlap",
        "09:04 ran",
    ]


def test_what_waits_for_an_earlier_run() -> None:
    world, app = a_place()
    put(app, **a_job(overlap="wait"))
    seen: list[list[str]] = []

    def look(attempt: Any) -> Any:
        if f"{attempt.expected:%H:%M}" == "09:01":
            pass_time(world, "09:03:20")
            seen.append(told(app, "09:00:00", "09:05:00"))
        return FINE

    world.answer = look
    pass_time(world, "09:05:30")

    assert seen == [["09:00 ran", "09:01 running", "09:02 waiting", "09:03 waiting", "09:04 upcoming"]]
    assert told(app, "09:00:00", "09:05:00") == [
        "09:00 ran",
        "09:01 ran",
        "09:02 late",
        "09:03 skipped overlap",
        "09:04 ran",
    ]


def test_what_came_too_late_is_skipped() -> None:
    world, app = a_place()
    put(app, **a_job(missedRuns={"policy": "none", "within": "00:05:00"}))
    pass_time(world, "09:00:30")

    world.now = at("09:10:30")
    pass_time(world, "09:11:30")

    assert told(app, "09:00:00", "09:12:00") == [
        "09:00 ran",
        *(f"09:0{minute} skipped tooLate" for minute in range(1, 6)),
        "09:06 late",
        *(f"09:{minute:02d} collapsed" for minute in range(7, 11)),
        "09:11 ran",
    ]


def test_a_disabled_job_names_who_and_why() -> None:
    world, app = a_place()
    put(app, **a_job())
    pass_time(world, "09:00:30")
    extended(app, "POST", f"{JOB}/disable", {"note": "the target moves"})
    pass_time(world, "09:02:30")
    extended(app, "POST", f"{JOB}/enable")
    pass_time(world, "09:03:30")

    assert told(app, "09:00:00", "09:05:00") == [
        "09:00 ran",
        "09:01 disabled",
        "09:02 disabled",
        "09:03 ran",
        "09:04 upcoming",
    ]
    assert asked(app, "2026-03-02T09:01:00Z")["sentence"] == (
        "The job was disabled by ops at 2026-03-02 09:00:30 UTC: “the target moves”."
    )


@pytest.mark.parametrize(
    ("zone", "noted", "since", "until"),
    [
        pytest.param("UTC", "2026-03-02T09:02:30Z", "2026-03-02 09:00:30 UTC", "2026-03-02 09:02:30 UTC"),
        pytest.param(
            "Asia/Kolkata",
            "2026-03-02T14:32:30+05:30",
            "2026-03-02T14:30:30+05:30",
            "2026-03-02T14:32:30+05:30",
        ),
    ],
)
@pytest.mark.parametrize("place", [JOB, COLLECTION], ids=["job", "collection"])
def test_a_pause_is_told_by_the_clocks_of_the_job(
    place: str, zone: str, noted: str, since: str, until: str
) -> None:
    world, app = a_place()
    put(app, **a_job(timeZone=zone))
    pass_time(world, "09:00:30")
    extended(app, "POST", f"{place}/disable", {"note": "It moves.", "until": "2026-03-02T09:02:30Z"})
    pass_time(world, "09:01:30")

    runs = content(extended(app, "GET", f"{JOB}/upcomingRuns"))["note"]
    of_0901 = asked(app, "2026-03-02T09:01:00Z")

    assert f" until {noted}, then " in runs
    assert of_0901["occurrences"][0]["until"] == noted
    assert of_0901["sentence"].endswith(f" disabled by ops at {since}, until {until}: “It moves”.")


def test_a_disabled_collection_names_who_and_why() -> None:
    world, app = a_place()
    put(app, **a_job())
    pass_time(world, "09:00:30")
    extended(app, "POST", f"{COLLECTION}/disable", {"note": "holidays"})
    pass_time(world, "09:02:30")
    assert told(app, "09:00:00", "09:04:00") == [
        "09:00 ran",
        "09:01 collectionDisabled",
        "09:02 collectionDisabled",
        "09:03 collectionDisabled",
    ]
    extended(app, "POST", f"{COLLECTION}/enable")
    pass_time(world, "09:03:30")

    assert told(app, "09:00:00", "09:04:00") == [
        "09:00 ran",
        "09:01 collectionDisabled",
        "09:02 collectionDisabled",
        "09:03 ran",
    ]
    assert asked(app, "2026-03-02T09:01:00Z")["sentence"] == (
        "The job collection was disabled by ops at 2026-03-02 09:00:30 UTC: “holidays”."
    )


def test_a_change_supersedes_what_was_due() -> None:
    world, app = a_place()
    put(app, **a_job())
    pass_time(world, "09:00:30")

    world.now = at("09:02:10")
    extended(app, "PATCH", JOB, {"properties": {"recurrence": {"interval": 2}}})
    pass_time(world, "09:04:30")

    assert told(app, "09:00:00", "09:05:00") == [
        "09:00 ran",
        "09:01 superseded",
        "09:02 superseded",
        "09:04 ran",
    ]


def test_a_job_that_is_over() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence={"frequency": "minute", "count": 2})

    assert told(app, "09:00:00", "09:03:00") == ["09:00 waiting", "09:01 upcoming", "09:02 ended"]
    pass_time(world, "09:02:30")

    assert told(app, "09:00:00", "09:04:00") == ["09:00 ran", "09:01 ran", "09:02 ended", "09:03 ended"]


def test_runs_that_no_schedule_names_stand_beside() -> None:
    world, app = a_place()
    world.now = at("09:00:20")
    put(app, recurrence=MINUTELY)
    pass_time(world, "09:00:40")
    extended(app, "POST", f"{JOB}/run", {"note": "to see"})
    pass_time(world, "09:01:30")

    assert told(app, "09:00:00", "09:02:00") == ["09:00:20 first ran", "09:00:40 runNow ran", "09:01:20 ran"]


def test_a_one_time_job() -> None:
    world, app = a_place()
    put(app, startTime="2026-03-02T09:05:00Z", recurrence=None)
    assert told(app, "09:00:00", "09:10:00") == ["09:05 upcoming"]

    pass_time(world, "09:05:30")

    assert told(app, "09:00:00", "09:10:00") == ["09:05 ran"]


def test_a_one_time_job_that_was_disabled_at_its_time() -> None:
    world, app = a_place()
    put(app, startTime="2026-03-02T09:05:00Z", recurrence=None, state="disabled")
    pass_time(world, "09:06:00")
    extended(app, "POST", f"{JOB}/enable")
    pass_time(world, "09:06:10")

    assert told(app, "09:00:00", "09:10:00") == ["09:05 disabled", "09:06 first ran"]


def test_excluded_days_name_the_rule() -> None:
    _, app = a_place(calendars={"holidays": {"dates": ["2026-03-03"]}})
    daily = {"frequency": "day", "schedule": {"hours": [12], "minutes": [0]}}
    put(app, recurrence=daily, startTime=START, exclude={"calendars": ["holidays"]})

    answer = extended(
        app, "GET", f"{JOB}/occurrences", **{"from": "2026-03-02T10:00:00Z", "to": "2026-03-05T00:00:00Z"}
    )

    assert [one["properties"]["outcome"] for one in _value(answer)] == ["upcoming", "excluded", "upcoming"]
    assert asked(app, "2026-03-03T12:00:00Z")["sentence"] == (
        "2026-03-03 is excluded by calendar 'holidays'; its runs are skipped."
    )


def test_a_time_that_the_schedule_does_not_name_is_refused_with_its_neighbours() -> None:
    _, app = a_place()
    daily = {"frequency": "day", "schedule": {"hours": [9], "minutes": [0]}}
    put(app, recurrence=daily, startTime=START)

    answer = asked(app, "2026-03-03T10:00:00Z")

    assert answer["refused"]["reason"] == "hour"
    assert (answer["before"], answer["after"]) == ("2026-03-03T09:00:00Z", "2026-03-04T09:00:00Z")
    assert answer["sentence"].startswith("The schedule of job 'j1' does not name this time.")


def test_a_change_of_the_collections_zone_moves_what_is_to_come() -> None:
    world, app = a_place()
    daily = {"frequency": "day", "schedule": {"hours": [9], "minutes": [5]}}
    put(app, recurrence=daily, startTime="2026-03-01T00:00:00Z")
    extended(app, "PATCH", COLLECTION, {"properties": {"defaults": {"timeZone": "America/New_York"}}})

    pass_time(world, "09:06:30")

    assert told(app, "09:00:00", "23:00:00") == ["14:05 upcoming"]


def test_a_spread_run_is_told_with_its_due_time() -> None:
    world, app = a_place()
    put(app, recurrence={"frequency": "hour"}, startTime=START, spread="00:30:00")
    pass_time(world, "09:31:00", step=10)

    answer = extended(app, "GET", f"{JOB}/occurrences", **{"from": START, "to": "2026-03-02T11:00:00Z"})

    first, second = (one["properties"] for one in _value(answer))
    assert (first["at"], first["outcome"]) == (START, "ran")
    assert second["outcome"] == "upcoming"
    assert second["due"][13:] == first["due"][13:]


def test_old_versions_do_not_know_it() -> None:
    _, app = a_place()
    put(app, **a_job())

    assert call(app, "GET", f"{JOB}/occurrences").status_code == 404


def _value(answer: Any) -> list[dict[str, Any]]:
    value: list[dict[str, Any]] = content(answer)["value"]
    return value


@pytest.mark.parametrize(("top", "most", "pages"), [({}, 1_000, 2), ({"$top": "700"}, 700, 3)])
def test_pages_lead_to_each_other_and_lose_nothing(top: dict[str, str], most: int, pages: int) -> None:
    world, app = a_place()
    put(app, **a_job())
    pass_time(world, "09:00:30")
    for _ in range(3):  # beside each other, at the time of the thousandth
        world.now = at("09:05:00")
        extended(app, "POST", f"{JOB}/run")
    seen: list[str] = []
    params = {"from": "2026-03-01T16:26:00Z", "to": "2026-03-03T12:00:00Z", **top}
    found: list[int] = []

    while params:
        answer = content(extended(app, "GET", f"{JOB}/occurrences", **params))
        seen += [one["properties"]["at"] for one in answer["value"]]
        found.append(len(answer["value"]))
        params = dict(parse_qsl(urlsplit(answer["nextLink"]).query)) if answer["nextLink"] else {}

    assert len(seen) == 27 * 60 + 3
    assert seen == sorted(seen)
    assert (max(found) <= most, len(found)) == (True, pages)
