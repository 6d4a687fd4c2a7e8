"""GET S/P/failures: failed attempts over all jobs, newest first."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from shared.domain.attempt import Failed
from shared.domain.budget import Budget
from shared.domain.changes import Insert
from shared.domain.history import Status, failure_note
from shared.domain.keys import CollectionKey, JobKey
from shared.flow.attempts import FailuresAsked, list_failures
from tests.builders import NINE, an_entry
from tests.functions.calls import call
from tests.functions.extended import EXTENDED
from tests.functions.overviews.lists import (
    OVER_ALL,
    CountingTable,
    a_collection,
    a_job,
    an_empty_place,
    listed,
    pages,
    refusal,
    spoil,
)
from tests.world import World

FAILURES = f"{OVER_ALL}/failures"


def failed(world: World, collection: str, job: str, ended: datetime, *, subscription: str = "s") -> None:
    """Note a failed attempt of a job that is there."""
    where = CollectionKey(subscription=subscription, resource_group="rg", name=collection)
    stored = world.job(JobKey(collection=where, name=job))
    entry = an_entry(stored, status=Status.FAILED, started=ended, ended=ended, message="no")
    world.store.commit([Insert(failure_note(entry))])


def ends(values: list[dict[str, dict[str, str]]]) -> list[str]:
    return [value["properties"]["endTime"][11:16] for value in values]


def test_a_failed_attempt_is_told_as_in_the_history() -> None:
    world, app = an_empty_place()
    world.answer = lambda attempt: Failed("x" * 300)
    collection = a_collection(app, "Jc1")
    retries = {"retryType": "fixed", "retryInterval": "PT1M", "retryCount": 1}
    id = a_job(app, f"{collection}/jobs/J1", action={**_action(), "retryPolicy": retries})
    world.scan_and_run(at=NINE)

    (failure,) = listed(app, FAILURES)
    (entry,) = listed(app, f"{collection}/jobs/J1/history")

    assert failure["id"].startswith(f"{id}/history/")
    assert failure["properties"]["message"] == entry["properties"]["message"][:256]
    told = {**failure["properties"], "message": ""}
    assert {**failure, "properties": told} == {**entry, "properties": {**entry["properties"], "message": ""}}
    assert (told["status"], told["kind"], told["retryCount"]) == ("Failed", "scheduled", 0)


def test_those_of_all_shards_come_newest_first_and_the_links_lead_through_all() -> None:
    world, app = an_empty_place()
    for number in range(6):
        a_job(app, f"{a_collection(app, f'jc{number}')}/jobs/j", startTime="2026-03-09T00:00Z")
    world.now += timedelta(hours=1)
    for minute in range(30):
        failed(world, f"jc{minute * 5 % 6}", "j", NINE + timedelta(minutes=minute))

    everything = listed(app, FAILURES)
    by_sevens = list(pages(app, FAILURES, _top="7"))

    assert ends(everything) == [f"09:{minute:02d}" for minute in reversed(range(30))]
    assert [len(page) for page in by_sevens] == [7, 7, 7, 7, 2]
    assert [one for page in by_sevens for one in page] == everything


@pytest.mark.parametrize(
    ("top", "sizes"),
    [("10", [10]), ("9", [9, 1]), ("5", [5, 5]), ("2", [2, 2, 2, 2, 2]), ("1", [1] * 10)],
)
def test_no_empty_page_ends_the_list(top: str, sizes: list[int]) -> None:
    world, app = an_empty_place()
    for name in ("gone", "jc1", "jc2", "jc3"):
        a_job(app, f"{a_collection(app, name)}/jobs/j", startTime="2026-03-09T00:00Z")
    for minute in range(10):
        failed(world, f"jc{minute % 3 + 1}", "j", NINE + timedelta(minutes=minute))
        failed(world, "gone", "j", NINE - timedelta(minutes=minute))
    call(app, "DELETE", f"{a_collection(app, 'gone')}/jobs/j", params=EXTENDED)

    assert [len(page) for page in pages(app, FAILURES, _top=top)] == sizes


def test_if_much_was_read_the_list_goes_on_by_a_link() -> None:
    world, app = an_empty_place()
    path = f"{a_collection(app, 'jc1')}/jobs/j"
    a_job(app, path, startTime="2026-03-09T00:00Z")
    for minute in range(1, 6):
        failed(world, "jc1", "j", NINE + timedelta(minutes=minute))
    call(app, "DELETE", path, params=EXTENDED)
    a_job(app, path, startTime="2026-03-09T00:00Z")
    failed(world, "jc1", "j", NINE)
    asked = FailuresAsked(since=NINE, before=None, top=1)

    first, behind = list_failures(world.store, "s", asked, budget=Budget(4))
    assert behind is not None
    rest, end = list_failures(world.store, "s", replace(asked, behind=behind), budget=Budget())

    assert (len(first), len(rest), end) == (0, 1, None)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param({"from": "2026-03-02T09:02Z"}, ["09:03", "09:02"], id="from: included"),
        pytest.param({"to": "2026-03-02T09:02Z"}, ["09:01", "09:00"], id="to: not included"),
        pytest.param({"from": "2026-03-02T09:01Z", "to": "2026-03-02T10:02 01:00"}, ["09:01"], id="both"),
        pytest.param({"to": "2026-03-02T09:00:00Z"}, [], id="before all"),
        pytest.param({"from": "2020-01-01"}, ["09:03", "09:02", "09:01", "09:00"], id="longer than kept"),
    ],
)
def test_a_stretch_of_time_is_asked_for(asked: dict[str, str], found: list[str]) -> None:
    world, app = an_empty_place()
    a_job(app, f"{a_collection(app, 'jc1')}/jobs/j", startTime="2026-03-09T00:00Z")
    for minute in range(4):
        failed(world, "jc1", "j", NINE + timedelta(minutes=minute))
    failed(world, "jc1", "j", NINE - timedelta(days=8))

    assert ends(listed(app, FAILURES, **asked)) == found


def test_those_of_jobs_that_are_gone_or_made_anew_are_left_out() -> None:
    world, app = an_empty_place()
    collection = a_collection(app, "jc1")
    for name in ("gone", "again", "stays"):
        a_job(app, f"{collection}/jobs/{name}", startTime="2026-03-09T00:00Z")
        for minute in range(20):
            failed(world, "jc1", name, NINE + timedelta(minutes=minute))
    for name in ("gone", "again"):
        call(app, "DELETE", f"{collection}/jobs/{name}", params=EXTENDED)
    a_job(app, f"{collection}/jobs/again", startTime="2026-03-09T00:00Z")

    by_twos = list(pages(app, FAILURES, _top="2"))

    assert {one["name"].rpartition("/")[0] for page in by_twos for one in page} == {"jc1/stays"}
    assert sum(map(len, by_twos)) == 20


def test_nothing_of_another_subscription_is_shown() -> None:
    world, app = an_empty_place()
    for subscription in ("r", "s", "s1"):
        collection = a_collection(app, "jc1", subscription=subscription)
        a_job(app, f"{collection}/jobs/of-{subscription}", startTime="2026-03-09T00:00Z")
        failed(world, "jc1", f"of-{subscription}", NINE, subscription=subscription)

    assert [one["name"].split("/")[1] for one in listed(app, FAILURES)] == ["of-s"]


def test_rows_that_cannot_be_read_break_nothing() -> None:
    world, app = an_empty_place()
    a_job(app, f"{a_collection(app, 'jc1')}/jobs/j", startTime="2026-03-09T00:00Z")
    for minute in range(3):
        failed(world, "jc1", "j", NINE + timedelta(minutes=minute))
    spoil(world, "f|", attempt="many")

    assert ends(listed(app, FAILURES)) == ["09:01", "09:00"]


def test_a_page_takes_a_call_a_shard_and_another_for_its_jobs() -> None:
    table = CountingTable()
    world, app = an_empty_place(table)
    for number in range(8):
        a_job(app, f"{a_collection(app, f'jc{number}')}/jobs/j", startTime="2026-03-09T00:00Z")
        failed(world, f"jc{number}", "j", NINE)
    table.calls = 0

    assert len(listed(app, FAILURES)) == 8
    assert table.calls <= 2 * world.store.shards


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"from": "yesterday"}, "from: 'yesterday' is not a date-time like 2026-01-31T09:30:00Z"),
        ({"from": "2026-03-02", "to": "2026-03-02"}, "to: is not later than from"),
        ({"_top": "0", "behind": "x"}, "behind: 'x' is no place that a nextLink names"),
        ({"_top": "0"}, "$top: '0' is not a whole number between 1 and 1000"),
        ({"behind": "WyJmfMOpIl0"}, "behind: 'WyJmfMOpIl0' is no place that a nextLink names"),
    ],
)
def test_what_is_wrong_with_a_parameter_is_said(asked: dict[str, str], told: str) -> None:
    _, app = an_empty_place()

    assert told in refusal(app, FAILURES, **asked)


def _action() -> dict[str, object]:
    return {"type": "Http", "request": {"uri": "http://receiver.example/", "method": "GET"}}
