"""Enabling and disabling: what is so already stays as it is; times are those of the zone's clocks."""

from typing import Any, Final

import pytest

from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, KEY, a_job_body, call, content
from tests.functions.changes.test_trials import everything
from tests.functions.extended import EXTENDED, a_place, extended, message, put
from tests.functions.policies.days import pass_time, starts
from tests.world import World

DAILY: Final = {"frequency": "day", "schedule": {"hours": [7], "minutes": [0]}}
BERLIN: Final = "Europe/Berlin"
MONDAY: Final = "2026-03-30T07:00"  # by the clocks of Berlin 05:00 in UTC: summer time has begun
places = pytest.mark.parametrize("path", [JOB, COLLECTION], ids=["job", "collection"])


def read(app: App, path: str) -> dict[str, Any]:
    found: dict[str, Any] = content(extended(app, "GET", path))
    return found


def pause(app: App, path: str) -> dict[str, Any]:
    """Return what is told of a pause but who and since when, which tests of pauses look at."""
    told = read(app, path)["properties"].get("disabled", {})
    return {key: value for key, value in told.items() if key in ("note", "until")}


def a_berlin_job() -> tuple[World, App]:
    world, app = a_place()
    assert put(app, recurrence=DAILY, timeZone=BERLIN).status_code == 201
    return world, app


@places
@pytest.mark.parametrize("version", ["2026-11-01", "2016-03-01"])
@pytest.mark.parametrize(
    "before", [None, {}, {"note": "moves"}, {"until": MONDAY}, {"note": "a", "until": MONDAY}]
)
def test_the_same_once_more_changes_nothing(path: str, version: str, before: Any) -> None:
    world, app = a_berlin_job()
    how = "enable" if before is None else "disable"
    if before is not None:
        assert extended(app, "POST", f"{path}/disable", before).status_code == 200
    if path == JOB or before:
        version = "2026-11-01"  # older ones know no such operation, or nothing of what it says
    rows = everything(world)
    world.now = world.now.replace(minute=17)

    for body in (before, {"note": "again"} if before is None else before):
        again = call(app, "POST", f"{path}/{how}", body, params={"api-version": version})
        assert again.status_code == 200
        assert everything(world) == rows


@places
@pytest.mark.parametrize(
    "path_of_time", ["2026-03-30T05:00:00Z", "2026-03-30T07:00+02:00", "2026-03-30T07:00:00.000+02"]
)
def test_one_time_in_other_words_is_the_same(path: str, path_of_time: str) -> None:
    world, app = a_berlin_job()
    extended(app, "PATCH", COLLECTION, {"properties": {"defaults": {"timeZone": BERLIN}}})
    extended(app, "POST", f"{path}/disable", {"until": MONDAY})
    rows = everything(world)

    assert extended(app, "POST", f"{path}/disable", {"until": path_of_time}).status_code == 200
    assert everything(world) == rows


@places
@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param({}, {"note": "a"}, id="a note"),
        pytest.param({"note": "a"}, {}, id="no note any more"),
        pytest.param({"note": "a"}, {"note": "b"}, id="another note"),
        pytest.param({}, {"until": MONDAY}, id="a time"),
        pytest.param({"until": MONDAY}, {}, id="no time any more"),
        pytest.param({"until": MONDAY}, {"until": "2026-03-30T08:00"}, id="another time"),
    ],
)
def test_another_pause_is_a_change(path: str, before: Any, after: Any) -> None:
    _, app = a_berlin_job()
    extended(app, "POST", f"{path}/disable", before)
    etag = read(app, path)["etag"]

    answer = content(extended(app, "POST", f"{path}/disable", after))

    assert answer["etag"] != etag
    assert set(pause(app, path)) == set(after)


@places
@pytest.mark.parametrize("how", ["enable", "disable"])
def test_a_condition_is_checked_also_where_nothing_changes(path: str, how: str) -> None:
    _, app = a_berlin_job()
    extended(app, "POST", f"{path}/{how}")
    etag = read(app, path)["etag"]

    for tag, status in ((etag, 200), ('"another"', 412)):
        headers = {"x-functions-key": KEY, "if-match": tag}
        assert call(app, "POST", f"{path}/{how}", params=EXTENDED, headers=headers).status_code == status


@places
@pytest.mark.parametrize("how", ["enable", "disable"])
def test_a_trial_of_what_changes_nothing_says_so(path: str, how: str) -> None:
    _, app = a_berlin_job()
    extended(app, "POST", f"{path}/{how}")

    told = content(extended(app, "POST", f"{path}/{how}", dryRun="true"))

    assert (told["changes"], told["exists"], told["existsAfter"]) == ([], True, True)
    assert (told["operation"], told["etag"]) == (how, read(app, path)["etag"])


@places
@pytest.mark.parametrize("how", ["enable", "disable"])
@pytest.mark.parametrize("times", [1, 2], ids=["a change", "no change"])
def test_the_answer_is_what_was_switched(path: str, how: str, times: int) -> None:
    _, app = a_berlin_job()
    extended(app, "POST", f"{path}/{'disable' if how == 'enable' else 'enable'}")

    for _ in range(times):
        answer = extended(app, "POST", f"{path}/{how}")

    assert (answer.status_code, content(answer)) == (200, read(app, path))
    assert answer.headers["ETag"] == content(answer)["etag"]


@pytest.mark.parametrize("how", ["enable", "disable"])
def test_older_versions_get_an_empty_answer(how: str) -> None:
    _, app = a_berlin_job()

    for _ in range(2):
        answer = call(app, "POST", f"{COLLECTION}/{how}")
        assert (answer.status_code, answer.get_body(), "ETag" in answer.headers) == (200, b"", False)


SUMMER: Final = "2026-03-30T07:00:00+02:00"
LOCAL_TIMES: Final = [
    pytest.param({"timeZone": BERLIN}, {}, MONDAY, SUMMER, id="the job's zone"),
    pytest.param({}, {"timeZone": BERLIN}, MONDAY, SUMMER, id="the collection's zone"),
    pytest.param({"timeZone": BERLIN}, {"timeZone": "Asia/Tokyo"}, MONDAY, SUMMER, id="the job's before it"),
    pytest.param({}, {}, MONDAY, "2026-03-30T07:00:00Z", id="no zone"),
    pytest.param(
        {"useDefaults": False}, {"timeZone": BERLIN}, MONDAY, "2026-03-30T07:00:00Z", id="without defaults"
    ),
    pytest.param({"timeZone": BERLIN}, {}, "2026-03-30T05:00:00Z", SUMMER, id="an instant"),
    pytest.param({"timeZone": BERLIN}, {}, "2026-03-30T01:00-04:00", SUMMER, id="with an offset"),
    pytest.param({"timeZone": BERLIN}, {}, "2026-03-29T02:30", "2026-03-29T03:30:00+02:00", id="not there"),
    pytest.param({"timeZone": BERLIN}, {}, "2026-10-25T02:30", "2026-10-25T02:30:00+02:00", id="there twice"),
    pytest.param({"timeZone": BERLIN}, {}, "2026-03-30", "2026-03-30T00:00:00+02:00", id="a day"),
    pytest.param({"timeZone": "W. Europe Standard Time"}, {}, MONDAY, SUMMER, id="a name of Windows"),
]


@pytest.mark.parametrize(("job", "defaults", "sent", "shown"), LOCAL_TIMES)
@pytest.mark.parametrize("door", ["disable", "put", "create", "patch", "patch alone"])
def test_a_time_without_offset_is_by_the_clocks_of_the_job(
    job: dict[str, Any], defaults: dict[str, str], sent: str, shown: str, door: str
) -> None:
    _, app = a_place(defaults=defaults)
    whole = {"recurrence": DAILY, **job}
    off = {"state": "disabled", "disabled": {"until": sent}}
    if door != "create":
        put(app, **whole)
    if door == "patch alone":
        extended(app, "POST", f"{JOB}/disable")
    ways = {
        "disable": ("POST", f"{JOB}/disable", {"until": sent}),
        "put": ("PUT", JOB, a_job_body(**whole, **off)),
        "create": ("PUT", JOB, a_job_body(**whole, **off)),
        "patch": ("PATCH", JOB, {"properties": off}),
        "patch alone": ("PATCH", JOB, {"properties": {"disabled": {"until": sent}}}),
    }

    answer = extended(app, *ways[door])

    assert answer.status_code in (200, 201), answer.get_body()
    assert content(answer)["properties"]["disabled"]["until"] == shown
    assert pause(app, JOB) == {"until": shown}
    for listed in (f"{COLLECTION}/jobs", "subscriptions/s/providers/Microsoft.Scheduler/jobs"):
        found = [one for one in content(extended(app, "GET", listed))["value"] if one["id"].endswith("/j1")]
        assert [one["properties"]["disabled"]["until"] for one in found if found] == [shown] * len(found)


@pytest.mark.parametrize("door", ["disable", "put", "create", "patch"])
@pytest.mark.parametrize(
    ("defaults", "shown"), [({"timeZone": BERLIN}, SUMMER), ({}, "2026-03-30T07:00:00Z")]
)
def test_a_collections_time_without_offset_is_by_its_default_zone(
    defaults: dict[str, str], shown: str, door: str
) -> None:
    _, app = a_place(defaults=defaults)
    path = COLLECTION if door != "create" else COLLECTION.replace("jc1", "new")
    properties = {"defaults": defaults, "state": "Disabled", "disabled": {"until": MONDAY}}
    ways = {
        "disable": ("POST", f"{path}/disable", {"until": MONDAY}),
        "put": ("PUT", path, {"location": "westus", "properties": properties}),
        "create": ("PUT", path, {"location": "westus", "properties": properties}),
        "patch": ("PATCH", path, {"properties": {"state": "Disabled", "disabled": {"until": MONDAY}}}),
    }

    answer = extended(app, *ways[door])

    assert answer.status_code in (200, 201), answer.get_body()
    assert content(answer)["properties"]["disabled"]["until"] == shown
    assert pause(app, path) == {"until": shown}


def test_a_pause_by_local_clocks_ends_when_they_say() -> None:
    world, app = a_place()
    put(app, recurrence={"frequency": "minute"}, startTime="2026-03-02T09:00:00Z", timeZone=BERLIN)
    extended(app, "POST", f"{JOB}/disable", {"until": "2026-03-02T10:03:30"})

    pass_time(world, "09:05:10")

    assert starts(world)[-2:] == ["09:04:00", "09:05:00"]
    assert "09:03:00" not in starts(world)


@pytest.mark.parametrize(
    ("sent", "status"),
    [("2026-03-02T09:59:59", 400), ("2026-03-02T10:00:01", 200), ("2026-03-02T09:00:01Z", 200)],
)
@pytest.mark.parametrize("door", ["disable", "patch"])
def test_what_is_past_is_past_by_the_same_clocks(sent: str, status: int, door: str) -> None:
    _, app = a_berlin_job()
    bodies = {
        "disable": ("POST", f"{JOB}/disable", {"until": sent}),
        "patch": ("PATCH", JOB, {"properties": {"state": "disabled", "disabled": {"until": sent}}}),
    }

    answer = extended(app, *bodies[door])

    assert answer.status_code == status
    assert status == 200 or "until: lies in the past" in message(answer)


def test_an_instant_stays_when_the_zone_changes() -> None:
    _, app = a_berlin_job()
    extended(app, "POST", f"{JOB}/disable", {"until": MONDAY})

    extended(app, "PATCH", JOB, {"properties": {"timeZone": "Asia/Tokyo"}})

    assert pause(app, JOB) == {"until": "2026-03-30T14:00:00+09:00"}


@places
def test_what_is_read_can_be_put_back(path: str) -> None:
    _, app = a_place(defaults={"timeZone": BERLIN})
    put(app, recurrence=DAILY)
    extended(app, "POST", f"{path}/disable", {"note": "a", "until": MONDAY})
    before = pause(app, path)

    assert extended(app, "PUT", path, read(app, path)).status_code == 200

    assert pause(app, path) == before == {"note": "a", "until": SUMMER}


def test_an_older_version_that_disables_again_leaves_the_reason_alone() -> None:
    world, app = a_berlin_job()
    extended(app, "POST", f"{COLLECTION}/disable", {"note": "moves", "until": MONDAY})
    rows = everything(world)

    assert call(app, "POST", f"{COLLECTION}/disable").status_code == 200
    assert everything(world) == rows


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        (JOB, {}, "The job is disabled: it does not run until it is enabled."),
        (JOB, {"until": MONDAY}, "The job is disabled until 2026-03-30T07:00:00+02:00, then it runs again."),
        (COLLECTION, {}, "The collection is disabled: nothing runs until it is enabled."),
        (
            COLLECTION,
            {"until": "2026-03-30T05:00:00Z"},
            "The collection is disabled until 2026-03-30T07:00:00+02:00, then its jobs run again.",
        ),
    ],
)
def test_what_does_not_run_says_until_when(path: str, body: Any, told: str) -> None:
    _, app = a_berlin_job()
    extended(app, "POST", f"{path}/disable", body)

    assert content(extended(app, "GET", f"{JOB}/upcomingRuns"))["note"] == told
