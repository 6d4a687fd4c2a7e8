"""What the log, the journal and the history tell of a pack."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import current_thread

import pytest

from shared.domain.attempt import Attempt, Completed, Failed, Outcome
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.retry import RetryPolicy, RetryType
from tests.builders import KEY, a_collection, at
from tests.flow.packs import LATER, a_key, a_world_with
from tests.world import a_world


def test_a_bug_is_a_failure_that_is_logged_with_its_traceback_and_the_pack_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = a_world_with(jobs=3, retry_policy=RetryPolicy(type=RetryType.NONE))
    world.scan()
    world.now = LATER
    fine = world.answer

    def break_one(attempt: Attempt) -> Outcome:
        if attempt.job != a_key(1):
            return fine(attempt)
        return Failed("something went wrong here: ZeroDivisionError", bug=a_bug())

    world.answer = break_one
    with ThreadPoolExecutor(3) as executor:
        world.ports = replace(world.ports, executor=executor)
        world.run()

    assert [world.job(a_key(number)).state for number in range(3)] == ["completed", "faulted", "completed"]
    (entry,) = world.store.history(world.job(a_key(1)))
    assert entry.message == "something went wrong here: ZeroDivisionError"
    (line,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert str(a_key(1)) in line.getMessage()
    assert line.threadName == current_thread().name
    assert "in a_bug" in caplog.text


def a_bug() -> Exception:
    try:
        1 / 0  # noqa: B018 - it is there to fail
    except ZeroDivisionError as exc:
        return exc
    raise AssertionError


def test_a_failure_is_noted_with_the_number_of_its_answer_if_there_was_one(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    world = a_world_with(jobs=2)
    world.scan()
    world.now = LATER
    world.answer = lambda attempt: Failed("no", status=503 if attempt.job == a_key(0) else None)

    world.run()

    notes = [json.loads(record.getMessage()) for record in caplog.records if "pack" in record.getMessage()]
    failed = sorted(notes[-1]["failed"], key=lambda fact: str(fact["job"]))
    assert [fact.get("status", "none") for fact in failed] == [503, "none"]


def test_a_scan_and_a_pack_leave_one_line_of_json_each(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="shared.flow.journal")
    world = a_world_with(jobs=2, retry_policy=RetryPolicy(type=RetryType.NONE))
    world.answer = lambda attempt: Completed("fine") if attempt.job == a_key(0) else Failed("no")
    world.scan()
    world.now = LATER + timedelta(seconds=1.5)
    world.run()

    scan, pack = (json.loads(record.getMessage()) for record in caplog.records)

    counted = {"due": 2, "sent": 2, "sentAgain": 0, "setAside": 0, "newer": 0}
    assert scan == {"event": "scan", **counted, "durationMs": 0}
    failure = {"job": str(a_key(1)), "kind": "occurrence", "number": 1, "attempt": 0, "next": None}
    assert (pack["event"], pack["tickets"], pack["claimed"], pack["completed"]) == ("pack", 2, 2, 1)
    assert pack["completedJobs"] == [str(a_key(0))]
    assert (pack["failed"], pack["lateMs"]) == ([failure], 1500)


def test_a_line_names_what_completed_as_far_as_it_is_no_longer_than_can_be_read(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", logger="shared.flow.journal")
    where = CollectionKey(subscription="s" * 64, resource_group="g" * 90, name="c" * 100)
    world = a_world(a_collection(where))
    for number in range(30):
        world.put(JobKey(collection=where, name=f"{number:0100}"), every=None, start_time=LATER)
    world.scan()
    world.now = LATER

    world.run()

    pack = json.loads(caplog.records[-1].getMessage())
    named = [job.rpartition("/")[2].lstrip("0") for job in pack["completedJobs"]]
    assert (pack["event"], pack["completed"], len(named)) == ("pack", 30, 22)  # of 357 characters each
    assert named == ["", *(str(number) for number in range(1, 22))]


def test_how_late_an_attempt_began_is_kept_in_its_history() -> None:
    world = a_world()
    world.put(every=None, start_time=LATER)

    world.scan_and_run(at=at("09:01:02.500000"))

    (entry,) = world.store.history(world.job(KEY))
    assert entry.lateness == timedelta(seconds=2.5)
