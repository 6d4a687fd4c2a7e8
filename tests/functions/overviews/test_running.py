"""GET S/P/running: what is being done, waits, or should have begun."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.attempt import Completed, Failed
from shared.domain.changes import Update
from shared.domain.ticket import Lease, Ticket
from tests.builders import NINE
from tests.functions.calls import call
from tests.functions.extended import EXTENDED
from tests.functions.overviews.lists import (
    OVER_ALL,
    CountingTable,
    a_collection,
    a_job,
    an_empty_place,
    listed,
    names,
    pages,
    refusal,
    spoil,
)
from tests.world import World

RUNNING = f"{OVER_ALL}/running"
RETRIES = {"retryType": "fixed", "retryInterval": "PT10M", "retryCount": 3}
ACTION = {"type": "Http", "request": {"uri": "http://receiver.example/", "method": "GET"}}


def lease(world: World, job: str) -> None:
    """Let somebody be at the ticket that a job waits for."""
    for shard in range(world.store.shards):
        for waiting in world.store.due(shard, until=world.now + timedelta(days=1)):
            if f"|{job}|" in world.store.place(waiting).row:
                held = world.store.tickets([waiting.key])[waiting.key]  # type: ignore[union-attr]  # readable
                assert isinstance(held, Ticket)
                until = world.now + timedelta(seconds=150)
                world.store.commit([Update(held, replace(held, lease=Lease(id="x", until=until)))])


def test_a_run_that_somebody_is_at_is_told() -> None:
    world, app = an_empty_place()
    id = a_job(app, f"{a_collection(app, 'Jc1')}/jobs/J1", recurrence={"frequency": "minute"})
    lease(world, "j1")

    assert listed(app, RUNNING) == [
        {
            "id": id,
            "type": "Microsoft.Scheduler/jobCollections/jobs",
            "name": "Jc1/J1",
            "properties": {
                "kind": "occurrence",
                "attempt": 0,
                "due": "2026-03-02T09:00:00Z",
                "expected": "2026-03-02T09:00:00Z",
                "state": "running",
                "since": "2026-03-02T09:00:00Z",
                "leaseUntil": "2026-03-02T09:02:30Z",
            },
        }
    ]


def test_a_retry_that_waits_is_told() -> None:
    world, app = an_empty_place()
    world.answer = lambda attempt: Failed("no")
    action = {**ACTION, "retryPolicy": RETRIES}
    a_job(app, f"{a_collection(app, 'jc1')}/jobs/j1", action=action)
    world.scan_and_run(at=NINE)

    (run,) = listed(app, RUNNING)

    assert run["properties"] == {
        "kind": "retry",
        "attempt": 1,
        "due": "2026-03-02T09:10:00Z",
        "expected": "2026-03-02T09:00:00Z",
        "state": "waiting",
        "waitsFor": "the time of retry 1",
    }


def test_a_run_that_waits_for_an_earlier_one_is_told() -> None:
    world, app = an_empty_place()
    world.answer = lambda attempt: Failed("no")
    action = {**ACTION, "retryPolicy": RETRIES}
    collection = a_collection(app, "jc1")
    a_job(app, f"{collection}/jobs/j1", action=action, recurrence={"frequency": "minute"}, overlap="wait")
    world.scan_and_run(at=NINE)
    world.scan_and_run(at=NINE + timedelta(minutes=1))
    world.now += timedelta(seconds=30)

    waiting, retry = (run["properties"] for run in listed(app, RUNNING))

    assert waiting == {
        "kind": "occurrence",
        "attempt": 0,
        "due": "2026-03-02T09:01:00Z",
        "expected": "2026-03-02T09:01:00Z",
        "state": "waiting",
        "since": "2026-03-02T09:01:00Z",
        "waitsFor": "an earlier run, which is still open",
    }
    assert retry["kind"] == "retry"


def test_what_is_due_and_not_begun_is_overdue_and_what_is_due_later_is_not_told() -> None:
    world, app = an_empty_place()
    collection = a_collection(app, "jc1")
    for name, start in (("a", "09:02"), ("b", "09:01"), ("c", "09:30")):
        a_job(app, f"{collection}/jobs/{name}", startTime=f"2026-03-02T{start}Z")
    world.now = NINE + timedelta(minutes=5)
    call(app, "POST", f"{collection}/jobs/c/run", params=EXTENDED)

    runs = listed(app, RUNNING)

    assert [(run["name"], run["properties"]["kind"], run["properties"]["state"]) for run in runs] == [
        ("jc1/b", "occurrence", "overdue"),
        ("jc1/a", "occurrence", "overdue"),
        ("jc1/c", "runNow", "overdue"),
    ]


@pytest.mark.parametrize("change", ["delete", "disable", "patch"])
def test_a_retry_that_will_not_be_made_is_not_told(change: str) -> None:
    world, app = an_empty_place()
    world.answer = lambda attempt: Failed("no")
    path = f"{a_collection(app, 'jc1')}/jobs/j1"
    later = {"startTime": "2026-03-03T00:00Z"}
    a_job(app, path, action={**ACTION, "retryPolicy": RETRIES}, recurrence={"frequency": "day"})
    world.scan_and_run(at=NINE)
    world.answer = lambda attempt: Completed("fine")
    assert names(listed(app, RUNNING)) == ["jc1/j1"]

    match change:
        case "delete":
            call(app, "DELETE", path, params=EXTENDED)
        case "disable":
            call(app, "POST", f"{path}/disable", params=EXTENDED)
        case _:
            call(app, "PATCH", path, {"properties": later}, params=EXTENDED)

    assert listed(app, RUNNING) == []


def test_the_links_lead_through_all_oldest_first() -> None:
    world, app = an_empty_place()
    for number in range(23):
        path = f"{a_collection(app, f'jc{number % 5}')}/jobs/j{number:02d}"
        a_job(app, path, startTime=f"2026-03-02T09:{59 - number:02d}Z")
    world.now = NINE + timedelta(hours=1)

    everything = listed(app, RUNNING)
    by_tens = list(pages(app, RUNNING, _top="10"))

    assert [name.split("/")[1] for name in names(everything)] == [f"j{n:02d}" for n in reversed(range(23))]
    assert [len(page) for page in by_tens] == [10, 10, 3]
    assert [run for page in by_tens for run in page] == everything


def test_nothing_of_another_subscription_is_shown_and_unreadable_rows_break_nothing() -> None:
    world, app = an_empty_place()
    for subscription in ("r", "s", "s1"):
        collection = a_collection(app, "jc1", subscription=subscription)
        for name in "abc":
            a_job(app, f"{collection}/jobs/{subscription}-{name}")
    spoil(world, "d|2026-03-02T09:00:00.000000Z|s|rg|jc1|s-a", expected="then")
    spoil(world, "d|2026-03-02T09:00:00.000000Z|s|rg|jc1|s-b", format=99)
    world.table.overwrite("shard-000", "d|2026", {"format": 1})
    world.table.overwrite("shard-001", "d|2026-03-02|s|rg|jc1|x|r|newKind|0|", {"format": 1})

    assert names(listed(app, RUNNING)) == ["jc1/s-c"]


def test_tickets_are_read_a_thousand_in_a_call_and_jobs_only_for_what_is_under_way() -> None:
    table = CountingTable()
    world, app = an_empty_place(table)
    collection = a_collection(app, "jc1")
    for number in range(50):
        a_job(app, f"{collection}/jobs/later-{number}", startTime="2026-03-09T00:00Z")
    a_job(app, f"{collection}/jobs/now")
    table.calls = 0

    assert names(listed(app, RUNNING)) == ["jc1/now"]
    assert table.calls == world.store.shards + 1


@pytest.mark.parametrize(("asked", "told"), [({"_top": "x"}, "$top: "), ({"behind": "[]"}, "behind: ")])
def test_what_is_wrong_with_a_parameter_is_said(asked: dict[str, Any], told: str) -> None:
    _, app = an_empty_place()

    assert refusal(app, RUNNING, **asked).startswith(told)
