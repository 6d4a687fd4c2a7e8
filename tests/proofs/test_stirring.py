"""What may run of a job that is stirred, given when that was answered, and what is to be told of it."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from proofs.faults.checker import Cause, Entry, Expected, Run
from proofs.faults.scenarios import FULL, SHORT
from proofs.faults.stirring import (
    Stirred,
    count_faults,
    expected_when_stirred,
    plan_stirred,
    told_plan,
)
from proofs.faults.workload import Place, PlannedJob, Size, StirKind

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
OLD, NEW = "/c/1", "/c/1/new"
REST, PATCH, PUT = StirKind.REST, StirKind.PATCH, StirKind.PUT
PLACE = Place(group="g", receiver="http://receiver.example", silent="http://silent.example")


def after(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def stirred(kind: StirKind, sent: float, *, over: float | None = None, refused: bool = False) -> Stirred:
    """A job that is due at nine, and a minute later. It is stirred within 0.2 s; a rest is over later."""
    expected = (Expected(path=OLD, due=NINE), Expected(path=OLD, due=after(60)))
    answered = after(sent + 0.2)
    return Stirred(
        job=PlannedJob(address="j", body={}, expected=expected),
        kind=kind,
        sent=after(sent),
        answered=answered,
        enabling=answered if over is None else after(over - 0.2),
        over=answered if over is None else after(over),
        refused=refused,
        note="why",
    )


def run(path: str, late: float, due: float = 0) -> Run:
    return Run(path=path, expected=after(due), at=after(due + late))


def entry(due: float = 0) -> Entry:
    return Entry(path=OLD, expected=after(due), attempt=0, completed=True)


@pytest.mark.parametrize(
    ("job", "first", "second"),
    [
        pytest.param(stirred(PATCH, -1), {NEW: True}, {NEW: True}, id="patched in time"),
        pytest.param(stirred(PATCH, -0.1), {OLD: False, NEW: False}, {NEW: True}, id="patched as it is due"),
        pytest.param(stirred(PUT, 0.1), {OLD: False}, {NEW: True}, id="replaced after it was due"),
        pytest.param(stirred(PATCH, 0.1, refused=True), {OLD: True}, {OLD: True}, id="refused"),
        pytest.param(stirred(REST, -2, over=-1), {OLD: True}, {OLD: True}, id="enabled in time"),
        pytest.param(stirred(REST, -1, over=1), {}, {OLD: True}, id="off when it was due"),
        pytest.param(stirred(REST, -0.1, over=1), {OLD: False}, {OLD: True}, id="disabled as it is due"),
        pytest.param(stirred(REST, -1, over=0.1), {OLD: False}, {OLD: True}, id="enabled as it is due"),
        pytest.param(
            stirred(PATCH, -1, over=70), {OLD: False, NEW: False}, {OLD: False, NEW: False}, id="slow"
        ),
    ],
)
def test_what_may_and_what_must_run(job: Stirred, first: dict[str, bool], second: dict[str, bool]) -> None:
    expected = expected_when_stirred(job, [])

    assert {one.path: one.required for one in expected if one.due == NINE} == first
    assert {one.path: one.required for one in expected if one.due != NINE} == second


def test_a_late_run_may_stand_for_what_was_due_meanwhile() -> None:
    expected = expected_when_stirred(stirred(PATCH, -1), [run(NEW, late=61)])

    assert [(one.due, one.required) for one in expected] == [(NINE, True), (after(60), False)]


def test_what_was_refused_may_have_been_done_by_a_call_without_an_answer() -> None:
    job = stirred(PATCH, -0.1, over=5, refused=True)

    expected = expected_when_stirred(job, [run(NEW, late=0)])

    assert {one.path: one.required for one in expected if one.due == NINE} == {OLD: False, NEW: False}


@pytest.mark.parametrize(
    ("job", "outcomes"),
    [
        pytest.param(stirred(PATCH, 0.1), {"superseded"}, id="patched"),
        pytest.param(stirred(REST, -1, over=1), {"superseded", "disabled"}, id="disabled and enabled"),
        pytest.param(stirred(REST, 0.4, refused=True), set(), id="refused"),
    ],
)
def test_only_what_was_done_is_a_reason(job: Stirred, outcomes: set[str]) -> None:
    plan = told_plan(job)

    assert plan.times == (NINE, after(60))
    assert {reason.outcome for reason in plan.reasons} == outcomes
    assert {reason.note for reason in plan.reasons if reason.outcome == "disabled"} <= {"why"}


@pytest.mark.parametrize(
    ("runs", "entries", "causes", "faults"),
    [
        pytest.param([run(OLD, 0), run(NEW, 0, 60)], [entry(), entry(60)], [], 0, id="each once"),
        pytest.param([run(OLD, 0), run(OLD, 5)], [entry()], [], 0, id="called again, and settled once"),
        pytest.param([run(OLD, 0)], [entry(), entry()], [], 1, id="settled twice"),
        pytest.param([], [entry()], [], 1, id="never called"),
        pytest.param([run(OLD, 0)], [], [], 1, id="never settled"),
        pytest.param([run(OLD, 0)], [], [Cause(begin=NINE, end=NINE)], 0, id="its runner may have died"),
    ],
)
def test_the_history_shows_each_run_once(
    runs: list[Run], entries: list[Entry], causes: list[Cause], faults: int
) -> None:
    assert len(count_faults([stirred(PATCH, 0.1)], runs, entries, causes)) == faults


@pytest.mark.parametrize("size", [pytest.param(FULL, id="full"), pytest.param(SHORT, id="short")])
def test_each_way_of_stirring_is_planned(size: Size) -> None:
    jobs = plan_stirred(PLACE, size, begin=NINE, chance=random.Random(1))

    assert {job.stir.kind for job in jobs if job.stir} == set(StirKind)
    assert all(
        job.stir and NINE <= job.stir.at <= job.expected[0].due + timedelta(seconds=0.4) for job in jobs
    )
    assert all(len(job.expected) == size.repeats for job in jobs)
