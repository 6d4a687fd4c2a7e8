"""Calls with conditions, where answers get lost, others interfere, and time passes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from migrate.carry_out import Work
from migrate.code.careful import CarefulCalls
from migrate.code.locks import HELD, Marks, WorldChanged
from migrate.planning.collection import PlannedCollection
from migrate.planning.job import Outcome
from migrate.progress import Progress
from tests.migrate.code.plans import plan, write
from tests.migrate.code.test_text import DAILY, a_list, answers, there
from tests.migrate.exports import KEY, NOW
from tests.migrate.test_remote_app import an_app_that_answers, an_error, calls
from tests.receiver import Answer, Received, Receiver

MINE: Final = Answer(body=b'{"etag": "2", "tags": {"scheduler-apply": "me 2026-03-01T09:15:00Z"}}')
OTHERS: Final = Answer(body=b'{"etag": "2", "tags": {"scheduler-apply": "you 2026-03-01T09:15:00Z"}}')
BARE: Final = Answer(body=b'{"etag": "3"}')
CHANGED: Final = an_error(412, "It has been changed.")
GONE: Final = an_error(404, "It is not there.")


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@contextmanager
def at_work(
    folder: Path, jobs: list[dict[str, Any]], *script: Answer, clock: Clock | None = None
) -> Iterator[tuple[CarefulCalls, PlannedCollection, Receiver]]:
    """Yield calls for the plan of a folder, to an app that has these jobs and then gives these answers."""
    with an_app_that_answers(*answers(*jobs), *script) as (app, receiver):
        planned = plan(folder, app, prune=True)
        calls(receiver)
        yield CarefulCalls(app, planned, Marks(app, "me", clock or Clock())), planned.collections[0], receiver


def an_answer(job: dict[str, Any]) -> Answer:
    return Answer(body=json.dumps(job).encode())


def outcomes(careful: CarefulCalls, planned: PlannedCollection) -> list[Outcome]:
    work = Work(careful.app, [planned], careful)
    work.do(lambda total: Progress(total, "jobs"))
    return [job.outcome for job in work.result[0].jobs]


def conditions(received: list[Received]) -> list[tuple[str, str]]:
    names = ("if-match", "if-none-match")
    return [
        (one.method, next((one.headers[name] for name in names if name in one.headers), ""))
        for one in received
    ]


def test_every_change_names_what_it_changes(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {"a": {**DAILY, "description": "x"}, "new": DAILY}, location=None)
    jobs = [there("a"), there("old")]

    with at_work(folder, jobs, MINE, a_list(*jobs), Answer(), Answer(), Answer()) as (
        careful,
        planned,
        receiver,
    ):
        careful.begin(break_lock=False)
        done = outcomes(careful, planned)

    assert done == [Outcome.REMOVED, Outcome.REPLACED, Outcome.CREATED]
    received = calls(receiver)
    assert conditions(received) == [
        ("PATCH", '"1"'),
        ("GET", ""),
        ("DELETE", '"of old"'),
        ("PATCH", '"of a"'),
        ("PUT", "*"),
    ]
    assert json.loads(received[0].body) == {"tags": {"scheduler-apply": "me 2026-03-01T09:15:00Z"}}
    assert json.loads(received[3].body) == {"properties": {"description": "x"}}


@pytest.mark.parametrize(
    ("jobs", "existing", "after", "outcome"),
    [
        pytest.param({"a": DAILY}, [], an_answer(there("a")), Outcome.CREATED, id="created"),
        pytest.param(
            {"a": {**DAILY, "description": "x"}},
            [there("a")],
            an_answer(there("a", description="x")),
            Outcome.REPLACED,
            id="changed",
        ),
        pytest.param({}, [there("a")], GONE, Outcome.REMOVED, id="removed"),
    ],
)
def test_a_change_whose_answer_was_lost_is_found(
    tmp_path: Path, jobs: dict[str, Any], existing: list[dict[str, Any]], after: Answer, outcome: Outcome
) -> None:
    folder = write(tmp_path / "jobs", jobs, location=None)

    with at_work(folder, existing, CHANGED, after) as (careful, planned, _):
        assert outcomes(careful, planned) == [outcome]


@pytest.mark.parametrize(
    ("jobs", "existing", "after"),
    [
        pytest.param({"a": DAILY}, [], an_answer(there("a", description="y")), id="somebody created another"),
        pytest.param({"a": {**DAILY, "description": "x"}}, [there("a")], GONE, id="somebody removed it"),
        pytest.param({}, [there("a")], an_answer(there("a")), id="somebody changed what was to be removed"),
    ],
)
def test_what_somebody_changed_meanwhile_stops_the_work(
    tmp_path: Path, jobs: dict[str, Any], existing: list[dict[str, Any]], after: Answer
) -> None:
    folder = write(tmp_path / "jobs", {**jobs}, location=None)

    with (
        at_work(folder, existing, CHANGED, after) as (careful, planned, _),
        pytest.raises(
            WorldChanged, match=r"Job 'a' of collection 'reports' has been changed since it was planned\."
        ),
    ):
        outcomes(careful, planned)


def test_a_refusal_concerns_one_job(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {"a": DAILY, "b": DAILY}, location=None)

    with at_work(folder, [], an_error(400, "No."), Answer(status=201)) as (careful, planned, _):
        assert outcomes(careful, planned) == [Outcome.FAILED, Outcome.CREATED]


def test_a_mark_whose_answer_was_lost_is_found(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {"a": DAILY}, location=None)

    with at_work(folder, [], CHANGED, MINE, a_list()) as (careful, _, receiver):
        careful.begin(break_lock=False)

    assert [one.method for one in calls(receiver)] == ["PATCH", "GET", "GET"]


def test_who_loses_a_mark_changes_nothing(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {"a": DAILY}, location=None)

    with (
        at_work(folder, [], CHANGED, OTHERS) as (careful, _, receiver),
        pytest.raises(WorldChanged, match=r"Collection 'reports' has been changed since it was planned\."),
    ):
        careful.begin(break_lock=False)

    assert [one.method for one in calls(receiver)] == ["PATCH", "GET"]


def test_a_new_collection_that_somebody_else_created_is_left_alone_and_others_are_taken_back(
    tmp_path: Path,
) -> None:
    folder = write(tmp_path / "jobs", {"a": DAILY})
    write(folder, {"a": DAILY}, "second.json", collection="second")

    with an_app_that_answers(a_list(), MINE, CHANGED, OTHERS, Answer()) as (app, receiver):
        careful = CarefulCalls(app, plan(folder, app), Marks(app, "me", Clock()))
        with pytest.raises(WorldChanged, match="Collection 'second' has been changed"):
            careful.begin(break_lock=False)

    assert conditions(calls(receiver))[1:] == [("PUT", "*"), ("PUT", "*"), ("GET", ""), ("DELETE", '"2"')]


def test_marks_are_renewed_when_half_of_their_time_is_over() -> None:
    clock = Clock()
    with an_app_that_answers(MINE, MINE, MINE) as (app, receiver):
        marks = Marks(app, "me", clock)
        marks.take(KEY, "1")
        marks.renew()
        clock.now += HELD / 2
        marks.renew()

    taken, looked, renewed = calls(receiver)
    assert (taken.method, looked.method, renewed.method) == ("PATCH", "GET", "PATCH")
    assert json.loads(renewed.body) == {"tags": {"scheduler-apply": "me 2026-03-01T09:22:30Z"}}


def test_who_slept_too_long_and_lost_the_mark_stops() -> None:
    clock = Clock()
    with an_app_that_answers(MINE, OTHERS) as (app, _):
        marks = Marks(app, "me", clock)
        marks.take(KEY, "1")
        clock.now += HELD + timedelta(hours=1)
        with pytest.raises(WorldChanged, match="Somebody else is at work on collection"):
            marks.renew()


@pytest.mark.parametrize(
    ("there_now", "body"),
    [
        pytest.param(MINE, {"tags": None}, id="the only tag"),
        pytest.param(
            Answer(body=b'{"etag": "2", "tags": {"a": "b", "scheduler-apply": "me 2026-03-01T09:15:00Z"}}'),
            {"tags": {"scheduler-apply": None}},
            id="beside others",
        ),
    ],
)
def test_a_mark_leaves_no_trace(there_now: Answer, body: dict[str, Any]) -> None:
    with an_app_that_answers(MINE, there_now, BARE) as (app, receiver):
        marks = Marks(app, "me", Clock())
        marks.take(KEY, "1")
        marks.release()

    assert json.loads(calls(receiver)[-1].body) == body


@pytest.mark.parametrize("there_now", [pytest.param(OTHERS, id="broken"), pytest.param(GONE, id="gone")])
def test_a_mark_that_is_ours_no_more_is_left_alone(there_now: Answer) -> None:
    with an_app_that_answers(MINE, there_now) as (app, receiver):
        marks = Marks(app, "me", Clock())
        marks.take(KEY, "1")
        marks.release()

    assert len(calls(receiver)) == 2
