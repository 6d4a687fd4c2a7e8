"""docs/why.md: every answer that it quotes is one that the app gives."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from shared.domain.occurrences.story import Outcome
from shared.functions.wiring import App
from shared.storage.table import DeleteRow
from tests.builders import at
from tests.documents import text_of
from tests.functions.calls import COLLECTION, JOB, a_job_body, content
from tests.functions.extended import a_place, extended, put
from tests.functions.occurrences.told import asked
from tests.functions.policies.days import BROKEN, FINE, pass_time, taking
from tests.world import World

TEXT = text_of("docs/why.md")
QUOTED = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", TEXT, re.MULTILINE))
START = "2026-03-02T09:00:00Z"
NINE_ONE = "2026-03-02T09:01:00Z"
MINUTELY: dict[str, Any] = {"frequency": "minute"}
NOON: dict[str, Any] = {"frequency": "day", "schedule": {"hours": [12], "minutes": [0]}}
RETRY = {"retryType": "fixed", "retryInterval": "00:00:20", "retryCount": 1}
HOLIDAY = {"holidays": {"dates": ["2026-03-03"]}}
Told = tuple[App, str]


def a_day(**job: Any) -> tuple[World, App]:
    world, app = a_place()
    put(app, **{"startTime": START, "recurrence": MINUTELY, **job})
    return world, app


def with_retry() -> dict[str, Any]:
    return {"action": {**a_job_body()["properties"]["action"], "retryPolicy": RETRY}}


def ran() -> Told:
    world, app = a_day()
    pass_time(world, "09:01:30")
    return app, NINE_ONE


def late() -> Told:
    world, app = a_day()
    pass_time(world, "09:00:30")
    world.now = at("09:04:30")
    pass_time(world, "09:04:40")
    return app, NINE_ONE


def faulted() -> Told:
    world, app = a_day(**with_retry())
    world.answer = lambda _: BROKEN
    pass_time(world, "09:01:50")
    return app, NINE_ONE


def failed() -> Told:
    world, app = a_day(**with_retry())
    world.answer = lambda _: BROKEN
    pass_time(world, "09:01:10")
    extended(app, "PATCH", JOB, {"properties": {"recurrence": {"interval": 5}}})
    return app, NINE_ONE


def waiting() -> Told:
    world, app = a_day(**with_retry())
    world.answer = lambda _: BROKEN
    pass_time(world, "09:01:10")
    return app, NINE_ONE


def collapsed() -> Told:
    world, app = a_day()
    world.now = at("09:04:30")
    pass_time(world, "09:04:40")
    return app, NINE_ONE


def skipped() -> Told:
    world, app = a_day(overlap="skip")
    world.answer = taking(world, t0900="09:01:20")
    pass_time(world, "09:02:30")
    return app, NINE_ONE


def disabled() -> Told:
    world, app = a_day()
    pass_time(world, "09:00:30")
    extended(app, "POST", f"{JOB}/disable", {"note": "the target moves"})
    return app, NINE_ONE


def collection_disabled() -> Told:
    world, app = a_day()
    pass_time(world, "09:00:30")
    extended(app, "POST", f"{COLLECTION}/disable", {"note": "holidays"})
    return app, NINE_ONE


def excluded() -> Told:
    _, app = a_place(calendars=HOLIDAY)
    put(app, startTime=START, recurrence=NOON, exclude={"calendars": ["holidays"]})
    return app, "2026-03-03T12:00:00Z"


def moved() -> Told:
    _, app = a_place(calendars=HOLIDAY)
    put(app, startTime=START, recurrence=NOON, exclude={"calendars": ["holidays"], "then": "after"})
    return app, "2026-03-03T12:00:00Z"


def superseded() -> Told:
    world, app = a_day()
    pass_time(world, "09:00:30")
    world.now = at("09:02:10")
    extended(app, "PATCH", JOB, {"properties": {"recurrence": {"interval": 5}}})
    return app, NINE_ONE


def ended() -> Told:
    world, app = a_day(recurrence={**MINUTELY, "count": 1})
    pass_time(world, "09:02:30")
    return app, NINE_ONE


def upcoming() -> Told:
    world, app = a_day()
    pass_time(world, "09:00:30")
    return app, NINE_ONE


def unknown() -> Told:
    """A job as an earlier version has left it."""
    world, app = a_day(state="disabled")
    for shard in range(world.store.shards):
        partition = f"shard-{shard:03d}"
        for entity in world.table.query(partition, ("j|", "j}")):
            fields = {name: value for name, value in entity.fields.items() if name != "since"}
            world.table.overwrite(partition, fields.pop("RowKey"), fields)
        changes = world.table.query(partition, ("a|", "b}"))
        world.table.transact(
            partition, [DeleteRow(row=row.fields["RowKey"], etag=row.etag) for row in changes]
        )
    world.now = at("09:02:10")
    return app, NINE_ONE


STORIES: dict[str, Callable[[], Told]] = {
    "ran": ran,
    "late": late,
    "faulted": faulted,
    "failed": failed,
    "waiting": waiting,
    "collapsed": collapsed,
    "skipped": skipped,
    "disabled": disabled,
    "collectionDisabled": collection_disabled,
    "excluded": excluded,
    "moved": moved,
    "superseded": superseded,
    "ended": ended,
    "upcoming": upcoming,
    "unknown": unknown,
}


@pytest.mark.parametrize("outcome", STORIES)
def test_the_sentence_is_what_the_app_says(outcome: str) -> None:
    app, time = STORIES[outcome]()

    told = asked(app, time)

    assert ([one["outcome"] for one in told["occurrences"]], told["sentence"]) == ([outcome], QUOTED[outcome])


def test_a_run_under_way_is_told_so() -> None:
    world, app = a_day()
    seen: list[str] = []

    def look(_: Any) -> Any:
        seen.append(asked(app, START)["sentence"])
        return FINE

    world.answer = look
    pass_time(world, "09:00:05")

    assert seen == [QUOTED["running"]]


def test_all_answers_are_told() -> None:
    assert {*QUOTED, "unexplained"} - {"outcome"} == {str(outcome) for outcome in Outcome}


def test_the_refusal_is_what_the_app_answers() -> None:
    _, app = a_place()
    put(app, startTime=START, recurrence={"frequency": "day", "schedule": {"hours": [9], "minutes": [0]}})
    quoted = re.search(r"```json\n(\{\"properties\".*?)```", TEXT, re.DOTALL)

    answer = extended(app, "GET", f"{JOB}/occurrences", at="2026-03-03T10:00:00Z")

    assert quoted is not None
    assert content(answer) == json.loads(quoted[1])


@pytest.mark.parametrize(
    "path",
    [f"{JOB}/occurrences", "subscriptions/s/providers/Microsoft.Scheduler/audit"],
    ids=["times", "audit"],
)
def test_what_a_list_tells_stands_where_the_document_says(path: str) -> None:
    app, _ = ran()

    listed = content(extended(app, "GET", path))

    assert TEXT.count("Each entry of `value` holds") == 2
    assert sorted(listed) == ["nextLink", "value"]
    assert listed["value"]
    assert all({"at"} <= set(entry["properties"]) and "at" not in entry for entry in listed["value"])
