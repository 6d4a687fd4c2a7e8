"""Pauses: why, by whom and until when a job or a collection is disabled."""

from typing import Any

import pytest

from tests.builders import at
from tests.functions.calls import COLLECTION, JOB, call, content, error_of
from tests.functions.extended import a_place, extended, message, put, shown
from tests.functions.policies.days import BROKEN, KEY, pass_time, skips, starts

MINUTELY: dict[str, Any] = {"frequency": "minute"}
START = "2026-03-02T09:00:00Z"
UNTIL = "2026-03-02T09:05:30Z"


def a_paused_job(**pause: Any) -> Any:
    world, app = a_place()
    put(app, startTime=START, recurrence=MINUTELY)
    pass_time(world, "09:01:10")
    assert extended(app, "POST", f"{JOB}/disable", pause).status_code == 200
    return world, app


def test_a_disabled_job_says_why_by_whom_and_since_when() -> None:
    _, app = a_paused_job(note="the warehouse moves")

    assert shown(app)["state"] == "disabled"
    assert shown(app)["disabled"] == {
        "note": "the warehouse moves",
        "by": "ops",
        "since": "2026-03-02T09:01:10Z",
    }
    assert "disabled" not in shown(app, version="2016-03-01")


def test_a_job_that_is_disabled_until_an_instant_goes_on_from_there() -> None:
    world, app = a_paused_job(until=UNTIL, note="holidays")

    assert "nextExecutionTime" not in shown(app)["status"]
    pass_time(world, "09:07:10")

    assert starts(world) == ["09:00:00", "09:01:00", "09:06:00", "09:07:00"]
    assert shown(app)["state"] == "enabled"
    assert "disabled" not in shown(app)


def test_an_app_that_was_down_meanwhile_loses_nothing_after_the_pause() -> None:
    world, _ = a_paused_job(until=UNTIL)
    world.now = at("09:20:30")

    pass_time(world, "09:21:10")

    assert starts(world) == ["09:00:00", "09:01:00", "09:20:31", "09:21:00"]
    assert [f"{one.expected:%H:%M}" for _, one in world.receiver[2:]] == ["09:06", "09:21"]


def test_enabling_by_hand_ends_the_pause_for_good() -> None:
    world, app = a_paused_job(until=UNTIL)

    assert extended(app, "POST", f"{JOB}/enable").status_code == 200
    extended(app, "PATCH", JOB, {"properties": {"state": "disabled"}})
    pass_time(world, "09:07:10")

    assert starts(world) == ["09:00:00", "09:01:00"]
    assert shown(app)["state"] == "disabled"


KINDS: dict[str, dict[str, Any]] = {
    "every minute": {"startTime": START, "recurrence": MINUTELY},
    "spread": {"startTime": START, "recurrence": MINUTELY, "spread": "00:00:40"},
    "limited": {"startTime": START, "recurrence": MINUTELY | {"count": 9}},
    "once": {"startTime": "2026-03-02T09:02:00Z"},
    "owed": {"startTime": None, "recurrence": {"frequency": "hour"}},
}
PAUSES = [None, {}, {"until": "2026-03-02T09:03:30Z"}, {"until": "2026-03-02T09:05:00Z"}]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("collection", PAUSES)
@pytest.mark.parametrize("job", PAUSES)
def test_the_next_run_of_a_paused_job_is_the_one_that_comes(job: Any, collection: Any, kind: str) -> None:
    world, app = a_place()
    for path, pause in ((COLLECTION, collection), (JOB, job)):
        if path == JOB:
            put(app, **KINDS[kind], **({} if pause is None else {"state": "disabled", "disabled": pause}))
        elif pause is not None:
            extended(app, "POST", f"{path}/disable", pause)
    world.now = at("09:00:10")

    (told,) = content(extended(app, "GET", "subscriptions/s/providers/Microsoft.Scheduler/jobs"))["value"]
    promised = told["properties"].get("nextExecutionTime")
    listed = content(extended(app, "GET", f"{JOB}/upcomingRuns"))["runs"]
    pass_time(world, "09:07:10")

    assert (promised is None) == (starts(world) == [])
    if promised is not None:
        late = at(starts(world)[0]) - max(at("09:00:10"), at(promised.split("T")[1].rstrip("Z")))
        assert -1 < late.total_seconds() <= (60 if kind in ("once", "owed") else 1)  # parts of seconds
        assert listed[0].get("due", listed[0]["at"]) == promised


def test_a_pause_can_be_changed_and_its_beginning_stays() -> None:
    world, app = a_paused_job(until=UNTIL)
    pass_time(world, "09:03:00")

    extended(app, "PATCH", JOB, {"properties": {"disabled": {"until": "2026-03-02T09:08:30Z"}}})
    since = shown(app)["disabled"]["since"]
    pass_time(world, "09:09:10")

    assert since == "2026-03-02T09:01:10Z"
    assert starts(world) == ["09:00:00", "09:01:00", "09:09:00"]


def test_a_pause_sent_with_an_enabled_state_is_dropped_in_silence() -> None:
    _, app = a_place()

    answer = put(app, recurrence=MINUTELY, state="enabled", disabled={"note": "no", "until": "2001-01-01"})

    assert answer.status_code == 201
    assert "disabled" not in content(answer)["properties"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", JOB, {"state": "disabled", "disabled": {"until": "2026-03-02T08:59:59Z"}}),
        ("PATCH", JOB, {"state": "disabled", "disabled": {"until": "2026-03-02T08:59:59Z"}}),
        ("PATCH", COLLECTION, {"state": "Disabled", "disabled": {"until": "2026-03-02T08:59:59Z"}}),
        ("POST", f"{JOB}/disable", {"until": "2026-03-02T08:59:59Z"}),
        ("POST", f"{COLLECTION}/disable", {"until": "2026-03-02T08:59:59Z"}),
    ],
)
def test_a_pause_that_is_over_is_refused(method: str, path: str, body: Any) -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)
    action = {"type": "Http", "request": {"uri": "http://receiver.example/", "method": "GET"}}
    whole = {"PUT": {"properties": {"action": action, **body}}, "PATCH": {"properties": body}}

    answer = extended(app, method, path, whole.get(method, body))

    assert answer.status_code == 400
    assert "until: lies in the past" in message(answer)


def test_a_job_whose_secret_is_missing_stays_disabled_and_says_so() -> None:
    world, app = a_place()
    request = {
        "uri": "http://receiver.example/",
        "method": "GET",
        "authentication": {"type": "Basic", "username": "u"},
    }
    pause = {"note": "moves in", "until": UNTIL}
    put(app, state="disabled", disabled=pause, action={"type": "Http", "request": request})

    pass_time(world, "09:06:00", step=5)

    assert shown(app)["state"] == "disabled"
    assert shown(app)["disabled"]["note"] == (
        "Not enabled at 2026-03-02T09:05:30Z: "
        "properties.action.request.authentication.password is missing. moves in"
    )


def test_a_one_time_job_that_was_due_meanwhile_runs_when_it_is_enabled() -> None:
    world, app = a_place()
    put(app, startTime="2026-03-02T09:02:00Z", state="disabled", disabled={"until": UNTIL})

    pass_time(world, "09:06:00")

    assert starts(world) == ["09:05:31"]  # the hint of its enabling is seen a second later


def test_operations_on_jobs_are_of_the_new_version_alone() -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)

    for operation in ("enable", "disable"):
        assert error_of(call(app, "POST", f"{JOB}/{operation}")) == (404, "NotFound")


def test_a_collection_that_is_disabled_until_an_instant_goes_on_from_there() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence=MINUTELY)
    pass_time(world, "09:01:10")
    body = {"note": "inventory", "until": UNTIL}
    assert extended(app, "POST", f"{COLLECTION}/disable", body).status_code == 200

    paused = shown(app, COLLECTION)
    pass_time(world, "09:07:10")

    assert paused["state"] == "Disabled"
    assert paused["disabled"] == {**body, "by": "ops", "since": "2026-03-02T09:01:10Z"}
    assert starts(world) == ["09:00:00", "09:01:00", "09:06:00", "09:07:00"]
    assert skips(world) == [("collectionDisabled", "09:02:00", "09:05:00")]
    assert shown(app, COLLECTION)["state"] == "Enabled"


def test_older_versions_neither_show_nor_lose_the_pause_of_a_collection() -> None:
    world, app = a_place()
    extended(app, "POST", f"{COLLECTION}/disable", {"note": "inventory", "until": UNTIL})

    old = content(call(app, "GET", COLLECTION))
    assert call(app, "PUT", COLLECTION, old).status_code == 200
    assert call(app, "PATCH", COLLECTION, {"tags": {"a": "b"}}).status_code == 200

    assert "disabled" not in old["properties"]
    assert shown(app, COLLECTION)["disabled"]["note"] == "inventory"
    pass_time(world, "09:06:00", step=5)
    assert shown(app, COLLECTION)["state"] == "Enabled"


def test_older_versions_are_told_that_they_cannot_pause() -> None:
    _, app = a_place()

    assert error_of(call(app, "POST", f"{COLLECTION}/disable", {"until": UNTIL})) == (400, "BadRequest")
    assert call(app, "POST", f"{COLLECTION}/disable").status_code == 200


def test_a_change_of_words_leaves_retries_alone() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence={"frequency": "hour"})
    world.answer = lambda attempt: BROKEN
    pass_time(world, "09:00:10")

    words = {"description": "calls home", "keepFinishedFor": "30.00:00:00"}
    assert extended(app, "PATCH", JOB, {"properties": words, "tags": {"a": "b"}}).status_code == 200
    pass_time(world, "09:00:40")

    assert starts(world) == ["09:00:00", "09:00:30"]
    assert shown(app)["description"] == "calls home"
    assert content(extended(app, "GET", JOB))["tags"] == {"a": "b"}


def test_any_other_change_cancels_retries() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence={"frequency": "hour"})
    world.answer = lambda attempt: BROKEN
    pass_time(world, "09:00:10")

    change = {"properties": {"description": "calls home", "overlap": "skip"}}
    assert extended(app, "PATCH", JOB, change).status_code == 200
    pass_time(world, "09:00:40")

    assert starts(world) == ["09:00:00"]


def test_a_note_can_be_changed_without_disturbing_the_pause() -> None:
    world, app = a_paused_job(until=UNTIL, note="holidays")
    revision = world.job(KEY).revision

    extended(app, "PATCH", JOB, {"properties": {"disabled": {"note": "long holidays"}}})

    assert world.job(KEY).revision == revision
    assert shown(app)["disabled"]["note"] == "long holidays"
    pass_time(world, "09:06:10")
    assert starts(world)[-1] == "09:06:00"
